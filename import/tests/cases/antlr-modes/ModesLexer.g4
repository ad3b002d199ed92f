lexer grammar ModesLexer;

IF : 'if' ;
WORD : [a-z]+ ;
EQUAL : '=' -> mode(VALUE) ;
LINE : '\n' -> skip ;

mode VALUE;
TRUE : 'true' ;
TEXT : ~'\n'+ ;
LINE_END : '\n' -> skip, mode(DEFAULT_MODE) ;
