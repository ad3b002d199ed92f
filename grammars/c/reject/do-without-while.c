int f() { do x(); }
