//! What is emitted is needed.

use grammarc::emit::{Options, crate_files};
use grammarc_runtime::fuzz::Fuzzer;

/// Expressions that stand in several places, but are never drawn there.
const UNDRAWN: &str = r#"<s> ::= !<a> [a-z]+ | !<b> [0-9]+  <a> ::= <k> "x"  <b> ::= <k> "y"  <k> ::= "if" | "in""#;

fn fuzzer(text: &str) -> String {
    let loaded = grammarc::load_text("s", text).unwrap_or_else(|report| panic!("{report}"));
    let files = crate_files(&loaded, &Options::default());
    let (_, text) = files.into_iter().find(|(path, _)| path.ends_with("fuzzer.rs")).expect("a crate has a fuzzer");
    text
}

#[test]
fn every_part_of_a_token_is_drawn_somewhere() {
    let html = include_str!("../../../grammars/html/html.bnf");
    for text in [UNDRAWN, html] {
        let fuzzer = fuzzer(text);
        for part in fuzzer.lines().filter_map(|line| line.strip_prefix("fn ")?.split('(').next()) {
            let words = fuzzer.split(|c: char| !c.is_alphanumeric() && c != '_');
            assert!(words.filter(|word| *word == part).count() > 1, "{part} is never called");
        }
    }
}

#[test]
fn a_name_that_is_only_written_down_is_not_imported() {
    let text = r#"<s> ::= "Check 'Label' // \" Label" @as(Check) | '"' <t> @as(Label)  <t> ::= "(" <s> ")" | '\u{1f600}' @as(Cow)"#;
    let loaded = grammarc::load_text("s", text).unwrap_or_else(|report| panic!("{report}"));
    for (path, text) in crate_files(&loaded, &Options::default()) {
        if ["grammar.rs", "parser.rs", "fuzzer.rs", "reducer.rs"].iter().any(|file| path.ends_with(file)) {
            let head = text.split("\n\n").find(|part| part.starts_with("use ")).expect("it imports something");
            let mut names = head.split(|c: char| !c.is_alphanumeric());
            assert!(!names.any(|name| ["Check", "Label"].contains(&name)), "{}: {head}", path.display());
        }
    }
}

