var o = { a: 1, "b c": 2, 3: 4, get x() { return this.a; }, set x(v) { this.a = v; } };
o.x = 5; o["b c"] += o.x; delete o[3]; "a" in o;
for (var k in o) { if (!o.hasOwnProperty(k)) continue; }
Object.keys(o).length; Object.getOwnPropertyNames(o); Object.getPrototypeOf(o);
Object.defineProperty(o, "y", { value: 1, writable: false, enumerable: true, configurable: true });
Object.defineProperties(o, { z: { "get": function () { return 9; } } });
Object.getOwnPropertyDescriptor(o, "y").value;
var p = Object.create(o, { q: { value: 3 } }); p.q; p.propertyIsEnumerable("q"); o.isPrototypeOf(p);
Object.freeze(o); Object.isFrozen(o); Object.seal(p); Object.isSealed(p); Object.preventExtensions({}); Object.isExtensible(p);
o.toString(); o.valueOf(); String(o); o.toLocaleString();
