//! The island tree of real files, and what holds of every text: the tree tiles it, brackets nest, strings stay whole.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use expect_test::expect_file;
use grammarc_runtime::facts::Place;
use grammarc_runtime::island::ISLAND;
use grammarc_runtime::tree::{Builder, NodeId, Tree};

fn parse(input: &[u8]) -> Tree {
    let mut builder = Builder::new();
    (ISLAND.engine)(&ISLAND, input, &mut builder);
    let tree = builder.finish();
    check(&tree, input);
    tree
}

/// Leaves lie end to end and cover the text; children lie inside their parents; items fit productions.
fn check(tree: &Tree, input: &[u8]) {
    assert_eq!(tree.node(tree.root()).span, 0..input.len());
    let mut at = 0;
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (index, (id, depth)) in tree.walk().enumerate() {
        let node = tree.node(id);
        open.truncate(depth);
        if let Some(&(start, end)) = open.last() {
            assert!(start <= node.span.start && node.span.end <= end, "node {index} leaves its parent");
        }
        open.push((node.span.start, node.span.end));
        if node.production.is_none() {
            assert_eq!(node.span.start, at, "a gap before node {index}");
            assert!(node.span.end > at, "an empty leaf");
            at = node.span.end;
        }
    }
    assert_eq!(at, input.len());
}

fn name(tree: &Tree, id: NodeId) -> &'static str {
    ISLAND.grammar.name(tree.node(id).symbol)
}

/// The tree as an outline: a node a line, but rows of leaves on one.
fn outline(tree: &Tree, input: &[u8]) -> String {
    let mut text = String::new();
    let mut in_row = false;
    for (id, depth) in tree.walk() {
        let node = tree.node(id);
        let is_leaf = node.production.is_none();
        let shown = String::from_utf8_lossy(&input[node.span]).escape_debug().to_string();
        if is_leaf && name(tree, id) == "space" {
            continue;
        }
        if !in_row || !is_leaf {
            let _ = write!(text, "\n{}", "  ".repeat(depth));
        }
        match name(tree, id) {
            "string" | "comment" if is_leaf => write!(text, "‹{shown}›"),
            "newline" => write!(text, "⏎"),
            _ if is_leaf => write!(text, "{}{shown}", if in_row { " " } else { "" }),
            name => write!(text, "{}{name}", if node.hidden { "," } else { "" }),
        }
        .expect("writing to a string");
        in_row = is_leaf;
    }
    text.trim_start().to_owned() + "\n"
}

fn cases() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/island");
    let files = fs::read_dir(&directory).expect("the directory of test cases is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end != "tree" && end != "md"));
    paths.sort();
    paths
}

#[test]
fn real_files() {
    for path in cases() {
        let input = fs::read(&path).expect("a test case can be read");
        let mut golden = path.clone().into_os_string();
        golden.push(".tree");
        expect_file![PathBuf::from(golden)].assert_eq(&outline(&parse(&input), &input));
    }
}

/// The texts of all nodes of that name.
fn texts<'a>(input: &'a str, wanted: &str) -> Vec<&'a str> {
    let tree = parse(input.as_bytes());
    let nodes = tree.walk().filter(|&(id, _)| name(&tree, id) == wanted);
    nodes.map(|(id, _)| &input[tree.node(id).span]).collect()
}

