//! Pictures of trees: well-formed whatever the input, the same as those looked at, refused where nobody could look.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use expect_test::expect_file;
use roxmltree::Document;
use tempfile::TempDir;

/// Runs `grammarc parse` on an input, with a grammar that is bundled or written here.
fn parse(grammar: &str, input: &[u8], options: &[&str]) -> (Option<i32>, String, String) {
    let folder = TempDir::new().expect("a folder can be made");
    let (path, written) = (folder.path().join("input"), folder.path().join("some.bnf"));
    fs::write(&path, input).expect("the folder can be written to");
    fs::write(&written, grammar).expect("the folder can be written to");
    let grammar = if grammar.contains("::=") { written.as_os_str() } else { grammar.as_ref() };
    let mut command = Command::new(env!("CARGO_BIN_EXE_grammarc"));
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
            let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pictures/{name}.{format}"));
            expect_file![golden].assert_eq(&picture(grammar, input.as_bytes(), format));
        }
    }
}

#[test]
fn leaves_stand_in_the_order_of_the_input() {
    let leaves = texts(&picture(LIST, b"[x,  y ,z]", "svg"));
    assert_eq!(leaves, ["list", "list", "[", "x", ",", "␣␣", "y", "␣", ",", "z", "]"]);
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
