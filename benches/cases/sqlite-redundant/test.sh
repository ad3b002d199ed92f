#!/bin/sh
# sqlite3 executes the script without an error, and then a table has two indexes on the same columns.
found=$({ cat "$1"; echo ';
SELECT DISTINCT "redundant index" FROM (
  SELECT tbl_name, (SELECT group_concat(name) FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) AS columns
  FROM sqlite_master AS i WHERE type = "index")
GROUP BY tbl_name, columns HAVING count(*) > 1;'; } | timeout 10 sqlite3 -batch -bail -safe :memory: 2>&1) || exit 1
test "$found" = "redundant index"
