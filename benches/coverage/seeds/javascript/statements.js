var i, n = 0;
outer: for (i = 0; i < 5; i++) { for (;;) { if (++n > 3) continue outer; if (n == 9) break outer; break; } }
while (n > 0) n--;
do { n += 2; } while (n < 5);
switch (n) { case 1: n = 2; break; case 6: default: n = 7; case 8: n = 9; }
try { throw new TypeError("bad"); } catch (e) { n = e.name + e.message; } finally { n = 1; }
try { null.x; } catch (e) { String(e); }
try { undefinedName; } catch (e) { e instanceof ReferenceError; }
try { try { throw 1; } finally { n = 2; } } catch (e) { n = e; }
with ({ w: 1 }) { n = w; }
if (n) ; else if (i) { } else n = 0;
for (var x = 0, y = 10; x < y; x++, y--) { debugger; }
var q = n, r; label: { break label; }
