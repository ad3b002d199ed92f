//! The end of a trial, for work that cannot ask for it: parsing a large text, or looking through a large tree for candidates.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::{Stop, Trial};
use grammarc_core::steps;

/// The conditions under which a trial has to stop.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct StopSignal {
    interrupted: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl StopSignal {
    /// Returns an error if the trial should stop.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] or [`Stop::Budget`] if the trial should stop.
    pub(super) fn check(&self) -> Result<(), Stop> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::Budget),
            _ => Ok(()),
        }
    }

    /// Does work that ends where the trial has to stop: within a few milliseconds, whatever loop it is in.
    ///
    /// # Errors
    /// As the work, or if it was left.
    pub fn bound<T>(self, work: impl FnOnce() -> Result<T, Stop>) -> Result<T, Stop> {
        let signal = self.clone();
        let done = steps::until(Rc::new(move || signal.check().is_err()), work);
        done.unwrap_or_else(|| Err(self.check().err().unwrap_or(Stop::Interrupted)))
    }
}

impl Trial<'_> {
    /// Returns the conditions under which the trial has to stop.
    #[doc(hidden)]
    pub fn stop_signal(&self) -> StopSignal {
        StopSignal { interrupted: self.options.interrupted.clone(), deadline: self.options.deadline }
    }
}
