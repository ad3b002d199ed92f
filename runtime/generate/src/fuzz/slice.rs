//! Writes the size of a slice into the field before it, when the slice ends. For example, `n` of `n:<u8> := size(v) v:<bytes>` is written
//! anew after `v`.
//!
//! Such a text can be parsed at once. With a wrong size it has a great many trees, and filling its fields takes as long as looking
//! through them.

use crate::choices::Choice;
use crate::fuzz::{Fuzzer, Rollback};
use grammarc_core::grammar::{ItemId, Value};

/// A text that may be a field.
#[derive(Debug, Clone, Copy)]
struct KeptText {
    /// Where it begins in the output.
    start: usize,
    /// The number of its choice, if choices are recorded.
    choice: usize,
    /// Whether a replay gave it. It may be wrong on purpose then.
    is_given: bool,
}

/// The texts that may be fields, for a run that records choices or replays them.
#[derive(Debug, Default)]
pub(super) struct KeptTexts(Vec<KeptText>);

impl KeptTexts {
    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Notes a text. Later texts are forgotten: the fuzzer went back to before them.
    fn note(&mut self, text: KeptText) {
        self.0.truncate(self.0.partition_point(|other| other.start < text.start));
        self.0.push(text);
    }

    /// Returns the text at `start`.
    fn at(&self, start: usize) -> Option<KeptText> {
        let place = self.0.binary_search_by_key(&start, |text| text.start).ok()?;
        Some(self.0[place])
    }
}

impl Fuzzer<'_> {
    /// Notes the text of a terminal that begins at `start`, if it may be a field. `is_given` says whether a replay gave it.
    pub(super) fn keep_text(&mut self, start: usize, is_given: bool) {
        if self.recipe.slices.is_any_written() && (self.choices.is_recorded() || self.choices.is_replay()) {
            self.kept.note(KeptText { start, choice: self.choices.mark(), is_given });
        }
    }

    /// Ends a slice and its label: writes the size into its field. A number that a replay gives stays, because it may be wrong on purpose.
    ///
    /// # Errors
    /// If the field cannot say the size, such as 300 in one byte.
    pub(super) fn write_size(&mut self, id: ItemId) -> Result<(), Rollback> {
        let Some(slice) = self.recipe.slices.field_of(id) else { return Ok(()) };
        let range = self.label_range(slice.label);
        let kept = self.kept.at(range.start);
        if kept.is_some_and(|text| text.is_given) {
            return Ok(());
        }
        let grammar = self.grammar();
        let field = &grammar.fields[slice.field.0 as usize];
        let known = self.texts(&grammar.labels_of(field.value));
        let Some(Value::Number(size)) = grammar.value(field, &known) else { return Ok(()) };
        let text = slice.codec.encode(size).ok_or(Rollback)?;
        if range.len() != text.len() || !self.is_text_of(slice.symbol, &text) {
            return Ok(());
        }
        self.output.overwrite(range.start, &text);
        if let Some(kept) = kept {
            self.choices.amend(kept.choice, || Choice::Text(text));
        }
        Ok(())
    }
}
