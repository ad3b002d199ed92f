//! The texts of live labels, interned: what Earley items are keyed by besides rule and place.

use std::collections::HashMap;

use crate::grammar::Label;

/// The texts of some labels, ascending by label; an absent label is empty.
type Texts<'a> = Vec<(Label, &'a [u8])>;

/// All environments met in one input, each with a number. Number 0 has no label.
pub(super) struct Environments<'a> {
    texts: Vec<Texts<'a>>,
    numbers: HashMap<Texts<'a>, u32>,
}

impl<'a> Environments<'a> {
    pub(super) fn new() -> Self {
        Self { texts: vec![Vec::new()], numbers: HashMap::from([(Vec::new(), 0)]) }
    }

    /// Returns the text of a label, empty if it is absent.
    pub(super) fn text(&self, number: u32, label: Label) -> &'a [u8] {
        let texts = &self.texts[number as usize];
        texts.iter().find(|&&(other, _)| other == label).map_or(b"", |&(_, text)| text)
    }

    /// Returns the part of an environment that has these labels.
    pub(super) fn restricted(&mut self, number: u32, labels: &[Label]) -> u32 {
        self.with(number, None, labels)
    }

    /// Returns an environment with one more text, restricted to these labels. An empty text is as good as none.
    pub(super) fn with(&mut self, number: u32, added: Option<(Label, &'a [u8])>, labels: &[Label]) -> u32 {
        if labels.is_empty() || (number == 0 && added.is_none()) {
            return 0;
        }
        let of = |&label: &Label| match added {
            Some((new, text)) if new == label => (label, text),
            _ => (label, self.text(number, label)),
        };
        let texts: Texts<'a> = labels.iter().map(of).filter(|(_, text)| !text.is_empty()).collect();
        let next = self.texts.len() as u32;
        *self.numbers.entry(texts).or_insert_with_key(|texts| {
            self.texts.push(texts.clone());
            next
        })
    }
}
