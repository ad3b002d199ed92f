throw
a