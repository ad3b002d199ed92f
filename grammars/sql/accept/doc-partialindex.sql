CREATE INDEX po_parent ON purchaseorder(parent_po) WHERE parent_po IS NOT NULL;
SELECT po_num FROM purchaseorder WHERE parent_po=?1;
CREATE UNIQUE INDEX team_leader ON person(team_id) WHERE is_team_leader;
SELECT person_id FROM person WHERE is_team_leader AND team_id=?1;
CREATE INDEX ex1 ON tab1(a,b) WHERE a=5 OR b=6;
SELECT * FROM tab1 WHERE b=6 AND a=7;
CREATE INDEX ex2 ON tab2(b,c) WHERE c IS NOT NULL;
SELECT * FROM tab2 WHERE b=456 AND c<>0;
SELECT * FROM tab2 WHERE b=456;
