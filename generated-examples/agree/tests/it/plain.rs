//! Texts in which nothing is ever taken back: those that generated code writes are those of the tables, and each alternative is
//! chosen as often as it weighs.

use std::collections::HashSet;

use grammarc_agree::{book, far, plain};
use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::{CHEAP_AFTER_BYTES, Fuzzer};
use grammarc_runtime::language::Language;
use grammarc_runtime::tree::Tree;

/// The same language without what was generated for it.
fn tables(language: &Format) -> Format {
    Format::of(Language::new(language.name.clone(), language.grammar.clone(), language.engine))
}

/// Compares what is written for many seeds, one after another with the same fuzzers.
fn compare(language: &Format, depth: usize, seeds: u64) {
    let tables = tables(language);
    let (mut coded, mut walked) = (Fuzzer::new(language, depth), Fuzzer::new(&tables, depth));
    for seed in 0..seeds {
        let (mut choices, mut same) = (Choices::fresh(seed), Choices::fresh(seed));
        assert_eq!(coded.run(&mut choices), walked.run(&mut same), "{} seed {seed} depth {depth}", language.name);
        let text = walked.run(&mut Choices::fresh(seed));
        assert_eq!(coded.run_seed(seed), text, "{} seed {seed} depth {depth}", language.name);
        // Choices go on where the text ended.
        assert_eq!(coded.run(&mut choices), walked.run(&mut same), "{} seed {seed} depth {depth}", language.name);
    }
}

#[test]
fn generated_code_writes_what_the_tables_say() {
    // Code does not recurse with the depth of a text.
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let run = || {
        for language in [&plain::FORMAT, &book::FORMAT] {
            for (depth, seeds) in
                [(0, 500), (1, 500), (2, 500), (6, 1000), (10, 1000), (30, 100), (200, 20), (1_000_000, 20)]
            {
                compare(language, depth, seeds);
            }
        }
    };
    small.spawn(run).expect("a thread").join().expect("the texts are the same");
}

#[test]
fn texts_beyond_the_size_that_is_enough_are_the_same() {
    compare(&far::FORMAT, 1_000, 20);
    let mut fuzzer = Fuzzer::new(&far::FORMAT, 1_000);
    let lengths = (0..20).map(|seed| fuzzer.run(&mut Choices::fresh(seed)).map_or(0, <[u8]>::len));
    let longest = lengths.max().unwrap_or(0);
    assert!(longest > CHEAP_AFTER_BYTES, "the longest has {longest} bytes");
}

/// Returns how often each production of each rule was chosen freely: in no more than `depth` rules around it.
fn chosen(tree: &Tree, depth: usize, counts: &mut [u64]) {
    for (id, level) in tree.walk() {
        let node = tree.node(id);
        if let Some(production) = node.production.filter(|_| level <= depth) {
            counts[production.0 as usize] += 1;
        }
    }
}

#[test]
fn most_texts_are_distinct_all_are_valid_and_shares_are_as_weights() {
    const TEXTS: u64 = 200_000;
    const DEPTH: usize = 10;
    let grammar = &book::FORMAT.grammar;
    let mut fuzzer = Fuzzer::new(&book::FORMAT, DEPTH);
    let mut distinct = HashSet::new();
    let mut counts = vec![0; grammar.productions.len()];
    for seed in 0..TEXTS {
        let text = fuzzer.run(&mut Choices::fresh(seed)).expect("there is a text");
        let tree = book::parse(text).unwrap_or_else(|error| panic!("seed {seed}: {error:?}"));
        chosen(&tree, DEPTH, &mut counts);
        distinct.insert(text.to_vec());
    }
    assert!(distinct.len() >= 180_000, "only {} are distinct", distinct.len());
    for rule in grammar.rules.iter().filter(|rule| rule.productions.len() > 1) {
        let range = rule.productions.start as usize..rule.productions.end as usize;
        let weights: Vec<f64> = grammar.productions[range.clone()].iter().map(|it| f64::from(it.weight)).collect();
        let (all, total) = (counts[range.clone()].iter().sum::<u64>() as f64, weights.iter().sum::<f64>());
        let squares = counts[range].iter().zip(&weights).map(|(&count, weight)| {
            let expected = all * weight / total;
            let off = count as f64 - expected;
            assert!(off.abs() < 0.01 * expected, "<{}>: {count} of {all} and not {expected}", rule.name);
            off * off / expected
        });
        // Chi-square with at most 4 degrees of freedom is above 23.5 in one of 10,000 cases.
        let squares: f64 = squares.sum();
        assert!(squares < 23.5, "<{}>: {squares}", rule.name);
    }
}
