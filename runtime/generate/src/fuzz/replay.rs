//! A fuzzer for replays, with the automata of another one that has ended.

use std::ops::{Deref, DerefMut};

use crate::fuzz::Fuzzer;
use crate::fuzz::generator::Generator;
use crate::fuzz::spare::SpareAutomata;

/// A fuzzer that takes the automata of another one that has ended, and leaves its own.
pub(crate) struct ReplayFuzzer<'a> {
    fuzzer: Fuzzer<'a>,
    spare: &'a SpareAutomata,
}

impl<'a> ReplayFuzzer<'a> {
    pub(crate) fn new(generator: &'a Generator) -> Self {
        let spare = &generator.spare;
        Self { fuzzer: Fuzzer::warmed(generator, 0, spare.take()), spare }
    }
}

impl<'a> Deref for ReplayFuzzer<'a> {
    type Target = Fuzzer<'a>;

    fn deref(&self) -> &Fuzzer<'a> {
        &self.fuzzer
    }
}

impl<'a> DerefMut for ReplayFuzzer<'a> {
    fn deref_mut(&mut self) -> &mut Fuzzer<'a> {
        &mut self.fuzzer
    }
}

impl Drop for ReplayFuzzer<'_> {
    fn drop(&mut self) {
        self.spare.keep(self.fuzzer.take_automata());
    }
}
