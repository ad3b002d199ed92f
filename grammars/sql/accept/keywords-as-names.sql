CREATE TABLE IF NOT EXISTS if(left, cross INTEGER, filter, over, window REFERENCES full MATCH full ON DELETE CASCADE);
CREATE TABLE indexed(recursive, unbounded, raise, "a b" "VARCHAR(5)" PRIMARY KEY, 'c' [any text], at timestamp with time zone);
SELECT sum(over) over over over FROM over over WINDOW over AS (ORDER BY over);
SELECT sum(window) OVER window window FROM window window window window AS (ORDER BY window);
SELECT count(x) filter (WHERE filter > 1) over (), max(x) filter FROM t4 window, t4;
SELECT left, t.right, outer.emp || inner.emp, if(1, 2, 3), glob('a', b), like FROM cross AS outer LEFT JOIN inner JOIN u;
SELECT * FROM indexed indexed BY indexed WHERE indexed > 0 AND NOT indexed;
SELECT a IN (VALUES(RIGHT)) AS 'select', 't'.'b', count(ALL a), count(DISTINCT) FROM t ORDER BY a COLLATE 'nocase';
WITH RECURSIVE recursive AS (SELECT 1) SELECT "cast" FROM recursive;
