int f() { for (;) ; }
