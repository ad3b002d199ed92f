/*
 * Sums and calls.
 * SPDX-License-Identifier: MIT
 */

// A grammar in one file.
grammar Sums;

options { language = Java; superClass = SumsBase; }

tokens { INDENT, DEDENT }
channels { REMARKS }

@header { import java.util.List; /* } */ }
@parser::members { String brace = "}"; }

// A whole file.
file : statement* EOF ;

/** One statement. */
statement returns [int value] locals [int depth = 0]
options { k = 2; }
@init { depth = 1; }
    : 'let' name=ID '=' e=sum[0] ';' {value = 1;} # Let
    | 'print' '(' args+=sum (',' args+=sum)* ','? ')' SEMI # Print
    | {isBlock()}? INDENT statement+ DEDENT # Block
    | 'skip' ~(SEMI | '(' | EOF)+? . # Rest
    | ';' # Empty
    ;
    catch [RecognitionException e] { throw e; }
    finally { done(); }

// Operators; the first binds tightest.
sum : sum '.' ID
    | sum '(' (sum (',' sum)*)? ')' // a call
    | <assoc=right> sum '^' sum
    | '-' sum
    | sum ('*' | '/') sum
    | sum op=('+' | '-') sum
    | sum '?' sum ':'<assoc=right> sum
    | 'if' sum 'then' sum ('else' sum)?
    | ID
    | NUMBER
    ;

pairs : ID ':' sum (';' ID ':' sum)* | (ID NUMBER)?? ;

SEMI : ';' ;
LET : 'let' ;
ID : [a-zA-Z_] [a-zA-Z_0-9]* ;
NUMBER : DIGIT+ ('.' DIGIT+)? | '\u0660'..'\u0669' ;
STRING : '"' (~["\\\r\n] | '\\' .)*? '"' ;
CHAR : '\'' ~'\'' '\'' {count();} ;
NOTE : '/*' .*? '*/' -> channel(REMARKS) ;
WS : [ \t\r\n\u{A0}\-\]]+ -> skip ;
fragment DIGIT : [0-9] ;
OTHER : . -> channel(HIDDEN) ;
