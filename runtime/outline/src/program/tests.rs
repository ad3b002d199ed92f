//! Programs of a few lines: the units that go with another one, and the text that is left.

use super::{Choice, Gains, Program, Ranges, Surroundings, UnitId};
use crate::outline::language;

fn program(text: &str) -> Program {
    let tree = language().parsing().tree(text.as_bytes()).expect("islands accept every text");
    Program::of(text.as_bytes(), &tree, &[])
}

/// Returns the text without the units for which `choose` takes something away.
fn left(text: &str, choose: impl Fn(&Program, &mut Choice)) -> String {
    let program = program(text);
    let mut choice = Choice::all(&program);
    choose(&program, &mut choice);
    let left = program.text(text.as_bytes(), &program.kept(&choice));
    String::from_utf8(left).expect("it was text before")
}

/// Returns the text of a unit, without blanks before it.
fn unit_text<'t>(program: &Program, text: &'t str, unit: UnitId) -> &'t str {
    text[program.units[unit].bytes.clone()].trim_start()
}

/// Drops the units that begin so with their users, and all definitions that lose their last use.
fn without(text: &str, begins: &str) -> String {
    left(text, |program, choice| {
        *choice = program.released(choice, &program.kept(choice));
        let units = (0..program.len()).filter(|&unit| unit_text(program, text, unit).starts_with(begins));
        for unit in units.flat_map(|unit| program.declarations_of(unit)) {
            (choice.wanted[unit], choice.gone[unit]) = (false, true);
        }
    })
}

#[test]
fn names_from_outside_stay() {
    let cases = [
        (
            "use std::mem::swap;\n#[cfg(test)]\nfn test() { std::ptr::read(a); swap(b); }\nfn read() { self::c(); }\nfn c() { }\n",
            "c",
        ),
        ("import \"fmt\"\nfunc Print() { fmt.Print(1) }\nfunc d() { e.Print(2) }\n", "d"),
        ("import os\nfrom a import b\ndef path(c):\n    return os.path(c)\ndef d(e):\n    b(e)\n", "d"),
    ];
    for (text, expected) in cases {
        let mut names: Vec<String> =
            program(text).names().map(|name| String::from_utf8_lossy(name).into_owned()).collect();
        names.sort();
        assert_eq!(names.join(" "), expected, "{text}");
    }
}

#[test]
fn imports_belong_to_their_files_and_other_names_to_all() {
    let files = [
        "package a\nimport \"fmt\"\nfunc b() { fmt.Print(c) }\n",
        "package a\nimport \"fmt\"\nvar c = 1\nfunc d() { fmt.Print(2) }\n",
    ];
    let (text, start) = (files.concat(), files[0].len());
    let tree = language().parsing().tree(text.as_bytes()).expect("islands accept every text");
    let program = Program::of(text.as_bytes(), &tree, &[start]);
    assert!(program.is_apart(start) && !program.is_apart(start - 5));
    let mut choice = program.released(&Choice::all(&program), &program.kept(&Choice::all(&program)));
    let gone = (0..program.len()).find(|&unit| unit_text(&program, &text, unit).starts_with("func d"));
    choice.gone[gone.expect("there is such a function")] = true;
    let kept = program.kept(&choice);
    let left = program.texts(text.as_bytes(), &kept, &[0..start, start..text.len()]);
    assert_eq!(left, [files[0].as_bytes(), b"package a\nvar c = 1\n"]);
}

