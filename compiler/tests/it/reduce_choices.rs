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

/// Lists, with and without separators and ends.
const LISTS: &str = r#"%start <s> %skip <ws> %token <ws> ::= [ \n]+
    <s> ::= "[" <v> ** "," "]"  <v> ::= <s> | <n> | <w> | "(" <w>+ ")" | "{" (<w> ":" <v> ";")* "}"
    %token <n> ::= [0-9]+ %token <w> ::= [a-z]+"#;

#[test]
fn what_is_needed_is_kept_and_nothing_else() {
    let lists = language(LISTS);
    let input = "[1, [2, 33], (ab cd ef), {a: 1; bug: [x, 42]; c: [];}, zz]";
    let results = [
        ("", "[]"),
        ("bug", "[{bug:a;}]"),
        ("bug:", "[{bug:a;}]"),
        ("42", "[42]"),
        ("cd", "[(cd)]"),
        ("(", "[(a)]"),
        ("33]", "[33]"),
        ("[x", "[x]"),
        ("zz", "[zz]"),
    ];
    for (part, left) in results {
        let (text, tests) = reduced(&lists, input, |text| text.contains(part));
        assert_eq!(text, left, "{part}");
        assert!(tests < 120, "{part}: {tests}");
    }
}

#[test]
fn every_element_of_a_list_can_go() {
    let lists = language(LISTS);
    for kept in ["aa", "bb", "cc", "dd"] {
        let (text, _) = reduced(&lists, "[aa, bb, cc, dd]", |text| text.contains(kept));
        assert_eq!(text, format!("[{kept}]"));
        let (text, _) = reduced(&lists, "[(aa bb cc dd)]", |text| text.contains(kept) && text.contains('('));
        assert_eq!(text, format!("[({kept})]"));
    }
    let input: Vec<String> = (100..400).map(|number| number.to_string()).collect();
    let (text, tests) = reduced(&lists, &format!("[{}]", input.join(",")), |text| text.contains("321"));
    assert_eq!(text, "[321]");
    assert!(tests < 120, "{tests}");
}

#[test]
fn several_places_become_simpler_at_once() {
    let lists = language(LISTS);
    let same = |text: &str| {
        let words: Vec<&str> = text.split(|c: char| !c.is_ascii_lowercase()).filter(|word| !word.is_empty()).collect();
        words.len() == 2 && words[0] == words[1]
    };
    assert_eq!(reduced(&lists, "[longname, [longname]]", same).0, "[a,a]");
}

/// A number says how many elements of another list there are.
#[test]
fn what_counts_is_lowered_with_what_it_counts() {
    let counted = language(r#"<s> ::= <n> ":" <x>*  <x> ::= "<" [a-z]* ">"  %token <n> ::= [0-9]+"#);
    let is_right = |text: &str| {
        let (number, list) = text.split_once(':').expect("it parses");
        number.parse::<usize>().ok() == Some(list.matches('<').count()) && text.contains("bug")
    };
    assert_eq!(reduced(&counted, "4:<a><bug><b><cc>", is_right).0, "1:<bug>");
    let pairs = language(r#"<s> ::= "(" <x>* "|" <x>* ")"  <x> ::= [a-z]"#);
    let is_even = |text: &str| {
        let (left, right) = text[1..text.len() - 1].split_once('|').expect("it parses");
        left.len() == right.len() && left.contains('b')
    };
    assert_eq!(reduced(&pairs, "(abcd|wxyz)", is_even).0, "(b|a)");
}

#[test]
fn what_does_not_parse_stays() {
    let strategy = STRATEGIES.iter().find(|strategy| strategy.name == "choices").expect("it is there");
    let options = Options { strategies: vec![strategy], ..Options::default() };
    let reduced = reduce(&language(LISTS), b"[1, ", &|_: &[u8]| true, &options).expect("it is interesting");
    assert_eq!(reduced.text, b"[1, ");
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
    for seed in 0..200 {
        let text = fuzz(&cyclic, &mut Choices::fresh(seed), 3).expect("there is no dead end");
        assert!(text.len() <= 16, "seed {seed}: {} bytes", text.len());
        assert_eq!(fuzz(&cyclic, &mut Choices::fresh(seed), 0).map(|text| text.len() <= 2), Ok(true), "seed {seed}");
    }
    let deep = vec![Step::Choice(Choice::Alt(0)); 100];
    assert_eq!(fuzz(&cyclic, &mut Choices::replay_steps(&deep), 0), Ok(b"b".into()), "choices of no application");
}
