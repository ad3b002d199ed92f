//! The texts of labels, as ranges of the output, with an undo log.

use grammarc_core::grammar::Label;

/// Two numbers that a label has: the range of its text, or the remaining counts of a repetition, least and most.
pub(super) type LabelValue = (u32, u32);

/// The values of the labels of all alternatives that may be needed again.
///
/// For example, `x=` by `<s> ::= a:<word> "=" text(a)`, where `<word>` is a token:
///
/// ```text
/// values     (0, 0)   (0, 1)     around all alternatives; a of <s>, which is the text 0..1
/// undo log   1 ← (0, 0)          going back to before the word restores (0, 0)
/// ```
#[derive(Debug, Default)]
pub(super) struct Labels {
    values: Vec<LabelValue>,
    /// Undo log: which value was changed, and its value before.
    undo: Vec<(usize, LabelValue)>,
}

/// Labels to go back to, as lengths.
#[derive(Debug, Clone, Copy)]
pub(super) struct LabelMark {
    values: usize,
    undo: usize,
}

impl Labels {
    /// Begins a text: nothing has a value but the labels around all alternatives.
    #[inline]
    pub(super) fn begin(&mut self, count: u16) {
        self.values.clear();
        self.undo.clear();
        self.open(count);
    }

    /// Makes room for the labels of an alternative, and returns the place of the first.
    #[inline]
    pub(super) fn open(&mut self, count: u16) -> u32 {
        let first = self.values.len();
        self.values.resize(first + usize::from(count), (0, 0));
        first as u32
    }

    /// Gives a label of the alternative at `first` a value. `is_logged` tells whether a choice point may come back to the old one.
    pub(super) fn set(&mut self, first: u32, Label(label): Label, value: LabelValue, is_logged: bool) {
        let place = first as usize + usize::from(label);
        let before = std::mem::replace(&mut self.values[place], value);
        if is_logged {
            self.undo.push((place, before));
        }
    }

    /// Returns the value of a label of the alternative at `first`; zeros if it has none.
    pub(super) fn get(&self, first: u32, Label(label): Label) -> LabelValue {
        self.values.get(first as usize + usize::from(label)).copied().unwrap_or_default()
    }

    /// Returns the present values, to go back to.
    #[inline]
    pub(super) fn mark(&self) -> LabelMark {
        LabelMark { values: self.values.len(), undo: self.undo.len() }
    }

    /// Goes back to earlier values.
    pub(super) fn rollback(&mut self, mark: &LabelMark) {
        for (place, before) in self.undo.drain(mark.undo..).rev() {
            self.values[place] = before;
        }
        self.values.truncate(mark.values);
    }
}