#[test]
fn parts_go_with_what_only_they_need_and_with_what_needs_them() {
    let go = "import (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc f() {\n\tx := 1\n\tfmt.Print(x)\n\tos.Exit(2)\n}\n";
    let method = "type a struct {\n\tb int\n}\n\nfunc (c a) d() {\n\te()\n}\nfunc g() {\n\th()\n}\n";
    let names =
        "namespace a {\nstruct b { int c; };\nstruct d { int e; };\n}\nvoid f(a::b g) { h(g); }\nvoid i() { j(1); }\n";
    let cases = [
        (go, "fmt.Print", "import (\n\t\"os\"\n)\n\nfunc f() {\n\tos.Exit(2)\n}\n"),
        (method, "type a", "func g() {\n\th()\n}\n"),
        (names, "struct b", "namespace a {\nstruct d { int e; };\n}\nvoid i() { j(1); }\n"),
        (names, "void f", "namespace a {\nstruct d { int e; };\n}\nvoid i() { j(1); }\n"),
        ("impl a { fn b() { c(); } }\nstruct a { d: u8 }\nfn e() { f(); }\n", "struct a", "fn e() { f(); }\n"),
        (
            "import a from \"x\";\nfunction b() { a(); }\nfunction c() { b(); d(); }\n",
            "b();",
            "function c() { d(); }\n",
        ),
        (
            "enum { a, b };\nint c() { return a; }\nint d() { return 1; }\n",
            "enum",
            "int c() {}\nint d() { return 1; }\n",
        ),
        (
            "enum a {\n  b = 1 << 0,\n  c = 1 << 1\n};\nint d = b;\nint e = c;\n",
            "b = 1",
            "enum a {\n  \n  c = 1 << 1\n};\nint e = c;\n",
        ),
        ("class a : b {\n  int c;\n  int d;\n};\n", ": b", "class a {\n  int c;\n  int d;\n};\n"),
        (
            "import a\n\n@b(1)\nclass c(d):\n    e = 1\n\n    def f(self):\n        # g\n        if h:\n            return a.i\n        elif j: return 2\n        else:\n            self.e()\n\nc().f()\n",
            "return a",
            "@b(1)\nclass c(d):\n    e = 1\n\n    def f(self):\n        # g\n        if h:\n            pass\n        elif j: return 2\n        else:\n            self.e()\n\nc().f()\n",
        ),
        (
            "struct a { a(int b); a(char c = 1); };\na::a(int b) {}\na::a(char c) { d(); }\nvoid e() { f(); }\n",
            "a(char c = 1)",
            "struct a { a(int b); };\na::a(int b) {}\nvoid e() { f(); }\n",
        ),
        (
            "template<bool b, class c> struct d {};\ntemplate<class c> struct d<true, c> { typedef c e; };\nd<f, g>::e h;\nvoid i() { j(); }\n",
            "template<class c>",
            "void i() { j(); }\n",
        ),
        (
            "struct a { int operator[](int b) { return b; } int c; };\nint d() { return a()[1]; }\nint e() { f(); }\n",
            "int operator",
            "int d() {}\nint e() { f(); }\n",
        ),
        (
            "enum a { b { c: u8 }, d }\nfn e(f: a) { match f { a::b { c } => g(c), _ => {} } }\nfn h() { i(); }\n",
            "b {",
            "enum a {  d }\nfn e(f: a) { match f { } }\nfn h() { i(); }\n",
        ),
        (
            "struct a;\nimpl FromIterator for a { fn from_iter() { b() } }\nfn c() { d().collect() }\nfn e() { f(); }\n",
            "impl FromIterator",
            "struct a;\nfn c() {loop{}}\nfn e() { f(); }\n",
        ),
        (
            "class a:\n  def b(c):\n    # d\n    e(c)\n\n  def f(): g()\n\nh()\n",
            "e(c)",
            "class a:\n  def b(c):\n    pass\n\n  def f(): g()\n\nh()\n",
        ),
        (
            "class a:\n  def b(c): d()\n  e = 1\n\ndef f():\n  try:\n    g()\n  except h:\n    i()\n",
            "class a",
            "def f():\n  try:\n    g()\n  except h:\n    i()\n",
        ),
        (
            "import b;\nclass a<T> implements b<T>, c {\n  void d() { e(); }\n}\n",
            "implements",
            "class a<T> {\n  void d() { e(); }\n}\n",
        ),
        ("struct a { typedef int b; typedef c<b, int> d; d e; };\n", "typedef int", "struct a { };\n"),
        ("class a { @B(1) int c(@D int e) { f(); } }\n", "@D", "class a { @B(1) int c(int e) { f(); } }\n"),
        (
            "const a = {\n  b: (c) => { d(c); },\n  e(f) { g(f); },\n};\na.b(1);\nh(a);\n",
            "b:",
            "const a = {\n  \n  e(f) { g(f); },\n};\nh(a);\n",
        ),
        (
            "struct a { b: u8, c: u8, }\nfn d() -> a { a { b: 1, c: 2, } }\n",
            "b: u8",
            "struct a {  c: u8, }\nfn d() -> a { a {  c: 2, } }\n",
        ),
        (
            "package a\n\nfunc (b *c) d() int {\n\te, f := g()\n\tvar h error\n\tif e, h = i(e, f); h != nil {\n\t\treturn e\n\t}\n\treturn e\n}\n",
            "if e",
            "package a\n\nfunc (b *c) d() int {\n\te, _ := g()\n\treturn e\n}\n",
        ),
        (
            "package a\n\nfunc b(c int) int {\n\td, e := f()\n\td, g := h()\n\ti(g)\n\ti(e)\n\treturn d\n}\n",
            "i(g)",
            "package a\n\nfunc b(c int) int {\n\td, e := f()\n\td, _ = h()\n\ti(e)\n\treturn d\n}\n",
        ),
        (
            "package a\n\nvar b error\n\nfunc c(d int) {\n\tb = e(d)\n\tf(b)\n}\n",
            "f(b)",
            "package a\n\nfunc c(d int) {panic(0)}\n",
        ),
        (
            "use a::{self, b};\nuse c::*;\nunsafe fn d() -> b { a::e() }\nfn f() { g(); }\n",
            "unsafe fn",
            "use c::*;\nfn f() { g(); }\n",
        ),
        (
            "trait a { fn b(); fn c(); }\nstruct d;\nimpl a for d { fn b() { e(); } fn c() { f(); } }\nfn g() { d::b(); }\n",
            "fn c();",
            "trait a { fn b(); }\nstruct d;\nimpl a for d { fn b() { e(); }}\nfn g() { d::b(); }\n",
        ),
        (
            "impl PartialEq for a { fn eq() { b(); } }\nimpl Eq for a {}\nstruct a;\nfn c() { d(); }\n",
            "impl PartialEq",
            "struct a;\nfn c() { d(); }\n",
        ),
        (
            "class a {\n  void b() { c(); }\n}\nclass d extends a implements e {\n  @Override void b() { f(); }\n  void g() { h(); }\n}\nimport e;\n",
            "extends",
            "class a {\n  void b() { c(); }\n}\nclass d implements e {\n  void b() { f(); }\n  void g() { h(); }\n}\nimport e;\n",
        ),
        (
            "class a {\n  a(int b) { c(b); }\n  int[] d;\n  int[] e() { return d; }\n}\n",
            "int[] d",
            "class a {\n  a(int b) { c(b); }\n  int[] e() {}\n}\n",
        ),
        ("class a;\nclass a { int b; };\nbool operator==(a, a);\nint c;\n", "class a {", "int c;\n"),
        ("struct a { int b; };\nvoid a::c() { int d = b; }\n", "int b", "struct a { };\nvoid a::c() {}\n"),
        (
            "struct a { int b; };\nstruct c : a { void d() { b = 1; e(); } };\n",
            "int b",
            "struct c { void d() { e(); } };\n",
        ),
        (
            "struct a { union { int b; int c; }; void d() { b = 1; e(); } };\n",
            "int b",
            "struct a { union { int c; }; void d() { e(); } };\n",
        ),
        ("namespace a { namespace b { int c; } }\nnamespace a { int d; }\n", "int c", "namespace a { int d; }\n"),
        (
            "package c\nfunc a() int {\n\tb()\n\treturn 1\n}\n",
            "return",
            "package c\nfunc a() int {\n\tb()\npanic(0)}\n",
        ),
        (
            "struct a { int b; };\nvoid swap(a c);\nvoid swap(int c);\nvoid swap(long c);\nint d() { swap(1); }\n",
            "struct a",
            "void swap(int c);\nvoid swap(long c);\nint d() { swap(1); }\n",
        ),
    ];
    for (text, begins, left) in cases {
        assert_eq!(without(text, begins), left, "{begins}");
    }
}

