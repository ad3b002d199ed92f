//! Paths into trees, subtrees, and texts with another subtree: as the Debugging Book's `TreeMutator` has them.

use std::collections::HashSet;

use grammarc_runtime::format::Format;
use grammarc_runtime::parse::Outcome;
use grammarc_runtime::tree::Tree;

use crate::common::named;

/// The book's `SIMPLE_HTML_GRAMMAR`, as far as its example needs it.
const HTML: &str = r#"
<start>        ::= <html>
<html>         ::= <plain-text> | <tagged-text>
<plain-text>   ::= <plain-char> <plain-text> | ""
<plain-char>   ::= "b" | "a" | "r" | "\""
<tagged-text>  ::= <opening-tag> <html> <closing-tag>
<opening-tag>  ::= "<" <id> ">"
<closing-tag>  ::= "</" <id> ">"
<id>           ::= <letter> <id> | <letter>
<letter>       ::= "f" | "o"
"#;

fn tree(language: &Format, text: &str) -> Tree {
    language.parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {}", error.message()))
}

const BAD: &str = "<foo>\"bar</foo>";

#[test]
fn a_path_leads_to_a_node() {
    let language = named("html", HTML);
    let tree = tree(&language, BAD);
    let at = |path: &[usize]| {
        let node = tree.node(tree.at(path)?);
        Some((language.grammar.name(node.symbol).to_owned(), &BAD[node.span]))
    };
    let is = |name: &str, text| Some((name.to_owned(), text));
    assert_eq!(at(&[]), is("start", BAD));
    assert_eq!(at(&[0, 0, 0]), is("opening-tag", "<foo>"));
    assert_eq!(at(&[0, 0, 1, 0]), is("plain-text", "\"bar"), "as in the book");
    assert_eq!(at(&[0, 0, 1, 0, 1, 0]), is("plain-char", "b"));
    assert_eq!([at(&[1]), at(&[0, 0, 3]), at(&[0, 0, 0, 0, 0]), at(&[usize::MAX])], [None, None, None, None]);
    let cut = tree.cut(tree.at(&[0, 0, 1]).expect("it was there"));
    assert_eq!(language.grammar.name(cut.node(cut.root()).symbol), "html");
    assert_eq!(cut.node(cut.at(&[0, 1]).expect("it is below")).span, 6..9);
    assert_eq!(cut.len(), tree.size(tree.at(&[0, 0, 1]).expect("it was there")));
}

#[test]
fn another_subtree_takes_the_place_of_one() {
    let language = named("html", HTML);
    let tree = tree(&language, BAD);
    let mutants = |path: &[usize]| -> HashSet<String> {
        let mutant = |seed| language.mutated(BAD.as_bytes(), &tree, path, seed, 8);
        (0..60).filter_map(mutant).map(|text| String::from_utf8(text).expect("it is ASCII")).collect()
    };
    let texts = mutants(&[0, 0, 1, 0]);
    assert!(texts.len() > 10, "{texts:?}");
    let inner = |text: &str| text.strip_prefix("<foo>")?.strip_suffix("</foo>").map(str::to_owned);
    assert!(texts.iter().all(|text| inner(text).is_some_and(|it| !it.contains(['<', 'f', 'o']))), "{texts:?}");
    let tags = mutants(&[0, 0, 2]);
    assert!(tags.len() > 5 && tags.iter().all(|text| text.starts_with("<foo>\"bar</")), "{tags:?}");
    let whole = mutants(&[]);
    assert!(whole.len() > 10 && whole.iter().any(|text| !text.contains('<')), "{whole:?}");
    assert!(mutants(&[0, 0, 7]).is_empty(), "there is no such node");
    assert!(mutants(&[0, 0, 0, 0]).is_empty(), "nothing else can stand in the place of `<`");
    let mutant = |seed| language.mutated(BAD.as_bytes(), &tree, &[0], seed, 8);
    assert!((0..20).all(|seed| mutant(seed) == mutant(seed)));
}

/// Of several nodes of one kind in one place, the right one is drawn; fields and names elsewhere stay right.
#[test]
fn mutants_are_valid() {
    let twins = named("twins", r#"<s> ::= <a> <a> "." <a>  <a> ::= [xy]* "#);
    let empty = tree(&twins, ".");
    let has_only = |path: &[usize], is_right: fn(&str) -> bool| {
        let mutant = |seed| twins.mutated(b".", &empty, path, seed, 8).expect("something can stand there");
        (0..40).map(mutant).all(|text| is_right(str::from_utf8(&text).expect("it is ASCII")))
    };
    assert!(has_only(&[3], |text| text.starts_with('.')) && has_only(&[0], |text| text.ends_with('.')));
    for (name, text, path) in [
        (
            "sized",
            r#"%import "std/bin.bnf" %encoding bytes %start <s> <s> ::= <u8> := size(v) v:<v>  <v> ::= [a-z]+"#,
            &[1][..],
        ),
        (
            "named",
            r#"<s> ::= <d> ";" <u>  <d> ::= <id> @def(v)  <u> ::= <id> @use(v)  %token <id> ::= [a-z]{1,2}"#,
            &[2],
        ),
    ] {
        let language = named(name, text);
        let text: &[u8] = if name == "sized" { b"\x03abc" } else { b"ab;ab" };
        let tree = language.parse(text).unwrap_or_else(|error| panic!("{name}: {}", error.message()));
        for seed in 0..40 {
            let mutant = language.mutated(text, &tree, path, seed, 8).unwrap_or_else(|| panic!("{name}, seed {seed}"));
            let judged = language.parsing().judge(&mutant);
            assert!(matches!(judged, Outcome::Valid(_)), "{name}: {}", mutant.escape_ascii());
        }
    }
}