#[test]
fn strings_and_comments_are_whole() {
    let strings = |input| texts(input, "string");
    assert_eq!(strings(r#"a("x\"(", 'y,', `z`)"#), [r#""x\"(""#, "'y,'", "`z`"]);
    assert_eq!(
        strings("'it''s' \"\"\"a\n\"b\"\n\"\"\" r#\"a\"b\"# b'x'"),
        ["'it'", "'s'", "\"\"\"a\n\"b\"\n\"\"\"", "\"a\"b\"#", "'x'"]
    );
    assert_eq!(strings("don't 5' \"open\n z'y'"), [""; 0], "an apostrophe or an open quote is no string");
    assert_eq!(strings("fn f<'a>(x: &'a str, c: 'x')"), ["'x'"]);
    let comments = |input| texts(input, "comment");
    assert_eq!(
        comments("x; // a (b\n/* c\n } */ y # d\n-- e\n<!-- f\n -->"),
        ["// a (b", "/* c\n } */", "# d", "-- e", "<!-- f\n -->"]
    );
    assert_eq!(comments("#include <a>\n#fff { i--; j --k; http://x } (a // b) /* open"), [""; 0]);
}

/// Checks which strings a text has; whether it goes on in the same way behind them is seen by the element `(e)` of a list.
fn check_strings(input: &str, expected: &[&str]) {
    let input = format!("{input};c={{d:[1,2,(e)]}};");
    assert_eq!(texts(&input, "string"), expected, "{input}");
    assert!(texts(&input, "element").contains(&"(e)"), "{input}");
}

#[test]
fn a_slash_may_begin_a_regular_expression() {
    check_strings(r#"a=b.replace(/"/g,"x")"#, &[r#"/"/g"#, "\"x\""]);
    check_strings(r#"a=/[/"]/.test(b)||/\/"/.test(b)"#, &[r#"/[/"]/"#, r#"/\/"/"#]);
    check_strings(r#"return/("|')(?:\\.)*\1/.exec(b)"#, &[r#"/("|')(?:\\.)*\1/"#]);
    check_strings(r#"b.match(/^\(/),b=>/^[^)]*'/i.test(b)"#, &[r"/^\(/", "/^[^)]*'/i"]);
    check_strings(r#"if(a)/[)"]/.test(b)&&(b[0]="]")"#, &[r#"/[)"]/"#, "\"]\""]);
    check_strings("$@ =~ /^Can't (locate)/ and die(1)", &["/^Can't (locate)/"]);
    for division in ["a=(b)/c/(d)", "a=b/c/d", "f(a, /, b, c=\"/\")", "PATH=/bin/\"$a\"/b:\"/c\"", "url(/a),url(/b)"] {
        let strings = texts(division, "string");
        assert!(strings.iter().all(|string| string.starts_with('"')), "{division}: {strings:?}");
    }
}

#[test]
fn templates_hold_code_that_holds_templates() {
    check_strings("a=`b${`c`}d`", &["`b${`c`}d`"]);
    check_strings(r#"a=`${b?`(${c("`")}`:"}"}`"#, &[r#"`${b?`(${c("`")}`:"}"}`"#]);
    check_strings("a=`${b.replace(/`/g,1)}`", &["`${b.replace(/`/g,1)}`"]);
    assert_eq!(texts("see `${` and `}` or `x`", "string"), ["`${` and `}`", "`x`"], "else it would not end");
    assert_eq!(texts("see `${` and `x`", "string"), ["`${`", "`x`"], "no brace is closed");
}

#[test]
fn of_several_readings_that_is_taken_in_which_brackets_balance() {
    check_strings("plot(x', sin(x'))", &[]);
    check_strings("y = x'*x + b'*x", &[]);
    check_strings("a(b, 'c')", &["'c'"]);
    assert_eq!(texts("see `a(b) and (`c`)", "string"), ["`c`"]);
    assert_eq!(texts("\"a) echo (\" (b)", "string"), ["\"a) echo (\""], "nothing speaks against it");
    assert_eq!(texts("f(\"(\", ')', `]`, \"it's\")", "string"), ["\"(\"", "')'", "`]`", "\"it's\""]);
}

#[test]
fn a_wrong_guess_does_not_reach_far() {
    let broken = "f(a, \"b);";
    let right = "g({h: [\"(\", 'i', \"j\"]});";
    for count in [1, 30, 3000] {
        let input = [right.repeat(count), broken.to_owned(), right.repeat(count)].concat();
        let found = texts(&input, "braces").len();
        assert!(found >= 2 * count - 1, "{found} of {}", 2 * count);
    }
}

#[test]
fn brackets_nest_and_strangers_do_not_matter() {
    assert_eq!(texts("f(a[1], {b})", "parens"), ["(a[1], {b})"]);
    assert_eq!(texts("f(a[1], {b})", "element"), ["a[1]", "{b}"]);
    assert_eq!(texts("{ ( } )", "braces"), ["{ ( }"]);
    assert_eq!(texts("( { ) } )", "parens"), ["( { ) } )"]);
    assert_eq!(texts("( { ) } )", "braces"), ["{ ) }"]);
    assert_eq!(texts("#define BEGIN {\nint f() { }\n", "braces"), ["{ }"]);
    assert_eq!(texts("<p>a<br>b<b>c</b></p>", "tagged"), ["<p>a<br>b<b>c</b></p>", "<b>c</b>"]);
}

#[test]
fn statements_begin_behind_braces_on_one_line() {
    // Each statement without its `|`.
    for case in [
        "struct a{}|trait b<const c>{}|impl b for a{}",
        "function a(){}|function b(c){}|d(e)",
        "a{b:c}|d{e:f}|g h{i{j:k}}",
        "class a{}| class b extends a{}",
        "if(a){}else{}|if(b){}else if(c){}|f()",
        "try{}catch(e){}finally{}|f()",
        "do{}while(a)",
        "struct{}a,b",
        "struct{}a;|enum{}b;",
        "import {a} from b (c)",
        "for (const {a} of b (c)) d",
        "echo ${a}b (c)",
        "x={}.a (b)",
        "a{}@media b{}",
        "{a {}| b {} c",
    ] {
        let expected = case.split('|').collect::<Vec<_>>();
        assert_eq!(texts(&case.replace('|', ""), "statement"), expected, "{case}");
    }
}

#[test]
fn statements_end_where_languages_end_them() {
    let statements = |input| texts(input, "statement");
    assert_eq!(
        statements("a = 1; b;\nif (c) { d; e; }\nf;"),
        ["a = 1; ", "b;\n", "if (c) { d; e; }\n", "d; ", "e; ", "f;"]
    );
    assert_eq!(statements("if a:\n    b\n    c\nd\n"), ["if a:\n    b\n    c\n", "    b\n", "    c\n", "d\n"]);
    assert_eq!(
        statements("x = f(\n  1,\n  2)\ny = {\n 'a': 1,\n}\n"),
        ["x = f(\n  1,\n  2)\n", "y = {\n 'a': 1,\n}\n"]
    );
    assert_eq!(
        statements("SELECT a,\n  b\nFROM t;\nDELETE\nFROM t;\n"),
        ["SELECT a,\n  b\nFROM t;\n", "DELETE\nFROM t;\n"]
    );
    assert_eq!(texts("[1, 2, 3,]", "element"), ["1", "2", "3"]);
}

/// Long lines on which brackets do not balance, full of signs that may be read in several ways.
fn doubtful(length: usize) -> impl Iterator<Item = Vec<u8>> {
    let units = [
        "\"a'b`c",
        "=/[",
        "=/(\"",
        "`${",
        "`${`a`}",
        "// ",
        "/* ",
        "(",
        "\"a)'[`{",
        "\\\"",
        " # (",
        " -- \"",
        "`a`",
        "x'",
        "\"abc",
        "x=/\"/g,y=\"a(",
        "<!-- \"",
    ];
    units.into_iter().map(move |unit| [b"))))".as_slice(), &unit.as_bytes().repeat(length / unit.len())].concat())
}

#[test]
fn a_million_brackets_take_linear_time() {
    let count = 1_000_000;
    let deep = [vec![b'['; count], vec![b']'; count]].concat();
    let mixed: Vec<u8> = b"([{<a ".iter().copied().cycle().take(count).collect();
    let closing: Vec<u8> = b")]}></a>".iter().copied().cycle().take(count).collect();
    let cases = [
        deep.clone(),
        vec![b'['; count],
        vec![b']'; count],
        mixed.clone(),
        [mixed, closing].concat(),
        b"' \" ` /* <!-- ".iter().copied().cycle().take(count).collect(),
        b"// a) ".iter().copied().cycle().take(count).collect(),
        b"#a ( \\\n".iter().copied().cycle().take(count).collect(),
        vec![b' '; count],
        vec![b'\n'; count],
        vec![b','; count],
        b"a\n b\n".iter().copied().cycle().take(count).collect(),
        b"<p>".iter().copied().cycle().take(count).collect(),
        (0..1400).flat_map(|indent| [vec![b' '; indent], b"x\n".to_vec()].concat()).collect(),
    ];
    for input in cases.into_iter().chain(doubtful(count / 4)) {
        let started = Instant::now();
        parse(&input);
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", String::from_utf8_lossy(&input[..20]));
    }
    assert_eq!(parse(&deep).levels().len(), count + 3, "file, statement, squares, brackets");
}

#[test]
fn noise_is_a_tree_too() {
    parse(b"");
    parse(b"\xFF\xFE\x00\xC3(\x28\xA0\xA1 '\xE2\x82");
    let telling = b"()[]{}<>'\"`#-/*\\\n\r\t ;,a1=.!\x00\xFF\xC3\xA9p:&";
    let mut state = 1_u64;
    for length in (0..600).chain([100_000]) {
        let noise: Vec<u8> = (0..length)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                telling[(state >> 33) as usize % telling.len()]
            })
            .collect();
        parse(&noise);
    }
}

#[test]
fn every_cut_of_a_real_file_is_a_tree() {
    for path in cases() {
        let input = fs::read(&path).expect("a test case can be read");
        for end in (0..input.len()).step_by(17) {
            parse(&input[..end]);
        }
    }
}

#[test]
fn the_tables_say_what_may_go() {
    let grammar = &ISLAND.grammar;
    let mut next = (0, 0);
    for (number, rule) in grammar.rules.iter().enumerate() {
        assert_eq!(rule.productions.start, next.0);
        next.0 = rule.productions.end;
        for production in &grammar.productions[rule.productions.start as usize..next.0 as usize] {
            assert_eq!((production.rule.0 as usize, production.items.start), (number, next.1));
            next.1 = production.items.end;
        }
    }
    assert_eq!(next, (grammar.productions.len() as u32, grammar.items.len() as u32));
    let input = b"int a[] = {1, 2}; f(x);";
    let tree = parse(input);
    let facts = ISLAND.facts();
    let place = |text: &str| {
        let found = tree.walk().find(|&(id, _)| &input[tree.node(id).span] == text.as_bytes());
        found.map(|(id, _)| facts.place(tree.node(id).item)).expect("there is such a node")
    };
    assert!(matches!(place("f(x);"), Place::Element { first: false, .. }), "a statement");
    assert!(matches!(place("{1, 2}"), Place::Element { first: false, .. }), "a part");
    assert!(matches!(place("1"), Place::Element { first: true, .. }), "the first element of a list");
    assert!(matches!(place(", 2"), Place::Element { first: false, .. }), "another element with its comma");
    assert!(matches!(place(","), Place::Separator));
    assert!(matches!(place(" "), Place::Skip));
    assert!(matches!(place(";"), Place::Fixed));
    let symbol = |name| grammar.symbol(name).expect("a rule of that name");
    for inner in ["element", "braces", "tagged", "statement"] {
        assert!(facts.may_stand(symbol(inner), symbol("statement")), "{inner}");
    }
    assert_eq!(*facts.symbol(symbol("braces")).minimal, *b"{}");
    assert_eq!(facts.blank, Some(b' '));
}
