//! Oracles that do not always say the same: noticed, asked several times, and never followed to where they do not hold.

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

use grammarc_runtime::island::ISLAND;
use grammarc_runtime::oracle::Verdict;
use grammarc_runtime::reduce::{Error, Options, Reduction, reduce, strategy};
use grammarc_runtime::trial::{Rate, Stop};

/// Forty calls, of which three matter.
fn input() -> Vec<u8> {
    (1..=40).map(|number| format!("call({number}, [{number}]);\n")).collect::<String>().into_bytes()
}

const PARTS: [&str; 3] = ["7", "23", "31"];

fn matters(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    PARTS.iter().try_fold(&*text, |rest, part| Some(rest.split_once(part)?.1)).is_some()
}

/// Says yes to what matters in so many of a hundred runs, and to all else in so many. The same in each test.
struct Flaky {
    yes: u64,
    falsely: u64,
    seed: u64,
    runs: AtomicU64,
}

impl Flaky {
    fn new(yes: u64, falsely: u64, seed: u64) -> Self {
        Self { yes, falsely, seed, runs: AtomicU64::new(0) }
    }

    fn judge(&self, text: &[u8]) -> bool {
        // SplitMix64.
        let run = self.runs.fetch_add(1, SeqCst) + 1;
        let mut mixed = (run + self.seed * 100_003).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % 100 < if matters(text) { self.yes } else { self.falsely }
    }
}

fn run(oracle: &Flaky, jobs: usize) -> Result<Reduction, Error> {
    reduce(&ISLAND, &input(), &|text: &[u8]| oracle.judge(text), &Options { jobs, ..Options::default() })
}

#[test]
fn the_rarer_the_yes_the_more_runs_but_what_comes_out_holds() {
    for (yes, most) in [(90, 12), (50, 20), (10, 60)] {
        let mut found = 0;
        for (seed, jobs) in [(1, 1), (5, 1), (6, 1), (7, 2), (10, 2)] {
            let oracle = Flaky::new(yes, 0, seed);
            let reduced = match run(&oracle, jobs) {
                Ok(reduced) => reduced,
                // One input of ten is not seen to be interesting in 20 runs of rate 0.1.
                Err(Error::NotInteresting(Verdict::Boring)) if yes == 10 => continue,
                Err(error) => panic!("{error}"),
            };
            let text = String::from_utf8_lossy(&reduced.text);
            eprintln!("{yes} % seed {seed} jobs {jobs}: {text:?} {:?} {:?}", reduced.rate, reduced.counters);
            assert!(matters(&reduced.text) && reduced.stop.is_none(), "{text:?}");
            assert!(reduced.text.len() <= most, "{yes} %: {} bytes: {text:?}", reduced.text.len());
            if jobs == 1 {
                assert_eq!(reduced.counters.runs, oracle.runs.into_inner(), "repeated runs are runs");
            }
            // A rate of 0.9 may look like always.
            let Some(input) = reduced.input_rate else { continue };
            found += 1;
            let rate = reduced.rate.expect("it was measured");
            assert!((input.value() - yes as f64 / 100.0).abs() < 0.3, "{input}");
            assert!(input.confirms(rate), "{rate} of {input}");
        }
        assert!(found >= 2, "{yes} %: seen to be flaky {found} times");
    }
}

#[test]
fn a_false_yes_is_found_out_and_rolled_back() {
    for (yes, falsely) in [(100, 3), (90, 3), (50, 3)] {
        for seed in 1..=5 {
            let oracle = Flaky::new(yes, falsely, seed);
            let reduced = run(&oracle, 1).unwrap_or_else(|error| panic!("{yes}/{falsely} {seed}: {error}"));
            let text = String::from_utf8_lossy(&reduced.text);
            eprintln!("{yes}/{falsely} % seed {seed}: {text:?} {:?} {:?}", reduced.rate, reduced.counters);
            assert!(matters(&reduced.text), "{yes}/{falsely} seed {seed}: {text:?}");
            assert_eq!(reduced.counters.runs, oracle.runs.into_inner());
        }
    }
}

#[test]
fn a_steady_oracle_is_asked_once_more_at_the_start_and_at_the_end_of_each_stage() {
    let oracle = Flaky::new(100, 0, 1);
    let reduced = run(&oracle, 1).unwrap();
    let counters = reduced.counters;
    assert_eq!((reduced.input_rate, reduced.rate), (None, None));
    assert_eq!(counters.runs, counters.tests + 4, "the input twice, and what two stages came to");
    let options = Options { strategies: vec![strategy("ddmin").unwrap()], ..Options::default() };
    let reduced = reduce(&ISLAND, &input(), &|text: &[u8]| oracle.judge(text), &options).unwrap();
    assert_eq!(reduced.counters.runs, reduced.counters.tests + 3);
}

#[test]
fn an_input_that_was_interesting_by_chance_is_no_result() {
    // Twice yes, then never again.
    let runs = AtomicU64::new(0);
    let oracle = |_: &[u8]| runs.fetch_add(1, SeqCst) < 3;
    let reduced = reduce(&ISLAND, &input(), &oracle, &Options::default()).unwrap();
    assert!(matches!(reduced.stop, Some(Stop::Broken(_))), "{:?}", reduced.stop);
}

#[test]
fn a_budget_holds_for_repeated_runs_too() {
    for (tests, jobs) in [(0, 1), (5, 1), (25, 2)] {
        let oracle = Flaky::new(50, 0, 1);
        let options = Options { jobs, tests: Some(tests), ..Options::default() };
        let reduced = reduce(&ISLAND, &input(), &|text: &[u8]| oracle.judge(text), &options).unwrap();
        assert!(matches!(reduced.stop, Some(Stop::Budget)));
        assert_eq!(reduced.counters.tests, tests);
        // 20 for the input, then at most five until the first yes and twenty to confirm it; with two jobs some for nothing.
        assert!(oracle.runs.into_inner() <= 20 + 25 * (2 * tests + 2), "{:?}", reduced.counters);
    }
}

#[test]
fn a_rate_says_how_often_to_ask() {
    let rate = |yes| Rate { yes, runs: 20 };
    assert_eq!([18, 10, 2].map(|yes| rate(yes).tries()), [2, 5, 20]);
    assert_eq!(rate(9).to_string(), "9 of 20 runs");
}
