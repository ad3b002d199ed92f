//! What is promised of hooks and of generating under them, one sentence a test.

use std::sync::Mutex;

use grammarc_runtime::choices::Choices;
use grammarc_runtime::edit::Edit;
use grammarc_runtime::fields::fill;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::{DeadEnd, fuzz};
use grammarc_runtime::grammar::{FunctionId, Value};
use grammarc_runtime::hooks::{CustomFunctions, Node, Offer, State, Verdict, Violation, is_subset, violations};
use grammarc_runtime::order;
use grammarc_runtime::parse::{EngineChoice, ErrorKind, Outcome, ParseError};
use grammarc_runtime::reduce::{Hooks, Languages, Search, Validity};
use grammarc_runtime::tree::{NodeId, Tree};
use grammarc_runtime::trial::{self, Trial};

use crate::common::language;

fn broken(language: &Format, input: &str) -> (Tree, Vec<Violation>) {
    match language.parsing().judge(input.as_bytes()) {
        Outcome::Valid(tree) => (tree, Vec::new()),
        Outcome::Invalid(tree, found) => (tree, found),
        Outcome::NoParse(error) => panic!("{input}: {}", error.message()),
    }
}

fn said(language: &Format, input: &str) -> Vec<String> {
    broken(language, input).1.iter().map(|it| it.message(&language.grammar)).collect()
}

const NAMES: &str = r#"<s> ::= <one>*
    <one> ::= "d" <id> @def(v) ";" | "u" <id> @use(v, at=scope) ";" | "{" <one>* @scope(v) "}" | "n" <id> @use(v) ";"
    %token <id> ::= [a-z]+"#;

#[test]
fn a_late_use_is_judged_when_its_scope_closes() {
    let language = language(NAMES);
    for (input, count) in [("{ua;da;}", 0), ("{ua;}da;", 1), ("ua;{da;}", 1), ("ua;{}da;", 0), ("da;{ua;}", 0)] {
        assert_eq!(said(&language, input).len(), count, "{input}");
    }
}

#[test]
fn without_a_scope_the_scope_is_the_input() {
    let language = language(
        r#"<s> ::= <a> <b>  <a> ::= "(" <i> @def(v, unique) ")"  <b> ::= <a>? "[" <i> @use(v) "]"  <i> ::= [a-z]"#,
    );
    assert_eq!(said(&language, "(a)[a]"), [""; 0]);
    assert_eq!(said(&language, "(a)(a)[a]"), ["`a` is already defined (in `v`) and must be unique"]);
}

#[test]
fn a_violation_has_no_place_and_counts_as_often_as_it_is_there() {
    let language = language(NAMES);
    let found = |input: &str| broken(&language, input).1;
    for (some, of, expected) in [
        ("nq;", "da;na;nq;", true),
        ("nq;nq;", "nq;na;nq;", true),
        ("nq;nq;", "nq;na;", false),
        ("na;", "nq;", false),
        ("{nq;}", "nq;", true),
        ("", "nq;", true),
    ] {
        assert_eq!(is_subset(&found(some), &found(of)), expected, "{some} {of}");
    }
    // A field is known by its rule, label and `:=`, whatever its values are.
    let sums = self::language(
        r#"%import "std/bin.bnf" <s> ::= <a>* <b>*  <a> ::= v:[a-z]* n:<dec> := size(v)  <b> ::= v:[A-Z]* n:<dec> := size(v)"#,
    );
    let lies = |input: &str| broken(&sums, input).1;
    assert!(is_subset(&lies("ab7"), &lies("a9")) && !is_subset(&lies("a9b9"), &lies("a9")));
    assert!(!is_subset(&lies("A9"), &lies("a9")));
}

#[test]
fn a_field_of_fixed_width_may_lie_in_its_own_size() {
    let language = language(
        r#"%import "std/bin.bnf" %encoding bytes %start <s> <s> ::= h:(<u8> := size(h) [a-z]+) "." t:("!" <u16be> := size(t) "?")"#,
    );
    assert_eq!(said(&language, "\x03ab.!\0\x04?"), [""; 0]);
    assert_eq!(said(&language, "\x02ab.!\0\x03?").len(), 2);
    assert_eq!(fill(&language, b"\0abc.!\0\0?".to_vec()), b"\x04abc.!\0\x04?");
}

