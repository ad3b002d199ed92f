// Behind `=` a line is text, and a word of it is a keyword only if it is the whole line.
parser grammar ModesParser;

options { tokenVocab = ModesLexer; }

file : entry* EOF ;
entry : (IF | WORD) EQUAL value ;
value : TRUE | TEXT ;
