// The parser of a grammar in several files.
parser grammar WordsParser;

options { tokenVocab = Words; }
import Common, Missing;

text : sentence+ EOF ;
sentence : 'select' (WORD | STRING | name)+ end ;
name : AT WORD ;
