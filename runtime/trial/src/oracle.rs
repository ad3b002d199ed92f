//! Oracles judge candidates: a closure is one, and so is anything else that implements [`Oracle`].
//!
//! An oracle answers one question about one text. It neither remembers nor counts; [`crate::trial`] does both.
//!
//! `command` runs a program for each candidate, by `process`. It finds and kills the processes that a run leaves behind (`survivors`,
//! `orphans`). An `executor` takes the place of `process` for runs elsewhere. `condition` then judges the outcome of the run.

#[cfg(feature = "cli")]
mod command;
#[cfg(feature = "cli")]
mod condition;
#[cfg(feature = "cli")]
mod disk;
#[cfg(feature = "cli")]
mod executor;
#[cfg(feature = "cli")]
mod invocation;
#[cfg(feature = "cli")]
mod orphans;
#[cfg(feature = "cli")]
mod output;
#[cfg(feature = "cli")]
mod process;
#[cfg(feature = "cli")]
mod processes;
#[cfg(feature = "cli")]
mod scratch;
#[cfg(feature = "cli")]
mod server;
#[cfg(feature = "cli")]
pub mod signals;
#[cfg(feature = "cli")]
mod signature;
#[cfg(feature = "cli")]
mod survivors;
mod words;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

#[cfg(feature = "cli")]
pub use command::CommandOracle;
#[cfg(feature = "cli")]
pub use condition::{Conditions, InterestingTimeout, SameEnd};
#[cfg(feature = "cli")]
pub use executor::{Candidates, Execution, Executor};
#[cfg(feature = "cli")]
pub use invocation::{CommandLine, Directory, Invocation, InvocationError, PassingMode, WordPart};
#[cfg(feature = "cli")]
#[doc(hidden)]
pub use orphans::{OwnChild, take_orphans};
#[cfg(feature = "cli")]
pub use output::Output;
#[cfg(feature = "cli")]
pub use process::{End, Limits, Outcome};
#[cfg(feature = "cli")]
pub use signature::Signature;
pub use words::is_disturbing;
pub use words::{calm, quoted, reason, shown};

/// The answer to "does this text still have the property that we are looking for?".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Yes.
    Interesting,
    /// No.
    Boring,
    /// Unknown. Never committed, never learnt from. For example, a run that ends after its timeout is unresolved. So is a text for
    /// the time being on which the oracle could not be run ([`OracleError`]): it is asked about again.
    Unresolved,
}

/// Judges texts. `Fn(&[u8]) -> Verdict` is an oracle, and so is `Fn(&[u8]) -> bool`. For example,
/// `|text: &[u8]| text.contains(&b'x')` finds every text with an `x` interesting.
///
/// With more than one job, `judge` is called from several threads at once.
pub trait Oracle: Sync {
    /// Judges one text. A slow oracle should look at [`Run::is_cancelled`] now and then; its answer is ignored once it is
    /// cancelled.
    ///
    /// # Errors
    /// If the oracle itself could not do its work. The best text so far is then judged again: if it is still interesting
    /// the candidate is unresolved until it is asked about again at the end, else the search stops.
    fn judge(&self, text: &[u8], run: &Run<'_>) -> Result<Verdict, OracleError>;
}

impl<F, V> Oracle for F
where
    F: Fn(&[u8]) -> V + Sync,
    V: Into<Verdict>,
{
    fn judge(&self, text: &[u8], _run: &Run<'_>) -> Result<Verdict, OracleError> {
        Ok(self(text).into())
    }
}

impl From<bool> for Verdict {
    fn from(interesting: bool) -> Self {
        if interesting { Self::Interesting } else { Self::Boring }
    }
}

/// The circumstances of one judgement.
#[derive(Debug)]
pub struct Run<'a> {
    worker: usize,
    cancelled: &'a AtomicBool,
    interrupted: &'a AtomicBool,
    deadline: Option<Instant>,
    chance: f64,
    is_fresh: bool,
    is_cached: AtomicBool,
}

impl<'a> Run<'a> {
    /// Makes the circumstances of a run on the given worker, which ends early once one of the flags is set.
    pub fn new(worker: usize, cancelled: &'a AtomicBool, interrupted: &'a AtomicBool) -> Self {
        let is_cached = AtomicBool::new(false);
        Self { worker, cancelled, interrupted, deadline: None, chance: 1.0, is_fresh: false, is_cached }
    }

    /// Makes the run end at a time, too.
    pub fn until(self, deadline: Option<Instant>) -> Self {
        Self { deadline, ..self }
    }

    /// Says how likely the answer is needed, from 0 to 1.
    #[must_use]
    pub fn needed(self, chance: f64) -> Self {
        Self { chance, ..self }
    }

    /// Asks for a run that happens now, because it confirms an earlier answer: an oracle must not answer from a cache that it shares with
    /// others.
    #[must_use]
    pub fn fresh(self) -> Self {
        Self { is_fresh: true, ..self }
    }

    /// Returns whether the answer must come from a run that happens now.
    pub fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// Says that the answer comes from a cache that the oracle shares with others, so a later run may contradict it.
    pub fn mark_cached(&self) {
        self.is_cached.store(true, Ordering::Relaxed);
    }

    /// Returns whether the answer came from such a cache.
    pub fn is_cached(&self) -> bool {
        self.is_cached.load(Ordering::Relaxed)
    }

    /// Returns how likely the answer is needed: 1 if the search waits for it, less if it was guessed ahead of time. A queue should
    /// serve likelier runs first.
    pub fn chance(&self) -> f64 {
        self.chance
    }

    /// Returns the number of the worker that runs it. Runs at the same time have different numbers.
    pub fn worker(&self) -> usize {
        self.worker
    }

    /// Returns whether nobody waits for the answer any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
            || self.interrupted.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Why an oracle could not judge, for example because a command cannot be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OracleError {
    reason: String,
}

impl OracleError {
    /// Says why, as a clause without a full stop: "cannot start ./check: no such file".
    pub fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into() }
    }
}

impl std::fmt::Display for OracleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for OracleError {}
