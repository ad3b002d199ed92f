sexpr
(a . b c)
