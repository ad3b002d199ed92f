template <class T>
