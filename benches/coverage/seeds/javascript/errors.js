"use strict";
var kinds = [Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError];
for (var i = 0; i < kinds.length; ++i) {
  try { throw new kinds[i]("m" + i); } catch (e) { e.toString(); e.stack; }
}
try { new Array(-1); } catch (e) { e.message; }
try { (1).toFixed(200); } catch (e) { e.name; }
try { decodeURIComponent("%"); } catch (e) { e.name; }
try { eval("var 1x;"); } catch (e) { e instanceof SyntaxError; }
try { ({}).f(); } catch (e) { String(e); }
try { Object.defineProperty(1, "a", {}); } catch (e) { e.message; }
try { (function f() { f(); })(); } catch (e) { e.message; }
throw { toString: function () { return "uncaught"; } };
