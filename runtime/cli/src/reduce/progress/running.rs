//! The tests that are running now, so that the progress can tell a long test from a program that hangs.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The tests that have begun and not ended, with their beginnings.
#[derive(Debug, Default)]
pub(in crate::reduce) struct RunningTests {
    tests: Mutex<BTreeMap<u64, Instant>>,
}

/// A test that is running until this is dropped.
pub(in crate::reduce) struct RunningTest<'a> {
    all: &'a RunningTests,
    number: u64,
}

impl RunningTests {
    /// Notes that a test begins.
    pub(in crate::reduce) fn begin(&self) -> RunningTest<'_> {
        let mut tests = self.tests();
        let number = tests.keys().next_back().map_or(0, |last| last + 1);
        tests.insert(number, Instant::now());
        RunningTest { all: self, number }
    }

    /// Returns how many tests are running, and how long the first of them has been.
    pub(super) fn longest(&self) -> Option<(usize, Duration)> {
        let tests = self.tests();
        let first = tests.values().min()?;
        Some((tests.len(), first.elapsed()))
    }

    fn tests(&self) -> MutexGuard<'_, BTreeMap<u64, Instant>> {
        self.tests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for RunningTest<'_> {
    fn drop(&mut self) {
        self.all.tests().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::RunningTests;

    #[test]
    fn a_test_runs_until_it_is_dropped() {
        let all = RunningTests::default();
        assert!(all.longest().is_none());
        let (first, second) = (all.begin(), all.begin());
        assert_eq!(all.longest().map(|(count, _)| count), Some(2));
        drop(first);
        let third = all.begin();
        assert_eq!(all.longest().map(|(count, _)| count), Some(2));
        drop((second, third));
        assert!(all.longest().is_none());
    }
}
