match = case = type = _ = 1
match(x)
match x, y:
    case 1 | -2 | 1 + 2j | "a" "b" | None:
        pass
    case [a, *_] | (b, *c) if d:
        pass
    case {"k": v, E.F: 1, **r}:
        pass
    case A(): pass
    case a.B(1, x=C(y) as z): pass
    case _: pass
try:
    pass
except* (A, B) as e:
    raise C from e
with (open(a) as b, c): pass
with (a), b as c.d: pass
from . import a
from ...b.c import (d as e, f,)
from g import *
import h.i as j, k
