CREATE TABLE account_change(
  chng_id INTEGER PRIMARY KEY,
  acct_no INTEGER REFERENCES account,
  location INTEGER REFERENCES locations,
  amt INTEGER,  -- in cents
  authority TEXT,
  comment TEXT
);
CREATE INDEX acctchng_magnitude ON account_change(acct_no, abs(amt));
SELECT * FROM account_change WHERE acct_no=$xyz AND abs(amt)>=10000;
SELECT * FROM account_change WHERE acct_no=$xyz
 ORDER BY abs(amt) DESC;
CREATE TABLE t2(x,y,z);
CREATE INDEX t2xy ON t2(x+y);
SELECT * FROM t2 WHERE y+x=22;
SELECT * FROM t2 WHERE x+y=22;
