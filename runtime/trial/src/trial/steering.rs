//! Skipping a pass on request: the search ends the pass at work as if it had no candidates left.
//!
//! A rehearsal repeats the search from its start, so it must skip the same pass at the same question. The search notes the
//! place of each skip, and rehearsals follow the notes. For example, after a skip in the third pass, at question 40, a rehearsal
//! that comes to question 40 of its third pass ends the pass there, too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Trial;

/// A handle to skip the pass at work, from another thread. Clones share their requests.
#[derive(Debug, Clone, Default)]
pub struct Steering {
    shared: Arc<SharedRequests>,
    /// Whether this handle belongs to a rehearsal, which takes no requests itself.
    is_following: bool,
}

#[derive(Debug, Default)]
struct SharedRequests {
    /// Whether somebody asked for a skip that no search has noted so far.
    is_requested: AtomicBool,
    /// Whether there is any note, so that most looks need no lock.
    has_notes: AtomicBool,
    notes: Mutex<Vec<SkipNote>>,
}

/// The place of a skip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SkipNote {
    /// Number of passes that had begun.
    pass: u64,
    /// Number of questions that had been asked.
    asked: u64,
}

impl Steering {
    /// Asks the search to end the pass at work. It does so after the test that runs.
    pub fn skip(&self) {
        self.shared.is_requested.store(true, Ordering::Relaxed);
    }

    /// Returns a handle for a rehearsal: it skips where the search did.
    pub(super) fn following(&self) -> Self {
        Self { shared: self.shared.clone(), is_following: true }
    }

    /// Notes a request at this place, if there is a new one.
    fn take(&self, place: SkipNote) -> bool {
        let is_new = !self.is_following && self.shared.is_requested.swap(false, Ordering::Relaxed);
        if is_new {
            self.notes().push(place);
            self.shared.has_notes.store(true, Ordering::Release);
        }
        is_new
    }

    /// Returns whether the pass of this place was skipped at its question or before.
    fn is_skipped(&self, place: SkipNote) -> bool {
        self.shared.has_notes.load(Ordering::Acquire)
            && self.notes().iter().any(|note| note.pass == place.pass && note.asked <= place.asked)
    }

    fn notes(&self) -> MutexGuard<'_, Vec<SkipNote>> {
        // Nothing that holds the lock can panic half way.
        self.shared.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Trial<'_> {
    /// Returns whether the pass at work is to end.
    #[doc(hidden)]
    pub fn is_skipped(&self) -> bool {
        let place = SkipNote { pass: self.passes, asked: self.counters.asked };
        if self.options.steering.take(place)
            && let Some(ahead) = &self.ahead
        {
            ahead.restart();
        }
        self.options.steering.is_skipped(place)
    }
}
