while x:
    pass
else:
    continue
