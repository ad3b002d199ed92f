s = "a
b"
