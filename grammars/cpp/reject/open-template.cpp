std::vector<int x;
