sexpr
(a .)