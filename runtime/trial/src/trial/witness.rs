//! Witnesses of a trial: the journal, the result file and the progress line.

use std::time::Duration;

use super::{Counters, Digest, Rate, SharedText};
use crate::oracle::Verdict;

/// Observes a trial: the journal, the result file and the progress line are witnesses.
pub trait Witness {
    /// A text was judged.
    ///
    /// # Errors
    /// If that cannot be kept; the trial then stops.
    fn judged(&mut self, _judged: &Judgement<'_>) -> std::io::Result<()> {
        Ok(())
    }

    /// A text is the best from now on.
    ///
    /// # Errors
    /// If it cannot be kept; the trial then stops.
    fn accepted(&mut self, _text: &SharedText, _counters: &Counters) -> std::io::Result<()> {
        Ok(())
    }

    /// The rate at which a text is interesting was measured.
    ///
    /// # Errors
    /// If that cannot be kept; the trial then stops.
    fn measured(&mut self, _text: Digest, _rate: Rate) -> std::io::Result<()> {
        Ok(())
    }

    /// The oracle was seen to be flaky; the input is interesting at this rate. Runs are repeated from now on.
    fn turned_flaky(&mut self, _rate: Rate) {}

    /// A shared cache said `said` of a text, and a run of it says `verdict`. The cache is not asked any more.
    fn distrusted(&mut self, _said: Verdict, _verdict: Verdict) {}

    /// A text that was accepted before is the best again, since those after it do not hold.
    ///
    /// # Errors
    /// If that cannot be kept; the trial then stops.
    fn rolled_back(&mut self, _text: &SharedText, _dropped: &[Digest]) -> std::io::Result<()> {
        Ok(())
    }

    /// A text was counted as a test. This comes in sequential order, and does not depend on the number of jobs.
    ///
    /// # Errors
    /// If that cannot be kept; the trial then stops.
    fn tested(&mut self, _test: &Tested<'_>) -> std::io::Result<()> {
        Ok(())
    }

    /// A question was counted.
    fn counted(&mut self, _counters: &Counters) {}

    /// Another strategy is at work from now on.
    fn entered(&mut self, _strategy: &str) {}

    /// The search works on this file of a folder from now on, or on the folder as a whole. The path is relative to the folder.
    fn opened(&mut self, _file: Option<&[u8]>) {}
}

/// One verdict, as told to a [`Witness`].
#[derive(Debug, Clone, Copy)]
pub struct Judgement<'a> {
    /// The digest of the text.
    pub digest: Digest,
    /// The verdict about it.
    pub verdict: Verdict,
    /// Whether the oracle gave that verdict. If not, it could not be run on the text, which is unresolved for now.
    pub is_answer: bool,
    /// How long the oracle took; zero without a clock.
    pub took: Duration,
    /// The strategy that was at work when the verdict came.
    pub strategy: &'a str,
    /// Whether it comes from a cache that the oracle shares with others, so that nothing was run.
    pub is_cached: bool,
}

/// One test, as told to a [`Witness`].
#[derive(Debug, Clone, Copy)]
pub struct Tested<'a> {
    /// The text: an archive, where a folder is reduced.
    pub text: &'a SharedText,
    /// The verdict about it; none if it is assumed to be boring.
    pub verdict: Option<Verdict>,
    /// Whether the oracle gave that verdict. If not, it could not be run on the text.
    pub is_answer: bool,
    /// The strategy that asked.
    pub strategy: &'a str,
}
