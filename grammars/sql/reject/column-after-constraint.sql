CREATE TABLE t (a, UNIQUE (a), b);
