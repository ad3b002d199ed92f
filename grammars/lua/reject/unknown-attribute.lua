local x <final> = 1
