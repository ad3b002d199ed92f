int f() { return a[]; }
