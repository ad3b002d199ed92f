//! The record of a search: all that became of its candidates, in order. A rehearsal that begins again follows it.
//!
//! The text of a candidate that was skipped, or found boring, is never needed again. So a rehearsal does not even build it, and
//! a search of a thousand tests is repeated at the price of its commits.

use super::guess::{Guess, Guesser};
use crate::counters::Skip;
use crate::digest::Digest;
use crate::oracle::Verdict;

/// A candidate that need not be built again, because it is not interesting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recalled {
    /// It was never given to the oracle.
    Skipped(Skip),
    /// It was counted with this verdict.
    Asked(Digest, Verdict),
    /// It was counted, but not tested, because the same change of an earlier text is boring.
    Assumed(Digest),
}

/// A record that a trial follows.
pub trait Script: Sync {
    /// Returns the next candidate, if it is known not to be interesting.
    fn recall(&self) -> Option<Recalled>;

    /// The trial has counted or skipped the next candidate.
    fn moved(&self);

    /// Returns whether a text is not tested, because the same change of an earlier text is boring.
    fn assumes(&self, text: &[u8]) -> bool;

    /// Forgets all assumptions, and returns whether there were any.
    fn renew(&self) -> bool;
}

/// What became of a candidate.
enum RecordEntry {
    Skipped(Skip),
    Asked {
        digest: Digest,
        verdict: Verdict,
        /// The guess about it, if nobody had asked before.
        guess: Option<Box<Guess>>,
        is_assumed: bool,
    },
}

/// The candidates of a search so far.
pub(crate) struct SearchRecord {
    entries: Vec<RecordEntry>,
    guesser: Guesser,
}

impl SearchRecord {
    pub(crate) fn new(input: &[u8]) -> Self {
        Self { entries: Vec::new(), guesser: Guesser::new(input) }
    }

    pub(crate) fn skipped(&mut self, reason: Skip) {
        self.entries.push(RecordEntry::Skipped(reason));
    }

    /// Adds a candidate that was counted; one without a verdict was assumed to be boring.
    pub(crate) fn asked(&mut self, digest: Digest, verdict: Option<Verdict>, new: Option<&[u8]>) {
        let (is_assumed, verdict) = (verdict.is_none(), verdict.unwrap_or(Verdict::Boring));
        let guess = new.map(|text| {
            let guess = self.guesser.guess(text);
            self.guesser.learn(text, &guess, verdict == Verdict::Interesting);
            Box::new(guess)
        });
        self.entries.push(RecordEntry::Asked { digest, verdict, guess, is_assumed });
    }

    /// Returns the candidate in a place if it is not interesting. The guesser of a rehearsal learns from it.
    pub(crate) fn recall(&self, place: usize, guesser: &mut Guesser) -> Option<Recalled> {
        match self.entries.get(place)? {
            RecordEntry::Skipped(reason) => Some(Recalled::Skipped(*reason)),
            RecordEntry::Asked { verdict: Verdict::Interesting, .. } => None,
            RecordEntry::Asked { digest, verdict, guess, is_assumed } => {
                if let Some(guess) = guess {
                    guesser.learn(&[], guess, false);
                }
                Some(if *is_assumed { Recalled::Assumed(*digest) } else { Recalled::Asked(*digest, *verdict) })
            }
        }
    }
}
