// Blanks may stand between the texts of a group.
grammar Leaves;

clock : (HOUR ':' HOUR | ('12' 'NOON')*) ('[' ']')* zone? EOF ;
zone : ('UTC' | 'local' 'time') ;

HOUR : [0-9] [0-9]? ;
NAME : [a-zA-Z]+ ;
BLANK : [ \t\r\n] -> skip ;
