//! Generating what numbers count: numbers come first, repetitions go on as often as they say, and it always ends.

use grammarc_runtime::choices::{Choice, Choices};
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::{DeadEnd, Fuzzer, fuzz};
use grammarc_runtime::parse::Outcome;

fn language(text: &str) -> Format {
    let text = format!("%encoding bytes %import \"std/bin.bnf\" %start <s>\n{text}");
    grammarc::load_text("counts", &text).unwrap_or_else(|report| panic!("{text}: {report}")).format()
}

/// Returns the texts of many seeds, all of which must be valid as they are written.
fn texts(grammar: &str) -> Vec<Vec<u8>> {
    let language = language(grammar);
    let mut fuzzer = Fuzzer::new(&language, 8);
    let mut text = |seed| {
        let text = fuzzer.run(&mut Choices::fresh(seed)).unwrap_or_else(|DeadEnd| panic!("{grammar}, seed {seed}"));
        let judged = language.parsing().judge(text);
        assert!(matches!(judged, Outcome::Valid(_)), "{grammar}, seed {seed}: {}", text.escape_ascii());
        text.to_vec()
    };
    (0..200).map(&mut text).collect()
}

/// Nothing is filled afterwards, and there is more than the smallest number.
#[test]
fn numbers_are_right_as_they_are_written() {
    let grammars = [
        r#"<s> ::= n:<u32le> "x"{n}"#,
        r#"<s> ::= n:<dec> ":" "x"{value(n) - 1} "y"{2 * n}"#,
        r#"<s> ::= n:<hex> ":" "x"{n - 150,}"#,
        r#"<s> ::= a:<leb128> b:<i16be> "x"{a,b}"#,
        r#"<s> ::= n:<u8> := count(v) v:"x"{3,200} "y"{n}"#,
        r#"<s> ::= n:<u64be> := size(v) "x"{n} v:("y" "z"?)*"#,
        r#"<s> ::= v:("a" | "b" "c")* n:<dec> := count(v) + 2 ":" "x"{n}"#,
        r#"<s> ::= v:[a-z]* m:<dec> := size(v) ":" n:<dec> := m + offset(m) ":" "x"{n}"#,
        r#"<s> ::= l:[a-z]{2,9} "-" "x"{size(l) - 2}"#,
        r#"<s> ::= n:<u32be> m:<u32be> ("(" k:<u8> "x"{k} ")"){n,m}"#,
    ];
    for grammar in grammars {
        let mut lengths: Vec<usize> = texts(grammar).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        lengths.dedup();
        assert!(lengths.len() > 3, "{grammar}: {lengths:?}");
        assert!(lengths.iter().all(|&length| length < 5_000), "{grammar}: {lengths:?}");
    }
}

/// How often a repetition goes on says how large its number tends to be.
#[test]
fn numbers_are_as_large_as_the_weight_of_what_they_count() {
    let average = |grammar: &str| {
        let all = texts(grammar);
        all.iter().map(Vec::len).sum::<usize>() / all.len()
    };
    assert!(average(r#"<s> ::= n:<u8> ("x"){n}"#) <= 4);
    assert!(average(r#"<s> ::= n:<u16le> ("x" @w(100)){n}"#) >= 50);
}

/// To see what is wrong with a text of this kind takes a chart as large as the third power of its length, and more: another is drawn.
#[test]
fn it_ends_where_a_text_can_be_read_in_very_many_ways() {
    let ambiguous = [
        r#"<s> ::= n:<u8> <t>{n - 1} .{n} := text(n) | ""  <t> ::= <s> | [^a]"#,
        r#"<s> ::= n:<u8> <t>{n - 1} (text(n) | "a"{1,n} := text(n) <s>{1,n}){n} | ""
           <t> ::= n:<u8> text(n) <u>{3 - n,} | <t> "a"  <u> ::= "" | . n:<u8> (m:<u8> <u>{n}){n,}"#,
    ];
    for grammar in ambiguous {
        let language = language(grammar);
        for seed in 0..20 {
            let text = fuzz(&language, &mut Choices::fresh(seed), 10);
            assert!(text.is_ok_and(|text| text.len() < 1_000), "{grammar}, seed {seed}");
        }
    }
}

/// A replay may say more than there is, and less.
#[test]
fn replays_end_and_take_what_they_are_given() {
    let language = language(r#"<s> ::= n:<dec> ":" [a-z]{n} ":" (m:<u32be> "y"{m})?"#);
    let replayed = |choices: &[Choice]| {
        let text = fuzz(&language, &mut Choices::replay(choices.to_vec()), 0);
        text.unwrap_or_else(|DeadEnd| panic!("{choices:?}")).escape_ascii().to_string()
    };
    let text = |text: &[u8]| Choice::Text(text.to_vec());
    let more = Choice::More;
    let exact = [text(b"2"), more(true), text(b"k"), more(true), text(b"l"), more(false), more(false)];
    assert_eq!(replayed(&exact), "2:kl:");
    // Where the list ends the numbers say how to go on.
    assert_eq!(replayed(&exact[..3]), "2:ka:");
    assert_eq!(replayed(&[text(b"3")]), "3:aaa:");
    assert_eq!(replayed(&[]), "0::");
    // What it says itself it gets, and a number that only counts is mended.
    assert_eq!(replayed(&[text(b"9"), more(true), text(b"k"), more(false)]), "1:k:");
    assert_eq!(replayed(&[text(b"4000000000")]), "0::");
    let huge = [text(b"0"), more(false), more(true), text(b"\xff\xff\xff\xff")];
    assert_eq!(replayed(&huge), "0::\\x00\\x00\\x00\\x00");
}
