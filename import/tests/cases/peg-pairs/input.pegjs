// Pairs of keys and values.
// License: MIT

{{ const braces = { a: {} }; }}

pairs = head:pair tail:(_ "," _ @pair)* { return [head, ...tail]; }

// A key has letters only.
pair "a pair" = key:$[a-z_]i+ ":" !"x" &{ return true; } value:(number / text)
number = digits:[0-9]|1..3| ("." [0-9]+)?
list = "[" items:number|.., "," _| "]"i ;
text = '"' (!'"' . / "\\" [\]\\\u00e4])* '"'
_ <- [ \t]*
