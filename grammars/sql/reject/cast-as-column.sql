SELECT cast FROM t;
