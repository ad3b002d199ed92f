//! Texts that the oracle could not be run on: a fork failed, for example, or a limit of memory ended the run. That is no answer about
//! the text, so it is neither kept in the journal nor counted as a test that was made, and it is asked about again at the end.

use std::collections::{HashMap, HashSet};

use super::{Digest, SharedText, Stop, Trial};
use crate::oracle::{OracleError, Verdict};

/// Texts without an answer.
#[derive(Default)]
pub(super) struct NotRun {
    /// Why each of them has none. Texts that were judged ahead of time are among them.
    reasons: HashMap<Digest, OracleError>,
    /// The texts that were asked about again.
    retried: HashSet<Digest>,
    last: Option<Digest>,
}

impl NotRun {
    /// Forgets all texts, because their verdicts are forgotten.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }
}

impl Trial<'_> {
    /// Returns the number of distinct texts counted so far.
    pub(crate) fn tests(&self) -> u64 {
        self.counters.tests
    }

    /// Returns how many counted texts the oracle could not be run on.
    pub(crate) fn number_not_run(&self) -> u64 {
        self.not_run.reasons.keys().filter(|digest| self.counted.contains(digest)).count() as u64
    }

    /// Returns why the oracle could not be run on the last of them.
    pub(crate) fn why_not_run(&self) -> Option<OracleError> {
        let NotRun { reasons, last, .. } = &self.not_run;
        let counted = || reasons.iter().filter(|(digest, _)| self.counted.contains(digest));
        let last = last.as_ref().filter(|last| self.counted.contains(last)).and_then(|last| reasons.get(last));
        last.or_else(|| counted().min_by_key(|(digest, _)| **digest).map(|(_, why)| why)).cloned()
    }

    /// Returns whether the oracle could not be run on a text, so that its verdict is no answer.
    pub(crate) fn is_not_run(&self, text: &SharedText) -> bool {
        self.has_no_answer(self.digest_of(text))
    }

    /// Returns whether the oracle could not be run on the text of a digest.
    pub(super) fn has_no_answer(&self, digest: Digest) -> bool {
        self.not_run.reasons.contains_key(&digest)
    }

    /// Finds out whether the text or the oracle is to blame, and remembers the text.
    pub(super) fn could_not_run(&mut self, digest: Digest, why: OracleError) -> Result<Verdict, Stop> {
        let verdict = self.blame(why.clone())?;
        self.not_run.reasons.insert(digest, why);
        self.not_run.last = Some(digest);
        Ok(verdict)
    }

    /// Forgets the texts that the oracle could not be run on, and returns whether one of them was counted for the first time: then
    /// the search must go on. For example, after a failed fork the search asks about the same candidate once more, and after another
    /// failure the candidate counts in [`Counters::not_run`](super::Counters::not_run).
    ///
    /// Nothing is looked ahead afterwards, because rehearsals cannot know when an oracle fails.
    pub(crate) fn ask_again(&mut self) -> bool {
        let NotRun { reasons, retried, .. } = &mut self.not_run;
        let is_open = |digest: &Digest| self.counted.contains(digest) && !retried.contains(digest);
        if self.script.is_some() || !reasons.keys().any(is_open) {
            return false;
        }
        let forgotten: Vec<Digest> = reasons.keys().filter(|digest| !retried.contains(*digest)).copied().collect();
        for digest in &forgotten {
            reasons.remove(digest);
            self.known.remove(digest);
            // A text that nobody has asked about so far has its first time ahead.
            if self.counted.remove(digest) {
                retried.insert(*digest);
            }
        }
        self.stop_rehearsing();
        true
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

    use crate::flat::BYTES;
    use crate::oracle::{Oracle, OracleError, Run, Verdict};
    use crate::reduce::{Options, Reduction, reduce, strategy};

    /// Wants an `x`, and cannot judge some texts for the first times that it is asked.
    struct Failing<F> {
        is_hit: F,
        times: u64,
        failed: AtomicU64,
    }

    impl<F: Fn(&[u8]) -> bool + Sync> Oracle for Failing<F> {
        fn judge(&self, text: &[u8], _: &Run<'_>) -> Result<Verdict, OracleError> {
            if (self.is_hit)(text) && self.failed.fetch_add(1, SeqCst) < self.times {
                return Err(OracleError::new("no process can be started"));
            }
            Ok(Verdict::from(text.contains(&b'x')))
        }
    }

    const INPUT: &[u8] = b"ab(cdx)ef";

    fn reduced(strategies: &[&str], jobs: usize, oracle: &dyn Oracle) -> Reduction {
        let strategies = strategies.iter().map(|name| strategy(name).expect("it is in the table")).collect();
        let options = Options { jobs, strategies, certify: true, ..Options::default() };
        reduce(&BYTES, INPUT, oracle, &options).expect("the input is interesting")
    }

    #[test]
    fn a_text_that_failed_once_is_asked_about_again() {
        for times in [1, 2, 3] {
            for strategies in [&["auto"][..], &["ddmin"], &["lines"], &["tokens", "bytes"]] {
                for jobs in [1, 2, 8] {
                    let oracle = Failing { is_hit: |text: &[u8]| text == b"x", times: 1, failed: AtomicU64::new(0) };
                    let one = reduced(strategies, jobs, &oracle);
                    let stated = one.minimality.map(|it| it.to_string());
                    assert_eq!((one.text.as_slice(), one.counters.not_run), (&b"x"[..], 0), "{strategies:?} {jobs}");
                    assert!(stated.is_some_and(|stated| stated.starts_with("1-minimal")), "{strategies:?} {jobs}");
                }
            }
            let oracle = Failing { is_hit: |text: &[u8]| text.len() < 4, times, failed: AtomicU64::new(0) };
            let several = reduced(&["auto"], 1, &oracle);
            assert_eq!((several.text.as_slice(), several.counters.not_run), (&b"x"[..], 0), "{times} times");
        }
    }

    #[test]
    fn nothing_is_stated_over_texts_that_always_fail() {
        for strategies in [&["auto"][..], &["ddmin"], &["lines"], &["bytes"]] {
            let never = |jobs| {
                let oracle = Failing { is_hit: |text: &[u8]| text == b"x", times: u64::MAX, failed: AtomicU64::new(0) };
                reduced(strategies, jobs, &oracle)
            };
            let one = never(1);
            assert!(one.text.len() == 2 && one.stop.is_none() && one.minimality.is_none(), "{strategies:?}: {one:?}");
            assert_eq!(one.counters.not_run, 1, "{strategies:?}");
            assert_eq!(one.not_run.as_ref().map(ToString::to_string).as_deref(), Some("no process can be started"));
            for jobs in [2, 8] {
                let other = never(jobs);
                let seen =
                    |it: &Reduction| (it.text.clone(), it.counters.tests, it.counters.asked, it.counters.not_run);
                assert_eq!(seen(&other), seen(&one), "{strategies:?} with {jobs} jobs");
            }
        }
    }
}