#[test]
fn an_empty_body_is_one_that_the_language_accepts() {
    let cases = [
        ("int f() { return 1; }\n", "return", "int f() {}\n"),
        ("fn f() -> usize { return 1; }\n", "return", "fn f() -> usize {loop{}}\n"),
        ("if (a) { b(); c(); }\n", "b", "if (a) { c(); }\n"),
        ("let f = () => { return 1; };\n", "return", "let f = () => {};\n"),
        (
            "const g = 1; let f = (a): number => { return 1; };\n",
            "return",
            "const g = 1; let f = (a): number => {throw 0;};\n",
        ),
        ("let f = () => { return fn(1); };\n", "return", "let f = () => {};\n"),
        ("fn f() -> a { match b() { c => 1, } }\n", "match", "fn f() -> a {loop{}}\n"),
        ("fn f() { let a = match b() { c(); };\ng(a); }\n", "c()", "fn f() { let a = match b() { };\ng(a); }\n"),
        (
            "macro_rules! f { () => { g(); h(); } }\nfn i() { jkl(); }\n",
            "jkl()",
            "macro_rules! f { () => { g(); h(); } }\nfn i() {loop{}}\n",
        ),
        (
            "impl<A> B<A> where C: D(E) -> F, { fn g() { hij(); } }\n",
            "hij()",
            "impl<A> B<A> where C: D(E) -> F, { fn g() {loop{}} }\n",
        ),
    ];
    for (text, begins, left) in cases {
        assert_eq!(without(text, begins), left, "{begins}");
    }
}

