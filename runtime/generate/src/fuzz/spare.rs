//! Automata that outlive their fuzzer. A reduction replays texts by several fuzzers, one after another, and `check` reduces a text of
//! each ambiguous rule: each fuzzer would build the automata of the same tokens again.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::fuzz::generator::Generator;
use crate::fuzz::{Fuzzer, WarmAutomata};

/// Most states and answers that are kept. Expressions with the texts of labels make new states for each text.
const MAX_KEPT_SIZE: usize = 1 << 16;

/// The automata of fuzzers that have ended.
#[derive(Default)]
pub(crate) struct SpareAutomata(Mutex<Vec<WarmAutomata>>);

impl SpareAutomata {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<WarmAutomata>> {
        // Nothing that holds the lock can panic half way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A fuzzer that takes the automata of another one that has ended, and leaves its own.
pub(crate) struct SpareFuzzer<'a> {
    fuzzer: Option<Fuzzer<'a>>,
    spare: &'a SpareAutomata,
}

impl<'a> SpareFuzzer<'a> {
    pub(crate) fn new(generator: &'a Generator) -> Self {
        let spare = &generator.spare;
        let automata = spare.lock().pop().unwrap_or_default();
        Self { fuzzer: Some(Fuzzer::warmed(generator, 0, automata)), spare }
    }
}

impl<'a> Deref for SpareFuzzer<'a> {
    type Target = Fuzzer<'a>;

    fn deref(&self) -> &Fuzzer<'a> {
        self.fuzzer.as_ref().expect("it is taken at the end alone")
    }
}

impl<'a> DerefMut for SpareFuzzer<'a> {
    fn deref_mut(&mut self) -> &mut Fuzzer<'a> {
        self.fuzzer.as_mut().expect("it is taken at the end alone")
    }
}

impl Drop for SpareFuzzer<'_> {
    fn drop(&mut self) {
        let automata = self.fuzzer.take().map(Fuzzer::into_automata);
        self.spare.lock().extend(automata.filter(|automata| automata.size() <= MAX_KEPT_SIZE));
    }
}
