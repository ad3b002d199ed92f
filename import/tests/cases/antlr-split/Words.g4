// Copyright of nobody.
lexer grammar Words;

options { caseInsensitive = true; }

SELECT : 'select' ;
AT : '@' ;
WORD : [a-z&\p{Sc}]+ ;
QUOTED : '\'' ~[']+ '\'' -> type(WORD) ;
DOT : '.' | '\u3002' -> type(DOT) ;
ASK options { caseInsensitive = false; } : 'Ask' ;
OPEN : '"' -> more, pushMode(TEXT) ;
BLANK : ' ' -> skip | '\n' -> channel(HIDDEN) ;

mode TEXT;
CLOSE : '"' -> type(STRING), popMode ;
ESCAPE : '\\' . -> more ;
PIECE : . -> more ;
