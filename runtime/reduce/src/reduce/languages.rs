//! The languages by which a text can be parsed, from the one that knows most to the one that knows nothing. So a text
//! that the grammar does not accept has a tree, too.

use std::cell::Cell;
use std::ops::Range;

use super::recovery;
use super::view::View;
use crate::format::Format;
use crate::island::ISLAND;

/// The languages of one reduction.
#[derive(Clone)]
pub struct Languages<'s> {
    /// The user's grammar.
    pub grammar: &'s Format,
    /// Length from which on recovery is not tried, because it failed for a text twice as long.
    hopeless: Cell<usize>,
}

impl<'s> Languages<'s> {
    /// Takes the user's language; the island language fits every other text.
    pub fn new(grammar: &'s Format) -> Self {
        Self { grammar, hopeless: Cell::new(usize::MAX) }
    }

    /// Parses a text by the first of these that fits: the grammar; the grammar with its size and count fields ignored;
    /// the grammar with islands in place of the parts that it cannot parse; an island tree. For example, `[1, 2]` has a
    /// JSON tree, and `[1, @#! 2]` one with an island.
    pub fn view(&self, text: &[u8]) -> View<'s> {
        let parsed = View::parse(self.grammar, text).or_else(|| View::parse_freely(self.grammar, text));
        let parsed = parsed.or_else(|| self.with_islands(text));
        parsed.or_else(|| View::parse(&ISLAND, text)).unwrap_or_else(|| View::opaque(self.grammar, text))
    }

    /// Returns whether a text is in the language of the grammar.
    pub fn is_valid(&self, text: &[u8]) -> bool {
        View::parse(self.grammar, text).is_some()
    }

    /// Returns whether a view was made by the grammar itself, even if its size and count fields are wrong.
    pub fn is_parsed(&self, view: &View<'_>) -> bool {
        std::ptr::eq(view.language, self.grammar) && view.tree.len() > 1
    }

    /// Returns the islands of a view as byte ranges, in order: none if the grammar parsed it all, the whole text if
    /// it is an island tree.
    pub fn islands(&self, view: &View<'_>) -> Vec<Range<usize>> {
        if std::ptr::eq(view.language, self.grammar) {
            return Vec::new();
        }
        if std::ptr::eq(view.language, &raw const self.grammar.mixed().language) {
            return recovery::islands(self.grammar, &view.tree);
        }
        std::iter::once(0..view.text.len()).collect()
    }

    fn with_islands(&self, text: &[u8]) -> Option<View<'s>> {
        if text.len() >= self.hopeless.get() {
            return None;
        }
        let view = recovery::view(self.grammar, text);
        if view.is_none() {
            self.hopeless.set(text.len() / 2);
        }
        view
    }
}
