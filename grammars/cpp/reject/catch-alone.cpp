void f() { catch (...) {} }
