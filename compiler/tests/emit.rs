//! What is emitted is needed.

use grammarc::emit::{Options, crate_files};

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
    let html = include_str!("../../grammars/html/html.bnf");
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
