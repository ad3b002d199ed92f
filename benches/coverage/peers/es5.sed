# Makes a grammar of ECMAScript 5 out of grammars-v4/javascript/ecmascript/ECMAScript.g4 that needs no code of ANTLR:
#   sed -f benches/coverage/peers/es5.sed ECMAScript.g4 > javascript/ECMAScript.g4
# Without code, `eos` would be empty before any token, and a getter would begin with any name. Names are ASCII, because MuJS refuses
# some of the other characters, and because most escapes are no letters.
/^eos$/,/;$/{
/EOF/d
/?$/d
}
s/{_input.LT(1).getText().equals("\([gs]et\)")}? Identifier/'\1'/
/^fragment IdentifierStart$/,/;$/{
s/\[\\p{L}\]/[a-zA-Z]/
/UnicodeEscapeSequence/d
}
/^fragment IdentifierPart$/,/;$/{
s/\[\\p{Nd}\]/[0-9]/
/p{Mn}/d
/p{Pc}/d
/ZW/d
}
s/{!strictMode}? '0' OctalDigit+/'0'/
