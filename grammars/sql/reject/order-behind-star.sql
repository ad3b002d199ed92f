SELECT count(* ORDER BY a) FROM t;