#[test]
fn functions_that_must_return_keep_their_bodies() {
    for head in ["constexpr int f()", "auto f()", "static constexpr bool f(int a)"] {
        let text = format!("{head} {{ return 1; }}\n");
        assert_eq!(program(&text).bytes_of_functions(), 0, "{head}");
    }
}

#[test]
fn a_class_loses_its_promises_with_the_methods_that_are_empty() {
    let text = "import c;\nclass a extends b implements c { @Override d e() { throw null; } d f() { g(); } }\nclass h { d i() {} }\n";
    let program = program(text);
    let mut choice = Choice::all(&program);
    let promises = program.promises(&program.kept(&choice));
    promises.into_iter().for_each(|part| choice.wanted[part] = false);
    let left = String::from_utf8(program.text(text.as_bytes(), &program.kept(&choice))).expect("it was text before");
    assert_eq!(left, "import c;\nclass a {  d f() { g(); } }\nclass h { d i() {} }\n");
    assert_eq!(program.promises(&program.kept(&choice)), []);
}

#[test]
fn a_unit_needs_more_than_it_names() {
    let cases = [
        // The line whose value another one repeats.
        ("package a\nconst (\n\tb = iota\n\tc\n)\nfunc d() { e(c) }\n", "func d,e(", "b = iota"),
        // The type of a field without a name, and that of a key.
        (
            "package a\ntype b struct{}\ntype c struct {\n\td int\n\tb\n}\nfunc e(f c) {}\n",
            "func e,type c,b",
            "type b struct{}",
        ),
        ("package a\nconst b = 1\nvar c = map[int]int{\n\tb: 2,\n}\nfunc d() { e(c) }\n", "func d,e(,b: 2", "const b"),
        // The methods that an interface demands, and the method of an error.
        (
            "package a\ntype b interface {\n\tc()\n\td()\n}\ntype e struct{}\nfunc (e) c() { f() }\nfunc g(h b) { g(e{}) }\n",
            "c(),func g,g(",
            "func (e) c()",
        ),
        (
            "package a\ntype b struct{}\nfunc (b) Error() string { return c }\nfunc d() error { return b{} }\n",
            "func d,return b",
            "Error()",
        ),
        // A field for each parameter.
        ("struct a<B> {\n  c: D<B, E>,\n  f: B,\n}\nfn g(h: a<u8>) {}\n", "fn g", "f: B"),
        // The members that a trait demands, and those that are used.
        (
            "struct a;\nimpl Clone for a { fn clone() { b(); } }\nfn c() { d(a); }\n",
            "struct a,impl Clone",
            "fn clone()",
        ),
        ("struct a;\nimpl a { fn new() { b(); } }\nfn c() { a::new(); }\n", "fn c,a::", "fn new()"),
        // An associated type has the name of another type.
        ("struct a;\nimpl b for c { type a = a; }\nfn d() {}\n", "impl b", "struct a;"),
        // Methods that override others, and constructors.
        (
            "import c;\nclass a implements c {\n  @Override void b() { d(); }\n}\nclass e { a f; }\n",
            "class a,implements",
            "void b()",
        ),
        (
            "import c;\nclass a {\n  a(int b) { d(); }\n}\nclass e { void f() { g(new a(1)); } }\n",
            "class e,void f,g(",
            "a(int b)",
        ),
        (
            "import c;\nclass a {\n  a(int b) { d(); }\n}\nclass e extends a { e() { super(1); } }\n",
            "class e,extends,e(),super",
            "a(int b)",
        ),
    ];
    for (text, begins, needed) in cases {
        let left = left(text, |program, choice| {
            for unit in 0..program.len() {
                let is_wanted = |begin: &str| unit_text(program, text, unit).starts_with(begin);
                choice.wanted[unit] = program.is_fixed(unit) || begins.split(',').any(is_wanted);
            }
        });
        assert!(left.contains(needed), "{needed}: {left}");
    }
}

