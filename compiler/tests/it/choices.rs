//! A parse tree becomes the choices that generate it.

use std::fs;

use grammarc_runtime::choices::{Choice, Choices, SpanKind, Step, Trace};
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::parse::EngineChoice;

use crate::common::{entries, folder_of, language, loaded};

/// How many texts are generated for each grammar.
const GENERATED: u64 = 300;

fn all_bundled() -> impl Iterator<Item = (String, Format)> {
    let folders = entries(&folder_of("")).into_iter().filter(|path| path.is_dir());
    folders.map(|folder| {
        let name = folder.file_name().expect("it has a name").to_string_lossy().into_owned();
        let language = loaded(&folder.join(format!("{name}.bnf")));
        (name, language)
    })
}

/// Parses a text, and checks that its choices write it again: as a plain list, as steps, and recorded once more.
fn traced(language: &Format, text: &[u8], what: &dyn Fn() -> String) -> Trace {
    let tree = language.parse(text).unwrap_or_else(|error| panic!("{}: {error:?}", what()));
    let trace = language.trace(text, &tree).unwrap_or_else(|| panic!("{}: no choices", what()));
    let shown = |text: &[u8]| String::from_utf8_lossy(text).into_owned();
    let mut replay = Choices::replay(trace.choices()).recorded();
    let written = fuzz(language, &mut replay, 0).unwrap_or_else(|dead_end| panic!("{}: {dead_end}", what()));
    assert_eq!(shown(&written), shown(text), "{}", what());
    assert_eq!(replay.into_log(), trace.choices(), "{}", what());
    let written = fuzz(language, &mut Choices::replay_steps(&trace.steps), 0);
    assert_eq!(written.as_deref().map(shown), Ok(shown(text)), "{}", what());
    trace
}

#[test]
fn samples_are_written_again() {
    for (name, language) in all_bundled() {
        for path in entries(&folder_of(&name).join("accept")) {
            let text = fs::read(&path).expect("it can be read");
            traced(&language, &text, &|| path.display().to_string());
        }
    }
}

#[test]
fn generated_texts_are_written_again() {
    for (name, language) in all_bundled() {
        for seed in 0..GENERATED {
            let mut choices = Choices::fresh(seed).recorded();
            let text = fuzz(&language, &mut choices, 12).unwrap_or_else(|end| panic!("{name}, seed {seed}: {end}"));
            // Fields are filled in afterwards, so the text may be another one before that.
            if text.len() > 2000 || language.parse(&text).is_err() {
                continue;
            }
            traced(&language, &text, &|| format!("{name}, seed {seed}: {}", text.escape_ascii()));
            let again = fuzz(&language, &mut Choices::replay(choices.into_log()), 0);
            assert_eq!(again.as_ref(), Ok(&text), "{name}, seed {seed}");
        }
    }
}