/// What is wrong with an input, or that it has no tree, by each engine that can decide it: they must agree.
fn said_by_all(language: &Format, input: &str) -> Result<Vec<String>, usize> {
    let said = |choice| match language.parsing().by(choice).judge(input.as_bytes()) {
        Outcome::Valid(_) => Ok(Vec::new()),
        Outcome::Invalid(tree, found) => {
            let place = |it: &Violation| tree.node(it.node).span.start;
            Ok(found.iter().map(|it| format!("{} {}", place(it), it.message(&language.grammar))).collect())
        }
        Outcome::NoParse(error) => Err((error.kind, error.offset)),
    };
    let auto = said(EngineChoice::Auto);
    assert_eq!(said(EngineChoice::Earley), auto, "{input}");
    let engine = said(EngineChoice::Engine);
    assert!(engine == auto || engine == Err((ErrorKind::Undecided, 0)), "{input}: {engine:?}");
    auto.map_err(|(_, offset)| offset)
}

/// On NoParse one more parse, with drives, counts and back-references unenforced.
#[test]
fn what_does_not_parse_is_read_again_without_believing_labels() {
    let tags = r#"<e> ::= "<" open:<tag> ">" <e>* "</" CLOSE ">"  %token <tag> ::= [a-zA-Z]+"#;
    let (item, check) = (tags.replace("CLOSE", "text(open)"), tags.replace("CLOSE", "<tag> := text_ci(open)"));
    let heredoc = r#"<h> ::= "<<" end:<word> "\n" (!("\n" text(end)) .)* "\n" text(end)  <word> ::= [A-Z]+"#;
    let quotes = r#"<s> ::= q:"'" [a-z]* text(q) | (q:["`] [a-z]* text(q) | q:"$" [a-z]* text(q))"#;
    let inner = r#"<s> ::= x:[a-z] y:("(" text(x) ")") "=" text(y)"#;
    let within = r#"<s> ::= ("<" t:<t> ">" | "[" t:<u> "]" text(t))* <t> ::= "a" | "b" <t>  <u> ::= [0-9]+"#;
    let grouped = r#"<s> ::= l:(<w>+) "=" (<w>+) := text(l) ";" <w>* := text(l)  <w> ::= [a-z]"#;
    let counted = r#"%import "std/bin.bnf" %start <s> <s> ::= n:<dec> ":" ("x" [a-z]){n} "y"{n - 1,}"#;
    let between = r#"%import "std/bin.bnf" %start <s> <s> ::= n:<dec> ":" m:<dec> ":" "x" {n, m} "y"{m * 2}"#;
    let lists = r#"%import "std/bin.bnf" %start <s> <s> ::= <l>*  <l> ::= n:<dec> "[" ([a-z] ** ","){1} "]" ("(" "z"{n} ")" | "-")"#;
    let all =
        r#"%import "std/bin.bnf" %start <s> <s> ::= n:<dec> := size(v) ":" v:[a-z]* ";" text(v) ";" c:<dec> "!"{c}"#;
    let first = r#"%import "std/bin.bnf" %start <s> <s> ::= x:[a-z]+ ";" text(x) [a-z]* n:<dec> "z"{n}"#;
    let repeated = |place: usize, there: &str, of: &str, text: &str| {
        format!("{place} expected `{text}`, the text of `{of}`, but found `{there}`")
    };
    let counts = |place: usize, of: &str, asked: &str, there: &str| {
        format!("{place} `{of}` requires {asked} here, but there {there}")
    };
    for (grammar, input, expected) in [
        (item.as_str(), "<a><b></c><d></d></a>", vec![repeated(8, "c", "open", "b")]),
        (&item, "<a></A>", vec![repeated(5, "A", "open", "a")]),
        (&check, "<a><b></c></A>", vec![repeated(8, "c", "open", "b")]),
        (&check, "<a><b></c></x>", vec![repeated(8, "c", "open", "b"), repeated(12, "x", "open", "a")]),
        (&item, "<a></>", vec!["5 expected `a`, the text of `open`, but found nothing".to_owned()]),
        (heredoc, "<<EOF\nx\nEND", vec![repeated(8, "END", "end", "EOF")]),
        (quotes, "'ab'", vec![]),
        (quotes, "\"ab`", vec![repeated(3, "`", "q", "\\\"")]),
        (quotes, "$ab`", vec![repeated(3, "`", "q", "$")]),
        (inner, "a(b)=(a)", vec![repeated(2, "b", "x", "a"), repeated(5, "(a)", "y", "(b)")]),
        (within, "<bba>[12]1", vec![repeated(9, "1", "t", "12")]),
        (grouped, "ab=ac;a", vec![repeated(3, "ac", "l", "ab"), repeated(6, "a", "l", "ab")]),
        (
            counted,
            "3:xaxby",
            vec![counts(0, "n", "3 repetitions", "are 2"), counts(0, "n", "2 or more repetitions", "is 1")],
        ),
        (between, "4:3:xxxyyyyyy", vec![counts(0, "n", "an impossible number of repetitions", "are 3")]),
        (between, "1:2:xxxyyyy", vec![counts(0, "n", "1 to 2 repetitions", "are 3")]),
        (lists, "1[a](zz)7[b]-", vec![counts(0, "n", "1 repetition", "are 2")]),
        (lists, "1[a]()", vec![]),
        (
            all,
            "3:ab;cd;1!!",
            vec![
                "0 `n` is 3 here, but `size(v)` is 2".to_owned(),
                repeated(5, "cd", "v", "ab"),
                counts(8, "c", "1 repetition", "are 2"),
            ],
        ),
        // What is right is read as it is.
        (first, "ab;abc2z", vec![counts(6, "n", "2 repetitions", "is 1")]),
        (first, "ab;abc1z", vec![]),
        (lists, "7[b]-", vec![]),
    ] {
        let found = said_by_all(&language(grammar), input);
        let expected = if input == "1[a]()" { Err(5) } else { Ok(expected) };
        assert_eq!(found, expected, "{input}");
    }
    // What parses does not differ, whatever is skipped.
    let skipped = r#"%skip <ws> %start <s> <s> ::= "<" o:<t> ">" text(o) ";"  <t> ::= [a-z]+  %token <ws> ::= " "+"#;
    assert_eq!(said_by_all(&language(skipped), "<a >a ;"), Ok(Vec::new()));
    // What has no tree even so has the error of the first parse.
    assert_eq!(said_by_all(&language(&item), "<a><b></a>"), Err(8));
    assert_eq!(said_by_all(&language(&item), "<a></1>"), Err(5));
}

