CREATE TABLE select (a);
