CREATE TABLE t1(
  a INTEGER PRIMARY KEY,
  b INTEGER
);
INSERT INTO t1 VALUES(NULL,123);
INSERT INTO t1 VALUES((SELECT max(a) FROM t1)+1,123);
CREATE TABLE sqlite_schema (
  type TEXT,
  name TEXT,
  tbl_name TEXT,
  rootpage INTEGER,
  sql TEXT
);
SELECT name FROM sqlite_schema
WHERE type='table'
ORDER BY name;
SELECT name FROM 
   (SELECT * FROM sqlite_schema UNION ALL
    SELECT * FROM sqlite_temp_schema)
WHERE type='table'
ORDER BY name;
INSERT INTO xyz VALUES('5 O''clock');
INSERT INTO t1 VALUES(NULL,123);
INSERT INTO t1 VALUES((SELECT max(a) FROM t1)+1,123);
SELECT name FROM sqlite_schema
WHERE type='table'
ORDER BY name;
SELECT name FROM 
   (SELECT * FROM sqlite_schema UNION ALL
    SELECT * FROM sqlite_temp_schema)
WHERE type='table'
ORDER BY name;
