// JSON for Picireny, after RFC 8259, because Picireny needs an ANTLR grammar and brings none.
grammar JSON;

json : value EOF ;
value : members | array | STRING | NUMBER | 'true' | 'false' | 'null' ;
members : '{' '}' | '{' member (',' member)* '}' ;
member : STRING ':' value ;
array : '[' ']' | '[' value (',' value)* ']' ;

STRING : '"' (~["\\\u0000-\u001f] | '\\' .)* '"' ;
NUMBER : '-'? [0-9]+ ('.' [0-9]+)? ([eE] [+-]? [0-9]+)? ;
WS : [ \t\r\n]+ -> skip ;
