sexpr
"a
