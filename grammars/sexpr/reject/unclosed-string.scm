"a
