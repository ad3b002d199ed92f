lexer grammar ModesLexer;

IF : 'if' ;
WORD : [a-z]+ ;
EQUAL : '=' -> mode(VALUE) ;
LINE : '\n' -> skip ;
MARK : '#' -> skip, pushMode(MARKED) ;

mode VALUE;
TRUE : 'true' ;
TEXT : ~'\n'+ ;
LINE_END : '\n' -> skip, mode(DEFAULT_MODE) ;

mode MARKED;
KIND : [a-z]+ -> skip, mode(REMARK) ;

mode REMARK;
REMARK_TEXT : ~'\n'+ -> skip ;
REMARK_END : '\n' -> skip, popMode ;
