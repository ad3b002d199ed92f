//! How long a stage of `auto` may run in vain: a multiple of the tests that have paid off so far.
//!
//! A pass over small parts tests every one of them. If the tree is wrong or the text has no structure, these are
//! thousands of tests, and next to nothing goes. Earlier tests tell how much a test is worth: for example, if the first
//! 300 made 10 KB of 60 KB, then 3,000 more without any gain are enough. A test has paid off if something was removed
//! after it. Tests in vain do not count, because otherwise the last of twenty stages could make a great many.
//!
//! Candidates cost work of our own, too: on 200,000 lines, a pass may look at billions of pairs of nodes and find none that is worth a
//! test. So every pass gives up after so many steps without a test. Steps are counted, because a clock would make the result depend on
//! the machine.

use super::{Search, Validity};
use grammarc_core::steps;
use grammarc_trial::trial::Stop;

/// Tests that a stage may make in vain for each earlier test that has paid off.
const VAIN_TESTS_FACTOR: u64 = 10;
/// Tests that every stage may make in vain, because nothing has paid off before the first one.
const MIN_VAIN_TESTS: u64 = 500;

/// Steps without a test after which a pass gives up: less than five seconds on most machines.
const MAX_STEPS_IN_VAIN: u64 = 1 << 29;
/// Bytes of the text that count as a step, for a candidate that is spliced.
const SPLICED_BYTES_PER_STEP: u64 = 8;
/// Steps that a byte of the text counts for, for a candidate that is parsed or repaired.
const STEPS_PER_PARSED_BYTE: u64 = 4;

/// The work of a pass since its last test.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OwnWork {
    steps: u64,
}

impl OwnWork {
    /// Counts a candidate that took so many steps.
    pub(super) fn add(&mut self, steps: u64, is_tested: bool) {
        self.steps = if is_tested { 0 } else { self.steps.saturating_add(steps) };
    }

    /// Lets the pass make no further candidate.
    pub(super) fn give_up(&mut self) {
        self.steps = u64::MAX;
    }

    /// Returns whether the pass has given up.
    pub(super) fn is_over(self) -> bool {
        self.steps > MAX_STEPS_IN_VAIN
    }
}

/// The test limit of the running stage.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leash {
    /// Number of tests in a row that may be in vain.
    tests: u64,
    /// The number of tests of the run when the stage began or last removed something.
    since: u64,
}

impl Leash {
    /// Returns whether one more test is allowed, given the number of tests of the run so far.
    pub(super) fn may_ask(&self, tests: u64) -> bool {
        tests - self.since < self.tests
    }
}

impl Search<'_, '_> {
    /// Begins a pass: it has done no work yet.
    pub(super) fn begin_pass(&mut self) {
        self.trial.begin_pass();
        self.work = OwnWork::default();
    }

    /// Makes candidates, and counts the steps. None if that takes too many of them.
    pub(super) fn proposed<T>(make: impl FnOnce() -> T) -> (Option<T>, u64) {
        steps::within(MAX_STEPS_IN_VAIN, make)
    }

    /// Returns the number of steps that a candidate counts for, apart from those that were taken to propose it. It does not depend on
    /// the candidate, because a rehearsal passes over candidates without building them.
    pub(super) fn steps_to_prepare(&self) -> u64 {
        let bytes = self.text().len() as u64;
        let is_parsed = self.meaning.is_some() || self.validity == Validity::Strict;
        1 + if is_parsed { STEPS_PER_PARSED_BYTE * bytes } else { bytes / SPLICED_BYTES_PER_STEP }
    }

