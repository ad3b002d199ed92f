//! Items whose extent earlier labels decide: for example slices of `n` bytes and repetitions of `n` elements.
//!
//! A slice shortens the input while its part is parsed:
//!
//! ```text
//! n:<dec> := size(v) ":" v:<text>
//!
//! whole     3 : a b c d e
//! input     3 : a b c            while `v` is parsed: its end counts as the end of the input
//! slices    [7]                  the ends to go back to, the innermost last
//! ```

use super::Cursor;
use super::terminals::Binding;
use crate::grammar::{Drive, ItemId, Label};
use crate::regular::column;

/// Whether a counted repetition goes on. For example, `<x>{2,3}` must go on after one `<x>`, may stop after two, and must stop
/// after three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// It must.
    More,
    /// It must not.
    Stop,
    /// The input decides.
    Either,
}

impl<S: Copy> Cursor<'_, S> {
    /// Begins an item: enters its slice, or binds its count. Returns none if its size or count is impossible here, for example 9
    /// bytes where 4 are left.
    pub fn drive(&mut self, item: ItemId) -> Option<()> {
        let is_enough = match self.grammar().items[item.0 as usize].drive {
            Drive::None | Drive::Iteration(_) => true,
            Drive::Here => {
                let start = column::line_start(self.input(), self.position());
                self.bind(Binding { label: Label::COLUMN, start, end: self.position(), before: None });
                true
            }
            Drive::Size(size) => {
                let size = self.grammar().amount(size, self);
                size.filter(|size| *size <= self.bytes_left()).is_some_and(|size| self.enter_slice(size))
            }
            Drive::Count { low, high, left } => {
                let low = self.grammar().amount(low, self).filter(|low| *low <= self.bytes_left());
                let high = high.map_or(Some(usize::MAX), |high| self.grammar().amount(high, self));
                low.zip(high).is_some_and(|(low, high)| low <= high && self.bind_count(left, low, high))
            }
            Drive::Next(left) => self.next_iteration(left),
        };
        is_enough.then_some(())
    }

    /// Returns whether a counted repetition goes on.
    pub fn count(&self, left: Label) -> Count {
        match self.binding(left) {
            Some(Binding { end: 0, .. }) | None => Count::Stop,
            Some(Binding { start: 0, .. }) => Count::Either,
            Some(_) => Count::More,
        }
    }

    /// Returns whether the item is an iteration that the minimum asks for: it may be empty.
    pub(super) fn is_owed(&self, drive: Drive) -> bool {
        match drive {
            Drive::Iteration(left) => self.binding(left).is_some_and(|binding| binding.start > 0),
            _ => false,
        }
    }

    /// Leaves the slice that the item which was completed last should fill. Returns whether it did.
    pub(super) fn leave_slice(&mut self) -> bool {
        let is_full = self.position == self.input.len();
        if let Some(outer) = self.slices.pop() {
            self.limit(outer);
            self.open += self.choices.drop_inside(self.slices.len() as u32);
        }
        is_full
    }

    /// Leaves all slices but the outermost `kept` ones.
    pub(super) fn leave_slices(&mut self, kept: usize) {
        if let Some(&outer) = self.slices.get(kept) {
            self.limit(outer);
            self.slices.truncate(kept);
        }
    }

    fn enter_slice(&mut self, size: usize) -> bool {
        self.slices.push(self.input.len());
        self.limit(self.position + size);
        true
    }

    fn limit(&mut self, end: usize) {
        self.input = &self.whole[..end];
        self.matcher.input = self.input;
    }

    fn bytes_left(&self) -> usize {
        self.input.len() - self.position
    }

    fn bind_count(&mut self, label: Label, low: usize, high: usize) -> bool {
        self.bind(Binding { label, start: low, end: high, before: self.labels() });
        true
    }

    /// Counts an iteration down. For example, `<x>{2,5}` has 1 to 4 left after the first `<x>`. The new number replaces the old
    /// one, unless backtracking may need the old one: then it is kept.
    fn next_iteration(&mut self, label: Label) -> bool {
        let Some(number) = self.number(label) else { return false };
        let binding = self.bindings[number];
        let end = if binding.end == usize::MAX { binding.end } else { binding.end.saturating_sub(1) };
        let next = Binding { start: binding.start.saturating_sub(1), end, ..binding };
        if number < self.kept().bindings {
            self.bind(next);
        } else {
            self.bindings[number] = next;
        }
        true
    }
}
