//! On end tags that do not match: compiled and interpreted, what is said of them is the same.

use grammarc_runtime::format::Format;
use grammarc_runtime::parse::{EngineChoice, Outcome};

use crate::formats;

fn said(language: &Format, choice: EngineChoice, input: &str) -> Vec<String> {
    match language.parsing().by(choice).judge(input.as_bytes()) {
        Outcome::Valid(_) => Vec::new(),
        Outcome::Invalid(tree, found) => {
            let place = |node| tree.node(node).span.start;
            found.iter().map(|it| format!("{} {}", place(it.node), it.message(&language.grammar))).collect()
        }
        Outcome::NoParse(error) => vec![error.to_string()],
    }
}

#[test]
fn what_does_not_match_is_said_alike() {
    let xml = formats::all().find(|format| format.name == "xml").expect("it is a bundled grammar");
    let repeated = |place: usize, there: &str, text: &str| {
        format!("{place} expected `{text}`, the text of `open`, but found `{there}`")
    };
    for (input, expected) in [
        ("<a><b></b></a>", vec![]),
        ("<a><b></c></a>", vec![repeated(8, "c", "b")]),
        ("<a><b></c></d>", vec![repeated(8, "c", "b"), repeated(12, "d", "a")]),
    ] {
        for language in [xml.generated, &xml.interpreted] {
            for choice in [EngineChoice::Auto, EngineChoice::Earley] {
                assert_eq!(said(language, choice, input), expected, "{input}");
            }
        }
    }
}

/// What is skipped at the end of a rule is no part of what its label means.
#[test]
fn what_labels_do_not_see_is_left_out_alike() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../compiler/tests/hooks/skipped.bnf");
    let loaded = grammarc::load(std::path::Path::new(path)).expect("it is a grammar");
    let (generated, interpreted) = (&grammarc_agree::skipped::FORMAT, loaded.format());
    let size = |place: usize, there: u32, value: u32| format!("{place} `n` is {there} here, but `size(v)` is {value}");
    for (input, expected) in [
        ("=a b , a b ;", vec![]),
        ("< a / >< b ></ b ></a >", vec![]),
        ("{ a b | c | a b }", vec![]),
        ("{ a b | c | a  b }", vec!["12 expected `a b`, the text of `open`, but found `a  b`".to_owned()]),
        ("3 : a b  ; 1:a ;", vec![]),
        ("4 : a b  ; 1:a b;", vec![size(0, 4, 3), size(11, 1, 3)]),
        ("(a  b ? ) 6 , 2 a b / c , 138 ;", vec!["26 `<dec>` is 138 here, but `sum8(v, w)` is 23".to_owned()]),
    ] {
        for language in [generated, &interpreted] {
            for choice in [EngineChoice::Auto, EngineChoice::Earley] {
                assert_eq!(said(language, choice, input), expected, "{input}");
            }
        }
    }
}
