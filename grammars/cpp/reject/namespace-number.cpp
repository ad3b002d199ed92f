namespace 3 {}
