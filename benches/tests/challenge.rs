//! The Shrinking Challenge from the first starts of each problem: all reach the known minimum, in no more evaluations than published.

#[path = "../src/challenge/problems.rs"]
mod problems;

use problems::{Outcome, PROBLEMS};

/// How many starts of each problem are reduced; the benchmark takes 100.
const STARTS: usize = 10;

#[test]
fn the_known_minimum_is_reached() {
    for problem in PROBLEMS {
        let language = problem.language();
        let starts: Vec<_> = problem.starts(&language).take(STARTS).collect();
        let outcomes: Vec<Outcome> = starts.iter().map(|start| problem.reduce(&language, start)).collect();
        for (number, outcome) in outcomes.iter().enumerate() {
            assert!(outcome.is_smallest, "{}: {} is left of start {number}", problem.name, outcome.text);
        }
        let mean = outcomes.iter().map(|outcome| outcome.evaluations).sum::<u64>() as f64 / STARTS as f64;
        if let Some(published) = problem.published {
            assert!(mean <= published, "{}: {mean} evaluations, published are {published}", problem.name);
        }
    }
}

/// Values are made of many choices, unless they are but two numbers.
#[test]
fn starts_are_large() {
    for problem in PROBLEMS.iter().filter(|problem| !problem.name.starts_with("difference")) {
        let language = problem.language();
        let mut choices: Vec<usize> = problem.starts(&language).take(STARTS).map(|start| start.choices).collect();
        choices.sort_unstable();
        assert!(choices[STARTS / 2] >= 50, "{}: {choices:?}", problem.name);
    }
}
