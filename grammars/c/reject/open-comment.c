int x; /* comment
