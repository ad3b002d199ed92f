//! The deterministic engine goes back into rules that are complete, and finds the tree that Earley finds.

use grammarc_runtime::format::Format;
use grammarc_runtime::parse::EngineChoice;

use crate::common::language;

/// Grammars with texts that the engine decides, although a rule gives back some of its text.
const DECIDED: &[(&str, &[&str])] = &[
    // In C the `x` of `T x = 1;` is read as a second type first.
    (
        r#"<s> ::= <d>+  <d> ::= <w>+ <v>? ";"  <v> ::= <w> "=" [0-9]  <w> ::= [a-z]"#,
        &["ab=1;", "a;ab=1;abc=2;", "abc;"],
    ),
    // A rule gives back text that another rule in it has read.
    (r#"<s> ::= <a> "c"  <a> ::= <b> "b"*  <b> ::= ("a" "b"*)+"#, &["abc", "abbc", "ababbbc"]),
    // Calls and sums: the arguments can be read in two ways, which end at one place.
    (
        r#"<e> ::= <e> "(" <a> ** "," ")" | <e> "+" <n> | <n>  <n> ::= [a-z]  <a> ::= <w>+ <w>?  <w> ::= [a-z]"#,
        &["f(ab)", "f(ab,cde)+g", "f(a)(bcd)+g(abc)"],
    ),
    // Two declarations share their members, in which each type has kept a choice: `a` may be a type or a name.
    (
        r#"<s> ::= <d>+  <d> ::= <t> [0-9] ";" | <t> ";"  <t> ::= "{" <m>* "}" | <w>  <m> ::= <w>+ <v>? ";"  <v> ::= <w>  <w> ::= [a-z]"#,
        &["{ab;cde;};", "{ab;}1;{abc;};", "a;{a;ab;};b2;"],
    ),
    // Behind `c` stands `<<`, which `<<=` begins with: the sum cannot have ended there.
    (
        r#"<s> ::= <e> <assign> <e> ";" | <e> ";"  <e> ::= <e> "<<" <e> @left(2) | <e> "+" <e> @left(1) | <x>
           <assign> ::= "<<="  <x> ::= "(" <w>+ <w>? ")" | <w>  <w> ::= [a-z]"#,
        &["c<<(ab);", "c<<(ab)+d;", "c<<(ab)<<(cd)+(ef)<<=(ab);"],
    ),
    // Iterations share them, too.
    (
        r#"<s> ::= (<t> "!" | <t> "?")* "."  <t> ::= "(" <w>+ <w>? ")"  <w> ::= [a-z]"#,
        &["(ab)!(abc)?(ab)?.", "(abc)?(abcd)?(ab)!."],
    ),
];

/// Returns the tree of a text by one engine alone.
fn by(language: &Format, engine: EngineChoice, text: &str) -> Result<grammarc_runtime::tree::Tree, String> {
    language.parsing().by(engine).run(text.as_bytes()).map_err(|error| format!("{text} by {engine:?}: {error:?}"))
}

#[test]
fn complete_rules_give_text_back() {
    for (grammar, texts) in DECIDED {
        let language = language(grammar);
        for text in *texts {
            let tree = by(&language, EngineChoice::Engine, text).unwrap_or_else(|error| panic!("{grammar}: {error}"));
            assert_eq!(Ok(tree), by(&language, EngineChoice::Earley, text), "{grammar}: {text}");
        }
    }
}

/// Each parameter can be read in two ways, and the first way to read all of them fails in the end: 2^200 ways if each were tried.
#[test]
fn ways_that_end_alike_are_tried_once() {
    let language = language(
        r#"<s> ::= <f> "{}" | <g> ";"
        <f> ::= "(" <p> ++ "," ")"  <g> ::= "(" <p> ++ "," ")"  <p> ::= <w>+ <w>?  <w> ::= [a-z]"#,
    );
    let text = format!("({});", vec!["ab"; 200].join(","));
    let tree = by(&language, EngineChoice::Engine, &text);
    assert_eq!(tree, by(&language, EngineChoice::Earley, &text));
    assert!(tree.is_ok());
}

/// A choice for each of many elements: the oldest are given up, and frames that no choice needs are dropped.
#[test]
fn many_choices_take_little_memory() {
    let language = language(r#"<s> ::= <d>* "."  <d> ::= <w>+ <w>? ";"  <w> ::= [a-z]"#);
    let text = format!("{}.", "abc;".repeat(50_000));
    assert!(by(&language, EngineChoice::Engine, &text).is_ok());
    assert!(by(&language, EngineChoice::Engine, &text[..text.len() - 1]).is_err());
    assert!(language.parse(&text.as_bytes()[..4000]).is_err());
}

/// The shared items end at two places, and each alternative wants another one.
#[test]
fn shared_items_with_two_ends_keep_their_choices() {
    let language =
        language(r#"<s> ::= <d>+  <d> ::= <t> "b" ";" | <t> "c"? ";"  <t> ::= "(" <w>+ <w>? ")" "b"*  <w> ::= [a-z]"#);
    for text in ["(ab)b;", "(abc)bb;(a)c;", "(ab)bc;", "(abc);(ab)bbb;(ab)bbc;"] {
        let auto = by(&language, EngineChoice::Auto, text);
        assert_eq!(auto, by(&language, EngineChoice::Earley, text));
        assert!(auto.is_ok(), "{text}");
        if let Ok(tree) = by(&language, EngineChoice::Engine, text) {
            assert_eq!(Ok(tree), auto, "{text}");
        }
    }
}

/// The outermost sum has a say in where its left side ends, so Earley decides.
#[test]
fn rounds_with_two_ends_are_left_to_earley() {
    let language = language(r#"<s> ::= <e> "b"*  <e> ::= <e> "+" <t> | <t>  <t> ::= "a" "b"*"#);
    for text in ["ab+ab", "abb", "ab+abbb"] {
        let auto = by(&language, EngineChoice::Auto, text);
        assert_eq!(auto, by(&language, EngineChoice::Earley, text));
        assert!(auto.is_ok(), "{text}");
        if let Ok(tree) = by(&language, EngineChoice::Engine, text) {
            assert_eq!(Ok(tree), auto, "{text}");
        }
    }
}
