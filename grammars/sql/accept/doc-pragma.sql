PRAGMA index_info('idx52');
SELECT * FROM pragma_index_info('idx52');
SELECT DISTINCT m.name || '.' || ii.name AS 'indexed-columns'
  FROM sqlite_schema AS m,
       pragma_index_list(m.name) AS il,
       pragma_index_info(il.name) AS ii
 WHERE m.type='table'
 ORDER BY 1;
ATTACH ':memory:' AS 'information_schema';
PRAGMA index_info('idx52');
SELECT * FROM pragma_index_info('idx52');
SELECT DISTINCT m.name || '.' || ii.name AS 'indexed-columns'
  FROM sqlite_schema AS m,
       pragma_index_list(m.name) AS il,
       pragma_index_info(il.name) AS ii
 WHERE m.type='table'
 ORDER BY 1;
ATTACH ':memory:' AS 'information_schema';
PRAGMA main.locking_mode=EXCLUSIVE;
