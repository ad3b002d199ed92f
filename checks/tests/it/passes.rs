//! A strategy asks its next question soon: the steps between two tests grow no faster than the text.
//!
//! The test counts steps, so that a loaded machine does not fail it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use grammarc_runtime::island::ISLAND;
use grammarc_runtime::reduce::{Languages, STRATEGIES, Search, Strategy, Validity, stages};
use grammarc_runtime::steps;
use grammarc_runtime::trial::{Trial, TrialOptions};

/// The texts that cost a pass most between two tests: many short parts, alike or not, as statements or in a list. (Groups in one another
/// take stage `large nodes` a walk down for each of them, which the limit of steps ends.)
fn shapes(parts: usize) -> [(&'static str, String); 8] {
    let each = |part: fn(usize) -> String| (0..parts).map(part).collect::<String>();
    [
        ("lines that differ", each(|number| format!("line {number}\n"))),
        ("lines alike", "x\n".repeat(parts)),
        ("empty lines", "\n".repeat(parts)),
        ("statements", each(|number| format!("a{number};\n"))),
        ("a list", format!("[{}]", each(|number| format!("{number},")))),
        ("lines of a list", format!("[{}]", each(|number| format!("{number},\n")))),
        ("groups", "(x)\n".repeat(parts)),
        ("groups that are open", "(".repeat(parts)),
    ]
}

/// Returns the most steps between two tests of a strategy that finds nothing. Of `auto` some stages are left out.
fn most_steps(text: &str, strategy: &Strategy, without: &[&'static str]) -> u64 {
    let (last, most) = (AtomicU64::new(u64::MAX), AtomicU64::new(0));
    let note = || {
        let left = steps::left();
        most.fetch_max(last.swap(left, Relaxed).saturating_sub(left), Relaxed);
    };
    let oracle = |candidate: &[u8]| {
        note();
        candidate == text.as_bytes()
    };
    let counted = steps::within(1 << 40, || {
        Trial::run(&oracle, &TrialOptions::default(), None, text.as_bytes(), |trial| {
            let languages = Languages::new(&ISLAND);
            let mut search = Search::new(trial, languages, Validity::Off, text.as_bytes()).without(without);
            // The tree is made before the first test, and its steps are counted elsewhere.
            last.store(steps::left(), Relaxed);
            (strategy.run)(&mut search).expect("nothing stops it");
        });
        note();
    });
    assert!(counted.0.is_some(), "{}: it takes too many steps", strategy.name);
    most.into_inner()
}

/// Strategies that look at pairs of nodes between two tests, so that the limit of steps ends them on a large text; and `choices`, which
/// makes too many tests for a test.
const OF_PAIRS: [&str; 4] = ["auto", "choices", "grabr-all", "unwrap"];

/// Checks that a strategy takes at most little more than twice as many steps between two tests for twice as many parts.
fn grows_with_the_text(strategy: &Strategy, without: &[&'static str], parts: usize) {
    for ((shape, few), (_, many)) in shapes(parts).iter().zip(&shapes(2 * parts)) {
        let (few, many) = (most_steps(few, strategy, without), most_steps(many, strategy, without));
        assert!(2 * many <= 5 * few, "{}, {shape}: {few} steps, and {many} for twice as many parts", strategy.name);
    }
}

#[test]
fn steps_between_two_tests_grow_with_the_text() {
    let but_large_cuts: Vec<&str> = stages().map(|(name, _)| name).filter(|name| *name != "large nodes").collect();
    grows_with_the_text(STRATEGIES[0], &but_large_cuts, 1000);
    let all = STRATEGIES.iter().chain(grammarc_papers::STRATEGIES);
    for strategy in all.filter(|it| !OF_PAIRS.contains(&it.name)) {
        grows_with_the_text(strategy, &[], 100);
    }
}
