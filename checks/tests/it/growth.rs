//! The first tree of a broken text is there soon: short tokens of every bundled grammar, repeated within a sample.
//!
//! Steps of parsers, of error recovery and of trees may grow faster than the text, as for 2,000 opening braces, but then they give way at
//! a limit. The test counts steps, so that a loaded machine does not fail it.

use grammarc::bundled::{self, BundledGrammar};
use grammarc_checks::corpus::samples;
use grammarc_checks::only::wanted;
use grammarc_runtime::format::Format;
use grammarc_runtime::grammar::Symbol;
use grammarc_runtime::reduce::Languages;
use grammarc_runtime::steps;

/// Bytes of the longest token that is repeated.
const MAX_TOKEN_BYTES: usize = 2;
/// Bytes of the repetitions of a token.
const REPEATED_BYTES: usize = 2 << 10;
/// Bytes of the shortest sample that they are put into, if there is one.
const MIN_SAMPLE_BYTES: usize = 200;
/// Most steps that the tree of such a text takes; they are a second or two. An island tree of 2 kB takes some thousand.
const MAX_STEPS: u64 = 48 << 20;

/// Returns the shortest texts of the symbols of a grammar, if they are short.
fn tokens(format: &Format) -> Vec<Vec<u8>> {
    let symbols = (format.grammar.rules.len() + format.grammar.terminals.len()) as u32;
    let shortest = (0..symbols).map(|number| format.facts().symbol(Symbol(number)).minimal.to_vec());
    let mut tokens: Vec<_> = shortest.filter(|token| (1..=MAX_TOKEN_BYTES).contains(&token.len())).collect();
    tokens.sort();
    tokens.dedup();
    tokens
}

/// Returns the tokens that take too many steps.
fn slow(bundled: &BundledGrammar) -> Vec<String> {
    let loaded = grammarc::load_text(bundled.name, bundled.text).unwrap_or_else(|report| panic!("{report}"));
    let format = &loaded.format();
    let mut samples = samples(bundled.name);
    samples.sort_by_key(Vec::len);
    let sample = samples.iter().find(|sample| sample.len() >= MIN_SAMPLE_BYTES).or(samples.last()).expect("there are");
    let (head, tail) = sample.split_at(sample.len() / 2);
    let tree = |token: &[u8]| {
        let text = [head, &token.repeat(REPEATED_BYTES / token.len()), tail].concat();
        steps::within(u64::MAX >> 1, || drop(Languages::new(format).view(text))).1
    };
    let counted = tokens(format).into_iter().map(|token| (tree(&token), token));
    let slow = counted.filter(|(steps, _)| *steps > MAX_STEPS);
    slow.map(|(steps, token)| format!("{}: {} takes {steps} steps", bundled.name, token.escape_ascii())).collect()
}

#[test]
fn repeated_tokens_take_no_more_steps_than_the_limit() {
    let grammars = wanted(bundled::ALL, |bundled| bundled.name.to_owned());
    let slow: Vec<String> = grammars.iter().flat_map(|bundled| slow(bundled)).collect();
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
