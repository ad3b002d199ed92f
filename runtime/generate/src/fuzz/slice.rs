//! Writes the size of a slice into the field before it, when the slice ends. For example, `n` of `n:<u8> := size(v) v:<bytes>` is written
//! anew after `v`.
//!
//! Such a text can be parsed at once. With a wrong size it has a great many trees, and filling its fields takes as long as looking
//! through them.

use crate::choices::Choice;
use crate::fuzz::{Fuzzer, Rollback};
use grammarc_core::grammar::{ItemId, Value};

/// The choices of the texts that may be fields, for a run that records its choices.
#[derive(Debug, Default)]
pub(super) struct KeptTexts {
    /// Where each text begins in the output, and the number of its choice, in order.
    starts: Vec<(usize, usize)>,
}

impl KeptTexts {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.starts.clear();
    }

    /// Notes that the text at `start` is the choice of this number. Later texts are forgotten: the fuzzer went back to before them.
    fn note(&mut self, start: usize, choice: usize) {
        self.starts.truncate(self.starts.partition_point(|&(other, _)| other < start));
        self.starts.push((start, choice));
    }

    /// Returns the number of the choice of the text at `start`.
    fn choice_at(&self, start: usize) -> Option<usize> {
        let place = self.starts.binary_search_by_key(&start, |&(other, _)| other).ok()?;
        Some(self.starts[place].1)
    }
}

impl Fuzzer<'_> {
    /// Notes the text of a terminal that begins at `start`, if its choice is recorded and it may be a field.
    pub(super) fn keep_text(&mut self, start: usize) {
        if self.choices.is_recorded() && self.recipe.slices.is_any_written() {
            self.kept.note(start, self.choices.mark());
        }
    }

    /// Ends a slice and its label: writes the size into its field. A replay keeps its own number, which may be wrong on purpose.
    ///
    /// # Errors
    /// If the field cannot say the size, such as 300 in one byte.
    pub(super) fn write_size(&mut self, id: ItemId) -> Result<(), Rollback> {
        let Some(slice) = self.recipe.slices.field_of(id).filter(|_| !self.choices.is_replay()) else { return Ok(()) };
        let grammar = self.grammar();
        let field = &grammar.fields[slice.field.0 as usize];
        let known = self.texts(&grammar.labels_of(field.value));
        let Some(Value::Number(size)) = grammar.value(field, &known) else { return Ok(()) };
        let text = slice.codec.encode(size).ok_or(Rollback)?;
        let range = self.label_range(slice.label);
        if range.len() != text.len() || !self.is_text_of(slice.symbol, &text) {
            return Ok(());
        }
        self.output.overwrite(range.start, &text);
        if let Some(choice) = self.kept.choice_at(range.start) {
            self.choices.amend(choice, || Choice::Text(text));
        }
        Ok(())
    }
}
