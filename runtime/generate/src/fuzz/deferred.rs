//! Tokens and look-aheads that are compared at the end of a text instead of watched while it is written.
//!
//! A watch cannot follow a look-ahead inside a token exactly, but a replay must write exactly the parsed text. So these tokens are compared
//! at the end. If one fails, the replay is written again with watches.

use std::ops::Range;

use grammarc_core::grammar::{Grammar, Symbol};
use grammarc_core::regular::{Automata, Matcher, no_labels};

/// The terminals to be compared at the end, and whether there are to be any.
#[derive(Debug, Default)]
pub(super) struct DeferredChecks {
    is_on: bool,
    /// Each with its start and end in the output. A look-ahead is empty: for `!"b"` after `a` it is the range 1..1.
    terminals: Vec<(Symbol, usize, usize)>,
}

impl DeferredChecks {
    /// Sets whether terminals are compared at the end.
    pub(super) fn switch(&mut self, is_on: bool) {
        self.is_on = is_on;
    }

    /// Returns whether terminals are compared at the end.
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Adds a terminal that was written from `start` to `end`.
    pub(super) fn push(&mut self, symbol: Symbol, start: usize, end: usize) {
        self.terminals.push((symbol, start, end));
    }

    /// Returns how many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.terminals.len()
    }

    /// Drops those after the first `length`.
    #[inline]
    pub(super) fn truncate(&mut self, length: usize) {
        self.terminals.truncate(length);
    }

    /// Returns whether all terminals match the finished text exactly where they were written.
    pub(super) fn hold(&self, grammar: &Grammar, automata: &Automata, text: &[u8]) -> bool {
        let matcher = Matcher { grammar, automata, input: text };
        let holds =
            |&(symbol, start, end): &(Symbol, usize, usize)| matcher.ends(symbol, start, &no_labels).contains(&end);
        self.terminals.iter().all(holds)
    }

    /// Shifts the terminals to their places in a text whose forward references were replaced, each by a name of so many bytes. If the
    /// reference 2..3 gets a name of 4 bytes, the token at 5..6 moves to 8..9. Tokens inside a reference are dropped, because a name
    /// replaces them.
    pub(super) fn fill(&mut self, fills: &[(Range<usize>, usize)]) {
        let is_part = |start: usize, end: usize, reference: &Range<usize>| {
            start < end
                && reference.start <= start
                && end <= reference.end
                && (start, end) != (reference.start, reference.end)
        };
        self.terminals.retain(|&(_, start, end)| !fills.iter().any(|(reference, _)| is_part(start, end, reference)));
        for (_, start, end) in &mut self.terminals {
            let (from, to) = (*start, *end);
            for (reference, length) in fills {
                if reference.end <= from && reference.start < from {
                    *start = *start + length - reference.len();
                }
                if reference.end <= to && (reference.start < to || from < to) {
                    *end = *end + length - reference.len();
                }
            }
        }
    }
}
