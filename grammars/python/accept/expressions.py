a, *b = c = d if not e or f and g in h is not i else lambda j, k=1, /, *l, m, n=2, **o: p
-a ** -b @ c // d << 1 & 2 ^ 3 | ~4
a < b <= c != d not in e
def g(): x = yield
f(a, *b, c=1, *d, **e)(i for i in j if k if l)[1:2, ::3, ...][:]
{**a, "b": c}, {*a, b}, {a: b for a, b in c}, {a async for a in b}
[], (), (a,), [a, b], [*a, b], (a := 1), lambda: (yield)
0, 00, 1_000, 0xFF, 0b1, 0o7, 1., .5, 1e3, 1.5e-3j, 5j
'a' "b" r'\n' u'\u00e9' '''it's "fine"''' """a
b"""
rb"\x" b'c' BR'''d'''
f'{a}{b!r}{c:>{d}.3f}{e = }{{}}' rf"{x}\d" f"""{
    a
}"""
a: int = 1
(b): str
c.d: list[int]
e[0] += 1
del a, (b, c), [d], e.f, g[1]
type X[T: int, *U, **V] = T
# A string with content ends at its first quote, so an empty string can follow at once.
joined = "a""" 'b''' r"c""" f"d"""
