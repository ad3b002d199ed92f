sexpr
#| #| |#
