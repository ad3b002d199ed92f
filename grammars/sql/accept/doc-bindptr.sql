SELECT snippet(t1) FROM t1 WHERE cx MATCH $pattern;
SELECT hex(t1) FROM t1 WHERE cx MATCH $pattern;
SELECT snippet(x'6092310100000000') FROM t1 WHERE cx MATCH $pattern;
SELECT snippet(x'6092310100000000') FROM t1 WHERE cx MATCH $pattern;
SELECT hex(t1) FROM t1 WHERE cx MATCH $pattern;
SELECT ca.value FROM t1, carray(t1,10) AS ca WHERE cx MATCH $pattern;
