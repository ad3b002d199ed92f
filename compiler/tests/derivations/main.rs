//! Earley, and the deterministic engine where it decides, against the definition of the tree: thousands of random
//! grammars, every string up to a length.

mod brute;
mod random;

use std::borrow::Cow;

use grammarc_runtime::language::{Attempt, Language};
use grammarc_runtime::parse::{EngineChoice, interpreter};
use grammarc_runtime::tree::{Builder, Tree};
use random::{Family, describe};

/// All strings over `ab` of at most this length.
fn strings(longest: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for place in from..to {
            for byte in *b"ab" {
                let mut longer = all[place].clone();
                longer.push(byte);
                all.push(longer);
            }
        }
        from = to;
    }
    all
}

fn language(seed: u64, family: Family) -> Language {
    let mut grammar = random::grammar(seed, family);
    grammarc::facts::complete(&mut grammar);
    grammarc::plan::plan(&mut grammar);
    Language::new(Cow::Borrowed("random"), grammar, interpreter::parse)
}

/// Whether the deterministic engine is of the same opinion, as far as it has one.
fn agrees(language: &Language, input: &[u8], expected: Option<&Tree>) -> bool {
    let mut builder = Builder::new();
    match (language.engine)(language, input, &mut builder) {
        Attempt::Parsed => Some(&builder.finish()) == expected,
        Attempt::Failed => expected.is_none(),
        Attempt::Undecided => true,
    }
}

fn compare(family: Family, seeds: std::ops::Range<u64>, longest: usize) {
    let strings = strings(longest);
    let mut trees = 0;
    for seed in seeds {
        let language = language(seed, family);
        for input in &strings {
            let expected = brute::tree(&language.grammar, &language.automata, input);
            let found = language.parse_with(EngineChoice::Earley, input).ok();
            let shown = || format!("{family:?} {seed} on {}\n{}", input.escape_ascii(), describe(&language.grammar));
            assert!(found == expected, "{}\nfound {found:#?}\nexpected {expected:#?}", shown());
            assert!(agrees(&language, input, expected.as_ref()), "engine: {}\nexpected {expected:#?}", shown());
            trees += usize::from(expected.is_some());
        }
    }
    assert!(trees > 1_000, "too few of the inputs are in their languages to prove anything");
}

#[test]
fn plain_grammars() {
    compare(Family::Plain, 0..3_000, 5);
}

#[test]
fn grammars_with_all_terminals() {
    compare(Family::Terminals, 0..2_000, 4);
}

#[test]
fn grammars_with_labels_and_conditions() {
    compare(Family::Labels, 0..2_000, 4);
}
