a b
++