CREATE TABLE examp(one text, two int);
INSERT INTO examp VALUES('Hello, World!',99);
SELECT * FROM examp;
SELECT one, two, one || two AS 'both'
FROM examp
WHERE one LIKE 'H%';
DELETE FROM examp WHERE two<50;
UPDATE examp SET one= '(' || one || ')' WHERE two < 50;
CREATE TABLE sqlite_master (
  type      TEXT,    -- either "table" or "index"
  name      TEXT,    -- name of this table or index
  tbl_name  TEXT,    -- for indices: name of associated table
  sql       TEXT     -- SQL text of the original CREATE statement
);
SELECT * FROM examp WHERE two==50;
SELECT * FROM examp WHERE two<50;
SELECT * FROM examp WHERE two IN (50, 100);
SELECT * FROM examp WHERE two%50 == 10;
SELECT * FROM examp WHERE two&127 == 3;
SELECT * FROM examp WHERE two+10 == 50;
SELECT * FROM examp WHERE two==50 OR two==100;
CREATE INDEX examp_idx1 ON examp(two);
SELECT * FROM examp WHERE two==50;
INSERT INTO examp VALUES('Hello, World!',99);
CREATE TABLE examp2(three int, four int);
SELECT * FROM examp, examp2 WHERE two<50 AND four==two;
SELECT * FROM examp ORDER BY one DESC, two;
SELECT three, min(three+four)+avg(four) 
FROM examp2
GROUP BY three;
SELECT three, min(three+four)+avg(four) 
FROM examp2
WHERE three>four
GROUP BY three
HAVING avg(four)<10;
SELECT * FROM examp
WHERE two!=(SELECT three FROM examp2
            WHERE four=5);
SELECT * FROM examp
WHERE two IN (SELECT three FROM examp2);
SELECT two FROM examp
EXCEPT
SELECT four FROM examp2;
CREATE TABLE examp(one text, two int);
INSERT INTO examp VALUES('Hello, World!',99);
SELECT * FROM examp;
SELECT one, two, one || two AS 'both'
FROM examp
WHERE one LIKE 'H%';
DELETE FROM examp WHERE two;
UPDATE examp SET one= '(' || one || ')' WHERE two;
CREATE TABLE sqlite_master (
  type      TEXT,    -- either "table" or "index"
  name      TEXT,    -- name of this table or index
  tbl_name  TEXT,    -- for indices: name of associated table
  sql       TEXT     -- SQL text of the original CREATE statement
);
SELECT * FROM examp WHERE two==50;
SELECT * FROM examp WHERE two;
SELECT * FROM examp WHERE two%50 == 10;
SELECT * FROM examp WHERE two&127 == 3;
SELECT * FROM examp WHERE two+10 == 50;
SELECT * FROM examp WHERE two==50 OR two==100;
CREATE INDEX examp_idx1 ON examp(two);
SELECT * FROM examp WHERE two==50;
INSERT INTO examp VALUES('Hello, World!',99);
CREATE TABLE examp2(three int, four int);
SELECT * FROM examp, examp2 WHERE two;
SELECT * FROM examp ORDER BY one DESC, two;
SELECT three, min(three+four)+avg(four) 
FROM examp2
GROUP BY three;
SELECT three, min(three+four)+avg(four) 
FROM examp2
WHERE three>four
GROUP BY three
HAVING avg(four);
SELECT * FROM examp
WHERE two!=(SELECT three FROM examp2
            WHERE four=5);
SELECT * FROM examp
WHERE two IN (SELECT three FROM examp2);
SELECT two FROM examp
EXCEPT
SELECT four FROM examp2;
