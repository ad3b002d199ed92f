// A string may hold names behind `$`, and other strings: no `$` in it is a keyword, although it is one elsewhere.
grammar Nested;

line : (STRING | NAME | '$' | 'no')+ EOF ;

STRING : '"' PART* '"' ;
NAME : [a-z$]+ ;
BLANK : [ \n] -> skip ;

fragment PART : ~["\\$] | '\\' ESCAPE | '$' NAME? | '${' STRING* '}' ;
fragment ESCAPE : 'n' | 'no' | 'x' [0-9a-f]+ ;
