# Blocks, and lines that are no lines.

if a:

    # A comment in any column.
# Another one.
    if b: pass
    elif c:
        x = [1,
  2,   # inside of brackets
        3]
    else:
            y = a + \
 b
            z = """
no line
"""
else:
	f()
	g(); h()

class A: pass
class B(A):
  def f(self, *,
        x): return self
  async def g(self) -> int:
   await h
@a
@b.c(1)
def f(): ...
while True:
    for x in y:
        break
    else:
        continue
