sexpr
#<procedure car>
