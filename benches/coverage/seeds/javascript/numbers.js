var n = 0xff + 1.5e3 - .5 * 2. / 3 % 7;
n |= 1; n &= 255; n ^= 3; n <<= 2; n >>= 1; n >>>= 1; ~n; -n; +"12"; !n;
n++ + ++n; n-- - --n; 1 / 0;
-0; 1e21; 1e-7; 123456789012345680000; 5e-324; 1.7976931348623157e308;
(255).toString(16); (0.1).toFixed(2); (1234.5).toExponential(2); (0.00001).toPrecision(3); (-7.5).toString(2);
parseInt("0x1f", 16); parseInt("12px"); parseFloat("3.14abc"); Number("  1e3 "); Number(""); isNaN(NaN); isFinite(1);
Number.MAX_VALUE; Number.MIN_VALUE; Math.max(1, 2, 3); Math.min(); Math.round(2.5); Math.floor(-1.5); Math.ceil(1.2);
Math.pow(2, 10); Math.abs(-1); Math.atan2(1, 1); Math.exp(1); Math.log(2); Math.sin(1) + Math.cos(1) + Math.tan(1); Math.PI;
1 == "1"; 1 === "1"; null == undefined; null != 0; NaN !== NaN; [] + {}; "5" * "2"; true + 1; 3 > 2 >= 1; a = b = 1 || 2 && 3; var a, b;
