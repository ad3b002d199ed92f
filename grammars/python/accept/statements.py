import os
# c
def f(a, b=1, *c, d: int = 2, **e) -> int:
    """doc
 x
"""
    if a:
        return (b +
  c)
    elif x < y <= z:
        pass
    else:
        x = y = f(1, *a, k=3, **d)[1:2, ::3]
        print(f"a{b!r:>{w}} {c = }", 'x' "y")
    for i, in range(3): print(i); continue
    return not -a ** -b if 3 else lambda: 4


@dec
class A(B, metaclass=C):
    x: int = 3
    async def g(self):
        await x
        a, *b = c
        a.b[c] += 1
        try:
            pass
        except (A, B) as e:
            raise e from None
        finally:
            with open(x) as f, g: pass
        match x:
            case {"a": 1, **r} | [_, *y] if y:
                pass
            case A.b(c=1): pass

    # end
