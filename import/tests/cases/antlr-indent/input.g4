// Statements that end with their lines, and blocks of them.
grammar Indent;

tokens { INDENT, DEDENT }

file : (NEWLINE | statement)* EOF ;
statement : small (';' small)* ';'? NEWLINE | 'if' NAME ':' block rest | marked ;
rest : 'elif' NAME ':' block rest | ('else' ':' block)? ;
marked : ('@' NAME NEWLINE)+ 'def' call ':' NEWLINE INDENT (doc NEWLINE)? statement* DEDENT ;
block : small NEWLINE | NEWLINE INDENT statements DEDENT ;
statements : statement+ ;
small : call ;
call : NAME '(' (NAME (',' NAME)*)? ')' ;
doc : TEXT ;

NEWLINE : ('\r'? '\n' | '\r') {newLine();} ;
NAME : [a-z]+ ;
TEXT : '"' .*? ["]["] ;
COMMENT : '#' ~[\r\n]* -> channel(HIDDEN) ;
BLANK : [ \t]+ -> skip ;
