//! Texts of labels, and what the text of an item must or must not be.

use crate::choices::Choice;
use crate::fuzz::Blocked;
use crate::fuzz::derivative::State;
use crate::fuzz::driver::{Fuzzer, Skipped, Written};
use crate::grammar::{Label, RegularId, Symbol, TerminalKind};

/// The text of a label, written again.
struct Repeated {
    text: Vec<u8>,
    /// Which parts of it are skip.
    skipped: Vec<(u32, u32)>,
}

impl Fuzzer<'_> {
    /// Writes the text of a label.
    ///
    /// # Errors
    /// If it cannot stand here.
    pub fn repeat_label(&mut self, label: Label) -> Result<(), Blocked> {
        let text = self.label_text(label);
        self.write(&text)
    }

    /// Writes a terminal that is the text of a label.
    ///
    /// # Errors
    /// If it cannot stand here.
    pub fn repeat(&mut self, symbol: Symbol) -> Result<(), Blocked> {
        let kind = self.grammar().terminal(symbol).map(|terminal| terminal.kind);
        let Some(TerminalKind::Text { label, fold }) = kind else { return Err(Blocked) };
        let Repeated { text, .. } = self.repeated(label, fold);
        self.write(&text)?;
        self.choices.keep(|| Choice::Text(text));
        Ok(())
    }

    /// Writes the text of a label in place of a symbol. Whether it is a text of a rule is left to the parser.
    pub(super) fn same_text(&mut self, symbol: Symbol, label: Label, fold: bool) -> Result<(), Blocked> {
        let Repeated { text, skipped } = self.repeated(label, fold);
        let start = self.output.len();
        if self.grammar().terminal(symbol).is_none() {
            self.write(&text)?;
            let start = self.after_separator(start) as u32;
            let moved =
                |(from, to): (u32, u32)| Skipped { start: from + start, end: to + start, written: Written::InTurn };
            self.skipped.extend(skipped.into_iter().map(moved));
        } else if self.is_text_of(symbol, &text) {
            self.literal(symbol, &text)?;
        } else {
            return Err(Blocked);
        }
        self.choices.keep(|| Choice::Text(text));
        Ok(())
    }

    /// Returns the text of a label as it is written again. A replay may have another case, where that does not matter.
    fn repeated(&mut self, label: Label, fold: bool) -> Repeated {
        let (start, end) = self.label_range(label);
        let text = self.label_text(label);
        let is_same = |left: &[u8], right: &[u8]| if fold { left.eq_ignore_ascii_case(right) } else { left == right };
        let replayed = self.replayed_text(|_, other| is_same(other, &text));
        let skipped = if self.choices.is_replay() { self.skip_in(start, end) } else { Vec::new() };
        Repeated { text: replayed.unwrap_or(text), skipped }
    }

    /// Gives a label the text from `start` to here.
    pub(super) fn bind(&mut self, Label(label): Label, start: u32) {
        let number = self.current.first_label() + u32::from(label);
        let text = &mut self.labels[number as usize];
        self.history.keep_label(number, *text);
        *text = (start, self.output.len() as u32);
    }

    /// Returns the text of a label; an absent one is empty.
    fn label_text(&self, label: Label) -> Vec<u8> {
        let (start, end) = self.label_range(label);
        self.without_skip(start, end)
    }

    fn label_range(&self, Label(label): Label) -> (u32, u32) {
        let number = self.current.first_label() as usize + usize::from(label);
        self.labels.get(number).copied().unwrap_or_default()
    }

    /// Returns a part of the output without the skip in it. What is replayed was parsed with it.
    fn without_skip(&self, start: u32, end: u32) -> Vec<u8> {
        let whole = &self.output[start as usize..end as usize];
        if self.choices.is_replay() {
            return whole.to_vec();
        }
        let (mut text, mut at) = (Vec::new(), 0);
        for (from, to) in self.skip_in(start, end) {
            text.extend_from_slice(&whole[at..from as usize]);
            at = to as usize;
        }
        text.extend_from_slice(&whole[at..]);
        text
    }

    /// Returns what is skip in a part of the output, relative to its start.
    fn skip_in(&self, start: u32, end: u32) -> Vec<(u32, u32)> {
        let first = self.skipped.partition_point(|skip| skip.start < start);
        let inside = self.skipped[first..].iter().take_while(|skip| skip.start < end);
        inside.map(|skip| (skip.start - start, skip.end.min(end) - start)).collect()
    }

    /// Checks that the text from `start` to here is not in an expression.
    pub(super) fn check_except(&mut self, regular: RegularId, start: u32) -> Result<(), Blocked> {
        let start = self.after_separator(start as usize) as u32;
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
