sexpr
(a (b c)
