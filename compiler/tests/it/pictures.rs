//! Pictures of trees: well-formed whatever the input, the same as those looked at, refused where nobody could look.

use std::fs;
use std::path::Path;
use std::process::Output;

use expect_test::expect_file;
use roxmltree::Document;
use tempfile::TempDir;

use crate::common::{binary, data, root};

/// Runs `grammarc parse` on an input, with a grammar that is bundled or written here.
fn parse(grammar: &str, input: &[u8], options: &[&str]) -> (Option<i32>, String, String) {
    let folder = TempDir::new().expect("a folder can be made");
    let (path, written) = (folder.path().join("input"), folder.path().join("some.bnf"));
    fs::write(&path, input).expect("the folder can be written to");
    fs::write(&written, grammar).expect("the folder can be written to");
    let grammar = if grammar.contains("::=") { written.as_os_str() } else { grammar.as_ref() };
    let mut command = binary();
    command.args(["parse", "-g"]).arg(grammar).args(options).arg(&path);
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let texts = [stdout, stderr].map(|text| String::from_utf8(text).expect("what is printed is UTF-8"));
    let [stdout, stderr] = texts;
    (status.code(), stdout, stderr)
}

fn picture(grammar: &str, input: &[u8], format: &str) -> String {
    let (status, picture, why) = parse(grammar, input, &["--format", format]);
    assert_eq!(status, Some(0), "{why}");
    picture
}

/// Returns the texts in the boxes of a picture in the order of the file.
fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let boxes = document.descendants().filter(|node| node.has_tag_name("rect") && node.has_attribute("rx"));
    let label = |node: roxmltree::Node| node.next_sibling_element().and_then(|it| it.text()).unwrap_or("").to_owned();
    boxes.map(label).collect()
}

/// Words are separated by commas; blanks may stand after every terminal.
const LIST: &str = r#"%skip <ws>
<list> ::= "[" <word> ** "," "]" @as(Full)
%token <word> ::= [^[\], ]+
%token <ws> ::= [ ]+
"#;

#[test]
fn small_pictures_are_those_that_were_looked_at() {
    for (name, grammar, input) in [("list", LIST, "[a&b, <\"c\\>]"), ("sum", "expr", "1 + (2 - -3)")] {
        for format in ["svg", "dot", "json", "tree"] {
            let golden = data("pictures").join(format!("{name}.{format}"));
            expect_file![golden].assert_eq(&picture(grammar, input.as_bytes(), format));
        }
    }
}

/// The root stands once, whatever is skipped around it and wherever the start rule comes from. Texts stay whole.
#[test]
fn the_root_stands_once() {
    let list = LIST.replacen("%skip <ws>", "%skip <ws>\n%start <list>", 1);
    let nested = LIST.replace("<word> **", "(<list> | <word>) **");
    let opaque = "%skip <ws>\n<s> ::= <s> <a> | <a> @as(One)\n<a> ::= \"a\"\n%opaque <ws> ::= \" \"*\n";
    for (grammar, root, input) in [
        (LIST, "list as Full", "[a, b]"),
        (LIST, "list as Full", "  [a, b]  "),
        (&list, "list as Full", " [ ]"),
        (&nested, "list as Full", " [[a], b]"),
        (opaque, "s", " a a"),
        (opaque, "s as One", "a "),
        ("<s> ::= \"a\"+\n", "s", "aa"),
    ] {
        let (status, tree, why) = parse(grammar, input.as_bytes(), &[]);
        assert_eq!(status, Some(0), "{why}");
        let span = format!("{root} 0..{}", input.len());
        assert_eq!(tree.lines().next(), Some(&*span), "{tree}");
        assert!(!tree.lines().skip(1).any(|line| line == format!("  {span}")), "{tree}");
        let (_, json, _) = parse(grammar, input.as_bytes(), &["--format", "json"]);
        let leaves = json.split("\"text\":\"").skip(1).map(|rest| &rest[..rest.find('"').expect("it ends")]);
        assert_eq!(leaves.collect::<String>(), input, "{json}");
        for (child, line) in tree.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")).enumerate()
        {
            let (_, part, _) = parse(grammar, input.as_bytes(), &["--path", &child.to_string()]);
            assert_eq!(part.lines().next(), Some(line.trim_start()), "{tree}");
        }
    }
}

