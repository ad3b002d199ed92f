sexpr
(. a)