#[test]
fn a_label_turns_the_direct_parser_off_only_where_its_text_is_repeated() {
    let is_direct = |text: &str| {
        let loaded = grammarc::load_text("s", text).unwrap_or_else(|report| panic!("{report}"));
        grammarc::emit::module(&loaded, grammarc::emit::Parts::ALL).contains("pen::parse(")
    };
    assert!(is_direct(include_str!("../../../generated-examples/agree/direct.bnf")), "its labels name nodes");
    let quoted = |close: &str| format!(r#"<s> ::= open:<q> <n> {close}  <q> ::= "'" | '"'  <n> ::= [a-z]+"#);
    assert!(is_direct(&quoted("<q>")), "the label names a node");
    for close in ["text(open)", "<q> := text(open)", "<q> - text(open)"] {
        assert!(!is_direct(&quoted(close)), "`{close}` asks for the text of the label");
    }
}

/// Regular expressions as people combine them.
const EXPRESSIONS: &str = r#"
<all>  ::= <part> | <part> " " <all> | "(" <all> " | " <all> ")"
<part> ::= <one> | <one> <many> | "(" <all> ")" <many>
<many> ::= "*" | "+" | "?" | "{2}" | "{1,3}"
<one>  ::= '"a"' | '"b,"' | '","' | '"abc"' | "[a-c]" | "[^a]" | "[0-9_]" | "[^\\x00-\\x7f]" | "."
"#;

/// What is not Rust, or cannot be laid out, is a panic.
#[test]
fn whatever_a_token_is_there_is_code_for_it() {
    let expressions = grammarc::load_text("expressions", EXPRESSIONS).unwrap_or_else(|report| panic!("{report}"));
    let language = expressions.format();
    let mut fuzzer = Fuzzer::new(&language, 6);
    let mut expression = |seed| {
        let text = fuzzer.run_seed(seed).expect("there is a text");
        String::from_utf8_lossy(text).into_owned()
    };
    let mut written = 0;
    for seed in (0..240).step_by(4) {
        let [a, b, c, d] = [seed, seed + 1, seed + 2, seed + 3].map(&mut expression);
        let text = format!(
            "<s> ::= (<t> ';' | <u> '=' <t> | '<' {a} '>' | '%' ({b})* '!')*\n%token <t> ::= {c}\n%token <u> ::= {d} '~'\n"
        );
        if let Ok(loaded) = grammarc::load_text("s", &text) {
            assert!(
                grammarc::emit::module(&loaded, grammarc::emit::Parts::ALL).contains("pub static FORMAT"),
                "{text}"
            );
            written += 1;
        }
    }
    assert!(written > 40, "only {written} can be loaded");
}

/// Where a rule `<d>` may stand: alone, repeated, in lists, beside itself, recursive on either side.
const PLACES: [&str; 14] = [
    "<d>",
    "<d>+",
    "<d>*",
    "<d>?",
    "<d>{2,3}",
    r#"<d> ++ ",""#,
    r#"<d> ** ",""#,
    "<d> <s> | <d>",
    "<s> <d> | <d>",
    r#"<s> "+" <d> | <d>"#,
    r#""(" <s> ")" | <d>"#,
    r#"(<d> | "-" <d>)+"#,
    r#"[a-z] | <d> | "x" "y""#,
    r#"<s> "+" <s> @left(1) | <d> <d>"#,
];

#[test]
fn wherever_a_rule_of_letters_stands_there_is_code_for_it() {
    for place in PLACES {
        for rule in
            [r#""0" | "1""#, r#""0""#, r#""0" | "1" | "2" @w(3)"#, r#""é" | "ü""#, r#""a" | "ab" | "abc""#, "[0-9]"]
        {
            let text = format!("<s> ::= {place}\n<d> ::= {rule}\n");
            let loaded = grammarc::load_text("s", &text).unwrap_or_else(|report| panic!("{report}"));
            assert!(
                grammarc::emit::module(&loaded, grammarc::emit::Parts::ALL).contains("pub static FORMAT"),
                "{text}"
            );
        }
    }
}

/// Lines that a function of generated code has at most.
const PAGE: usize = 62;
/// Most lines of a scanner: one loop over the states of its automaton, which belong together.
const SCANNER: usize = 120;

/// The functions of generated code that begin at the margin, with their lines.
fn functions(code: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    let begins = |line: &str| line.contains("fn ") && !line.starts_with([' ', '/', '}']) && line.ends_with(['{', '(']);
    let starts = (0..lines.len()).filter(|&at| begins(lines[at]));
    let length = |at: usize| lines[at..].iter().position(|line| *line == "}").map_or(0, |end| end + 1);
    starts.map(|at| (lines[at], length(at))).collect()
}

#[test]
fn functions_of_generated_code_fit_a_page() {
    let mut seen = 0;
    for bundled in grammarc::bundled::ALL {
        let loaded = grammarc::load_text(bundled.name, bundled.text).expect("a bundled grammar is right");
        for (path, text) in crate_files(&loaded, &Options::default()) {
            // `expand` is one `match` over all symbols: no one reads it from end to end.
            let is_code = path.starts_with("src")
                && path.extension().is_some_and(|extension| extension == "rs")
                && !path.ends_with("fuzzer.rs");
            for (name, lines) in functions(&text).into_iter().filter(|_| is_code) {
                let is_scanner = name.starts_with("fn match_") || name.starts_with("fn step_in_");
                let most = if is_scanner { SCANNER } else { PAGE };
                assert!(lines <= most, "{} {}: {lines} lines of {name}", bundled.name, path.display());
                seen += usize::from(lines > 0);
            }
        }
    }
    assert!(seen > 800, "{seen} functions");
}

#[test]
fn generated_code_calls_items_kinds_and_sets_by_name() {
    for bundled in grammarc::bundled::ALL {
        let loaded = grammarc::load_text(bundled.name, bundled.text).expect("a bundled grammar is right");
        for (path, text) in crate_files(&loaded, &Options::default()) {
            if ["parser.rs", "fuzzer.rs"].iter().any(|file| path.ends_with(file)) && path.starts_with("src") {
                let bare = [
                    "ItemId(",
                    "RegularId(",
                    "Symbol(",
                    "SETS[",
                    "OPTIONS[",
                    "BRANCHES[",
                    "p.leaf(0",
                    "p.leaf(1",
                    "p.leaf(2",
                    "p.complete(",
                    "p.close(0",
                    "p.close(1",
                ];
                for number in bare {
                    let found = text.match_indices(number).map(|(at, _)| &text[at + number.len()..]);
                    let is_number =
                        |rest: &&str| number.ends_with('(') && rest.starts_with(|c: char| c.is_ascii_digit());
                    let count = found.clone().filter(|rest| !number.ends_with('(') || is_number(rest)).count();
                    assert_eq!(count, 0, "{} {}: `{number}`", bundled.name, path.display());
                }
            }
        }
    }
}
