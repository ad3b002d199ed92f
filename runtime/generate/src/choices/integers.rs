//! Choices that are integers, as fuzzers with choice sequences have them.
//!
//! R. Gopinath's post on reducing the choices of a generator: each decision takes the next integer modulo the number of options. So
//! any list of integers can be tried, and one that ends too soon stands for no text. For example, 7 takes option 1 of three.
//!
//! The integers 5, 0, 3, 1 for `<list> ::= "[" <item>* "]"` and `<item> ::= "a" | "b"`:
//!
//! ```text
//! integer    5                 0                  3                  1
//! question   list, 1 option    go on, or stop?    item, 2 options    go on, or stop?
//! answer     0                 0, go on           1, "b"             1, stop
//! text       [                                    b                  ]
//! ```

use super::Random;

/// Drawn integers are smaller than this. So a token has 65,536 texts, and a list is easy to read.
const DRAWN_INTEGERS_END: u32 = 1 << 16;

/// A list of integers, and how far it is used.
#[derive(Debug, Clone)]
pub(super) struct Integers {
    list: Vec<i64>,
    at: usize,
    has_run_out: bool,
    /// Draws the integers behind the list; none if the list ends.
    source: Option<Random>,
}

impl Integers {
    /// Begins a list.
    pub(super) fn new(list: Vec<i64>) -> Self {
        Self { list, at: 0, has_run_out: false, source: None }
    }

    /// Begins a list that is drawn as far as it is needed.
    pub(super) fn drawn(seed: u64) -> Self {
        Self { source: Some(Random::new(seed)), ..Self::new(Vec::new()) }
    }

    /// Returns the integers that were taken.
    pub(super) fn into_taken(mut self) -> Vec<i64> {
        self.list.truncate(self.at);
        self.list
    }

    /// Takes the next one; none where the list ends.
    pub(super) fn next(&mut self) -> Option<i64> {
        if let (true, Some(source)) = (self.at == self.list.len(), &mut self.source) {
            self.list.push(source.below(DRAWN_INTEGERS_END).into());
        }
        let next = self.list.get(self.at).copied();
        self.has_run_out |= next.is_none();
        self.at += usize::from(next.is_some());
        next
    }

    /// Returns whether another one was asked for after the last.
    pub(super) fn has_run_out(&self) -> bool {
        self.has_run_out
    }

    /// Returns how many were not taken.
    pub(super) fn left(&self) -> usize {
        self.list.len() - self.at
    }
}
