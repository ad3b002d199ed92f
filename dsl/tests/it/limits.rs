//! Deep, large and strange texts: read in linear time, or refused, and never a panic.

use grammarc_dsl::diagnostic::{Color, Source, render};
use grammarc_dsl::parse;

/// Reads a text and draws what is wrong with it.
fn survives(text: &str) {
    if let Err(diagnostic) = parse(text) {
        let drawn = render(&[diagnostic], &[Source { path: "strange.bnf", text }], Color::Always);
        assert!(drawn.contains("strange.bnf"), "{drawn}");
    }
}

#[test]
fn groups_nest_two_hundred_deep_and_no_deeper() {
    let nested = |depth: usize| format!("<a> ::= {}\"x\"{}", "(".repeat(depth), ")".repeat(depth));
    assert!(parse(&nested(200)).is_ok());
    assert!(parse(&nested(201)).is_err());
    assert!(parse(&nested(1_000_000)).is_err());
    let sums = |depth: usize| format!("<a> ::= \"x\"{{{}1{}}}", "(".repeat(depth), ")".repeat(depth));
    assert!(parse(&sums(200)).is_ok());
    assert!(parse(&sums(201)).is_err());
    // What only looks like nesting does not count.
    assert!(parse(&format!("<a> ::= \"{0}\" [{0}] # {0}\n%rust ```{0}```", "(".repeat(1000))).is_ok());
}

#[test]
fn unclosed_groups_end() {
    // With twice the time for each group they would not.
    survives(&format!("<a> ::= {}", "(\"x\" | ".repeat(200)));
    survives(&format!("<a> ::= {}", "(".repeat(200)));
    survives(&format!("<a> ::= {} b <c> ::= \"x\"", "(<x> | ".repeat(200)));
}

#[test]
fn megabytes_are_read() {
    let rule = "## doc\n%token <rule> ::= n:\"text\" ([a-z]+ | <other>* - 'x') := size(n) @def(ns) | . @w(2) ;\n";
    let text = rule.repeat(2_000_000 / rule.len());
    assert!(parse(&text).is_ok());
    survives(&format!("{text}<a> ::= b"));
}

#[test]
fn every_cut_and_every_strange_byte_survives() {
    let text = include_str!("../ok/every_construct.bnf");
    for (at, _) in text.char_indices() {
        survives(&text[..at]);
        for strange in ["\0", "\u{FEFF}", "\r", "\"", "<", "(", "`", "é", "\\", "%"] {
            survives(&format!("{}{strange}{}", &text[..at], &text[at..]));
        }
    }
}
