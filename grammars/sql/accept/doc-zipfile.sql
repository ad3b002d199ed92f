SELECT * FROM zipfile('test.zip');
SELECT * FROM zipfile( readfile('test.zip') );
CREATE VIRTUAL TABLE temp.zip USING zipfile('test.zip');
INSERT INTO temp.zip(name, data) VALUES('dir1', NULL);
-- Add directory 
INSERT INTO temp.zip(name, data) VALUES('m.txt', 'abcdefghi');
INSERT INTO temp.zip(name, mode, data) VALUES('link.txt', 'lrwxrw-rw-', 'abcdefghi');
DELETE FROM temp.zip WHERE name = 'm.txt';
-- Create a new, empty, archive: 
CREATE VIRTUAL TABLE temp.newzip USING zipfile('new.zip');
-- Copy the contents of the existing archive into the new archive
INSERT INTO temp.newzip(name, mode, mtime, data, method)
    SELECT name, mode, mtime, data, method FROM temp.zzz;
WITH contents(name, data) AS (
  VALUES('a.txt', 'abc') UNION ALL
  VALUES('b.txt', '123')
)
SELECT zipfile(name, data) FROM contents;
