goto = 1
