const char* x = "abc;
