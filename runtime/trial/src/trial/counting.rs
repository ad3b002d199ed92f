//! Counting: the questions of a trial in sequential order, against its budget, and the record of them that rehearsals follow.

use super::{Digest, Recalled, SharedText, Skip, Stop, Tested, Trial};
use crate::oracle::Verdict;
use crate::speculation::SearchRecord;

impl Trial<'_> {
    /// Counts a candidate that is not given to the oracle.
    pub fn skip(&mut self, reason: Skip) {
        self.counters.skipped.add(reason);
        self.move_on(|record| record.skipped(reason));
    }

    /// Returns the next candidate if an earlier run of the same search is on record and found it not interesting. It must be
    /// counted or skipped without being built.
    #[doc(hidden)]
    pub fn recall(&self) -> Option<Recalled> {
        self.script?.recall()
    }

    /// Counts a question. To be called in sequential order, and before the verdict is acted on.
    ///
    /// # Errors
    /// [`Stop::Budget`] if the budget has no room for it: it is then not counted, and its verdict must not be used.
    /// [`Stop::Interrupted`] if so.
    pub fn count(&mut self, text: &SharedText) -> Result<(), Stop> {
        let text = self.in_frame(text);
        let digest = text.digest();
        let is_new = self.count_digest(digest)?;
        let is_assumed = self.assumed.contains(&digest);
        let verdict = self.known.get(&digest).copied().or((!is_assumed).then_some(Verdict::Unresolved));
        if is_new {
            self.witness_test(&text, verdict)?;
        }
        self.move_on(|record| record.asked(digest, verdict, is_new.then_some(&*text)));
        Ok(())
    }

    fn witness_test(&mut self, text: &SharedText, verdict: Option<Verdict>) -> Result<(), Stop> {
        let is_answer = !self.has_no_answer(text.digest());
        let Some(witness) = &mut self.witness else { return Ok(()) };
        witness.tested(&Tested { text, verdict, is_answer, strategy: self.strategy }).map_err(Stop::Io)
    }

    /// Counts a recalled question, like [`Trial::count`]. It has no verdict if it was assumed to be boring.
    #[doc(hidden)]
    pub fn count_recalled(&mut self, digest: Digest, verdict: Option<Verdict>) -> Result<(), Stop> {
        self.count_digest(digest)?;
        self.known.extend(verdict.map(|verdict| (digest, verdict)));
        self.move_on(|_| {});
        Ok(())
    }

    /// Returns whether the text was not counted before.
    fn count_digest(&mut self, digest: Digest) -> Result<bool, Stop> {
        self.check_interrupt()?;
        let is_new = !self.counted.contains(&digest);
        if is_new && self.options.tests.is_some_and(|limit| self.counters.tests >= limit) {
            return Err(Stop::Budget);
        }
        self.counters.asked += 1;
        if is_new {
            self.counters.tests += 1;
            self.counters.wasted -= self.uncounted.remove(&digest).unwrap_or(0);
            self.counted.insert(digest);
        } else {
            self.counters.skipped.repeated += 1;
        }
        if let Some(witness) = &mut self.witness {
            witness.counted(&self.counters);
        }
        Ok(is_new)
    }

    /// Counts runs of a text. They count as wasted until the text is counted.
    pub(super) fn count_runs(&mut self, digest: Digest, runs: u64) {
        self.counters.runs += runs;
        if !self.counted.contains(&digest) {
            self.counters.wasted += runs;
            *self.uncounted.entry(digest).or_default() += runs;
        }
    }

    /// Records what became of a candidate, or follows the record past it.
    fn move_on(&self, add: impl FnOnce(&mut SearchRecord)) {
        if let Some(ahead) = &self.ahead {
            ahead.record(add);
        } else if let Some(script) = self.script {
            script.moved();
        }
    }
}