    /// Does work that ends where the trial has to stop.
    ///
    /// # Errors
    /// As the work, or if it was left.
    pub(super) fn bound<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        self.trial.stop_signal().bound(|| work(self))
    }

    /// Runs a stage. After too many tests in vain, its remaining candidates are no longer tested, so that it ends.
    ///
    /// # Errors
    /// If the trial must stop.
    pub(super) fn on_leash(&mut self, body: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        // In a binary text without a grammar, what the earlier tests have removed says nothing about small parts.
        let factor = if self.languages.is_opaque(self.text()) { 0 } else { VAIN_TESTS_FACTOR };
        let tests = MIN_VAIN_TESTS.max(factor.saturating_mul(self.paid));
        self.on_short_leash(tests, body)
    }

    /// Runs a stage with a limit on its tests in vain.
    ///
    /// # Errors
    /// If the trial must stop.
    pub(super) fn on_short_leash(
        &mut self,
        tests: u64,
        body: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.leash = Some(Leash { tests, since: self.tests() });
        let outcome = body(self);
        self.leash = None;
        outcome
    }

    /// Records that the best text has become shorter. A stage that another one waits for ends once the text is short enough for that one.
    pub(super) fn has_paid(&mut self) {
        self.paid = self.tests();
        let gives_way = self.gives_way();
        if let Some(leash) = &mut self.leash {
            leash.since = self.paid;
            leash.tests = if gives_way { 0 } else { leash.tests };
        }
    }

    /// Lets stages end once the text has fewer bytes, because another one waits for that.
    pub(super) fn await_bytes(&mut self, bytes: usize) {
        self.awaited = bytes;
    }

    /// Returns whether the text is short enough for a stage that waits for that.
    pub(super) fn gives_way(&self) -> bool {
        self.text().len() < self.awaited
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

    use super::{MAX_STEPS_IN_VAIN, MIN_VAIN_TESTS, VAIN_TESTS_FACTOR};
    use crate::edit::Candidate;
    use crate::island::ISLAND;
    use crate::reduce::{Languages, Options, ParsedInput, Reduction, Search, Validity, reduce_in};
    use grammarc_core::steps::{self, step};
    use grammarc_trial::trial::{self, Counters, SharedText, Stop, Trial, Witness};

    type TestOracle<'a> = &'a (dyn Fn(&[u8]) -> bool + Sync);

    /// Counts the tests that each stage makes in vain.
    #[derive(Default)]
    struct Ledger {
        stage: String,
        /// The tests before the stage that have paid.
        before: u64,
        /// The tests when something was last removed.
        paid: u64,
        tests: u64,
        /// The tests since the stage began or something was removed.
        in_vain: u64,
        bytes: usize,
        /// The stages that exceeded their limit.
        faults: Vec<String>,
        /// The most tests in a row that any stage made in vain.
        longest: u64,
    }

    impl Witness for Ledger {
        fn entered(&mut self, stage: &str) {
            (self.stage, self.before, self.in_vain) = (stage.to_owned(), self.paid, 0);
        }

        fn counted(&mut self, counters: &Counters) {
            self.in_vain += counters.tests - self.tests;
            self.tests = counters.tests;
            self.longest = self.longest.max(self.in_vain);
            if self.in_vain > MIN_VAIN_TESTS.max(VAIN_TESTS_FACTOR * self.before) {
                self.faults.push(format!("{}: {} tests in vain after {}", self.stage, self.in_vain, self.before));
            }
        }

        fn accepted(&mut self, text: &SharedText, _: &Counters) -> std::io::Result<()> {
            if text.len() < self.bytes {
                (self.bytes, self.paid, self.in_vain) = (text.len(), self.tests, 0);
            }
            Ok(())
        }
    }

    fn ledger(input: &[u8], oracle: impl Fn(&[u8]) -> bool + Sync, certify: bool) -> (Ledger, Reduction) {
        let mut ledger = Ledger { bytes: input.len(), ..Ledger::default() };
        let options = Options { certify, ..Options::default() };
        let reduced = Trial::run(&oracle, &trial::TrialOptions::default(), Some(&mut ledger), input, |trial| {
            trial.begin().expect("it can be judged");
            reduce_in(&ParsedInput::new(&ISLAND, input), trial, &options)
        });
        (ledger, reduced.expect("the input is interesting"))
    }

    #[test]
    fn no_stage_goes_on_in_vain_for_long() {
        let words: String =
            (0..700_u32).map(|number| format!("w{} ", number.wrapping_mul(2_654_435_761) >> 12)).collect();
        let rare = |text: &[u8]| text.windows(3).filter(|window| window == b"w99").count() >= 3;
        let oracles: [(&str, TestOracle<'_>); 3] = [
            ("nothing can go", &|text| text.len() >= words.len()),
            ("next to nothing can go", &|text| text.len() > words.len() - 40),
            ("nearly all can go", &rare),
        ];
        let mut longest = 0;
        for (what, oracle) in oracles {
            let (ledger, _) = ledger(words.as_bytes(), oracle, false);
            assert!(ledger.faults.is_empty(), "{what}: {:?}", ledger.faults);
            longest = longest.max(ledger.longest);
        }
        assert!(longest >= MIN_VAIN_TESTS, "some stage is stopped: {longest}");
    }

    #[test]
    fn a_certificate_is_not_stopped() {
        let input: String = (100..800).map(|number| format!("w{number} ")).collect();
        let whole = |text: &[u8]| text.len() >= input.len();
        let (stopped, reduced) = ledger(input.as_bytes(), whole, false);
        let characters = |reduced: &Reduction| reduced.minimality.and_then(|it| it.characters);
        // There are twenty stages.
        assert!(stopped.tests <= 13 * MIN_VAIN_TESTS, "{} tests", stopped.tests);
        assert_eq!(characters(&reduced), None);
        let (_, certified) = ledger(input.as_bytes(), whole, true);
        assert_eq!(characters(&certified), Some(input.len()));
    }

    /// Runs a pass on a short text, and returns its result, the number of tests and whether it has given up.
    fn pass<T>(jobs: usize, pass: impl FnOnce(&mut Search<'_, '_>) -> T) -> (T, u64, bool) {
        let options = trial::TrialOptions { jobs, ..trial::TrialOptions::default() };
        Trial::run(&|text: &[u8]| text.len() >= 90, &options, None, &[b'x'; 100], |trial| {
            let mut search = Search::new(trial, Languages::new(&ISLAND), Validity::Off, &[b'x'; 100]);
            let result = pass(&mut search);
            (result, search.tests(), search.work.is_over())
        })
    }

    /// Proposes texts of these lengths, with so many steps before each.
    fn proposals(lengths: &[usize], steps: u64) -> impl Iterator<Item = (usize, Candidate)> {
        lengths.iter().map(move |&length| {
            step(steps);
            (length, Candidate::Text(vec![b'x'; length]))
        })
    }

    #[test]
    fn a_pass_gives_up_after_many_steps_without_a_test() {
        const HALF: u64 = MAX_STEPS_IN_VAIN / 2;
        // A test ends the count, be it in vain or not. A text that is not smaller is not tested.
        let cases = [
            (&[10, 20, 30, 95][..], HALF, (Some(95), 4, false)),
            (&[200, 95], HALF / 2, (Some(95), 1, false)),
            (&[10, 200, 201, 202, 95], HALF, (None, 1, true)),
            (&[10, 200, 20, 201, 95], HALF, (Some(95), 3, false)),
            (&[10, 95], MAX_STEPS_IN_VAIN + 1, (None, 0, true)),
        ];
        for (lengths, steps, outcome) in cases {
            for jobs in [1, 4] {
                let first =
                    |search: &mut Search<'_, '_>| search.first(proposals(lengths, steps)).expect("nothing stops it");
                assert_eq!(pass(jobs, first), outcome, "{lengths:?} with {jobs} jobs");
            }
        }
    }

    #[test]
    fn the_next_pass_begins_anew() {
        let (found, tests, is_over) = pass(1, |search| {
            let forever = || proposals(&[95], MAX_STEPS_IN_VAIN + 1);
            let swept = search.sweep(forever()).expect("nothing stops it");
            assert_eq!((swept, search.first(forever()).expect("nothing stops it")), (Vec::new(), None));
            search.first(proposals(&[95], 1)).expect("nothing stops it").is_none().then(|| search.enter("another"));
            search.first(proposals(&[95], 1)).expect("nothing stops it")
        });
        assert_eq!((found, tests, is_over), (Some(95), 1, false));
    }

    #[test]
    fn a_search_ends_wherever_it_is() {
        let text = "(x, y);\n".repeat(2000);
        let interrupted = Arc::new(AtomicBool::new(false));
        let (tests, left) = (AtomicU64::new(0), AtomicU64::new(0));
        let oracle = |candidate: &[u8]| {
            if tests.fetch_add(1, Relaxed) == 20 {
                interrupted.store(true, Relaxed);
                left.store(steps::left(), Relaxed);
            }
            candidate == text.as_bytes()
        };
        let options = trial::TrialOptions { interrupted: interrupted.clone(), ..trial::TrialOptions::default() };
        let (_, taken) = steps::within(1 << 40, || {
            Trial::run(&oracle, &options, None, text.as_bytes(), |trial| {
                let stop = reduce_in(&ParsedInput::new(&ISLAND, text.as_bytes()), trial, &Options::default())
                    .map(|it| it.stop);
                assert!(matches!(stop, Ok(Some(Stop::Interrupted))), "{stop:?}");
            });
        });
        let behind = left.into_inner() - ((1 << 40) - taken);
        assert!(behind <= 4 << 16, "{behind} steps after the signal");
    }

    #[test]
    fn a_search_ends_while_the_text_is_parsed() {
        let text = "(x, y);\n".repeat(20_000);
        let interrupted = Arc::new(AtomicBool::new(true));
        let options = trial::TrialOptions { interrupted, ..trial::TrialOptions::default() };
        let never = |_: &[u8]| -> bool { unreachable!("nothing is tested") };
        let (_, taken) = steps::within(1 << 40, || {
            Trial::run(&never, &options, None, text.as_bytes(), |trial| {
                let reduced = reduce_in(&ParsedInput::new(&ISLAND, text.as_bytes()), trial, &Options::default())
                    .expect("it may be any text");
                assert!(matches!(reduced.stop, Some(Stop::Interrupted)));
                assert_eq!(reduced.text, text.as_bytes());
            });
        });
        assert!(taken <= 1 << 17, "{taken} steps");
    }
}
