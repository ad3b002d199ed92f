struct point { int x; } int main() {}
