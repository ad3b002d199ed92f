//! Automata that outlive their fuzzer. A reduction replays texts by several fuzzers, one after another, and `check` reduces a text of
//! each ambiguous rule: each fuzzer would build the automata of the same tokens again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::fuzz::WarmAutomata;

/// Most states and answers that are kept. Expressions with the texts of labels make new states for each text.
const MAX_KEPT_SIZE: usize = 1 << 16;

/// The automata of fuzzers that have ended.
#[derive(Default)]
pub(crate) struct SpareAutomata(Mutex<Vec<WarmAutomata>>);

impl SpareAutomata {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Takes the automata of a fuzzer that has ended; new ones if there are none.
    pub(crate) fn take(&self) -> WarmAutomata {
        self.lock().pop().unwrap_or_default()
    }

    /// Keeps the automata of a fuzzer that has ended, unless they are too large.
    pub(crate) fn keep(&self, automata: WarmAutomata) {
        self.lock().extend(Some(automata).filter(|automata| automata.size() <= MAX_KEPT_SIZE));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<WarmAutomata>> {
        // Nothing that holds the lock can panic half way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
