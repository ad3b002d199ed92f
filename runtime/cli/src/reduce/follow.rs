//! Follows the step behind a reduction, `generalize` or `triage`: its verdicts are kept in the journal, so that an interrupted one
//! resumes, and its tests in the log.

use std::io;

use super::log::TestLog;
use super::progress::{Progress, flaky};
use grammarc_trial::trial::{Counters, Journal, Judgement, Rate, Tested, Witness};

/// Receives the events of the step behind a reduction.
pub(super) struct Follower<'k> {
    pub(super) progress: Progress,
    /// That of the reduction, or of the input if that is not reduced; none without a cache.
    pub(super) journal: Option<&'k mut Journal>,
    pub(super) log: Option<&'k mut TestLog>,
}

impl Follower<'_> {
    /// Removes the live view, and forces the journal to the disk.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.progress.clear();
        self.journal.as_mut().map_or(Ok(()), |journal| journal.sync())
    }
}

impl Witness for Follower<'_> {
    fn judged(&mut self, judged: &Judgement<'_>) -> io::Result<()> {
        let journal = self.journal.as_mut().filter(|_| judged.is_answer);
        journal.map_or(Ok(()), |journal| journal.judged(judged))
    }

    fn tested(&mut self, test: &Tested<'_>) -> io::Result<()> {
        self.log.as_mut().map_or(Ok(()), |log| log.tested(test))
    }

    fn counted(&mut self, counters: &Counters) {
        self.progress.counted(counters);
    }

    fn entered(&mut self, strategy: &str) {
        self.progress.entered(strategy);
    }

    fn turned_flaky(&mut self, rate: Rate) {
        self.progress.note(&flaky(rate));
    }
}
