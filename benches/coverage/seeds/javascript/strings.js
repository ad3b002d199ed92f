var s = "a\tb\u0041\x42\'\"\\\n" + 'single';
s.charAt(1); s.charCodeAt(2); String.fromCharCode(65, 0x20ac);
s.split(","); "a,b,,c".split(",", 2); "abc".split("");
"Hello".toUpperCase().toLowerCase().trim();
"abcabc".indexOf("c", 3); "abcabc".lastIndexOf("b");
"abcdef".substring(4, 1) + "abcdef".slice(-3, -1) + "abcdef".substr(1, 2);
"aXbX".replace("X", "$&$$"); "aXbX".replace(/X/g, function (m, at) { return m + at; });
"a" < "b"; "10" == 10; "a".localeCompare("b"); "x".concat(1, null, undefined, true);
escape === undefined; encodeURIComponent("a b&\u20ac"); decodeURIComponent("%E2%82%AC"); encodeURI("a b"); decodeURI("%41");
