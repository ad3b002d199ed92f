CREATE VIRTUAL TABLE tablename USING modulename;
CREATE VIRTUAL TABLE tablename USING modulename(arg1, arg2, ...);
CREATE VIRTUAL TABLE temp.tablename USING module(arg1, ...);
SELECT * FROM dbstat;
CREATE TABLE x(a HIDDEN VARCHAR(12), b INTEGER, c INTEGER Hidden);
CREATE TABLE generate_series(
  value,
  start HIDDEN,
  stop HIDDEN,
  step HIDDEN
);
SELECT value FROM generate_series(5,50);
SELECT value FROM generate_series WHERE start=5 AND stop=50;
SELECT * FROM realtab, tablevaluedfunc(realtab.x);
SELECT * FROM realtab, tablevaluedfunc
 WHERE tablevaluedfunc.param1 = realtab.x;
SELECT * FROM geopolytab WHERE geopoly_overlap(_shape, $query_polygon);
SELECT * FROM geopolytab WHERE geopoly_within(_shape, $query_polygon);