/// Small grammars, each for one thing that a tree does not show, with texts that have it.
const SMALL: &[(&str, &[&str])] = &[
    (
        r#"<s> ::= <e>  <e> ::= <e> "+" <e> @left(1) | "-" <e> @left(3) | <e> "^" <e> @right(4) | "(" <e> ")" | [0-9]"#,
        &["1", "-1+2^3^4+(5+-6)", "(((1)))"],
    ),
    (
        r#"<s> ::= "[" <x> ** "," "]" | <x> ++ ";" | <x>{2,4} "." | (<x>? "!")* "?"  <x> ::= [a-z] | "(" <s> ")""#,
        &["[]", "[a]", "[a,b,c]", "a;b;c", "ab.", "abcd.", "!a!?", "?", "([a]);b"],
    ),
    (
        r#"%start <s> %skip <ws> <ws> ::= ([ \n]+ | <c>)+ %exact <c> ::= "/*" (<c> | !"*/" .)* "*/" <s> ::= <w>* ("," <w>)* %token <w> ::= [a-z]+"#,
        &["", " ", "a b", "/*x/*y*/*/a /**/ b\n, c /* */", "a,b"],
    ),
    (r#"<s> ::= "<" open:[a-zA-Z]+ ">" <s>* "</" text_ci(open) ">" | i"br""#, &["<a></a>", "<aB>bR<x></X></Ab>"]),
    (
        r#"<s> ::= "<" open:<n> ">" "</" <n> := text_ci(open) ">"  <n> ::= <l>+  <l> ::= [a-z] | [A-Z]"#,
        &["<a></a>", "<abC></ABc>"],
    ),
    (
        r#"%start <s> %skip <ws> %token <ws> ::= [ ]+ <s> ::= a:<l> "=" <l> := text(a)  <l> ::= "(" <w>* ")" %token <w> ::= [a-z]+"#,
        &["(a)=(a)", "(a b)=(a b)", " ( a  b ) =( a  b ) ", "( a  b )=( a  b )   "],
    ),
    (
        r#"%import "std/bin.bnf" %start <s> %skip <ws> <ws> ::= (" " | <c>)+ %exact <c> ::= "{" <c>* "}" <s> ::= (a:(<w>*) "=" (<w> := text(a))* | a:<l> "<" <l> := text_ci(a) n:<n> := size(v) ":" v:<l> ";")* <l> ::= <w>* <e>? <e> ::= <w> "!" <n> ::= <dec> %token <w> ::= [a-zA-Z]+"#,
        &["a =a {}a ", "a b {} < A b {} 4 : a  b {}{{}} ; = ", "a ! {}< a ! 1:a;"],
    ),
    (
        r#"<s> ::= "a" <o> "z"  %opaque <o> ::= "(" <o>? ")" | <x> <x>*  <x> ::= [0-9] | "!" "!"? "#,
        &["a()z", "a((1!!!2))z", "a123z"],
    ),
    (r#"<s> ::= (!"x" <a>? | &"x" <b>?) [a-z]*  <a> ::= "1"  <b> ::= "2""#, &["xyz", "abc", "1x", ""]),
    (
        r#"<s> ::= q:["'] (!text(q) <a>? | &text(q) <b>?) ["'a]*  <a> ::= "1"  <b> ::= "2""#,
        &["''", "\"'", "'1", "'a\""],
    ),
    (
        r#"%import "std/bin.bnf" <s> ::= n:<dec> ":" <x>{n} <x>*  <x> ::= [a-z] | "(" <x> ")""#,
        &["0:", "2:ab", "2:a(b)c", "03:abc"],
    ),
    (
        r#"%import "std/bin.bnf" <s> ::= n:<dec> := size(v) ":" v:<v> "." <v>  %token <v> ::= [a-z]*"#,
        &["0:.", "2:ab.abc", "002:ab."],
    ),
    (
        r#"%import "std/bin.bnf" <s> ::= n:<dec> := size(v) ":" v:(<v> !"x" "."?) (<v> | "x")  %token <v> ::= [a-z]*"#,
        &["2:abcd", "0:", "3:ab.cd", "1:ax"],
    ),
    // Behind the text of a label stands one skip for each empty part at the end of its rule.
    (
        r#"%start <s> %skip <c> <c> ::= "c" <s> ::= l:[ab] <x> := text(l) "d"?  <x> ::= "a" "0"* <y> | "b" "1"*  <y> ::= "2"*"#,
        &["aa", "aac", "aacc", "aaccc", "acacccd", "bb", "bbc", "bbcc", "bcbccd"],
    ),
    (
        r#"%start <s> %skip <ws> %token <ws> ::= [ ]+ <s> ::= <p>+  %exact <p> ::= "x" <ws> "y" | "z""#,
        &["x y", "x  yz", " zzx y"],
    ),
    (r#"<s> ::= ("a" | "" | "b")* | <t>  <t> ::= <t> "c" | "" | "c""#, &["", "ab", "c", "ccc"]),
    (
        r#"%start <s> %skip <ws> %word <id> %token <ws> ::= [ ]+ <s> ::= ("if" <e>)+ ("=" <e>)? <e> ::= <id> | "not" <e> %token <id> ::= [a-z]+ - ("if" | "not")"#,
        &["if a", "if not not a if b=c"],
    ),
    // What is excluded is a text with what is skipped inside of it, be it at its beginning.
    (
        r#"%start <s> %skip <ws> %token <ws> ::= "c" <s> ::= <i> - "a" <i> ::= "x"* [ab]"#,
        &["cca", "b", "xa", "xca", "ccac"],
    ),
    // The elements of two texts that repeat another one are side by side in the tree.
    (
        r#"%import "std/bin.bnf" <s> ::= n:<dec> ":" t:[ab] ([ab]{0,n} := text(t))* ".""#,
        &["3:a.", "3:aaa.", "2:bbb.", "0:a."],
    ),
    // A look-ahead that looks ahead itself.
    (r#"<s> ::= !<t> [ab]* !. | &<t> "b" "c"*  %token <t> ::= "b"+ !"a""#, &["a", "ba", "bab", "bc", ""]),
];

#[test]
fn what_a_tree_does_not_show_is_written_again() {
    for &(grammar, texts) in SMALL {
        let language = language(grammar);
        for text in texts {
            traced(&language, text.as_bytes(), &|| format!("{text:?} by {grammar}"));
        }
        for seed in 0..GENERATED {
            let text = fuzz(&language, &mut Choices::fresh(seed), 8).expect("there is no dead end");
            if text.len() < 500 && language.parse(&text).is_ok() {
                traced(&language, &text, &|| format!("{} by {grammar}", text.escape_ascii()));
            }
        }
    }
}

/// A tree by chart is no different.
#[test]
fn a_text_that_needs_a_chart_is_written_again() {
    let language = language(r#"<s> ::= <s> <s> | "a" | "(" <s> ")" <s>?"#);
    for text in ["a", "aaa", "(a)a(aa)", "((a)(a)a)aa"] {
        assert!(
            language.parsing().by(EngineChoice::Engine).run(text.as_bytes()).is_err(),
            "{text}: no chart is needed"
        );
        traced(&language, text.as_bytes(), &|| text.to_owned());
    }
}

#[test]
fn a_million_brackets_are_written_again() {
    let language = language(r#"<s> ::= "(" <s> ")" | [a-z]"#);
    let text = ["(".repeat(1_000_000), "x".into(), ")".repeat(1_000_000)].concat();
    traced(&language, text.as_bytes(), &|| "a million brackets".to_owned());
}

/// Spans are nested, know their texts, and an application can stand for another of the same rule.
#[test]
fn spans_say_what_belongs_together() {
    let language = language(r#"<s> ::= "[" <x> ** "," "]"  <x> ::= <s> | [a-z]+"#);
    let text = b"[ab,[c],d]";
    let trace = traced(&language, text, &|| "spans".to_owned());
    let shown = |kind| {
        let spans = trace.spans.iter().filter(|span| span.kind == kind);
        let text =
            |span: &grammarc_runtime::choices::Span| String::from_utf8_lossy(&text[span.text.clone()]).into_owned();
        spans.map(|span| format!("{} {}", language.grammar.name(span.symbol), text(span))).collect::<Vec<_>>()
    };
    let all = trace.spans.iter().enumerate();
    for (number, span) in all.skip(1) {
        let around = &trace.spans[span.parent];
        assert!(span.parent < number);
        assert!(
            around.steps.start <= span.whole().start && span.whole().end <= around.steps.end,
            "{span:?} in {around:?}"
        );
    }
    assert_eq!(shown(SpanKind::Text), ["[a-z]+ ab", "[a-z]+ c", "[a-z]+ d"]);
    // The list can be left out; inside of it one more element comes after each comma.
    assert_eq!(shown(SpanKind::Element), ["s ab,[c],d", "s ,[c]", "s c", "s ,d"]);
    let x = language.grammar.symbol("x").expect("it is there");
    let found = trace.spans.iter().filter(|span| span.kind == SpanKind::Application && span.symbol == x);
    let values: Vec<_> = found.map(|span| String::from_utf8_lossy(&text[span.text.clone()]).into_owned()).collect();
    assert_eq!(values, ["ab", "[c]", "c", "d"]);
}

/// Replays the steps, some of which are replaced by others.
fn changed(language: &Format, trace: &Trace, at: std::ops::Range<usize>, by: &[Step]) -> String {
    let mut steps = trace.steps.clone();
    steps.splice(at, by.iter().cloned());
    let text = fuzz(language, &mut Choices::replay_steps(&steps), 0).expect("there is no dead end");
    String::from_utf8(text).expect("it is ASCII")
}

#[test]
fn what_is_changed_is_not_felt_elsewhere() {
    let language = language(r#"<s> ::= (<x> ";")*  <x> ::= <n> "+" <x> | "(" <x> ")" | <n>  %token <n> ::= [0-9]+"#);
    let trace = traced(&language, b"1+2;(3);4;", &|| "alignment".to_owned());
    let spans = |kind| trace.spans.iter().filter(move |span| span.kind == kind);
    // An element goes, and the others stay.
    let second = spans(SpanKind::Element).nth(1).expect("there are three");
    assert_eq!(changed(&language, &trace, second.whole(), &[]), "1+2;4;");
    // Another option keeps what fits it, and the rest is the default; what is left over harms nobody.
    let x = language.grammar.symbol("x").expect("it is there");
    let applications: Vec<_> = spans(SpanKind::Application).filter(|span| span.symbol == x).collect();
    let first = applications[0].steps.start;
    assert_eq!(changed(&language, &trace, first..first + 1, &[Step::Choice(Choice::Alt(2))]), "1;(3);4;");
    assert_eq!(changed(&language, &trace, first..first + 1, &[Step::Choice(Choice::Alt(1))]), "(2);(3);4;");
    let third = applications[3].steps.start;
    assert_eq!(changed(&language, &trace, third - 1..third - 1, &[Step::Choice(Choice::Alt(1))]), "1+2;(3);4;");
    // Without its choices an application is the default.
    assert_eq!(changed(&language, &trace, applications[0].steps.clone(), &[]), "0;(3);4;");
    // Another application of the same rule takes its place.
    let by = trace.steps[applications[2].steps.clone()].to_vec();
    assert_eq!(changed(&language, &trace, applications[0].steps.clone(), &by), "(3);(3);4;");
    // Nothing at all is a text as well.
    assert_eq!(changed(&language, &trace, 0..trace.steps.len(), &[]), "");
}
