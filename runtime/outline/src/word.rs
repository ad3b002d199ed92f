//! Words that may be names.

use std::collections::BTreeSet;

use grammarc_core::flat;
use grammarc_core::order::is_word;

/// Returns whether a text is a word that begins with no digit. For example, `_x1` is, and `1x` is not.
pub fn is_name(text: &[u8]) -> bool {
    let is_part = |&byte: &u8| is_word(byte) || byte == b'$';
    text.first().is_some_and(|byte| is_part(byte) && !byte.is_ascii_digit()) && text.iter().all(is_part)
}

/// Returns the names in a text: each word once that begins with no digit. For example, `f` and `x` for `f(x, x)`.
pub fn distinct_names(text: &[u8]) -> BTreeSet<&[u8]> {
    flat::token_spans(text).map(|span| &text[span]).filter(|word| is_name(word)).collect()
}
