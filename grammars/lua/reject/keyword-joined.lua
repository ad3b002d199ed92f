orx = 1 or2 = x or1
