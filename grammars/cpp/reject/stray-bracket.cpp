int x; }
