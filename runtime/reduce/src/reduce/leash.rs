//! How long a stage of `auto` may run in vain: a multiple of the tests that have paid off so far.
//!
//! A pass over small parts tests every one of them. If the tree is wrong or the text has no structure, these are
//! thousands of tests, and next to nothing goes. Earlier tests tell how much a test is worth: for example, if the first
//! 300 made 10 KB of 60 KB, then 3,000 more without any gain are enough. A test has paid off if something was removed
//! after it. Tests in vain do not count, because otherwise the last of twenty stages could make a great many.

use super::Search;
use crate::trial::Stop;

/// Tests that a stage may make in vain for each earlier test that has paid off.
const VAIN_TESTS_FACTOR: u64 = 10;
/// Tests that every stage may make in vain, because nothing has paid off before the first one.
const MIN_VAIN_TESTS: u64 = 500;

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

    /// Records that the best text has become shorter.
    pub(super) fn has_paid(&mut self) {
        self.paid = self.tests();
        if let Some(leash) = &mut self.leash {
            leash.since = self.paid;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MIN_VAIN_TESTS, VAIN_TESTS_FACTOR};
    use crate::island::ISLAND;
    use crate::reduce::{Options, Reduction, reduce_in};
    use crate::trial::{self, Counters, SharedText, Trial, Witness};

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
            reduce_in(&ISLAND, input, trial, &options)
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
}
