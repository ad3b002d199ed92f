//! The languages by which a text can be parsed, from the one that knows most to the one that knows nothing. So a text
//! that the grammar does not accept has a tree, too.

use std::cell::Cell;
use std::ops::Range;

use super::recovery;
use super::view::View;
use crate::flat::BLOCKS;
use crate::format::Format;
use crate::island::ISLAND;
use grammarc_core::steps;
use grammarc_trial::trial::SharedText;

/// Length in bytes from which on a text is first cut by blocks: its tree may take 50 times as much memory.
const MIN_CUT_BYTES: usize = 16 << 20;
/// Longest text, in bytes, that is seen through its tree at all.
const MAX_TREE_BYTES: usize = 256 << 20;

/// Number of steps for each byte that the grammar gets to parse a text, besides [`MIN_PARSE_STEPS`]. A chart takes some hundred.
const PARSE_STEPS_PER_BYTE: u64 = 1 << 9;
/// Number of steps that the grammar gets for any text. They take a few seconds.
const MIN_PARSE_STEPS: u64 = 1 << 27;

/// Number of bytes at the beginning that tell whether a text is binary.
const HEAD_BYTES: usize = 8 << 10;

/// The languages of one reduction.
#[derive(Clone)]
pub struct Languages<'s> {
    /// The user's grammar.
    pub grammar: &'s Format,
    /// Length from which on recovery is not tried, because it failed for a text twice as long.
    hopeless: Cell<usize>,
    /// Whether a large text is first cut by blocks.
    is_cutting: Cell<bool>,
}

impl<'s> Languages<'s> {
    /// Takes the user's language; the island language fits every other text.
    pub fn new(grammar: &'s Format) -> Self {
        Self { grammar, hopeless: Cell::new(usize::MAX), is_cutting: Cell::new(true) }
    }

    /// Parses a text by the first of these that fits: the grammar; the grammar with its size and count fields ignored;
    /// the grammar with islands in place of the parts that it cannot parse; an island tree. For example, `[1, 2]` has a
    /// JSON tree, and `[1, @#! 2]` one with an island. A text that [is cut first](Self::is_cut_first) has blocks.
    pub fn view(&self, text: impl Into<SharedText>) -> View<'s> {
        let text = &text.into();
        if self.is_cut_first(text)
            && let Some(blocks) = View::parse(&BLOCKS, text)
        {
            return blocks;
        }
        let by_grammar = || View::parse(self.grammar, text).or_else(|| View::parse_freely(self.grammar, text));
        let limit = MIN_PARSE_STEPS + PARSE_STEPS_PER_BYTE * text.len() as u64;
        let parsed = steps::within(limit, by_grammar).0.flatten().or_else(|| self.with_islands(text));
        parsed.or_else(|| View::parse(&ISLAND, text)).unwrap_or_else(|| View::opaque(self.grammar, text))
    }

    /// Returns whether a text is so large that it is cut by blocks before it is parsed.
    pub fn is_cut_first(&self, text: &[u8]) -> bool {
        text.len() > if self.is_cutting.get() { MIN_CUT_BYTES } else { MAX_TREE_BYTES }
    }

    /// Parses large texts from now on, except those of more than 256 MB.
    pub(super) fn stop_cutting(&self) {
        self.is_cutting.set(false);
    }

    /// Returns whether a text is in the language of the grammar. A text of more than 256 MB is taken to be in no language.
    pub fn is_valid(&self, text: &[u8]) -> bool {
        text.len() <= MAX_TREE_BYTES && self.grammar.parsing().tree(text).is_some()
    }

    /// Returns whether a view was made by the grammar itself, even if its size and count fields are wrong.
    pub fn is_parsed(&self, view: &View<'_>) -> bool {
        std::ptr::eq(view.language, self.grammar) && view.tree.len() > 1
    }

    /// Returns whether a text is binary, and there is no grammar for it: then the island language sees brackets, strings and lines where
    /// there are none.
    pub fn is_opaque(&self, text: &[u8]) -> bool {
        std::ptr::eq(self.grammar, &raw const ISLAND) && is_binary(text)
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

    fn with_islands(&self, text: &SharedText) -> Option<View<'s>> {
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

/// Returns whether a text has bytes that no text has: a NUL, or many that are not UTF-8.
pub fn is_binary(text: &[u8]) -> bool {
    let head = &text[..text.len().min(HEAD_BYTES)];
    let replaced = String::from_utf8_lossy(head).chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count();
    head.contains(&0) || replaced > head.len() / 16
}

#[cfg(test)]
mod tests {
    use super::is_binary;

    #[test]
    fn latin_1_is_a_text() {
        assert!(!is_binary(b"caf\xe9, na\xefve, and much else that is plain"));
        assert!(is_binary(b"PK\x03\x04\x00") && is_binary(&[0x80; 40]) && !is_binary(b""));
    }
}
