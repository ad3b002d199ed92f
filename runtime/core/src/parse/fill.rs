//! Filling computed fields: a text is parsed, corrected where fields lie, and parsed again, until all of its fields are right. For
//! example, `9:ab` becomes `2:ab`.

use super::{budget, within};
use crate::language::Language;
use crate::meaning::{corrected, wrongs};

/// Maximum number of rounds for one text. A checksum may cover fields that the round before has just filled. Two or three rounds
/// are usual, and 64 end a text whose fields never settle.
#[doc(hidden)]
pub const MAX_FILL_ROUNDS: usize = 64;
/// Effort for filling or checking one text, in budgets of one chart. Sizes and counts are filled after one chart and checksums over
/// them after two; the last chart finds nothing left to write. The limit is needed because a text of a few bytes may ask for
/// millions of repetitions of nothing. And a repeated text that contains a repeated text doubles in each round.
const CHARTS_PER_FILL: usize = 4;

/// Returns the effort for filling or checking one text, in items and links of all its charts together.
#[doc(hidden)]
pub fn effort(text: &[u8]) -> usize {
    CHARTS_PER_FILL * budget(text)
}

/// Corrects the computed fields of a text and its numbers of repetitions (`x{n}`), as far as they can hold the right value. The
/// text stays as it is if all are right, or if it has no tree even when the parser ignores its fields. Filling stops early, with
/// the fields filled so far, at either of two limits: a chart of about a million items and links plus 64 for each byte, or four
/// times as many in all charts.
pub fn fill(language: &Language, text: Vec<u8>) -> Vec<u8> {
    let mut effort = effort(&text);
    fill_within(language, text, &mut effort)
}

/// The same as `fill`, with an effort for all charts together: see [`within`].
#[doc(hidden)]
pub fn fill_within(language: &Language, text: Vec<u8>, effort: &mut usize) -> Vec<u8> {
    let mut text = text;
    if !language.meaning().label_uses().is_anything {
        return text;
    }
    for _ in 0..MAX_FILL_ROUNDS {
        // `a := text(b)` and `b := text(a)` would grow without end, so each round costs the length of the text.
        let Some(left) = effort.checked_sub(text.len()) else { break };
        *effort = left;
        let believed = within(&text, effort, |effort| language.parsing().within(effort).tree(&text));
        if believed.as_ref().is_some_and(|tree| wrongs(language.meaning(), &text, tree).is_empty()) {
            return text;
        }
        // A tree that believes its sizes has right sizes. Without them there may be a great many trees.
        let tree = match believed {
            None if language.is_bound() => language.parsing().without_fields().within(effort).tree(&text),
            believed => believed,
        };
        let Some(filled) = tree.and_then(|tree| corrected(language.meaning(), &text, &tree)) else { return text };
        text = filled;
    }
    text
}
