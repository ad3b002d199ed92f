//! On end tags that do not match: compiled and interpreted, what is said of them is the same.

use grammarc_runtime::language::Language;
use grammarc_runtime::parse::{EngineChoice, Outcome};

use crate::formats;

fn said(language: &Language, choice: EngineChoice, input: &str) -> Vec<String> {
    match language.judge(choice, input.as_bytes()) {
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
        format!("{place} `{there}` stands where the text of `open`, `{text}`, is repeated")
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
