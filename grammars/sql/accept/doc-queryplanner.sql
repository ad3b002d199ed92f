CREATE TABLE FruitsForSale(
  Fruit TEXT,
  State TEXT,
  Price REAL
);
SELECT price FROM fruitsforsale WHERE fruit='Peach';
SELECT price FROM fruitsforsale WHERE rowid=4;
CREATE INDEX Idx1 ON fruitsforsale(fruit);
SELECT price FROM fruitsforsale WHERE fruit='Peach';
SELECT price FROM fruitsforsale WHERE fruit='Orange';
SELECT price FROM fruitsforsale WHERE fruit='Orange' AND state='CA';
CREATE INDEX Idx2 ON fruitsforsale(state);
CREATE INDEX Idx3 ON FruitsForSale(fruit, state);
SELECT price FROM fruitsforsale WHERE fruit='Orange' AND state='CA';
SELECT price FROM fruitsforsale WHERE fruit='Peach';
CREATE INDEX Idx4 ON FruitsForSale(fruit, state, price);
SELECT price FROM fruitsforsale WHERE fruit='Orange' AND state='CA';
SELECT price FROM FruitsForSale WHERE fruit='Orange' OR state='CA';
SELECT * FROM fruitsforsale ORDER BY fruit;
SELECT * FROM fruitsforsale ORDER BY rowid;
SELECT * FROM fruitsforsale ORDER BY rowid DESC;
SELECT * FROM fruitsforsale ORDER BY fruit;
SELECT price FROM fruitforsale WHERE fruit='Orange' ORDER BY state;
SELECT * FROM fruitforsale WHERE fruit='Orange' ORDER BY state;
SELECT * FROM fruitforsale WHERE fruit='Orange' ORDER BY state DESC;
SELECT * FROM fruitforsale ORDER BY fruit, price;
