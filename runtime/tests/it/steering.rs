//! Skipping a pass on request: the search ends it, and so do its rehearsals.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use grammarc_runtime::edit::drop_all;
use grammarc_runtime::flat::BYTES;
use grammarc_runtime::oracle::Verdict;
use grammarc_runtime::reduce::{Languages, Options, ParsedInput, Search, Validity, reduce_in, strategy};
use grammarc_runtime::trial::{Counters, Steering, Trial, TrialOptions, Witness};

/// Asks for skips, each after a number of tests, and remembers the passes.
struct Skipper {
    steering: Steering,
    at: Vec<u64>,
    passes: Vec<(String, u64)>,
}

impl Witness for Skipper {
    fn entered(&mut self, pass: &str) {
        self.passes.push((pass.to_owned(), 0));
    }

    fn counted(&mut self, counters: &Counters) {
        if let Some((_, tests)) = self.passes.last_mut() {
            *tests += 1;
        }
        if self.at.contains(&counters.asked) {
            self.steering.skip();
        }
    }
}

fn skipping(jobs: usize, at: &[u64]) -> (Vec<u8>, Vec<(String, u64)>, u64) {
    let runs = AtomicU64::new(0);
    let oracle = |text: &[u8]| {
        runs.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(u64::from(jobs > 1)));
        Verdict::from(text.windows(2).filter(|pair| pair == b"x(").count() >= 3)
    };
    let steering = Steering::default();
    let mut skipper = Skipper { steering: steering.clone(), at: at.to_vec(), passes: Vec::new() };
    let options = TrialOptions { jobs, steering, ..TrialOptions::default() };
    let input = b"a(bc) + x(d) * 12 / x(e, f); { g = x(\"h\"); i(j) } x(k) + (l)".as_slice();
    let strategies = ["ddmin", "lines", "tokens", "bytes"].map(|name| strategy(name).expect("it is in the table"));
    let reduced = Trial::run(&oracle, &options, Some(&mut skipper), input, |trial| {
        let options = Options { strategies: strategies.to_vec(), ..Options::default() };
        reduce_in(&ParsedInput::new(&BYTES, input), trial, &options).expect("every text is in the language")
    });
    (reduced.text, skipper.passes, reduced.counters.tests)
}

#[test]
fn a_skip_ends_the_pass_at_work_and_no_other() {
    let (text, passes, _) = skipping(1, &[]);
    let (skipped, fewer, _) = skipping(1, &[5]);
    assert_eq!(text, skipped, "later passes find the same");
    assert!(passes[0].1 > 5 && fewer[0].1 == 5, "{passes:?} {fewer:?}");
    assert!(fewer[1].1 > 1, "{fewer:?}");
}

#[test]
fn candidates_that_are_judged_when_a_pass_is_skipped_are_not_waited_for() {
    let steering = Steering::default();
    let judged = AtomicU64::new(0);
    // The first of four candidates is judged last, and by then the pass is skipped.
    let oracle = |text: &[u8]| {
        if text == b"bcd" {
            while judged.load(Ordering::Relaxed) < 3 {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_millis(50));
            steering.skip();
        }
        judged.fetch_add(1, Ordering::Relaxed);
        false
    };
    let options = TrialOptions { jobs: 4, steering: steering.clone(), ..TrialOptions::default() };
    Trial::run(&oracle, &options, None, b"abcd", |trial| {
        let mut search = Search::new(trial, Languages::new(&BYTES), Validity::Off, b"abcd");
        let parts: Vec<_> = search.tree().parts(search.tree().root()).collect();
        let found = search.first(parts.into_iter().map(|part| ((), drop_all([part]))));
        assert!(matches!(found, Ok(None)), "{found:?}");
    });
}

#[test]
fn rehearsals_skip_what_the_search_skips() {
    for at in [&[3][..], &[9, 30], &[1, 2, 3, 4]] {
        assert_eq!(skipping(4, at), skipping(1, at), "{at:?}");
    }
}
