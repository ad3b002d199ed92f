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
    #[doc(hidden)]
    pub fn tests(&self) -> u64 {
        self.counters.tests
    }

    /// Returns how many counted texts the oracle could not be run on.
    #[doc(hidden)]
    pub fn number_not_run(&self) -> u64 {
        self.not_run.reasons.keys().filter(|digest| self.counted.contains(digest)).count() as u64
    }

    /// Returns why the oracle could not be run on the last of them.
    #[doc(hidden)]
    pub fn why_not_run(&self) -> Option<OracleError> {
        let NotRun { reasons, last, .. } = &self.not_run;
        let counted = || reasons.iter().filter(|(digest, _)| self.counted.contains(digest));
        let last = last.as_ref().filter(|last| self.counted.contains(last)).and_then(|last| reasons.get(last));
        last.or_else(|| counted().min_by_key(|(digest, _)| **digest).map(|(_, why)| why)).cloned()
    }

    /// Returns whether the oracle could not be run on a text, so that its verdict is no answer.
    #[doc(hidden)]
    pub fn is_not_run(&self, text: &SharedText) -> bool {
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
    #[doc(hidden)]
    pub fn ask_again(&mut self) -> bool {
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
