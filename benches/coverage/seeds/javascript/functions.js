function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
fib(6);
var add = function sum(a, b) { return arguments.length > 1 ? a + b : sum(a, 1); };
add(1); add.call(null, 1, 2); add.apply(this, [3, 4]); add.bind(null, 5)(6); add.length; add.toString();
function Point(x, y) { this.x = x; this.y = y; }
Point.prototype.norm = function () { return Math.sqrt(this.x * this.x + this.y * this.y); };
var p = new Point(3, 4); p.norm(); p instanceof Point; p.constructor === Point; typeof p;
(function () { "use strict"; var inner = 1; return function () { return inner++; }; })()();
new Function("a", "b", "return a * b")(2, 3); eval("var e = 1 + 1; e");
function outer() { return inner(); function inner() { return arguments.callee === inner; } }
outer(); void 0;
