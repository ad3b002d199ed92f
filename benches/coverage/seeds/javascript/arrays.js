var a = [3, 1, 2, , "x"];
a.push(4, 5); a.unshift(0); a.pop(); a.shift();
a.sort(function (x, y) { return x - y; });
a.reverse().concat([6, [7]]).join("-");
a.splice(1, 2, "p", "q");
a.slice(-3, -1);
var sum = [1, 2, 3].map(function (x) { return x * x; }).filter(function (x) { return x > 1; })
  .reduce(function (x, y) { return x + y; }, 0);
[1, 2].forEach(function (x, i) { a[i + 10] = x; });
a.indexOf("p"); a.lastIndexOf(5); a.every(isFinite); a.some(isNaN);
[1, 2, 3].reduceRight(function (x, y) { return x - y; });
a.length = 2;
Array.isArray(a); new Array(3); Array(1, 2).toString();