/// Skip is a leaf beside its terminal; `text()`, `size()` and hooks do not see it: a text ends with its last byte that was not
/// skipped. What is skipped between two of its parts is in it.
#[test]
fn labels_do_not_see_what_is_skipped_after_their_text() {
    let head = r#"%import "std/bin.bnf" %skip <ws> %start <s> %token <ws> ::= " "+ %token <word> ::= [a-zA-Z]+
        <pair> ::= <word> <last>?  <last> ::= <word>  <len> ::= <dec>"#;
    let repeated = |place: usize, there: &str, of: &str, text: &str| {
        format!("{place} expected `{text}`, the text of `{of}`, but found `{there}`")
    };
    let is = |place: usize, field: &str, there: u32, of: &str, value: u32| {
        format!("{place} `{field}` is {there} here, but `{of}` is {value}")
    };
    let item = r#"<s> ::= "<" open:<pair> ">" <s>* "</" text(open) ">""#;
    let check = r#"<s> ::= "<" open:<pair> "/"? ">" <s>* "</" <pair> := text_ci(open) ">""#;
    let group = r#"<s> ::= open:(<pair> "?"?) "|" <all> := text(open) "."?  <all> ::= <pair> "?"?"#;
    let except = r#"<s> ::= (<pair> - "no" | "no" "thing") "." "#;
    let ahead = r#"<s> ::= end:<pair> ":" (!text(end) <word>)* "!" <pair>"#;
    let slice = r#"<s> ::= n:<len> := size(v) ":" v:<pair> ";" <word>?"#;
    let inner = r#"<s> ::= n:<len> := size(v) ":" v:(m:<dec> := size(w) w:<pair> ".") ";""#;
    let more = r#"<s> ::= n:<len> := size(v) * 2 + 1 ":" v:(<pair>?) ";""#;
    let later = r#"<s> ::= v:<pair> ";" <len> := size(v) c:<len> := count(w) w:(<word>*)"#;
    let sum = r#"<s> ::= v:(<word>+) ";" <len> := sum8(v)"#;
    let early = r#"<s> ::= n:<pair> ":" "x"{size(n)}"#;
    for (rules, input, expected) in [
        (item, " <a b ><c> </c ></ a b > ", vec![]),
        (item, "<a  b ></a b >", vec![repeated(9, "a b", "open", "a  b")]),
        (item, "<a ></b >", vec![repeated(6, "b", "open", "a")]),
        (item, "<a ><b ></c ></d >", vec![repeated(10, "c", "open", "b"), repeated(15, "d", "open", "a")]),
        (check, "<a ></A>", vec![]),
        (check, "<a b/></A B > ", vec![]),
        (check, "<a b ></ b > ", vec![repeated(9, "b", "open", "a b")]),
        (group, "a b | a b .", vec![]),
        (group, "a b  |a c .", vec![repeated(6, "a c", "open", "a b")]),
        (except, "yes .", vec![]),
        (ahead, "a b : c a ! b c", vec![]),
        (slice, "3 : a b  ; c ", vec![]),
        (slice, "4:a b ;", vec![is(0, "n", 4, "size(v)", 3)]),
        (slice, "1:a b;", vec![is(0, "n", 1, "size(v)", 3)]),
        (inner, "6:3 a b. ;", vec![]),
        (inner, "5:1 a . ;", vec![]),
        (inner, "6:2 a . ;", vec![is(0, "n", 6, "size(v)", 5), is(2, "m", 2, "size(w)", 1)]),
        (more, "1: ;", vec![]),
        (more, "7:a b ;", vec![]),
        (later, "a b  ; 3 2 c d ", vec![]),
        (later, "a b  ; 5 1 c d ", vec![is(7, "<len>", 5, "size(v)", 3), is(9, "c", 1, "count(w)", 2)]),
        (sum, "a  ; 97 ", vec![]),
        (sum, "a  ; 98 ", vec![is(5, "<len>", 98, "sum8(v)", 97)]),
        (early, "a b : x x x ", vec![]),
    ] {
        let language = language(&format!("{head} {rules}"));
        assert_eq!(said_by_all(&language, input), Ok(expected), "{rules} {input}");
        for seed in 0..30 {
            let text = fuzz(&language, &mut Choices::fresh(seed), 8).expect("there are texts");
            let outcome = language.parsing().judge(&text);
            // Repetitions that a size counts are generated freely.
            let is_valid = rules == early || matches!(outcome, Outcome::Valid(_));
            assert!(is_valid, "{rules} {}: {outcome:?}", text.escape_ascii());
        }
    }
    let except = language(&format!("{head} {except}"));
    assert!(said_by_all(&except, "no .").is_err());
    let ahead = language(&format!("{head} {ahead}"));
    assert!(said_by_all(&ahead, "a b : c a b ! b c").is_err());
}

