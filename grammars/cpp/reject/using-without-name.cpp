using namespace ;
