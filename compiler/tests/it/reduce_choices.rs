//! Reducing through the generator: the strategy `choices`.

use grammarc_runtime::choices::{Choice, Choices, SpanKind, Step};
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::reduce::{Options, STRATEGIES, reduce};

use crate::common::language;

/// Returns what is left, how many texts were tried, and how many of them are not in the language.
fn reduced(language: &Format, input: &str, is_interesting: impl Fn(&str) -> bool + Sync) -> (String, u64) {
    let strategy = STRATEGIES.iter().find(|strategy| strategy.name == "choices").expect("it is there");
    let options = Options { strategies: vec![strategy], ..Options::default() };
    let oracle = |text: &[u8]| {
        let text = std::str::from_utf8(text).expect("it is made of the input's characters");
        assert!(language.parse(text.as_bytes()).is_ok(), "{text:?} is not in the language");
        is_interesting(text)
    };
    let reduced = reduce(language, input.as_bytes(), &oracle, &options).expect("the input is interesting");
    (String::from_utf8(reduced.text).expect("it was shown to the oracle"), reduced.counters.tests)
}

#[test]
fn a_deep_text_is_reduced() {
    let brackets = language(r#"<s> ::= "(" <s> ")" | [a-z]"#);
    let input = ["(".repeat(20_000), "x".into(), ")".repeat(20_000)].concat();
    let (text, tests) = reduced(&brackets, &input, |text| text.starts_with("((") && text.ends_with("))"));
    assert_eq!(text, "((a))");
    assert!(tests < 100, "{tests}");
}

/// The assignments of the post on reducing through a generator, each of which ends with `;`.
const ASSIGNMENTS: &str = r#"<start> ::= <assignments>  <assignments> ::= <assign> ";\n" <assignments>?
    <assign> ::= <var> " = " <expr>
    <expr> ::= <expr> " + " <expr> | <expr> " - " <expr> | "(" <expr> ")" | <var> | <digit>
    <digit> ::= "0" | "1"  <var> ::= [a-z]"#;

/// Published, delta debugging on integers leaves 12 to 31 bytes, some of which its own grammar cannot parse: `00` stands for
/// no variable, `a=0;` and `0 = 0` are defaults (see `integers.rs`).
#[test]
fn defaults_are_texts_of_their_rules() {
    let assignments = language(ASSIGNMENTS);
    for published in ["0 = ((0));\na=0;\n", "d = ((00));\n"] {
        assert!(assignments.parse(published.as_bytes()).is_err());
    }
    let input = "e = 1 - 0;\nf = e + (((e) + f) - ((1)));\ng = f;\nj = (e - 0);\n";
    let (text, _) = reduced(&assignments, input, |text| text.contains("((") && text.contains("))"));
    assert_eq!(text, "a = ((a));\n");
    // Whatever is taken away, what stands for it is a text of its rule.
    let trace = assignments.trace(input.as_bytes(), &assignments.parse(input.as_bytes()).expect("it parses"));
    let trace = trace.expect("it has choices");
    for span in trace.spans.iter().filter(|span| span.kind == SpanKind::Application) {
        let mut steps = trace.steps.clone();
        steps.drain(span.steps.clone());
        let text = fuzz(&assignments, &mut Choices::replay_steps(&steps), 0).expect("there is no dead end");
        assert!(assignments.parse(&text).is_ok(), "{}", text.escape_ascii());
    }
}

/// A cost that is remembered from inside of a cycle must not make all options equal: depth would limit nothing.
#[test]
fn costs_are_right_in_cycles() {
    let cyclic = language(r#"<s> ::= <e>  <b> ::= <c> | "b"  <c> ::= <b>  <e> ::= <e> <e> | <c>"#);
    let deep = vec![Step::Choice(Choice::Alt(0)); 100];
    assert_eq!(fuzz(&cyclic, &mut Choices::replay_steps(&deep), 0), Ok(b"b".into()), "choices of no application");
}
