//! Filling computed fields: a text is parsed, corrected where fields lie, and parsed again, until all in it are right.

use super::{budget, within};
use crate::language::Language;
use crate::meaning::{corrected, wrongs};

/// How often a text is gone over: a checksum may be over fields that were filled just before it.
#[doc(hidden)]
pub const ROUNDS: usize = 64;
/// As much as so many charts may have where time matters, all charts together may have that it takes to fill a text, or to check one.
/// Sizes and counts are filled after one chart, checksums over them after two, and one more finds nothing left to write. But a text of a
/// few bytes may stand for very many repetitions, also of nothing, and what repeats its repetition is twice as long each time.
const EFFORT: usize = 4;

/// Returns how many items and links the charts may have together that it takes to fill a text, or to check one.
#[doc(hidden)]
pub fn effort(text: &[u8]) -> usize {
    EFFORT * budget(text)
}

/// Writes into the computed fields of a text, and into the numbers of repetitions (`x{n}`), what they must be, as far as they
/// can hold it. A text in which all are right stays as it is, and so does one that has no tree even if its fields are not
/// believed. Where finding that out takes a chart of more than about a million items and links and 64 for each byte, or four times as
/// many together, it stays as far as it has come.
pub fn fill(language: &Language, text: Vec<u8>) -> Vec<u8> {
    let mut effort = effort(&text);
    fill_within(language, text, &mut effort)
}

/// The same, where charts have no more items and links together than `effort` says: see [`within`].
#[doc(hidden)]
pub fn fill_within(language: &Language, text: Vec<u8>, effort: &mut usize) -> Vec<u8> {
    let mut text = text;
    if !language.meaning().said().is_anything {
        return text;
    }
    for _ in 0..ROUNDS {
        // What repeats what repeats it is longer each time.
        let Some(left) = effort.checked_sub(text.len()) else { break };
        *effort = left;
        let believed = within(&text, effort, |effort| language.parsing().within(effort).tree(&text));
        if believed.as_ref().is_some_and(|tree| wrongs(language.meaning(), &text, tree).is_empty()) {
            return text;
        }
        let freely = language.is_bound().then(|| language.parsing().without_fields().within(effort).tree(&text));
        let tree = freely.flatten().or(believed);
        let Some(filled) = tree.and_then(|tree| corrected(language.meaning(), &text, &tree)) else { return text };
        text = filled;
    }
    text
}
