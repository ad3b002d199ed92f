enum { 1 };