#[test]
fn a_local_name_is_no_member() {
    let text = "package a\ntype b struct {\n\tc int\n\td int\n}\nfunc e(f b) {\n\tc := 1\n\tg(c)\n\th(f.c)\n}\n";
    let left = left(text, |program, choice| {
        for unit in 0..program.len() {
            let is_part = |begin: &&str| unit_text(program, text, unit).starts_with(begin);
            choice.wanted[unit] = !["c := 1", "g(c)", "c int"].iter().any(is_part);
        }
    });
    assert!(left.contains("c int") && !left.contains("c := 1"), "{left}");
}

#[test]
fn every_field_is_a_unit() {
    let program = program("x = {a: 1, b: c, \"d\": 2, e() { f(); }, g};\nlet { h: i, j: k } = x;\n");
    let parts: Vec<usize> = program.children(0).map(|unit| program.bytes(unit)).collect();
    assert_eq!(parts, [5, 5, 7, 13]);
    assert_eq!(program.children(program.len() - 1).count(), 0);
}

#[test]
fn a_value_stays_that_a_function_must_have() {
    let program = program("constexpr int a() { int b = 1; return b; }\nint c() { return 1; }\n");
    let fixed: Vec<_> = (0..program.len()).filter(|&unit| program.is_fixed(unit)).collect();
    assert_eq!(fixed.len(), 1);
    assert_eq!(program.bytes(fixed[0]), "return b; ".len());
}

#[test]
fn later_parts_of_an_inline_namespace_need_the_first() {
    let text = "namespace a { inline namespace b {} }\nnamespace a { namespace b { class c {}; } }\nnamespace d {}\nint e(a::c f);\n";
    let left = left(text, |program, choice| {
        choice.wanted.fill(false);
        choice.wanted[program.len() - 1] = true;
    });
    assert!(left.contains("inline namespace b") && left.contains("class c") && !left.contains("namespace d"), "{left}");
}

#[test]
fn any_text_has_units() {
    let words = "impl < > { } ( ) [ ] ; , : :: := = . @ # a b class struct enum template operator implements extends \
                 \"x/y\" import func => auto fn if else for typedef using namespace friend extern \"C\" let var const type use * & requires __attribute__ macro_rules public \n";
    let words: Vec<&str> = words.split(' ').collect();
    let mut state = 1_u32;
    for length in (0..4000).map(|number| number % 40) {
        let mut text = String::new();
        for _ in 0..length {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            text.push_str(words[(state >> 16) as usize % words.len()]);
            text.push(' ');
        }
        let program = program(&text);
        let choice = Choice::all(&program);
        let kept = program.kept(&choice);
        let ranges = Ranges::of(&program);
        assert_eq!(Gains::of(&program, &ranges, &choice, &kept).bytes.len(), ranges.len(), "{text}");
        assert_eq!(program.text(text.as_bytes(), &kept), text.as_bytes(), "{text}");
    }
}

