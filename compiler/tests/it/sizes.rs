//! Texts have about the requested size and are in the language. Separators keep tokens apart, so that the parser reads them as written.

use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::Fuzzer;
use grammarc_runtime::parse::fill;

use crate::common::{bundled, language};

/// Named rules nest no deeper than this.
const MAX_DEPTH: usize = 500;
/// Texts for each grammar and size.
const SEEDS: u64 = 20;

/// Returns texts that should have that many bytes.
fn texts(format: &Format, bytes: u32, seeds: u64) -> Vec<Vec<u8>> {
    let mut fuzzer = Fuzzer::new(format, MAX_DEPTH);
    fuzzer.aim(Some(bytes));
    let text = |seed| fill(format, fuzzer.run(&mut Choices::fresh(seed)).expect("there is a text").to_vec());
    (0..seeds).map(text).collect()
}

/// Asserts that at least `of_ten` in ten texts have half to twice `bytes`, and that all of them are valid.
fn assert_sizes(name: &str, format: &Format, bytes: u32, seeds: u64, of_ten: usize) {
    let texts = texts(format, bytes, seeds);
    let lengths: Vec<usize> = texts.iter().map(Vec::len).collect();
    let is_close = |&&length: &&usize| (bytes as usize / 2..=2 * bytes as usize).contains(&length);
    let close = lengths.iter().filter(is_close).count();
    assert!(close * 10 >= lengths.len() * of_ten, "{name}, {bytes} bytes: {lengths:?}");
    for text in texts {
        assert!(format.parse(&text).is_ok(), "{name}: {:?}", String::from_utf8_lossy(&text));
    }
}

#[test]
fn texts_have_the_size_asked_for() {
    for grammar in grammarc::bundled::ALL {
        let format = bundled(grammar.name);
        // In these, a text often runs into a dead end that began far before: a tag that takes the rest, a name that must not be there.
        let is_hard = ["html", "lua"].contains(&grammar.name);
        assert_sizes(grammar.name, &format, 100, SEEDS, 9);
        assert_sizes(grammar.name, &format, 1_000, SEEDS, if is_hard { 7 } else { 9 });
        assert_sizes(grammar.name, &format, 10_000, 10, if is_hard { 4 } else { 9 });
    }
}

