sexpr
(a b))