/// A start rule that is a token is a leaf, so skipped text stands beside it in the node around.
#[test]
fn a_token_as_the_start_has_skipped_text_beside_it() {
    let grammar = "%start <word>\n%skip <ws>\n%token <word> ::= [a-z]+\n%token <ws> ::= [ ]+\n";
    let (_, tree, _) = parse(grammar, b" ab ", &[]);
    assert_eq!(tree, "word 0..4\n  ws 0..1 \" \"\n  word 1..3 \"ab\"\n  ws 3..4 \" \"\n");
}

/// A part is printed without the places outside of it, but a wrong field anywhere is reported all the same.
#[test]
fn a_part_of_an_invalid_tree_is_printed() {
    let rules = "<s> ::= <a> b:<b> n:<dec> := size(b)\n<a> ::= \"a\"\n<b> ::= \"b\"*\n";
    let grammar = format!("%import \"std/bin.bnf\"\n%skip <ws>\n{rules}%token <ws> ::= [ ]+\n");
    for (path, part) in [("", "s 0..4\n"), ("0", "a 0..1\n"), ("1", "b 1..3\n")] {
        let (status, tree, why) = parse(&grammar, b"abb3", &["--path", path]);
        assert!(status == Some(1) && tree.starts_with(part), "{tree}{why}");
        assert!(why.contains("input:1:4") && why.contains("`size(b)` is 2"), "{why}");
    }
}

#[test]
fn leaves_stand_in_the_order_of_the_input() {
    let leaves = texts(&picture(LIST, b"[x,  y ,z]", "svg"));
    assert_eq!(leaves, ["list", "[", "x", ",", "␣␣", "y", "␣", ",", "z", "]"]);
}