/// A blank that can be the end of a text, or be skipped after it: the first reading that fits counts.
#[test]
fn readings_differ_by_what_is_skipped() {
    let language = language(
        r#"%skip <ws> %start <s> %token <ws> ::= " "+  <s> ::= a:<x> ";" "x"{size(a)} "."  <x> ::= [a-z] | [a-z] <y>  <y> ::= " "+"#,
    );
    for (input, alternative) in [("a;x.", 0), ("a ;x.", 0), ("a ;xx.", 1), ("a  ;xxx.", 1)] {
        assert_eq!(said_by_all(&language, input), Ok(vec![]), "{input}");
        let tree = broken(&language, input).0;
        let x = tree.children(tree.root()).next().expect("it has parts");
        let x = tree.children(x).next().and_then(|x| tree.node(x).production).expect("it is a rule");
        assert_eq!(language.grammar.production(x).alternative, alternative, "{input}");
    }
    assert_eq!(said_by_all(&language, "a  ;xxxx.").map(|said| said.len()), Ok(1));
}

/// With a step budget.
#[test]
fn reading_again_ends() {
    let any = language(r#"<s> ::= x:[a-z]+ ";" .* text(x) "!""#);
    let long = format!("b;{}", "a".repeat(300_000));
    assert!(matches!(any.parsing().judge(long.as_bytes()), Outcome::NoParse(_)));
}

/// Functions by their names' order in the grammar.
struct Calls;

impl CustomFunctions for Calls {
    fn pre(&self, FunctionId(number): FunctionId, state: &State) -> Offer {
        match number {
            0 => Offer::Nothing,
            1 => Offer::OneOf(state.names("v").into_iter().map(<[u8]>::to_vec).collect()),
            _ => Offer::Any,
        }
    }

    fn post(&self, FunctionId(number): FunctionId, _: &mut State, _: Node<'_>) -> Verdict {
        Verdict::from(number != 0)
    }

    fn compute(&self, _: FunctionId, texts: &[&[u8]]) -> Value {
        Value::Number(texts.concat().iter().map(|&byte| i128::from(byte)).sum())
    }
}

#[test]
fn a_field_of_fixed_width_is_zero_bytes_in_its_own_checksum_and_for_its_own_function() {
    let head = r#"%import "std/bin.bnf" %encoding bytes %start <s>"#;
    let sum =
        language(&format!(r#"{head} <s> ::= h:(<u16be> := total(h) [a-z]+) <u32be> := total(h)"#)).with_custom(&Calls);
    assert_eq!(said(&sum, "\0\x61a\0\0\0\x7f").len(), 1);
    let filled = fill(&sum, b"\x09\x09a\0\0\0\0".to_vec());
    assert_eq!(filled, [0, 0x61, b'a', 0, 0, 0, 0xc2]);
    let crc = language(&format!(r#"{head} <s> ::= h:(<u32be> := crc32(h) [a-z]+)"#));
    let once = fill(&crc, b"\0\0\0\0abc".to_vec());
    assert_eq!(fill(&crc, [&b"\xff\xff\xff\xff"[..], &once[4..]].concat()), once);
    assert_eq!(fill(&crc, once.clone()), once);
}

#[test]
fn pre_is_asked_before_the_item_and_post_after_it() {
    // What the item itself defines is not among the names that `@pre` sees.
    let own = language(
        r#"<s> ::= "-" @pre(first) | <i> @pre(known) @def(v) | "d" <i> @def(v) "=" <i> @pre(known)  <i> ::= [a-z]"#,
    )
    .with_custom(&Calls);
    assert_eq!(said(&own, "a"), ["`a` is not one of the texts that `@pre(known)` offers here"]);
    assert_eq!(said(&own, "da=a"), [""; 0]);
    assert_eq!(said(&own, "-"), ["`-` is not one of the texts that `@pre(first)` offers here"]);
}

#[test]
fn where_nothing_is_offered_or_all_is_rejected_the_next_option_is_taken() {
    let nothing = language(r#"<s> ::= <i> @pre(nothing) @w(1000) | "x" | "y"  <i> ::= [a-c]"#).with_custom(&Calls);
    let rejected = language(r#"<s> ::= <i> @post(never) @w(1000) | "x" | "y"  <i> ::= [a-c]"#).with_custom(&Calls);
    for (language, seed) in (0..50).flat_map(|seed| [(&nothing, seed), (&rejected, seed)]) {
        let text = fuzz(language, &mut Choices::fresh(seed), 10).expect("there are two");
        assert!(text == b"x" || text == b"y", "{}", text.escape_ascii());
    }
    for alone in [r#"<s> ::= [a-c] @pre(nothing)"#, r#"<s> ::= [a-c] @post(never)"#] {
        assert_eq!(fuzz(&language(alone).with_custom(&Calls), &mut Choices::fresh(1), 10), Err(DeadEnd));
    }
}

#[test]
fn a_repetition_goes_on_every_other_time() {
    let language = language(r#"<s> ::= <x>*  <x> ::= "x""#);
    let texts: Vec<usize> =
        (0..4000).map(|seed| fuzz(&language, &mut Choices::fresh(seed), 10).expect("no dead end").len()).collect();
    let share = |length: usize| texts.iter().filter(|&&it| it == length).count();
    for (length, expected) in [(0, 2000), (1, 1000), (2, 500), (3, 250)] {
        assert!(share(length).abs_diff(expected) < 150, "{} of {length}", share(length));
    }
}

#[test]
fn beyond_the_greatest_depth_what_hooks_cannot_reject_comes_first() {
    let language = language(
        r#"<s> ::= <i> @def(v) "=" <e>  <e> ::= <i> @use(v) | <a> | <e> "+" <e>  <a> ::= <b>  <b> ::= "(" <c> ")"  <c> ::= "0"  <i> ::= [a-z]"#,
    );
    for seed in 0..50 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 0).expect("there are texts");
        assert!(text.ends_with(b"=(0)"), "{}", text.escape_ascii());
    }
    // Where nothing is safe, the cheapest that is enabled.
    let used =
        self::language(r#"<s> ::= <i> @def(v) "=" <e>  <e> ::= "-" <e> | "(" <e> ")" | <i> @use(v)  <i> ::= [a-z]"#);
    for seed in 0..50 {
        assert_eq!(fuzz(&used, &mut Choices::fresh(seed), 0).map(|text| text.len()), Ok(3));
    }
}

/// Each element may take one rollback, and nearly always does: as many as are allowed, and one more.
#[test]
fn an_application_is_given_up_after_64_rollbacks() {
    for (count, expected) in [(64, "1".repeat(64)), (65, "x".to_owned())] {
        let language = language(&format!(
            r#"<s> ::= <a> @w(1000000000) | "x"  <a> ::= ("0" !. "y" @w(1000000000) | "1"){{{count}}}"#
        ));
        for seed in 0..20 {
            let text = fuzz(&language, &mut Choices::fresh(seed), 10).expect("there are two");
            assert_eq!(String::from_utf8_lossy(&text), expected, "seed {seed}");
        }
    }
}

/// The first attempt keeps no way back, so it ends with the first option that is rejected; the second tries that one and all others.
#[test]
fn each_option_of_a_choice_is_tried_once() {
    static ASKED: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());
    struct Never;
    impl CustomFunctions for Never {
        fn pre(&self, _: FunctionId, _: &State) -> Offer {
            Offer::Any
        }
        fn post(&self, _: FunctionId, _: &mut State, node: Node<'_>) -> Verdict {
            ASKED.lock().expect("nobody panics here").push(node.text().to_vec());
            Verdict::from(false)
        }
        fn compute(&self, _: FunctionId, _: &[&[u8]]) -> Value {
            Value::Number(0)
        }
    }
    let language =
        language(r#"<s> ::= "a" @post(no) | "b" @post(no) @w(9) | <c> @post(no) | "d" @post(no)  <c> ::= "c""#)
            .with_custom(&Never);
    for seed in 0..20 {
        assert_eq!(fuzz(&language, &mut Choices::fresh(seed), 10), Err(DeadEnd));
        let mut asked = std::mem::take(&mut *ASKED.lock().expect("nobody panics here"));
        let without_a_way_back = asked.remove(0);
        assert_eq!(without_a_way_back, asked[0], "seed {seed}");
        asked.sort();
        assert_eq!(asked, [b"a", b"b", b"c", b"d"], "seed {seed}");
    }
}

/// For each symbol the namespaces that every derivation needs; an option is enabled if these are not empty now.
#[test]
fn options_need_names_of_any_number_of_namespaces() {
    let lines: String = (0..150).map(|n| format!("| \"d{n}=\" <i> @def(n{n}) | \"u{n}=\" <u{n}>\n")).collect();
    let uses: String = (0..150).map(|n| format!("<u{n}> ::= <i> @use(n{n})\n")).collect();
    let language = language(&format!("<s> ::= <one>+\n<one> ::= \"-\" {lines}{uses}<i> ::= [a-z]\n"));
    let grammar = &language.grammar;
    let needs = &language.recipes.of(grammar).needs;
    let rule = &grammar.rules[grammar.symbol("one").expect("it is a rule").0 as usize];
    for (place, production) in (rule.productions.start as usize..rule.productions.end as usize).enumerate() {
        let set = needs.before(production..production + 1);
        let needed: Vec<usize> = (0..150).filter(|n| set[n / 64] >> (n % 64) & 1 == 1).collect();
        // The first is `-`, then each namespace has a line that defines and one that uses.
        let expected = if place > 0 && place % 2 == 0 { vec![place / 2 - 1] } else { Vec::new() };
        assert_eq!(needed, expected, "{place}");
    }
    for seed in 0..100 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 10).expect("there are texts");
        assert!(matches!(language.parsing().judge(&text), Outcome::Valid(_)), "{}", text.escape_ascii());
    }
}

/// What follows a token can never lengthen it, or can: only then it is watched.
#[test]
fn watches_that_what_follows_makes_impossible_are_dropped() {
    for (follows, is_watched) in [(r#"";""#, false), (r#"[a-z0-9]"#, true), (r#"[0-9]"#, false), (r#""a"? ";""#, true)]
    {
        let text = format!("<s> ::= <word> {follows}  %token <word> ::= [a-z]+");
        let loaded = grammarc::load_text("it", &text).unwrap_or_else(|report| panic!("{report}"));
        let language = loaded.format();
        let recipe = language.recipes.of(&language.grammar);
        let word = language.grammar.symbol("word").expect("it is a token");
        assert_eq!(recipe.open_ended[word.0 as usize - language.grammar.rules.len()], is_watched, "{follows}");
        assert_eq!(recipe.has_dead_ends, is_watched, "{follows}");
    }
}

/// 24 of 26 letters are taken. Each draw is one of the two that are left in 2 of 26 cases.
#[test]
fn what_must_be_unique_is_drawn_sixteen_times_and_then_the_first_that_is_free() {
    let taken = |letters: &str| letters.chars().map(|letter| format!("\"{letter}\" @unique(v) ")).collect::<String>();
    let of =
        |taken: &str| language(&format!("<s> ::= {taken} <rest>  <rest> ::= [a-z] @unique(v) @w(1000000000) | \"-\""));
    let most = of(&taken("abcdefghijklmnoprstuvwxy"));
    let ends = |language: &Format, end: u8| {
        let text = |seed| fuzz(language, &mut Choices::fresh(seed), 10).expect("there are texts");
        (0..4000).filter(|&seed| text(seed).last() == Some(&end)).count()
    };
    let (first, last) = (ends(&most, b'q'), ends(&most, b'z'));
    assert_eq!(first + last, 4000);
    // Half of those that are drawn in time: (1 - (24/26)^16) / 2 = 36 %. With 12 draws it would be 31 %, with 20 40 %.
    assert!(last.abs_diff(1444) < 90, "{last}");
    assert_eq!(ends(&of(&taken("abcdefghijklmnopqrstuvwxyz")), b'-'), 4000);
    // All that there is is found.
    let pairs = language(r#"<s> ::= ([ab]{1,2} @unique(v)){6}  "#);
    for seed in 0..50 {
        let text = fuzz(&pairs, &mut Choices::fresh(seed), 10).expect("there are just so many");
        assert_eq!(text.len(), 2 + 4 * 2, "{}", text.escape_ascii());
    }
}

/// A million ways lie in the application, none of which leads anywhere.
#[test]
fn an_application_is_given_up_after_many_rollbacks_and_all_after_more() {
    let given_up = language(r#"<s> ::= <a> @w(1000) | "x"  <a> ::= ("0" | "1" | "2" | <n>){20} !. "y"  <n> ::= [3-9]"#);
    for seed in 0..10 {
        assert_eq!(fuzz(&given_up, &mut Choices::fresh(seed), 10), Ok(b"x".to_vec()), "seed {seed}");
    }
    let hopeless = language(r#"<s> ::= ("0" | <n>){40} !. "y"  <n> ::= [3-9]"#);
    assert_eq!(fuzz(&hopeless, &mut Choices::fresh(1), 10), Err(DeadEnd));
}

/// The nodes of a rule, from left to right.
fn all(language: &Format, tree: &Tree, rule: &str) -> Vec<NodeId> {
    let symbol = language.grammar.symbol(rule).expect("it is a rule");
    tree.walk().map(|(id, _)| id).filter(|&id| tree.node(id).symbol == symbol).collect()
}

/// Drops one node of a rule; returns what was asked, and how many candidates stopped before the oracle.
fn dropped(grammar: &str, hooks: Hooks, input: &str, (rule, number): (&str, usize)) -> (Option<String>, u64) {
    let language = language(grammar);
    let asked = Mutex::new(None);
    let oracle = |text: &[u8]| {
        *asked.lock().expect("nobody panics here") = Some(String::from_utf8_lossy(text).into_owned());
        true
    };
    let input = input.as_bytes();
    let spared = Trial::run(&oracle, &trial::TrialOptions::default(), None, input, |trial| {
        let mut search = Search::new(trial, Languages::new(&language), Validity::Prefer, input).with_hooks(hooks);
        let node = all(&language, search.tree(), rule)[number];
        search.first([((), Edit::Drop(node).into())]).expect("nothing stops it");
        drop(search);
        trial.counters().skipped.inadmissible
    });
    let asked = asked.into_inner().expect("nobody panics here");
    assert!(asked.as_ref().is_none_or(|text| order::compare(text.as_bytes(), input).is_lt()));
    (asked, spared)
}

#[test]
fn if_what_is_repaired_is_not_smaller_what_depends_goes_too() {
    let input = "da;dlonglonglong;na;";
    let asked = |hooks| dropped(NAMES, hooks, input, ("one", 0));
    assert_eq!(asked(Hooks::Repair), (Some("dlonglonglong;".to_owned()), 0));
    // What stops before the oracle is counted.
    assert_eq!(asked(Hooks::Discard), (None, 1));
    assert_eq!(asked(Hooks::Off), (Some("dlonglonglong;na;".to_owned()), 0));
}

#[test]
fn a_repair_offers_only_texts_of_the_item() {
    let grammar = r#"<s> ::= <one>*  <one> ::= "d" <any> @def(v) ";" | "n" <low> @use(v) ";"
        %token <any> ::= [a-zA-Z]+  %token <low> ::= [a-z]+"#;
    let asked = |input| dropped(grammar, Hooks::Repair, input, ("one", 0)).0;
    assert_eq!(asked("dab;dB;dcc;nab;").as_deref(), Some("dB;dcc;ncc;"));
    assert_eq!(asked("dab;dB;nab;").as_deref(), Some("dB;"));
}

#[test]
fn definitions_are_seen_from_where_they_say_while_reducing() {
    // The second is visible only after its own line, the third in all of the scope.
    let grammar = |at: &str| {
        format!(
            r#"<s> ::= <one>*  <one> ::= <id> @def(v{at}) "=" <id> @use(v) ";" | "d" <id> @def(v) ";"  %token <id> ::= [a-z]"#
        )
    };
    let asked = |at: &str| dropped(&grammar(at), Hooks::Repair, "da;b=a;", ("one", 0)).0;
    assert_eq!(asked("").as_deref(), Some("b=b;"));
    assert_eq!(asked(", at=end").as_deref(), Some(""));
    assert_eq!(asked(", at=scope").as_deref(), Some("b=b;"));
}

#[test]
fn all_of_what_is_wrong_is_marked() {
    let language = language(
        r#"%skip <ws> %start <s> <s> ::= <one>*  <one> ::= "let" <name> @def(v) ";" | "use" <name> @use(v) ";" | "call" (<name> "(" <name> ")") @post(never) ";"  <name> ::= [a-zé]+  %token <ws> ::= [ \n]+"#,
    );
    let language = language.with_custom(&Calls);
    let drawn = |input: &str| {
        let (tree, found) = broken(&language, input);
        let drawn =
            found.iter().map(|it| ParseError::violation(&language.grammar, input.as_bytes(), &tree, it).to_string());
        drawn.map(|text| text.lines().last().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(drawn("use héllo  ;"), ["  |     ^^^^^"]);
    assert_eq!(drawn("call f(x) ;"), ["  |      ^^^^"]);
    // Of what goes on in the next line only the first line is shown.
    assert_eq!(drawn("call ff\n( x) ;"), ["  |      ^^"]);
    let found = violations(language.meaning(), b"", &language.parse(b"").expect("nothing is a text"));
    assert!(found.is_empty());
}
