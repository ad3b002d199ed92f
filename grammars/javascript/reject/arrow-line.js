a
=> b