#[test]
fn no_input_breaks_a_picture() {
    let any = "%encoding bytes\n<all> ::= <part>*\n%token <part> ::= . .? .? .?";
    let every: Vec<u8> = (0..=255).collect();
    let hostile: [&[u8]; 5] = [
        b"",
        &every,
        b"]]></style><script>&lt;&#0;-->",
        b"\"\\\"\\N\\n\\\\&amp;",
        "\u{202e}\u{feff}\u{fffe}\u{1f600}\u{301}".as_bytes(),
    ];
    for input in hostile {
        let svg = picture(any, input, "svg");
        assert!(texts(&svg).len() > input.len() / 4, "{svg}");
        assert!(svg.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'), "{svg}");
        let dot = picture(any, input, "dot");
        assert!(dot.lines().all(|line| quotes(line).is_multiple_of(2)), "{dot}");
        let json = picture(any, input, "json");
        assert_eq!(json.matches("\"symbol\"").count(), dot.matches("label=").count());
    }
}

/// Counts the quotes that no backslash precedes.
fn quotes(line: &str) -> usize {
    let mut rest = line.chars();
    let mut count = 0;
    while let Some(c) = rest.next() {
        count += usize::from(c == '"');
        if c == '\\' {
            rest.next();
        }
    }
    count
}

#[test]
fn json_has_every_byte_of_a_text_that_is_no_utf8() {
    let json = picture("%encoding bytes\n<all> ::= <a> <b>\n%token <a> ::= . .\n%token <b> ::= .", b"\x89\0A", "json");
    assert!(json.contains(r#""start":0,"end":2,"text":"�\u0000","hex":"8900"}"#), "{json}");
    assert!(json.contains(r#""start":2,"end":3,"text":"A"}"#), "{json}");
}

#[test]
fn what_is_too_large_to_look_at_is_not_drawn() {
    let numbers = format!("[{}]", vec!["1"; 10_000].join(","));
    for format in ["svg", "dot"] {
        let (status, picture, why) = parse("json", numbers.as_bytes(), &["--format", format]);
        assert_eq!((status, &*picture), (Some(2), ""));
        let wanted = why.split("--max-nodes ").nth(1).and_then(|rest| rest.split('`').next()).expect("it is advised");
        let options = ["--format", format, "--max-nodes", wanted];
        let (status, picture, why) = parse("json", numbers.as_bytes(), &options);
        assert_eq!(status, Some(0), "{why}");
        assert!(picture.lines().count() > 20_000);
    }
    let deep = [vec![b'['; 50_000], vec![b']'; 50_000]].concat();
    let (status, picture, _) = parse("json", &deep, &["--format", "svg", "--max-nodes", "2000000"]);
    assert_eq!(status, Some(0));
    assert!(picture.len() < 1_000_000_000);
}

/// Runs `grammarc diagram` on a grammar file of this name, in its folder.
fn diagram(folder: &Path, name: &str, grammar: &str, options: &[&str]) -> (Option<i32>, String, String) {
    fs::write(folder.join(name), grammar).expect("the folder can be written to");
    let mut command = binary();
    command.current_dir(folder).args(["diagram", &format!("./{name}")]).args(options);
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).expect("what is printed is UTF-8"));
    (status.code(), stdout, stderr)
}

fn drawn(name: &str, grammar: &str) -> String {
    let folder = TempDir::new().expect("a folder can be made");
    let (status, picture, why) = diagram(folder.path(), name, grammar, &["-o", "-"]);
    assert_eq!(status, Some(0), "{why}");
    picture
}

/// Returns the rules of a diagram in order, and how often each is linked to. Every link must lead to a rule.
fn links(svg: &str) -> Vec<(String, usize)> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    let ids = document.descendants().filter_map(|node| node.attribute("id"));
    let mut rules: Vec<(String, usize)> = ids.map(|id| (id.to_owned(), 0)).collect();
    for node in document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "a"))) {
        let to = node.attributes().find(|it| it.name() == "href").expect("a link leads somewhere").value();
        let rule = rules.iter_mut().find(|(id, _)| to.strip_prefix('#') == Some(id));
        rule.unwrap_or_else(|| panic!("{to} leads nowhere")).1 += 1;
    }
    let boxes = document.descendants().filter(|node| node.attribute("class") == Some("nonterminal"));
    assert!(boxes.into_iter().all(|node| node.ancestors().any(|above| above.has_tag_name("a"))), "{svg}");
    rules
}

#[test]
fn every_bundled_grammar_is_drawn_with_its_links() {
    let grammars = root().join("grammars");
    for entry in fs::read_dir(grammars).expect("there are grammars").flatten().filter(|it| it.path().is_dir()) {
        let name = entry.file_name().into_string().expect("the name is UTF-8") + ".bnf";
        let text = fs::read_to_string(entry.path().join(&name)).expect("the grammar can be read");
        let svg = drawn(&name, &text);
        let rules = links(&svg);
        let written = text.lines().filter(|line| line.contains("::=") && !line.starts_with('#')).count();
        assert!(rules.len() >= written.min(5) && rules.iter().any(|(_, count)| *count > 0), "{name}: {rules:?}");
        let document = Document::parse(&svg).expect("it was parsed before");
        let width: u32 = document.root_element().attribute("width").and_then(|it| it.parse().ok()).expect("it has one");
        assert!(width < 1600, "{name} is {width} wide");
    }
}

