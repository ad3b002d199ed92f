//! Random broken texts of every bundled grammar, reduced by all strategies: nothing panics, and each result is interesting.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::thread;

use grammarc::bundled::{self, BundledGrammar};
use grammarc_checks::only::wanted;
use grammarc_checks::progress::Progress;
use grammarc_checks::targets::{Broken, broken};
use grammarc_runtime::choices::Random;

/// Number of texts of each grammar, unless `GRAMMARC_INPUTS` says how many.
const INPUTS: u64 = 120;
/// Bytes that choose the longest text.
const MAX_CHOICE_BYTES: u32 = 60;

/// The outcomes of the texts of one grammar.
#[derive(Debug, Default)]
struct Counts {
    accepted: usize,
    with_islands: usize,
    islands: usize,
    smaller: usize,
}

/// The variable as a number.
fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{variable}: {text}")))
}

/// Returns the bytes of one input of the target `broken`: the grammar, and random choices behind its line.
fn input(name: &str, seed: u64) -> Vec<u8> {
    let mut random = Random::new(seed);
    let mut bytes = format!("{name}\n").into_bytes();
    // Every second text is reduced by the default strategy.
    bytes.push(if seed.is_multiple_of(2) { 0 } else { random.below(256) as u8 });
    let length = 8 + random.below(MAX_CHOICE_BYTES - 8);
    bytes.extend((0..length).map(|_| random.below(256) as u8));
    bytes
}

/// Reduces texts of one grammar. The error shows the bytes to be kept in `fuzz/seeds/broken`.
fn run(bundled: &BundledGrammar, seeds: std::ops::Range<u64>, progress: &Progress) -> Result<Counts, String> {
    let mut counts = Counts::default();
    let (first, inputs) = (seeds.start, seeds.end - seeds.start);
    for seed in seeds {
        let bytes = input(bundled.name, seed);
        let (kind, is_smaller) = catch_unwind(AssertUnwindSafe(|| broken(&bytes)))
            .map_err(|_| format!("{}, seed {seed}: \"{}\"", bundled.name, bytes.escape_ascii()))?;
        match kind {
            Broken::Accepted => counts.accepted += 1,
            Broken::WithIslands => counts.with_islands += 1,
            Broken::Islands => counts.islands += 1,
        }
        counts.smaller += usize::from(is_smaller);
        progress.say(bundled.name, seed - first, inputs);
    }
    eprintln!("{}: {counts:?}", bundled.name);
    Ok(counts)
}

#[test]
fn no_broken_text_breaks_the_reducer() {
    let first = number("GRAMMARC_FIRST_SEED", 0);
    let seeds = first..first + number("GRAMMARC_INPUTS", INPUTS);
    let wanted = wanted(bundled::ALL, |bundled| bundled.name.to_owned());
    let (count, is_all) = (wanted.len(), wanted.len() == bundled::ALL.len());
    let left = Mutex::new(wanted.into_iter());
    let progress = Progress::begin();
    let next = || left.lock().expect("nobody panics here").next();
    let work = || std::iter::from_fn(next).map(|it| run(it, seeds.clone(), &progress)).collect::<Vec<_>>();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let all: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("panics are caught")).collect()
    });
    let broken: Vec<String> = all.iter().filter_map(|counts| counts.as_ref().err().cloned()).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    let sum = |of: fn(&Counts) -> usize| all.iter().flatten().map(of).sum::<usize>();
    let (with_islands, islands, smaller) = (sum(|it| it.with_islands), sum(|it| it.islands), sum(|it| it.smaller));
    let texts = count * (seeds.end - seeds.start) as usize;
    // The texts are broken, in both ways, and most get smaller.
    let is_broken = with_islands > texts / 10 && islands > texts / 8 && smaller > texts / 2;
    assert!(!is_all || is_broken, "of {texts}: {with_islands} with islands, {islands} islands, {smaller} smaller");
}
