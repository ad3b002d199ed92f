int f() { if (1) {
