g = lambda a, a: a
