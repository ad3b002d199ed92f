sexpr
(a b]
