//! Texts of labels, and what the text of an item must or must not be.

use crate::fuzz::Blocked;
use crate::fuzz::derivative::State;
use crate::fuzz::driver::Fuzzer;
use crate::grammar::{Label, RegularId, Symbol};

impl Fuzzer<'_> {
    /// Writes the text of a label.
    ///
    /// # Errors
    /// If it cannot stand here.
    pub fn repeat_label(&mut self, label: Label) -> Result<(), Blocked> {
        let text = self.label_text(label);
        self.write(&text)
    }

    /// Writes the text of a label in place of a symbol. Whether it is a text of a rule is left to the parser.
    pub(super) fn same_text(&mut self, symbol: Symbol, label: Label) -> Result<(), Blocked> {
        let text = self.label_text(label);
        if self.grammar().terminal(symbol).is_none() {
            return self.write(&text);
        }
        if self.is_text_of(symbol, &text) { self.literal(symbol, &text) } else { Err(Blocked) }
    }

    /// Gives a label the text from `start` to here.
    pub(super) fn bind(&mut self, Label(label): Label, start: u32) {
        let number = self.current.first_label() + u32::from(label);
        let text = &mut self.labels[number as usize];
        self.history.keep_label(number, *text);
        *text = (start, self.output.len() as u32);
    }

    /// Returns the text of a label; an absent one is empty.
    fn label_text(&self, Label(label): Label) -> Vec<u8> {
        let number = self.current.first_label() as usize + usize::from(label);
        let (start, end) = self.labels.get(number).copied().unwrap_or_default();
        self.without_skip(start, end)
    }

    /// Returns a part of the output without the skip in it.
    fn without_skip(&self, start: u32, end: u32) -> Vec<u8> {
        let first = self.skipped.partition_point(|&(from, _)| from < start);
        let (mut text, mut at) = (Vec::new(), start);
        for &(from, to) in self.skipped[first..].iter().take_while(|&&(from, _)| from < end) {
            text.extend_from_slice(&self.output[at as usize..from as usize]);
            at = to;
        }
        text.extend_from_slice(&self.output[at.min(end) as usize..end as usize]);
        text
    }

    /// Checks that the text from `start` to here is not in an expression.
    pub(super) fn check_except(&mut self, regular: RegularId, start: u32) -> Result<(), Blocked> {
        let text = self.without_skip(start, self.output.len() as u32);
        if self.is_in(regular, &text) { Err(Blocked) } else { Ok(()) }
    }

    /// Returns whether a text is one of a terminal's, as far as its own expression goes.
    pub(super) fn is_text_of(&mut self, symbol: Symbol, text: &[u8]) -> bool {
        let regular = self.grammar().terminal(symbol).map(|terminal| terminal.regular);
        regular.is_some_and(|regular| self.is_in(regular, text))
    }

    /// Returns the length of the longest beginning of a text that is one of a terminal's.
    pub(super) fn longest_text(&mut self, symbol: Symbol, text: &[u8]) -> Option<usize> {
        let start = self.grammar().terminal(symbol).map(|terminal| self.start(terminal.regular))?;
        self.watches.derivatives.longest(start, text)
    }

    /// Returns whether a text is one of an expression's.
    pub(super) fn is_in(&mut self, regular: RegularId, text: &[u8]) -> bool {
        let start = self.start(regular);
        let end = self.watches.derivatives.run(start, text);
        self.watches.derivatives.accepts(end)
    }

    /// Returns the automaton of an expression, with the texts that labels have here.
    pub(super) fn start(&mut self, regular: RegularId) -> State {
        let grammar = self.grammar();
        let mut derivatives = std::mem::take(&mut self.watches.derivatives);
        let state = derivatives.start(grammar, regular, &|label| self.label_text(label));
        self.watches.derivatives = derivatives;
        state
    }
}
