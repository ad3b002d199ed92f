//! Where the deterministic engine cannot decide, a chart reads the rule around that place, and the tree is the one that Earley finds.

use grammarc_runtime::format::Format;
use grammarc_runtime::parse::EngineChoice;
use grammarc_runtime::tree::Tree;

use crate::common::language;

/// Names with dots, calls and conversions: `a.b` and `a(b)` are read in two ways each, with different productions.
const CALLS: &str = r#"
    <p> ::= <o> | <c> | <p> "." <w> | <p> "(" <p> ")"
    <o> ::= <w> | <w> "." <w> | "(" <p> ")"
    <c> ::= <t> "(" <p> ")"
    <t> ::= <w> | "[" "]" <t>
    <w> ::= [a-z]"#;

/// Start rules over [`CALLS`], with texts that the engine decides by regions.
const DECIDED: &[(&str, &[&str])] = &[
    (r#"<s> ::= <p> ";""#, &["a.b;", "a(b);", "(a.b)(c).d;", "[]a(b.c).d(e);"]),
    // The same beginning is read again for each kind of statement.
    (
        r#"<s> ::= <i>+  <i> ::= <p> "!" | <p> "?" <p> ";" | <p> "=" <p> ";" | <p> ";""#,
        &["a.b;a(b)!", "a(b.c)=d(e);a.b?c(d);", "a;a(b);[]a(b)(c)=d.e;"],
    ),
    // Behind an element stands nothing but a look-ahead.
    (r#"<s> ::= "{" (<p> ("," | &"}"))* "}""#, &["{a.b,a(b)}", "{a(b),[]c(d.e),}", "{}"]),
    // An end of the rule is given back.
    (r#"<s> ::= <p> "(" <w> ")" "." | <p> ";""#, &["a(b).", "a.b(c)(d).", "a(b)(c);"]),
];

/// Grammars and texts on which a region was once read wrongly. Whether the engine decides them does not matter.
const COMPARED: &[(&str, &str)] = &[
    // A token behind the region could have ended elsewhere, so its failure does not tell that the end of the region was wrong.
    (
        r#"%skip <s>  <s> ::= "c" <s>?  <r> ::= <x> <x>
           <x> ::= "" | .{0,2} !([ab] - "b") ("a" | "b" "a"?){1,2} - "a" | !<t> !<t> "b"  %token <t> ::= "a"+ "b"?
           %start <r>"#,
        "abcab",
    ),
    (
        r#"%skip <s>  %token <s> ::= "c"+  %start <r>
           <r> ::= [ab] | <r> i"b"* <r> @none(5) | <r> "a" <r> @none(2)"#,
        "aacaab",
    ),
    (r#"%skip <s>  <s> ::= "c" <s>?  <r> ::= "b" ++ [^a] <x>? [^a]  <x> ::= "" | ""  %start <r>"#, "ccbcb"),
    (
        r#"%start <r>  <r> ::= <x>* . ++ "a" <x> - "a" | "a" .+ ("") ++ <x>
           <x> ::= "b" <x> "a" | "a" | <x> [^a] @left(0) | [^a] <x> @none(2) | <x> . <x> @left(0)"#,
        "abbab",
    ),
    // The start rule is complete, and a rule in it is gone back to.
    (
        r#"%start <r>  <r> ::= <x> <x> l:(<r>*) | "ab"? | "a"  <x> ::= . | l:.* - <t> ("b" | !"b" .)+
           %token <t> ::= ("a" | "ab" | "b") - ("a" | "bb")"#,
        "aab",
    ),
];

/// Returns the tree of a text by one engine alone.
fn by(language: &Format, engine: EngineChoice, text: &str) -> Result<Tree, String> {
    language.parsing().by(engine).run(text.as_bytes()).map_err(|error| format!("{text} by {engine:?}: {error:?}"))
}

fn calls(start: &str) -> Format {
    language(&format!("%start <s>\n{start}\n{CALLS}"))
}

#[test]
fn what_is_around_a_region_needs_no_chart() {
    for (start, texts) in DECIDED {
        let language = calls(start);
        for text in *texts {
            let tree = by(&language, EngineChoice::Engine, text).unwrap_or_else(|error| panic!("{start}: {error}"));
            assert_eq!(Ok(tree), by(&language, EngineChoice::Earley, text), "{start}: {text}");
        }
    }
}

#[test]
fn a_region_without_an_end_is_an_error() {
    for (start, text) in [(r#"<s> ::= <p> ";""#, "a.b(;"), (r#"<s> ::= "{" (<p> ("," | &"}"))* "}""#, "{a(b) c}")] {
        let language = calls(start);
        assert_eq!(language.parse(text.as_bytes()), language.parsing().by(EngineChoice::Earley).run(text.as_bytes()));
        assert!(language.parse(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn regions_have_the_trees_of_earley() {
    for (grammar, text) in COMPARED {
        let language = language(grammar);
        let earley = by(&language, EngineChoice::Earley, text);
        assert!(earley.is_ok(), "{grammar}: {text}");
        assert_eq!(by(&language, EngineChoice::Auto, text), earley, "{grammar}: {text}");
        if let Ok(tree) = by(&language, EngineChoice::Engine, text) {
            assert_eq!(Ok(tree), earley, "{grammar}: {text}");
        }
    }
}

/// Each statement has a region, and the engine is behind all of them at the end.
#[test]
fn many_regions_are_read_one_by_one() {
    let language = calls(r#"<s> ::= <i>+  <i> ::= <p> "!" | <p> "=" <p> ";" | <p> ";""#);
    let text = "a.b(c);a(b)=c.d;[]a(b)!".repeat(500);
    let tree = by(&language, EngineChoice::Engine, &text);
    assert_eq!(tree, by(&language, EngineChoice::Earley, &text));
    assert!(tree.is_ok());
}

/// Each declaration may be a function whose parameters are declared behind it, so that it reads all that follow.
#[test]
fn regions_may_read_far_ahead() {
    let language = calls(r#"<s> ::= <x>+  <x> ::= <f> | <p> ";"  <f> ::= <p> (<p> ";")* "{}""#);
    for end in ["", "a.b{}"] {
        let text = "a(b.c);".repeat(300) + end;
        let tree = by(&language, EngineChoice::Auto, &text);
        assert_eq!(tree, by(&language, EngineChoice::Earley, &text));
        assert!(tree.is_ok());
    }
}
