SELECT $a(b;
