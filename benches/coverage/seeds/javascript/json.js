JSON.parse('{"a": [1, 2.5e3, true, null, "x\\u0041\\n"], "b": {"c": {}}}', function (k, v) { return typeof v === "number" ? v + 1 : v; });
JSON.stringify({ a: [1, "x\n\u0001", null, undefined, function () {}], d: new Date(0), n: NaN }, null, 2);
JSON.stringify([{ x: 1, y: 2 }], ["x"], "--"); JSON.stringify("\u2028\ud800");
JSON.stringify({ toJSON: function (k) { return "j" + k; } });
try { JSON.parse("{bad}"); } catch (e) { e.name; }
var c = {}; c.c = c; try { JSON.stringify(c); } catch (e) { e.message; }
