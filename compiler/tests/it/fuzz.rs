//! Fuzzing by tables: it ends, is the same for the same choices, and follows weights and depth.

use std::collections::BTreeSet;

use grammarc_runtime::choices::{self, Choice, Choices};
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::{CHEAP_AFTER_BYTES, DeadEnd, Fuzzer, fuzz};
use grammarc_runtime::grammar::{RuleKind, TerminalKind};
use grammarc_runtime::parse::Outcome;

use crate::common::{bundled, data, named, text_of};

/// Small grammars, each for one thing that can go wrong.
const SMALL: [(&str, &str); 18] = [
    ("recursion", r#"<a> ::= "(" <a> ")" | "[" <a> "]" <a> | "x""#),
    ("cyclic", r#"<a> ::= <b> | "x" <a> <b> <a>  <b> ::= <a> | <b> | """#),
    ("growing", r#"<a> ::= <a> <a> <a> @w(100) | "x""#),
    ("repetitions", r#"<a> ::= (<a>* "," <a>*)* "." | <b>{2,5} <b> ::= "b"? "c"{3} <a>?"#),
    ("lists", r#"<a> ::= "[" <a> ** "," "]" | "{" <a> ++ ";" "}""#),
    ("tokens", r#"<a> ::= <n>+ | <n> "." <n> | <w> <a>  %token <n> ::= [0-9]+ ("." [0-9]+)?  %token <w> ::= [a-z]*"#),
    (
        "skip",
        r#"%start <s> %skip <ws> %token <ws> ::= [ \n]+ <s> ::= (<n> | <w> | "." | "-")* %token <n> ::= [0-9]+ ("." [0-9]+)? %token <w> ::= [a-z]+"#,
    ),
    (
        "word",
        r#"%start <s> %skip <ws> %word <id> %token <ws> ::= [ \n]+ <s> ::= ("if" <e> "in" <e>)+ <e> ::= <id> | "not" <e> | "(" <e> ")" %token <id> ::= [a-z]+ - ("if" | "in" | "not")"#,
    ),
    ("ahead", r#"<s> ::= ("<" !"/" <t> | &[ab] <t> | (!"-->" .)* "-->")* !.  <t> ::= "/" | "a" | "b" <t>"#),
    (
        "ahead_in_tokens",
        r#"<s> ::= "<" (<s> | <chars> | <note>)* ">" %token <chars> ::= (!"]]>" ![<>?] .)+ %token <note> ::= "?" !("x" !"y") ([a-z] - ("c" !"d"))*"#,
    ),
    ("exclusion", r#"<s> ::= (<t> - ("ab" | "ba"))* <t> ::= "a" <t> | "b" <t> | "" "#),
    (
        "labels",
        r#"<s> ::= open:<t> "(" (<s> | "") ")" text(open) | open:<t> "=" <t> := text(open) ";" | "<" open:[a-c]+ ">" (!("</" text_ci(open)) [a-z</])* "</" text_ci(open)  %token <t> ::= [a-z]+"#,
    ),
    (
        "precedence",
        r#"<e> ::= <e> "+" <e> @left(1) | "-" <e> @left(3) | <e> "^" <e> @right(4) | <e> "=" <e> @none(0) | "(" <e> ")" | [0-9]"#,
    ),
    ("bytes", r#"%encoding bytes <s> ::= b"\x89PNG" (b[\x00-\x1f] | . )* | b[\xf0-\xff]{4}"#),
    ("unicode", r#"<s> ::= [^a-z]* | [à-ÿ]+ | . i"abc" .{3,7}"#),
    ("empty", r#"<s> ::= """#),
    (
        "nested_comments",
        r#"%start <s> %skip <gap> <gap> ::= ([ \n]+ | <comment>)+ %exact <comment> ::= "(*" (<comment> | !("(*" | "*)") .)* "*)" <s> ::= <w>* %token <w> ::= [a-z]+"#,
    ),
    (
        "exclusion_by_label",
        r#"<s> ::= a:<t> ":" (<t> - (text(a) | text(a) "b")) ";" <s>? | q:["'] (. - text(q))* text(q)  <t> ::= [ab] <t>?"#,
    ),
];

fn languages() -> Vec<(String, Format)> {
    let bundled = ["json", "html", "expr"].map(|name| (name.to_owned(), text_of(name).to_owned()));
    let small = SMALL.map(|(name, text)| (name.to_owned(), text.to_owned()));
    small.into_iter().chain(bundled).map(|(name, text)| (name.clone(), named(&name, &text))).collect()
}

#[test]
fn it_ends_and_can_be_replayed() {
    for (name, language) in languages() {
        // Each of the deep texts takes thousands of choices, so that eight of them run the same code as forty.
        for (depth, seeds) in [(0, 40), (5, 40), (10, 40), (100, 8), (1_000_000, 8)] {
            for seed in 0..seeds {
                let mut fresh = Choices::fresh(seed).recorded();
                let text = fuzz(&language, &mut fresh, depth);
                let text = text.unwrap_or_else(|DeadEnd| panic!("{name}, depth {depth}, seed {seed}: dead end"));
                assert!(text.len() < 8 * CHEAP_AFTER_BYTES, "{name}, depth {depth}, seed {seed}: {} bytes", text.len());
                let log = fresh.into_log();
                let read = choices::read(&choices::write(&log)).expect("it was written");
                let mut replay = Choices::replay(read).recorded();
                assert_eq!(fuzz(&language, &mut replay, 0).as_ref(), Ok(&text), "{name}, depth {depth}, seed {seed}");
                assert_eq!(replay.into_log(), log, "{name}, depth {depth}, seed {seed}");
                assert_eq!(fuzz(&language, &mut Choices::fresh(seed), depth), Ok(text), "not recorded");
            }
        }
    }
}

#[test]
fn what_is_written_is_parsed_again() {
    for (name, language) in languages() {
        for depth in [0, 5, 10, 30] {
            for seed in 0..40 {
                let text = fuzz(&language, &mut Choices::fresh(seed), depth).expect(&name);
                // The chart of a very ambiguous text is large.
                if text.len() > 250 {
                    continue;
                }
                if let Err(error) = language.parse(&text) {
                    panic!("{name}, depth {depth}, seed {seed}: {error:?}\n{}", text.escape_ascii());
                }
            }
        }
    }
}

#[test]
fn a_changed_list_of_choices_still_gives_a_text() {
    for (name, language) in languages() {
        for seed in 0..20 {
            let mut fresh = Choices::fresh(seed).recorded();
            fuzz(&language, &mut fresh, 10).expect(&name);
            let mut log = fresh.into_log();
            log.reverse();
            log.truncate(30);
            log.insert(log.len() / 2, Choice::Text(b"?".into()));
            assert!(fuzz(&language, &mut Choices::replay(log), 10).is_ok(), "{name}, seed {seed}");
        }
        assert!(fuzz(&language, &mut Choices::replay(Vec::new()), 10).is_ok(), "{name}");
    }
}

/// Grammars in which some choices forbid all that can follow, which shows only after many others.
fn with_traps() -> [(&'static str, Format); 2] {
    // Only a line end may come after a note, and none can: that shows when every level of every bracket was tried.
    let notes = r##"
        <s> ::= <e> "."  %token <note> ::= "#" [^\n]*
        <e> ::= <e> "+" <e> @left(1) | <e> "*" <e> @left(2) | <e> "^" <e> @right(3) | "(" <e> ")" @w(3) | "x" <note>?"##;
    // Comments after long strings are such notes.
    [("notes", named("notes", notes)), ("lua", bundled("lua"))]
}

#[test]
fn a_text_is_found_wherever_there_is_one() {
    for (name, language) in with_traps() {
        let many = [8, 12, 20, 50, 100].into_iter().flat_map(|depth| (0..50).map(move |seed| (depth, seed)));
        for (depth, seed) in many.chain([(8, 3667), (12, 968), (20, 1071), (50, 1586)]) {
            let text = fuzz(&language, &mut Choices::fresh(seed), depth);
            assert!(text.is_ok(), "{name}, depth {depth}, seed {seed}: dead end");
        }
    }
}

/// The same seed gives the same bytes, today and on every machine. A change here changes what every seed means.
#[test]
fn a_seed_means_the_same_for_ever() {
    let mut digests = String::new();
    // The bundled grammars may change; these do not.
    for (name, text) in SMALL {
        let language = named(name, text);
        let mut hasher = blake3::Hasher::new();
        for (seed, depth) in (0..20).flat_map(|seed| [(seed, 4), (seed, 12)]) {
            let text = fuzz(&language, &mut Choices::fresh(seed), depth).expect(name);
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(&text);
        }
        digests += &format!("{name} {}\n", &hasher.finalize().to_hex()[..16]);
    }
    expect_test::expect_file![data("fuzz.digests")].assert_eq(&digests);
}

/// Two names are kept apart by the text that the grammar gives; by another one if that is no text of the skip.
#[test]
fn a_separator_can_be_chosen() {
    let separators = [("\"\\n\"", "\n"), ("\"(**)\"", "(**)"), ("\"(*(* *)\"", " "), ("\"\"", " ")];
    for (given, expected) in separators {
        let text = format!(
            r#"%start <s> %skip <gap> := {given} <gap> ::= ([ \n]+ | <comment>)+
               %exact <comment> ::= "(*" (<comment> | !("(*" | "*)") .)* "*)" <s> ::= <w> <w> %token <w> ::= [a-z]+"#
        );
        let language = named("separator", &text);
        for seed in 0..10 {
            let written = fuzz(&language, &mut Choices::fresh(seed), 10).expect("there is no dead end");
            let letters = |byte: &u8| byte.is_ascii_lowercase();
            let between: Vec<u8> = written.into_iter().filter(|byte| !letters(byte)).collect();
            assert_eq!(between, expected.as_bytes(), "{given}");
        }
    }
}

#[test]
fn weights_are_respected() {
    let language = named("weights", r#"<s> ::= "a" @w(1) | "b" @w(2) | "c" @w(5) | "d" @w(0)"#);
    let mut counts = [0_u32; 4];
    for seed in 0..8_000 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 10).expect("there is no dead end");
        counts[usize::from(text[0] - b'a')] += 1;
    }
    let expected = [1_000.0, 2_000.0, 5_000.0];
    let square = |(count, expected): (&u32, &f64)| (f64::from(*count) - expected).powi(2) / expected;
    let chi: f64 = counts.iter().zip(&expected).map(square).sum();
    // Two degrees of freedom; one in ten thousand is above 18.4.
    assert!(chi < 18.4 && counts[3] == 0, "{counts:?}: {chi}");
}

#[test]
fn beyond_the_greatest_depth_only_the_cheapest_is_taken() {
    let language = named("depth", r#"<a> ::= "(" <b> ")" | <x> <b> ::= "[" <a> "]" | <x> <x> ::= "x""#);
    for seed in 0..50 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 0).expect("there is no dead end");
        assert!(text == b"x" || text == b"(x)", "{}", text.escape_ascii());
    }
}

/// The end of a token is watched: only what would lengthen it is held back, not what its look-aheads forbid.
#[test]
fn a_token_with_a_look_ahead_can_be_followed() {
    let text = r#"<s> ::= "<" <chars> "<" <chars> ">"  %token <chars> ::= (!"]]>" ![<>] .)+"#;
    let language = named("followed", text);
    for seed in 0..50 {
        let text = fuzz(&language, &mut Choices::fresh(seed), 10).expect("there is no dead end");
        assert!(language.parse(&text).is_ok(), "{}", text.escape_ascii());
    }
}

/// What `&r` asks for must be written before the text ends, also where all that is left could be nothing.
#[test]
fn a_text_does_not_end_before_what_must_follow() {
    for (grammar, promised) in [
        (r#"<s> ::= "a" &"b" <t>  <t> ::= "b" | """#, "b"),
        (r#"<s> ::= ("a" &"b" | "b")+"#, "b"),
        (r#"<s> ::= ("a" &"bc" | "b" | "c")*"#, "bc"),
    ] {
        let language = named("promised", grammar);
        for seed in 0..300 {
            let text = fuzz(&language, &mut Choices::fresh(seed), 10);
            let text = text.unwrap_or_else(|DeadEnd| panic!("{grammar}, seed {seed}: dead end"));
            assert!(language.parse(&text).is_ok(), "{grammar}: {}", text.escape_ascii());
            let text = String::from_utf8(text).expect("it is UTF-8");
            assert!(text.split('a').skip(1).all(|rest| rest.starts_with(promised)), "{grammar}: {text}");
        }
    }
}

/// A list that cannot end, because a look-ahead wants a text that no element has, is given up after a few elements more.
#[test]
fn a_list_does_not_go_on_for_a_look_ahead_in_vain() {
    for (grammar, failures) in [
        (r#"<s> ::= <n> ++ "," ";" | &([a-z,]* "(") <n> ++ "," ";" %token <n> ::= [a-z]+"#, 1_000),
        (r#"<s> ::= "x" <t> <n>* <t> ::= &([a-z,;]* "(") <n>* "," | "" <n> ::= [a-z] ";""#, 2_000),
    ] {
        let language = named("vain", grammar);
        for seed in 0..50 {
            let mut fuzzer = Fuzzer::new(&language, 10).limited(failures);
            let text = fuzzer.run(&mut Choices::fresh(seed));
            assert!(text.is_ok(), "{grammar}, seed {seed}: more than {failures} rollbacks");
        }
    }
}

#[test]
fn nothing_to_be_written_is_a_dead_end() {
    let dead = [
        r#"<s> ::= !"x" "x""#,
        r#"<s> ::= <t> "a" %token <t> ::= [a-z]+"#,
        r#"<s> ::= (<t> - "a")+ <t> ::= "a""#,
        r#"<s> ::= "x" <s> | &"y" "x""#,
        r#"<s> ::= !. . <s>*"#,
    ];
    for text in dead {
        let language = named("dead", text);
        assert_eq!(fuzz(&language, &mut Choices::fresh(1), 10), Err(DeadEnd), "{text}");
    }
}

/// A text of a rule is one of that rule, whatever stands around it elsewhere; hooks see it alone.
#[test]
fn any_rule_can_be_the_start() {
    let mut without_texts = BTreeSet::new();
    for (name, whole) in languages() {
        let grammar = &whole.grammar;
        let rules = grammar.rules.iter().filter(|rule| rule.kind == RuleKind::Named).map(|rule| &rule.name);
        let tokens = grammar.terminals.iter().filter(|it| it.kind == TerminalKind::Token).map(|token| &token.name);
        for rule in rules.chain(tokens) {
            let language = whole.starting_with(rule).unwrap_or_else(|unknown| panic!("{name}: {unknown}"));
            for seed in 0..10 {
                let mut fresh = Choices::fresh(seed).recorded();
                let Ok(text) = fuzz(&language, &mut fresh, 6) else {
                    without_texts.insert(format!("{name}: <{rule}>"));
                    break;
                };
                let again = fuzz(&language, &mut Choices::replay(fresh.into_log()), 0);
                assert_eq!(again.as_ref(), Ok(&text), "{name}: <{rule}>, seed {seed}");
                if text.len() < 200
                    && let Err(error) = language.parse(&text)
                {
                    panic!("{name}: <{rule}>, seed {seed}: {}: {}", text.escape_ascii(), error.message());
                }
            }
        }
    }
    // It is made of names, and no name is defined in it.
    assert_eq!(without_texts.into_iter().collect::<Vec<_>>(), ["html: <quoted-for>"]);
    let unknown = named("small", r#"<a> ::= <b>  <b> ::= "x" <c>  %token <c> ::= "y""#).starting_with("d").err();
    let unknown = unknown.expect("there is no such rule");
    assert_eq!((&*unknown.name, unknown.known.join(" ")), ("d", "a b c".to_owned()));
}

/// A name that is defined elsewhere cannot be used in a text that begins below.
#[test]
fn hooks_see_the_text_of_a_rule_alone() {
    let text = r#"<s> ::= <d> ";" <u>  <d> ::= <id> @def(v)  <u> ::= <id> @use(v) | <d> "=" <u>  <id> ::= [a-z]"#;
    let whole = named("names", text);
    for (rule, is_right) in [("d", (|text| text.len() == 1) as fn(&[u8]) -> bool), ("u", |text| text.contains(&b'='))] {
        let language = whole.starting_with(rule).expect("it is a rule");
        for seed in 0..50 {
            let text = fuzz(&language, &mut Choices::fresh(seed), 8).expect("there is a text");
            let judged = language.parsing().judge(&text);
            assert!(is_right(&text) && matches!(judged, Outcome::Valid(_)), "{rule}: {}", text.escape_ascii());
        }
    }
    let bound = named("bound", r#"<s> ::= <d> <u>  <d> ::= [a-z] @def(v)  <u> ::= [a-z] @use(v)"#);
    assert_eq!(fuzz(&bound.starting_with("u").expect("it is a rule"), &mut Choices::fresh(1), 8), Err(DeadEnd));
}

/// A text of an ambiguous grammar is written so small that it can be parsed.
#[test]
fn texts_are_no_more_ambiguous_than_the_parser_can_read() {
    let ambiguous = [
        r#"<s> ::= <s>+ ([abc] ++ <s>) | <s> (<t> ++ [ab]) | "b"  <t> ::= ("aa" ++ <s>) <s> | <s> <s> <s>{2} | """#,
        r#"<s> ::= <s> <s> <s> | <s> <s> | "a" | "b""#,
    ];
    for grammar in ambiguous {
        let language = named("ambiguous", grammar);
        let mut fuzzer = Fuzzer::new(&language, 500);
        for (seed, size) in [(1, 2_000), (2, 20_000), (3, 300)] {
            fuzzer.aim(Some(size));
            let text = fuzzer.run_seed(seed).expect("there is a text").to_vec();
            let mut effort = 1_000_000 + 64 * text.len();
            assert!(language.parsing().within(&mut effort).run(&text).is_ok(), "{} bytes of {grammar}", text.len());
        }
        assert!(
            fuzzer.parsable_bytes().is_some_and(|bytes| (16..2_000).contains(&bytes)),
            "{:?}",
            fuzzer.parsable_bytes()
        );
    }
    let plain = named("plain", r#"<s> ::= "a"*"#);
    let mut fuzzer = Fuzzer::new(&plain, 500);
    fuzzer.aim(Some(2_000));
    assert_eq!(fuzzer.run_seed(1).map(<[u8]>::len), Ok(2_000));
    assert_eq!(fuzzer.parsable_bytes(), None);
}

/// Every command that writes texts ends, in little memory, where rounds of a repetition write nothing under an open look-ahead.
#[test]
fn look_aheads_in_loops_take_little_memory() {
    let folder = tempfile::TempDir::new().expect("a folder can be made");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it can be written");
    write("group.bnf", "%start <s>\n<s> ::= (&\"b\" | <t>)*\n<t> ::= \"\" | \"ba\"\n");
    write("rule.bnf", "%start <s>\n<s> ::= <i>*\n<i> ::= &\"b\" <t>\n<t> ::= \"\" | \"ba\"\n");
    write("doubled.bnf", &doubled(40));
    write("in.txt", "baba");
    let program = env!("CARGO_BIN_EXE_grammarc");
    for (grammar, line, status) in [
        ("group", "fuzz -n 12 --seed 1 -o texts", 0),
        ("rule", "fuzz -n 12 --seed 1 -o texts", 0),
        ("group", "fuzz -n 12 --seed 1 --size 3 -o sized", 0),
        ("group", "fuzz -n 12 --seed 1 --max-depth 3 -o flat", 0),
        ("rule", "fuzz -n 12 --seed 1 --mutate texts -o mutants", 0),
        ("group", "fuzz -n 6 --seed 1 --cover 2 -o covered", 0),
        ("rule", "fuzz --seed 1 --suite -o suite", 0),
        ("rule", "fuzz --seed 1 --record-integers integers", 0),
        ("group", "generalize -p in.pattern in.txt -- grep -q b", 0),
        ("group", "fuzz -n 6 --seed 1 --pattern in.pattern -o instances", 0),
        // The empty text has 2^41 nodes here.
        ("doubled", "fuzz --seed 1", 1),
    ] {
        let (command, rest) = line.split_once(' ').expect("a command has options");
        let script = format!("ulimit -v 1500000; exec \"$0\" {command} -g ./{grammar}.bnf {rest}");
        let ended = std::process::Command::new("sh").args(["-c", &script, program]).current_dir(folder.path()).output();
        let ended = ended.expect("sh runs");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(status), "{grammar}, {line}: {said}");
        assert!(status == 0 || said.contains("took too many steps"), "{said}");
    }
}

/// Returns a grammar in which each of some rules is the next one twice.
fn doubled(rules: u32) -> String {
    let lines = (0..rules).map(|rule| format!("<a{rule}> ::= <a{0}> <a{0}>\n", rule + 1));
    format!("%start <a0>\n{}<a{rules}> ::= \"\"\n", lines.collect::<String>())
}

/// Integers are taken modulo the number of options, one for each decision.
#[test]
fn integers_decide() {
    let small = named("small", r#"<s> ::= <a> <b>* <c>  <a> ::= "x" | "y" | "z"  <b> ::= "1" | "2"  <c> ::= [a-z]+"#);
    let written = |integers: &[i64]| {
        let mut choices = Choices::from_integers(integers).recorded();
        let text = fuzz(&small, &mut choices, 10).ok();
        let (has_run_out, left) = (choices.has_run_out(), choices.integers_left());
        let again = text.is_some().then(|| fuzz(&small, &mut Choices::replay(choices.into_log()), 0).ok()).flatten();
        assert_eq!(again, text, "{integers:?}: what integers choose can be replayed");
        (text.map(|text| String::from_utf8(text).expect("it is ASCII")), has_run_out, left)
    };
    // The start; y, of three; another element; 2, of two; no more; the rule of the word, and its seed.
    let (text, has_run_out, left) = written(&[7, 4, 0, 3, 1, 0, 5]);
    let text = text.expect("that is all that it takes");
    assert!(text.starts_with("y2") && text.len() > 2 && !has_run_out && left == 0, "{text}");
    assert_eq!(written(&[1, 1, 2, 1, 3, 9, 5]).0.as_ref(), Some(&text), "the same remainders");
    assert_eq!(written(&[7, 4, 0, 3, 1, 0, 5, 8, 8]), (Some(text), false, 2));
    assert_eq!(written(&[7, 4, 0, 3, 1, 0]), (None, true, 0));
    assert_eq!(written(&[]), (None, true, 0));
    assert_eq!(written(&[7, -1, 1, -1]), (Some("xa".to_owned()), false, 0), "defaults are the cheapest");
    assert_eq!(written(&[-1]), (Some("xa".to_owned()), false, 0));
    let dead = named("dead", r#"<s> ::= "x" <s> | &"y" "x""#);
    let mut choices = Choices::from_integers([1]);
    assert_eq!((fuzz(&dead, &mut choices, 10), choices.has_run_out()), (Err(DeadEnd), false), "nothing else is tried");
}
