a = b / c / d; a = /b/ / /c/; if (a) /b/.test(c)
a = x ? /[/]\/]/ : y / 2 / z
a++ / b; ({}) / c; f() /d/ e
return /a/
`a${b}c${`d${{}}`}` / 2 / `\``
