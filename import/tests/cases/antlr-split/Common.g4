parser grammar Common;
end : DOT | ASK | EOF ;
// The rule of the importing grammar counts.
name : WORD ;
