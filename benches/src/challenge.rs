//! The Shrinking Challenge: from 100 starts each, how often the known minimum is reached, and in how many evaluations. For example, each
//! start of `reverse` should become `[0,1]`.
//!
//! The starts are the first failing texts of the seeds 0, 1, 2 and so on. The means of Hypothesis are its published ones.

#[path = "challenge/problems.rs"]
mod problems;

use std::collections::BTreeMap;

use grammarc_benches::{begin, is_quick};
use problems::{Outcome, PROBLEMS, Problem};

/// Runs all problems. With the name of a problem as argument, runs only that one, and shows its reduced texts.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn main() {
    let wanted = begin().into_iter().next();
    let count = if is_quick() { 3 } else { 100 };
    println!(
        "{:<30} {:>6} {:>8} {:>8} {:>7} {:>5} {:>10}",
        "problem", "starts", "choices", "smallest", "mean", "max", "Hypothesis"
    );
    for problem in PROBLEMS.iter().filter(|problem| wanted.as_ref().is_none_or(|wanted| wanted == problem.name)) {
        let outcomes = run(problem, count);
        if wanted.is_some() {
            let mut left: BTreeMap<&str, usize> = BTreeMap::new();
            outcomes.iter().for_each(|outcome| *left.entry(&outcome.text).or_default() += 1);
            left.into_iter().for_each(|(text, times)| println!("  {times:>3} × {text}"));
        }
    }
}

/// Runs a problem and prints a line.
#[expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn run(problem: &Problem, count: usize) -> Vec<Outcome> {
    let language = problem.language();
    let starts: Vec<_> = problem.starts(&language).take(count).collect();
    let outcomes: Vec<Outcome> = starts.iter().map(|start| problem.reduce(&language, start)).collect();
    let mut choices: Vec<usize> = starts.iter().map(|start| start.choices).collect();
    choices.sort_unstable();
    let smallest = outcomes.iter().filter(|outcome| outcome.is_smallest).count();
    let evaluations = || outcomes.iter().map(|outcome| outcome.evaluations);
    println!(
        "{:<30} {count:>6} {:>8} {smallest:>8} {:>7.1} {:>5} {:>10}",
        problem.name,
        choices[choices.len() / 2],
        evaluations().sum::<u64>() as f64 / count as f64,
        evaluations().max().unwrap_or(0),
        problem.published.map_or_else(String::new, |mean| format!("{mean:.0}")),
    );
    outcomes
}