#[test]
fn every_construct_is_drawn_as_it_was_when_looked_at() {
    let grammar = r#"
%start <all>
%skip <ws>
## What there is, <all> of it & "more".
<all> ::= a:<word> (<list> | "<&>" | "")? [a-z"] . i"x" b:<word>{2,3} <word> - <key> !<key> &"e" text(a) @keep
        | <all> "+" <all> @left(1) @as(Add) | <word> ** "," | <word> ++ (";" | <ws>) | a:<word> n:<word> := text(a)
%token <word> ::= [a-z]+ - <key>
%token <key> ::= "if" | i"else" | "a very long keyword that nobody would ever write but that must not make the picture wide"
%opaque <list> ::= "[" <word>* "]"
%token <ws> ::= [ \t]*
"#;
    let svg = drawn("all.bnf", grammar);
    expect_file![data("pictures/all.svg")].assert_eq(&svg);
    let rules = links(&svg);
    assert_eq!(rules.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["all", "word", "key", "list", "ws"]);
    assert!(rules.iter().all(|(_, count)| *count > 0), "{rules:?}");
}

#[test]
fn imported_rules_are_drawn_and_linked() {
    let folder = TempDir::new().expect("a folder can be made");
    fs::write(folder.path().join("b.bnf"), "<x> ::= <y>\n<y> ::= \"y\"").expect("the folder can be written to");
    let grammar = "%import \"b.bnf\" as b\n<x> ::= <b.x> <b.y>";
    let (status, svg, why) = diagram(folder.path(), "a.bnf", grammar, &["-o", "-"]);
    assert_eq!(status, Some(0), "{why}");
    let expected = [("x", 0), ("b.x", 1), ("b.y", 2)].map(|(name, count)| (name.to_owned(), count));
    assert_eq!(links(&svg), expected);
    assert!(svg.contains(">./b.bnf</text>"), "{svg}");
}

#[test]
fn hostile_grammars_are_drawn() {
    let long = format!("<s> ::= {}", (0..300).map(|n| format!("\"word{n}\" ")).collect::<String>());
    let wide = format!("<s> ::= {}", (0..300).map(|n| format!("\"word{n}\"")).collect::<Vec<_>>().join(" | "));
    let deep = format!("<s> ::= {}\"x\"{}", "(\"a\" | ".repeat(40), ")*".repeat(40));
    let odd = "## ]]></text><script>\u{1}\u{202e}\n<s> ::= \"\u{7}\u{202e}\u{feff}]]><a href='x'>\" [\u{1}-\u{8}&<>]";
    for (name, grammar) in
        [("a--b&<c>.bnf", "<s> ::= \"x\""), ("a.bnf", &long), ("a.bnf", &wide), ("a.bnf", &deep), ("a.bnf", odd)]
    {
        let svg = drawn(name, grammar);
        assert_eq!(links(&svg).len(), 1);
        assert!(svg.chars().all(|c| c == '\n' || !c.is_control() && c != '\u{202e}'), "{svg}");
    }
    let size = |grammar: &str| {
        let svg = drawn("a.bnf", grammar);
        let document = Document::parse(&svg).expect("it is well-formed");
        ["width", "height"].map(|name| document.root_element().attribute(name).and_then(|it| it.parse::<u32>().ok()))
    };
    for grammar in [long, wide] {
        assert!(matches!(size(&grammar), [Some(..1300), Some(..4000)]), "{:?}", size(&grammar));
    }
}

#[test]
fn a_diagram_is_written_where_nothing_else_is_lost() {
    let folder = TempDir::new().expect("a folder can be made");
    let grammar = "<s> ::= <s> \"x\" | \"y\"";
    let draw = |options: &[&str]| diagram(folder.path(), "my.bnf", grammar, options);
    assert_eq!(draw(&[]).0, Some(0));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was written");
    let first = read("my.svg");
    assert_eq!(draw(&[]), (Some(0), String::new(), "wrote my.svg\n".to_owned()));
    assert_eq!((read("my.svg"), draw(&["-o", "-"]).1), (first.clone(), first));
    assert_eq!(draw(&["-o", "my.html"]).0, Some(0));
    assert!(read("my.html").contains("<!doctype html>\n"));
    let (status, _, why) = draw(&["-o", "my.bnf"]);
    assert!(status == Some(2) && why.contains("my.bnf: not overwritten"), "{why}");
    assert_eq!(read("my.bnf"), grammar);
    assert_eq!(draw(&["-o", "my.bnf/x.svg"]).0, Some(3));
    assert_eq!(diagram(folder.path(), "bad.bnf", "<s> ::= <t>", &[]).0, Some(2));
    assert!(!folder.path().join("bad.svg").exists());
}
