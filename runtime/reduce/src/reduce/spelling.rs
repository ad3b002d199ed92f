//! Whether a candidate leaves names alone: each stays or goes as a whole. Users who read the result know the names of the input.

use std::ops::Range;

use grammarc_core::order::is_word;

/// Longest name, in bytes. A longer word is hardly a name, and nobody needs all of it.
const MAX_NAME_BYTES: usize = 40;

/// Returns whether every name of a candidate is a name of the text that it was made from. For example, `find(b)` has no new name if
/// it was made from `a = find(b)`; `fin(b)` has one. Numbers are not names.
pub(super) fn are_names_kept(text: &[u8], candidate: &[u8]) -> bool {
    let start = text.iter().zip(candidate).take_while(|(a, b)| a == b).count();
    let most = text.len().min(candidate.len()) - start;
    let ends = text.iter().rev().zip(candidate.iter().rev());
    let end = ends.take(most).take_while(|(a, b)| a == b).count();
    let changed = whole_words(candidate, start..candidate.len() - end);
    let near = whole_words(text, start..text.len() - end);
    let is_in = |word: &[u8], text: &[u8]| words(text).any(|other| other == word || is_part_of_blob(word, other));
    words(&candidate[changed])
        .filter(|word| !word[0].is_ascii_digit())
        .all(|word| is_in(word, &text[near.clone()]) || is_in(word, text))
}

/// Returns whether a word is left of one that is too long for a name.
fn is_part_of_blob(word: &[u8], other: &[u8]) -> bool {
    other.len() > MAX_NAME_BYTES && other.windows(word.len()).any(|part| part == word)
}

/// Returns the range, widened so that it cuts no word.
fn whole_words(text: &[u8], range: Range<usize>) -> Range<usize> {
    let before = text[..range.start].iter().rev().take_while(|byte| is_word(**byte)).count();
    let after = text[range.end..].iter().take_while(|byte| is_word(**byte)).count();
    range.start - before..range.end + after
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| !is_word(*byte)).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::are_names_kept;

    #[test]
    fn a_name_stays_or_goes_as_a_whole() {
        let is_kept = |other: &str| are_names_kept(b"int sum = find(buffer, 100);", other.as_bytes());
        for other in ["", "int sum = find(buffer, 1);", "find(buffer)", "int buffer;", "int sum=find", "sum int", "7"] {
            assert!(is_kept(other), "{other}");
        }
        for other in ["int su = find(buffer, 100);", "a(buffer)", "intsum", "int sum = find(buffe", "_"] {
            assert!(!is_kept(other), "{other}");
        }
        let long = [b'x'; 100];
        assert!(are_names_kept(&long, &long[..30]) && !are_names_kept(&long[..40], &long[..30]));
    }
}
