CREATE TABLE t1(
  a INTEGER PRIMARY KEY,
  b TEXT
);
INSERT INTO t1(a,b) VALUES(1, 'abc'||char(0)||'xyz');
SELECT a, b, length(b) FROM t1;
SELECT * FROM t1 WHERE b='abc';
SELECT a, CAST(b AS BLOB) FROM t1;
SELECT count(*) FROM t1 WHERE instr(b,char(0))>0;
UPDATE t1 SET b=substr(b,1,instr(b,char(0)))
 WHERE instr(b,char(0));
