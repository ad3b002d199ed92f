-- Aggregates that read their rows in an order: SQLite 3.44.
CREATE TABLE t(a, b, c);
SELECT group_concat(a, ',' ORDER BY b DESC NULLS LAST, c), max(a ORDER BY b) FROM t;
SELECT string_agg(DISTINCT a ORDER BY a ASC) FILTER (WHERE b > 0) AS s FROM t GROUP BY c HAVING count(a ORDER BY a) > 1;
SELECT count(ORDER BY a), sum(ALL b ORDER BY b COLLATE NOCASE, c + 1) OVER (ORDER BY c) FROM t;
SELECT (SELECT group_concat(a ORDER BY (SELECT max(b) FROM t))) FROM t UNION SELECT group_concat(b ORDER BY c) FROM t;
