sexpr
(a ')
