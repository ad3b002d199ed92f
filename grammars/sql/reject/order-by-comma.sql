SELECT max(a ORDER BY b, ) FROM t;
