//! Texts of labels, and conditions on the text of an item: it repeats a label, or is not in an expression. Both need the text that was
//! written before.

use std::ops::Range;

use crate::choices::Choice;
use crate::fuzz::Fuzzer;
use crate::fuzz::Rollback;
use crate::fuzz::derivative::State;
use crate::fuzz::labels::LabelValue;
use grammarc_core::grammar::{End, ItemId, Label, Regular, RegularId, Symbol, TerminalKind};

/// How far back the last token of a repeated text is looked for, in bytes. Each place costs a run of the token's automaton over the rest,
/// and few tokens are longer.
const MAX_LAST_TOKEN_BYTES: usize = 64;

impl Fuzzer<'_> {
    /// Writes the text of a label.
    ///
    /// # Errors
    /// If it cannot stand here.
    pub fn repeat_label(&mut self, label: Label) -> Result<(), Rollback> {
        let text = self.label_text(label);
        self.write(&text)
    }

    /// Writes a terminal that is the text of a label.
    ///
    /// # Errors
    /// If it cannot stand here.
    pub fn repeat(&mut self, symbol: Symbol) -> Result<(), Rollback> {
        let kind = self.grammar().terminal(symbol).map(|terminal| terminal.kind);
        let Some(TerminalKind::Text { label, fold }) = kind else { return Err(Rollback) };
        let text = self.repeated(label, fold);
        self.write(&text)?;
        self.choices.keep(|| Choice::Text(text));
        Ok(())
    }

    /// Writes the text of a label in place of an item. For example, `"</" <name> := text(n)` writes the name of the start tag again.
    pub(super) fn same_text(&mut self, id: ItemId, label: Label, fold: bool) -> Result<(), Rollback> {
        let symbol = self.grammar().items[id.0 as usize].symbol;
        let inside = self.output.skip_in(self.label_range(label));
        let text = self.repeated(label, fold);
        if self.grammar().terminal(symbol).is_some() {
            if !self.is_text_of(symbol, &text) {
                return Err(Rollback);
            }
            self.literal(symbol, &text)?;
            self.choices.keep(|| Choice::Text(text));
            return Ok(());
        }
        if self.recipe.narrow.contains(&id) && !self.is_derived(symbol, &text) {
            return Err(Rollback);
        }
        let start = self.output.len();
        self.write(&text)?;
        let start = self.output.after_separator(start) as u32;
        let last = inside.last().map_or(0, |&(_, end)| end as usize);
        self.output.repeat_skip(&inside, start);
        self.choices.keep(|| Choice::Text(text.clone()));
        let Some(end) = self.recipe.ends.get(&symbol) else { return Ok(()) };
        if !self.is_given() {
            self.watch_end_of_same(end, start as usize + last);
        }
        end.skip.map_or(Ok(()), |skip| self.skip_behind(&text, symbol, skip))
    }

    /// Watches that nothing lengthens the last token of a repeated text. The token is looked for from `start` on.
    fn watch_end_of_same(&mut self, end: &End, start: usize) {
        let start = start.max(self.output.len().saturating_sub(MAX_LAST_TOKEN_BYTES));
        for &terminal in end.terminals.iter().filter(|&&terminal| self.is_open_ended(terminal)).collect::<Vec<_>>() {
            let mut begins = start..self.output.len();
            let found = begins.find(|&begin| {
                let text = self.output.bytes()[begin..].to_vec();
                self.is_text_of(terminal, &text)
            });
            if let Some(begin) = found {
                self.watch_end(terminal, begin);
            }
        }
    }

    /// Returns the text of a label as it is written again. A replay may have another case, if the label is compared without case. For
    /// example, `TITLE` may repeat `title`.
    fn repeated(&mut self, label: Label, fold: bool) -> Vec<u8> {
        let text = self.label_text(label);
        let is_same = |left: &[u8], right: &[u8]| if fold { left.eq_ignore_ascii_case(right) } else { left == right };
        let replayed = self.replayed_text(|_, other| is_same(other, &text));
        replayed.unwrap_or(text)
    }

    /// Gives a label the text from `start` to here.
    pub(super) fn bind(&mut self, label: Label, start: u32) {
        let span = self.output.seen(start as usize);
        self.keep_at(label, (span.start as u32, span.end as u32));
    }

    /// Stores two numbers in the place of a label, and logs the old ones.
    pub(super) fn keep_at(&mut self, label: Label, value: LabelValue) {
        self.labels.set(self.stack.current().labels, label, value, self.history.count() > 0);
    }

    /// Returns the two numbers in the place of a label: the range of its text, or the remaining counts of a repetition.
    pub(super) fn kept_at(&self, label: Label) -> LabelValue {
        self.labels.get(self.stack.current().labels, label)
    }

    /// Returns the text of a label; an absent one is empty.
    pub(super) fn label_text(&self, label: Label) -> Vec<u8> {
        self.output.bytes()[self.label_range(label)].to_vec()
    }

    pub(super) fn label_range(&self, label: Label) -> Range<usize> {
        let (start, end) = self.kept_at(label);
        start as usize..end as usize
    }

    /// Checks that the text from `start` to here is not in an expression.
    pub(super) fn check_except(&mut self, regular: RegularId, start: u32) -> Result<(), Rollback> {
        let text = self.output.bytes()[self.output.seen(start as usize)].to_vec();
        if self.is_in(regular, &text) { Err(Rollback) } else { Ok(()) }
    }

    /// Returns whether a text is one of a terminal's, as far as its own expression goes.
    pub(super) fn is_text_of(&mut self, symbol: Symbol, text: &[u8]) -> bool {
        let regular = self.grammar().terminal(symbol).map(|terminal| terminal.regular);
        regular.is_some_and(|regular| self.is_in(regular, text))
    }

    /// Returns the length of the longest beginning of a text that is one of a terminal's. For example, it is 2 for `[0-9]+` and `12ab`.
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

    /// Returns the automaton of the texts that begin with one more iteration of `(!r x)*`; none for another expression.
    pub(super) fn another(&mut self, regular: RegularId) -> Option<State> {
        let grammar = self.grammar();
        if !matches!(grammar.regulars[regular.0 as usize], Regular::Repeat { .. }) {
            return None;
        }
        let mut derivatives = std::mem::take(&mut self.watches.derivatives);
        let state = derivatives.another(grammar, regular, &|label| self.label_text(label));
        self.watches.derivatives = derivatives;
        state
    }

    /// Returns the automaton of an expression, with the texts that labels have here.
    pub(super) fn start(&mut self, regular: RegularId) -> State {
        if let Some(state) = self.watches.derivatives.known(regular) {
            return state;
        }
        let grammar = self.grammar();
        let mut derivatives = std::mem::take(&mut self.watches.derivatives);
        let state = derivatives.start(grammar, regular, &|label| self.label_text(label));
        self.watches.derivatives = derivatives;
        state
    }
}
