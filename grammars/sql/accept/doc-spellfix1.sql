CREATE VIRTUAL TABLE demo USING spellfix1;
INSERT INTO demo(word) SELECT word FROM big_vocabulary;
INSERT INTO demo(word) SELECT term FROM search_aux WHERE col='*';
INSERT INTO demo(word,rank)
   SELECT term, documents FROM search_aux WHERE col='*';
SELECT word FROM demo WHERE word MATCH 'kennasaw';
SELECT word FROM demo WHERE word MATCH 'kennes*';
SELECT word FROM demo WHERE word MATCH 'kennes*' AND top=5;
INSERT INTO demo(word,langid) SELECT word, 0 FROM en_vocabulary;
INSERT INTO demo(word,langid) SELECT word, 1 FROM de_vocabulary;
INSERT INTO demo(word,langid) SELECT word, 2 FROM fr_vocabulary;
INSERT INTO demo(word,langid) SELECT word, 3 FROM ru_vocabulary;
INSERT INTO demo(word,langid) SELECT word, 4 FROM cn_vocabulary;
SELECT word FROM demo WHERE word MATCH 'hildes*' AND langid=1;
CREATE VIRTUAL TABLE demo2 USING spellfix1(edit_cost_table=APPCOST);
INSERT INTO demo2(command) VALUES('edit_cost_table=APPCOST');
INSERT INTO demo(word) VALUES('psalm');
INSERT INTO demo(word,soundslike) VALUES('psalm','salm');
CREATE TABLE editcost(
  iLang INT,   -- The language ID
  cFrom TEXT,  -- Convert text from this
  cTo   TEXT,  -- Convert text into this
  iCost INT    -- The cost of doing the conversion
);
INSERT INTO editcost(iLang, cFrom, cTo, iCost)
VALUES(0, 'a', 'ä', 5);
INSERT INTO editcost(iLang, cFrom, cTo, iCost)
VALUES(0, 'ss', 'ß', 8);
CREATE VIRTUAL TABLE demo USING spellfix1;
INSERT INTO demo(word) SELECT word FROM big_vocabulary;
INSERT INTO demo(word) SELECT term FROM search_aux WHERE col='*';
INSERT INTO demo(word,rank)
   SELECT term, documents FROM search_aux WHERE col='*';
SELECT word FROM demo WHERE word MATCH 'kennasaw';
SELECT word FROM demo WHERE word MATCH 'kennes*';
SELECT word FROM demo WHERE word MATCH 'kennes*' AND top=5;
INSERT INTO demo(word,langid) SELECT word, 0 FROM en_vocabulary;
INSERT INTO demo(word,langid) SELECT word, 1 FROM de_vocabulary;
INSERT INTO demo(word,langid) SELECT word, 2 FROM fr_vocabulary;
INSERT INTO demo(word,langid) SELECT word, 3 FROM ru_vocabulary;
INSERT INTO demo(word,langid) SELECT word, 4 FROM cn_vocabulary;
SELECT word FROM demo WHERE word MATCH 'hildes*' AND langid=1;
CREATE VIRTUAL TABLE demo2 USING spellfix1(edit_cost_table=APPCOST);
INSERT INTO demo2(command) VALUES('edit_cost_table=APPCOST');
INSERT INTO demo2(command) VALUES("reset");
INSERT INTO demo(word) VALUES('psalm');
INSERT INTO demo(word,soundslike) VALUES('psalm','salm');
CREATE TABLE editcost(
  iLang INT,   -- The language ID
  cFrom TEXT,  -- Convert text from this
  cTo   TEXT,  -- Convert text into this
  iCost INT    -- The cost of doing the conversion
);
INSERT INTO editcost(iLang, cFrom, cTo, iCost)
VALUES(0, 'a', 'ä', 5);
INSERT INTO editcost(iLang, cFrom, cTo, iCost)
VALUES(0, 'ss', 'ß', 8);
