let { a, b: [c = 1, , ...d], ...e } = f, [g] = h
;[a, b] = [b, a]; ({ a, b: c.d } = e);
({ a = 1, b: [c] }, { d } = {}, ...[e]) => ({ f }); async ({ g }, [h]) => {}
(a = (b(c(d(e)))), f) => g
for (const [k, v] of m) { } for (a.b in c) ; for ([a.b] of c) ;
try { } catch ({ message }) { }
