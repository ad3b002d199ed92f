//! Terminals, the conditions of items on their texts, and the texts of labels. A failed match or condition is none. Both kinds
//! of deterministic parser read terminals here, so they agree.

use std::ops::Range;

use super::Cursor;
use crate::byteset::ByteSet;
use crate::decisions::ChoicePosition;
use crate::grammar::{Check, Drive, ItemId, Label, LabelLookup, Symbol, TerminalKind};
use crate::regular::{is_match, no_labels};

/// The value of a label: a text, or the number of iterations left. For example, `open` in `<ab>` is bound to `1..3`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Binding {
    pub(super) label: Label,
    /// Start of the text, or the least number of iterations left.
    pub(super) start: usize,
    /// End of the text, or the greatest number of iterations left.
    pub(super) end: usize,
    /// The binding before it.
    pub(super) before: Option<u32>,
}

impl<'a, S: Copy> Cursor<'a, S> {
    /// Matches a terminal item by the tables, if its end does not depend on the bytes that can stand after it.
    pub fn scan(&mut self, item: ItemId) -> Option<()> {
        self.scan_before(item, &ByteSet::ALL)
    }

    /// Matches a terminal item by the tables. The end of a plain leaf depends on `follow`, the bytes that can stand after it here.
    /// For example, `[a-z]*` before `"z"` ends in front of a `z`.
    pub fn scan_before(&mut self, item: ItemId, follow: &ByteSet) -> Option<()> {
        let row = &self.grammar().items[item.0 as usize];
        let terminal = self.grammar().terminal(row.symbol)?;
        if row.drive != Drive::None {
            self.drive(item)?;
        }
        self.item_start = self.position;
        let end = match terminal.kind {
            TerminalKind::Leaf if matches!(row.drive, Drive::Size(_)) => self.end_of_slice(row.symbol),
            TerminalKind::Token => self.matcher.token(row.symbol, self.position),
            TerminalKind::Ahead { .. } => {
                let labels = |label| self.text(label);
                return if self.matcher.holds(row.symbol, self.position, &labels) { self.settle(item) } else { None };
            }
            TerminalKind::Indent(_) => self.ends(row.symbol).first().copied(),
            TerminalKind::Text { label, fold } => self.back_reference(label, fold),
            TerminalKind::Leaf => self.first_end(row.symbol, follow),
        };
        self.leaf(row.symbol, item, end)?;
        if row.is_plain() { Some(()) } else { self.settle(item) }
    }

    /// Returns the end of a text that stands here.
    #[inline]
    pub fn literal(&self, text: &[u8]) -> Option<usize> {
        self.input[self.position..].starts_with(text).then_some(self.position + text.len())
    }

    /// Returns the end of a text that stands here, its ASCII letters in either case.
    #[inline]
    pub fn folded(&self, text: &[u8]) -> Option<usize> {
        let end = self.position + text.len();
        self.input.get(self.position..end)?.eq_ignore_ascii_case(text).then_some(end)
    }

    /// Adds a leaf that ends there, unless there is none.
    #[inline]
    pub fn leaf(&mut self, terminal: Symbol, item: ItemId, end: Option<usize>) -> Option<()> {
        let end = end?;
        self.item_start = self.position;
        self.builder.leaf(terminal, self.position..end, item);
        self.position = end;
        Some(())
    }

    /// Checks the conditions of an item and binds its label. The conditions ([`Item::consume`](crate::grammar::Item::consume),
    /// [`Check`]) apply to the text from its start to here, without the white space or comments that were skipped at its end.
    pub fn settle(&mut self, item: ItemId) -> Option<()> {
        let grammar = self.grammar();
        let row = &grammar.items[item.0 as usize];
        if row.consume && self.item_start == self.position && !self.is_owed(row.drive) {
            return None;
        }
        let is_seen = row.label.is_some() || row.check != Check::None;
        let end = match grammar.rule(row.symbol).filter(|_| is_seen) {
            Some(_) => self.builder.seen_end(grammar, self.item_start),
            None => self.position,
        };
        let span = self.item_start..end;
        if !self.passes(row.check, span.clone()) {
            return None;
        }
        if matches!(row.drive, Drive::Size(_)) && !self.leave_slice() {
            return None;
        }
        if let Some(label) = row.label {
            self.bind(Binding { label, start: span.start, end: span.end, before: self.labels() });
        }
        Some(())
    }

    /// Returns none if the item that was completed last is empty. For example, an iteration of `("a"?)*` without an `a`.
    #[inline]
    pub fn consumed(&self) -> Option<()> {
        (self.position > self.item_start).then_some(())
    }

    fn passes(&self, check: Check, span: Range<usize>) -> bool {
        let text = &self.input[span];
        match check {
            Check::None => true,
            Check::Text { label, fold: false } => text == self.text(label),
            Check::Text { label, fold: true } => text.eq_ignore_ascii_case(self.text(label)),
            Check::Except(regular) => {
                let labels = |label| self.text(label);
                !is_match(self.grammar(), &self.language.automata, regular, text, &labels)
            }
        }
    }

    /// The end of a leaf that fills its slice. For example, `[a-z]+` in a slice of 2 bytes ends behind `ab`, although it could
    /// end behind `a`.
    fn end_of_slice(&self, terminal: Symbol) -> Option<usize> {
        let end = self.input.len();
        let labels = |label| self.text(label);
        let found = self.matcher.ends_unordered(terminal, self.position, &labels, &mut |found| found == end);
        found.first().copied()
    }

    /// Returns the place of a decision in the input.
    pub(super) fn place(&self, at: usize) -> ChoicePosition<'a> {
        ChoicePosition::new(self.matcher, at)
    }

    fn first_end(&mut self, terminal: Symbol, follow: &ByteSet) -> Option<usize> {
        let (end, is_open) = self.matcher.first(terminal, self.position, follow, &|label| self.text(label))?;
        self.open += u32::from(is_open);
        Some(end)
    }

    fn ends(&self, terminal: Symbol) -> Vec<usize> {
        self.matcher.ends(terminal, self.position, &|label| self.text(label))
    }

    fn back_reference(&self, label: Label, fold: bool) -> Option<usize> {
        let text = self.text(label);
        let end = self.position + text.len();
        let found = self.input.get(self.position..end)?;
        let is_same = if fold { found.eq_ignore_ascii_case(text) } else { found == text };
        is_same.then_some(end)
    }

    /// Returns the text of a label in the running rule; it is empty if the label is unbound.
    fn text(&self, label: Label) -> &'a [u8] {
        self.binding(label).map_or_else(|| no_labels(label), |binding| &self.input[binding.start..binding.end])
    }

    /// Returns the binding of a label in the running rule.
    pub(super) fn binding(&self, label: Label) -> Option<Binding> {
        self.number(label).map(|number| self.bindings[number])
    }

    /// Returns the number of a label's binding in the running rule.
    pub(super) fn number(&self, label: Label) -> Option<usize> {
        let mut last = self.labels();
        while let Some(number) = last {
            let binding = &self.bindings[number as usize];
            if binding.label == label {
                return Some(number as usize);
            }
            last = binding.before;
        }
        None
    }
}

/// The labels' values, for expressions.
impl<S: Copy> LabelLookup for Cursor<'_, S> {
    fn text(&self, label: Label) -> &[u8] {
        Self::text(self, label)
    }
}
