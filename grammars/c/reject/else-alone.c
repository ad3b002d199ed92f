int f() { else return 1; }
