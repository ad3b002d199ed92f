sexpr