#[test]
fn roots_keep_the_units_that_they_need_and_those_around_them() {
    let cases = [
        (
            "struct A { x: i32, y: i32 }\nfn f() -> i32 { g(); 1 }\nfn g() {}\nfn h() {}\nimpl A {\n#[inline]\nfn a(&self) -> i32 { h(); self.x }\nfn b(&self) { g(); f(); }\n}\n",
            "f();",
            "struct A {  }\nfn f() -> i32 {loop{}}\nimpl A {\nfn b(&self) { f(); }\n}\n",
            "struct A {  }\nfn f() -> i32 { g(); 1 }\nfn g() {}\nimpl A {\nfn b(&self) { g(); f(); }\n}\n",
        ),
        (
            "class A {\n enum E {\n  K(1);\n  private E(int d) {\n   g();\n  }\n }\n N[] r;\n A() {\n  r = new N[2];\n }\n A(int b) {\n  r = new N[b];\n }\n void g() {}\n}\n",
            "r = new N[2];",
            "class A {\n N[] r;\n A() {\n  r = new N[2];\n }\n}\n",
            "class A {\n N[] r;\n A() {\n  r = new N[2];\n }\n A(int b) {\n  r = new N[b];\n }\n}\n",
        ),
    ];
    for (text, root, short, whole) in cases {
        let program = program(text);
        let place = text.find(root).expect("it is there");
        let roots = || program.around(place).take(1);
        for (surroundings, expected) in [(Surroundings::Named, short), (Surroundings::Bodies, whole)] {
            let kept = program.kept(&program.rooted(roots(), surroundings));
            assert_eq!(String::from_utf8_lossy(&program.text(text.as_bytes(), &kept)), expected, "{root}");
        }
    }
}

#[test]
fn the_units_around_a_place_come_from_the_inside_out() {
    let text = "int a;\nclass b {\n  int c() { d(); e(); }\n};\n";
    let program = program(text);
    let around = |place: &str| -> Vec<&str> {
        let place = text.find(place).expect("it is there");
        program
            .around(place)
            .map(|unit| unit_text(&program, text, unit).split(' ').next().unwrap_or_default())
            .collect()
    };
    assert_eq!(around("e()"), ["e();", "int", "class"]);
    assert_eq!(around("c()"), ["int", "class"]);
    assert_eq!(program.around(text.len()).count(), 0);
}

#[test]
fn an_element_behind_a_comment_is_a_unit() {
    let text = "const a = {\n  b: c, // d\n  e: f(1),\n  // g\n  h: async () => {\n    i();\n  },\n};\n";
    assert_eq!(without(text, "// d"), "const a = {\n  b: c, \n  // g\n  h: async () => {\n    i();\n  },\n};\n");
}

#[test]
fn roots_keep_units_that_are_used_without_a_name() {
    let text = "struct B {};\nstruct A : B {\n  A() noexcept : b{1}, c{2}\n  { }\n  constexpr int d() { int e = 1; if (e) e = 2; return e; }\n  bool operator==(A);\n  int b, c;\n};\nint f() { A().d(); return 0; }\n";
    let program = program(text);
    let root = text.find("A().d").expect("it is there");
    let kept = program.kept(&program.rooted(program.around(root).take(1), Surroundings::Unnamed));
    let left = "struct B {};\nstruct A : B {\n  A() noexcept : b{}, c{2}\n  { }\n  constexpr int d() { int e = 1; if (e) e = 2; return e; }\n  bool operator==(A);\n  int b, c;\n};\nint f() { A().d(); }\n";
    assert_eq!(String::from_utf8_lossy(&program.text(text.as_bytes(), &kept)), left);
}

#[test]
fn a_constructor_ends_behind_the_values_of_its_members() {
    let text = "class a {\n  int b, c;\n  a() noexcept : b{1}, c{2}\n  { }\n  a(int) : b{3} { f(); }\n  int g() { h(); }\n};\n";
    assert_eq!(
        without(text, "a() noexcept"),
        "class a {\n  int b, c;\n  a(int) : b{3} { f(); }\n  int g() { h(); }\n};\n"
    );
    assert_eq!(
        without(text, "a(int)"),
        "class a {\n  int b, c;\n  a() noexcept : b{1}, c{2}\n  { }\n  int g() { h(); }\n};\n"
    );
}

#[test]
fn functions_without_content_are_functions() {
    let text = "struct a {\n  int b() {}\n  int c() { d(); }\n};\nvoid e(int f) { }\nint g[] = {};\nvoid h();\n";
    let program = program(text);
    let functions = (0..program.len()).filter(|&unit| program.units[unit].is_function);
    let functions: Vec<&str> = functions.map(|unit| unit_text(&program, text, unit).trim()).collect();
    assert_eq!(functions, ["int b() {}", "int c() { d(); }", "void e(int f) { }"]);
}