/// The only texts are short: none is made longer by force.
#[test]
fn a_language_without_long_texts_has_short_ones() {
    let format = language(r#"%start <s>  <s> ::= "a" | "b" "c""#);
    assert!(texts(&format, 1_000, SEEDS).iter().all(|text| text == b"bc"));
}

/// A token takes the bytes only where rules cannot.
#[test]
fn tokens_grow_where_nothing_else_can() {
    let word = language("%start <s>  <s> ::= <w>  %token <w> ::= [a-z]+");
    assert!(texts(&word, 1_000, SEEDS).iter().all(|text| text.len() == 1_000));
    let list = language(r#"%start <s>  <s> ::= <w> ++ ","  %token <w> ::= [a-z]+"#);
    let texts = texts(&list, 1_000, SEEDS);
    let words: Vec<&[u8]> = texts.iter().flat_map(|text| text.split(|&byte| byte == b',')).collect();
    // A few are long on purpose.
    let long = words.iter().filter(|word| word.len() >= 40).count();
    assert!(long > 0 && long * 20 < words.len(), "{long} of {}", words.len());
}

/// A line that only the end of the input ends is the last one.
#[test]
fn an_alternative_that_nothing_can_follow_is_taken_last() {
    let lines = language(r#"%start <s>  <s> ::= ("a" ("\n" | !.))*"#);
    assert!(texts(&lines, 1_000, SEEDS).iter().all(|text| (990..1_010).contains(&text.len())));
}

/// A blank would lengthen the comment in front of it.
#[test]
fn a_line_end_separates_where_a_blank_cannot() {
    let format = language(concat!(
        "%start <s>  %skip <gap>  <s> ::= <comment> <word>+  %token <word> ::= [a-z]+  ",
        r##"%token <comment> ::= "#" [^\n]*  %token <gap> ::= [ \n]+"##
    ));
    assert_sizes("comment", &format, 200, SEEDS, 9);
}

/// Asserts that texts of no given size are in the language.
fn assert_valid(text: &str) {
    let format = language(text);
    let mut fuzzer = Fuzzer::new(&format, 16);
    for seed in 0..100 {
        let text = fuzzer.run(&mut Choices::fresh(seed)).expect("there is a text").to_vec();
        assert!(format.parse(&text).is_ok(), "{}", String::from_utf8_lossy(&text));
    }
}

/// The only separator is a comment, which its line end has to close.
#[test]
fn a_comment_that_separates_is_closed() {
    assert_valid(concat!(
        r#"%start <s> %skip <ws> <s> ::= "(" <w>+ ")" %token <w> ::= [ab]+ "#,
        r#"%token <ws> ::= "'" [^\n]* "\n"?"#
    ));
}

/// A word that begins like a comment would make one with the blank before it.
#[test]
fn a_text_does_not_run_into_the_separator() {
    assert_valid(concat!(
        r#"%start <s> %skip <ws> := " " %word <q> <s> ::= "d" <id> ";" %token <id> ::= <q> - "d" "#,
        r#"%token <q> ::= [d\-]+ %token <ws> ::= ("--" [^\n]* | [ ])+"#
    ));
}

/// The same where skip is a list of tokens: `#` between two words would swallow the second one.
#[test]
fn a_text_does_not_run_into_a_token_of_the_skip() {
    assert_valid(concat!(
        r#"%start <s> %skip <ws> <s> ::= "(" (<w> "," | <w> <w>) ")" %token <w> ::= [ab]+ "#,
        r##"%exact <ws> ::= <comment>+ %token <comment> ::= "#" [ab]*"##
    ));
}

/// Where one of the alternatives takes everything up to a mark, the text goes on before it.
#[test]
fn a_dead_end_far_back_is_left() {
    let format = language(concat!(
        r#"%start <s>  <s> ::= (<word> | <raw>)*  <word> ::= [a-z] ";"  "#,
        r#"<raw> ::= "(" ((!")" [a-z;])* (")" | !.))"#
    ));
    assert_sizes("raw", &format, 1_000, SEEDS, 9);
}

/// A keyword may have capitals although words have none. No word begins at `SQL`, so it needs no separator.
#[test]
fn a_keyword_outside_the_word_reads_as_it_is_written() {
    let text = concat!(
        r#"%start <s> %skip <ws> := " " %word <w> <s> ::= i"data" (i"sql" | <id>) ";" %token <w> ::= [a-z]+ "#,
        r#"%token <id> ::= <w> - (i"sql" | i"data") %token <ws> ::= [ ]+"#
    );
    assert_valid(text);
    let format = language(text);
    for (text, is_text) in
        [("DATASQL;", true), ("data SQL;", true), ("dataSQL;", true), ("data sqlx;", true), ("datasql;", false)]
    {
        assert_eq!(format.parse(text.as_bytes()).is_ok(), is_text, "{text}");
    }
}

/// The size of a slice is written when the slice ends, also where slices nest, or where one byte limits them.
#[test]
fn slices_say_their_size_when_they_end() {
    let text = concat!(
        r#"%encoding bytes  %import "std/bin.bnf"  %start <s>  <s> ::= <box>+  "#,
        r#"<box> ::= n:<u32be> := size(v) v:(b"(" <box>* b")") | n:<u8> := size(v) v:b[\x00-\xff]*"#
    );
    let format = language(text);
    assert_sizes("slices", &format, 10_000, SEEDS, 9);
    let mut fuzzer = Fuzzer::new(&format, 100);
    fuzzer.aim(Some(10_000));
    for seed in 0..SEEDS {
        let written = fuzzer.run(&mut Choices::fresh(seed)).expect("there is a text").to_vec();
        assert!(format.parse(&written).is_ok(), "seed {seed}");
        let mut recorded = Choices::fresh(seed).recorded();
        assert_eq!(fuzzer.run(&mut recorded), Ok(&written[..]));
        let mut replayed = Choices::replay(recorded.into_log());
        assert_eq!(fuzzer.run(&mut replayed), Ok(&written[..]), "seed {seed}");
    }
}
