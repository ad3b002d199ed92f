(a b]
