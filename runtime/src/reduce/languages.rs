//! The languages by which one text can be looked at, from the one that knows most to the one that knows nothing.

use super::view::View;
use crate::island::ISLAND;
use crate::language::Language;

/// The languages of one reduction.
#[derive(Clone, Copy)]
pub struct Languages<'s> {
    /// What the user gave.
    pub grammar: &'s Language,
}

impl<'s> Languages<'s> {
    /// Takes the user's language; the island language fits every other text.
    pub fn new(grammar: &'s Language) -> Self {
        Self { grammar }
    }

    /// Returns the text by the grammar, or else by the grammar with what its fields say of sizes and counts left aside, or
    /// else as an island tree.
    pub fn view(&self, text: &[u8]) -> View<'s> {
        let parsed = View::parse(self.grammar, text).or_else(|| View::parse_freely(self.grammar, text));
        parsed.or_else(|| View::parse(&ISLAND, text)).unwrap_or_else(|| View::opaque(self.grammar, text))
    }

    /// Returns whether a text is in the language of the grammar.
    pub fn is_valid(&self, text: &[u8]) -> bool {
        View::parse(self.grammar, text).is_some()
    }

    /// Returns whether a view of a text is by the grammar, fields that lie of sizes and counts included.
    pub fn is_parsed(&self, view: &View<'_>) -> bool {
        std::ptr::eq(view.language, self.grammar) && view.tree.len() > 1
    }
}
