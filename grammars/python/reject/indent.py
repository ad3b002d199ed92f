  a
