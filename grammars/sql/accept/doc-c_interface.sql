INSERT INTO table1 VALUES('Hi y''all');
INSERT INTO table1 VALUES('Hi y''all');
INSERT INTO table1 VALUES(NULL);
SELECT employee_name, login, host FROM users WHERE login LIKE 'd%';
SELECT employee_name, login, host FROM users WHERE employee_name IS NULL;
INSERT INTO table1 VALUES('Hi y''all');
INSERT INTO table1 VALUES('Hi y''all');
INSERT INTO table1 VALUES(NULL);
