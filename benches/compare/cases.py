"""The cases: an input from a public package, and a test that a real program decides.

They were chosen before any tool had run on them. A test is the body of a shell script; `$1` is the candidate's path, and
exit status 0 means "interesting".
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Package:
    """A package at one version. `registry` is one of those in inputs.py."""

    registry: str
    name: str
    version: str


@dataclass(frozen=True)
class Case:
    """`path` is the file in the package; `prepare` is a shell command that turns `$1` into the input on standard output.

    `sha256` is of the file in the package. A prepared input may differ between machines, because it has parts of system
    headers. `behind` is a sentence that explains on the page why another tool does better.
    """

    name: str
    kind: str
    extension: str
    package: Package
    path: str
    sha256: str
    failure: str
    test: str
    programs: tuple
    prepare: str = ""
    behind: str = ""


ZLIB = Package("crates.io", "libz-sys", "1.1.16")
LUA = Package("crates.io", "lua-src", "547.0.0")

CASES = (
    Case("c-inflate", "C", "c", ZLIB, "src/zlib/inflate.c",
         "34c998ce0037c0537c04b03b276f680b945f9b2c9d1e01b287605bd6879f7fd2",
         "gcc warns that a `case` falls through, and has no error",
         'gcc -x c -O0 -Wextra -c "$1" -o out.o 2> out || exit 1; grep -q "Wimplicit-fallthrough" out',
         ("gcc",), 'gcc -E -P "$1"'),
    Case("c-lvm", "C", "c", LUA, "lua-5.4.7/lvm.c",
         "e72a783157291555290d2de9b4e8855c9bd00a4ea02dc367caf498daa25928b6",
         "gcc warns about `==` on floating point numbers, and has no error",
         'gcc -x c -O0 -Wfloat-equal -c "$1" -o out.o 2> out || exit 1; grep -q "Wfloat-equal" out',
         ("gcc",), 'gcc -E -P "$1"'),
    Case("css-bootstrap", "CSS", "css", Package("npm", "bootstrap", "3.3.7"), "dist/css/bootstrap.css",
         "7e630d90c7234b0df1729f62b8f9e4bbfaf293d91a5a0ac46df25f2a6759e39a",
         "CSS Lint warns about a height together with a padding, and finds no syntax error",
         'csslint --format=compact "$1" > out; grep -q "Using height with padding" out && ! grep -q "Parsing Errors\\|Error -" out', ("csslint",)),
    Case("html-expat", "HTML", "html", Package("this repository", "grammars/html", "main"), "reduce/expat-reference.html",
         "8cfd380f135b672249ccea46d59225703c8ac8ac8115d2d3cac563049d41f4d7",
         "tidy has nothing to say about the page, and libxml2 finds a `code` in a `dd`",
         '''tidy -q -e "$1" > out 2>&1 && test "$(xmllint --html --xpath "boolean(//dd//code)" "$1" 2> /dev/null)" = true''',
         ("tidy", "xmllint")),
    Case("js-d3", "minified JavaScript", "js", Package("npm", "d3", "7.8.5"), "dist/d3.min.js",
         "d6b03aefc9f6c44c7bc78713679c78c295028fa914319119e5cc4b4954855b1c",
         "the module formats 1234.5 as `1,234.50` in node",
         '''node -e "const d3 = require(require('path').resolve(process.argv[1])); process.exit(d3.format(',.2f')(1234.5) === '1,234.50' ? 0 : 1)" "$1"''',
         ("node",)),
    Case("js-lodash", "JavaScript", "js", Package("npm", "lodash", "4.17.21"), "lodash.js",
         "4c04561befdf653aef017a42ac5addf68ea943cdfca6bdee5ce04e04e8139f54",
         "`camelCase('Foo Bar')` is `fooBar` in node",
         '''node -e "const _ = require(require('path').resolve(process.argv[1])); process.exit(_.camelCase('Foo Bar') === 'fooBar' ? 0 : 1)" "$1"''',
         ("node",)),
    Case("json-atlas", "JSON", "json", Package("npm", "world-atlas", "2.0.2"), "countries-10m.json",
         "3bc6f1d367a9bcec479841bae0e76092f512838411d0cef124e92eec4db45f79",
         "jq cannot turn the `id` of a country into a number",
         'jq ".objects.countries.geometries[] | .id | tonumber" "$1" > out 2>&1; grep -q "null (null) cannot be parsed as a number" out',
         ("jq",)),
    Case("json-mime", "JSON", "json", Package("npm", "mime-db", "1.52.0"), "db.json",
         "85c8e1ba609079947c8df83c092900ab0226e1d7b60e5e7105fb7dd701833263",
         "jq cannot iterate over the `extensions` of a type that has none",
         'jq "map(.extensions | map(ascii_upcase))" "$1" > out 2>&1; grep -q "Cannot iterate over null" out', ("jq",)),
    Case("lua-dkjson", "Lua", "lua", Package("Debian", "lua-dkjson", "2.6-2"), "usr/share/lua/5.1/dkjson.lua",
         "bdb71dbe2863e9567d5a9a926faed1cfc4c12e04741a3e9009d334df25b9748c",
         "luacheck finds a value that is assigned and never used, and no syntax error",
         '''luacheck --no-color "$1" > out; grep -q "value assigned to variable 'msg' is unused" out && luac5.4 -p "$1"''',
         ("luacheck", "luac5.4")),
    Case("pdf-zlib", "PDF", "pdf", ZLIB, "src/zlib/zlib.3.pdf",
         "434e8d80e43ed24ed58a7dad0867a1136035864ad3e5fd4cc2c69e0715628c66",
         "pdftotext extracts the word `compression`",
         'pdftotext "$1" - 2> /dev/null | grep -q compression', ("pdftotext",)),
    Case("python-bottle", "Python", "py", Package("PyPI", "bottle", "0.12.25"), "bottle.py",
         "88955d5807e93a2da4b0f665c99b402dcccf8fd6aaa9c357ad25d20a55022707",
         "pyflakes finds an undefined name, and no syntax error",
         """pyflakes3 "$1" > out 2> err; test ! -s err && grep -q "undefined name 'key'" out""", ("pyflakes3",)),
    Case("rust-smallvec", "Rust", "rs", Package("crates.io", "smallvec", "1.13.2"), "src/lib.rs",
         "2ee976afdac5673b05caefa2b74d16af9d3d759e27d71ff3c88ce2623483e601",
         "rustc finds an unsafe call of `dealloc` outside of `unsafe`, and no error",
         'rustc --edition 2018 --crate-type lib --emit=metadata -W unsafe_op_in_unsafe_fn -o out.rmeta "$1" 2> out || exit 1; grep -q "E0133.*dealloc" out',
         ("rustc",)),
    Case("sql-airports", "SQL", "sql", Package("npm", "vega-datasets", "2.8.1"), "data/airports.csv",
         "903c7169e6d558eefb95295fe2947ec8503135fbb855ea5c737cf4a90ea603ad",
         "sqlite3 loads the dump without an error, and two airports of different states have one name",
         'sqlite3 -bail :memory: ".read $1" "SELECT 1 FROM airports GROUP BY name HAVING count(DISTINCT state) > 1 LIMIT 1" > out 2>&1 && test "$(cat out)" = 1',
         ("sqlite3",), 'sqlite3 :memory: ".import --csv $1 airports" .dump'),
    Case("text-changelog", "log", "txt", ZLIB, "src/zlib/ChangeLog",
         "f3bc368fd1722570d25411fece6b0e026ab95a9e20ccf39c4395aa41a956a4f0",
         "awk finds a bug fix of `gzread` below the heading of version 1.2.x",
         "awk '/^Changes in 1.2/ { inside = 1 } /^Changes in 1.1/ { inside = 0 } inside && /[Ff]ix.*gzread/ { found = 1 } END { exit !found }' \"$1\"",
         ("awk",)),
    Case("xml-gl", "XML", "xml", Package("crates.io", "khronos_api", "3.1.0"), "api/xml/gl.xml",
         "7dae830ddacefd2af92aef2b438ff89f90fb5496f596dec8282b212eb4fc51e3",
         "xmllint finds the well-formed declaration of `glTexImage2D` with its pixel format",
         """test "$(xmllint --xpath "boolean(//command[proto/name='glTexImage2D']/param[@group='PixelFormat'])" "$1" 2> /dev/null)" = true""",
         ("xmllint",)),
)
