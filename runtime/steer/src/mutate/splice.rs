//! Replaces ranges of a text by other bytes, and writes a separator where two words would run together. For example, `1` in `return 1` by
//! `x` gives `return x`, and `(1)` in `return(1)` by `x` the same.

use std::ops::Range;

use grammarc_core::order::is_word;

/// Bytes in place of a range of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Splice {
    /// The range in the old text.
    pub(super) range: Range<usize>,
    /// The bytes that replace it.
    pub(super) text: Vec<u8>,
}

impl Splice {
    pub(super) fn new(range: Range<usize>, text: &[u8]) -> Self {
        Self { range, text: text.to_vec() }
    }

    /// Returns whether two ranges have no byte in common. For example, 3..9 and the empty range 9..9 have none.
    pub(super) fn is_apart(&self, other: &Self) -> bool {
        self.range.end <= other.range.start || other.range.end <= self.range.start
    }
}

/// Returns a text with splices, whose ranges are apart, in any order. `separator` is written where two words or two operators would run
/// together that did not touch before.
pub(super) fn spliced(text: &[u8], mut splices: Vec<Splice>, separator: &[u8]) -> Vec<u8> {
    // At one place, an insertion goes before a replacement.
    splices.sort_by_key(|splice| (splice.range.start, splice.range.end));
    let grown: usize = splices.iter().map(|splice| splice.text.len() + 2 * separator.len()).sum();
    let mut made = Vec::with_capacity(text.len() + grown);
    let mut at = 0;
    for Splice { range, text: new } in &splices {
        made.extend_from_slice(&text[at..range.start]);
        let (before, after) = (range.start.checked_sub(1), range.end);
        let touched = |one: Option<usize>, other: usize| {
            let one = one.and_then(|place| text.get(place));
            one.zip(text.get(other)).is_some_and(|(&one, &other)| run_together(one, other))
        };
        let touched_before = touched(before, range.start);
        let touched_after = touched(range.end.checked_sub(1), after);
        join(&mut made, new, separator, touched_before);
        at = range.end;
        let follows = made.last().zip(text.get(at)).is_some_and(|(&one, &other)| run_together(one, other));
        if follows && !touched_after {
            made.extend_from_slice(separator);
        }
    }
    made.extend_from_slice(&text[at..]);
    made
}

/// Appends a text to another one, with a separator between two words. `touched` says that a word went on here before.
pub(super) fn join(made: &mut Vec<u8>, text: &[u8], separator: &[u8], touched: bool) {
    let runs = made.last().zip(text.first()).is_some_and(|(&one, &other)| run_together(one, other));
    if runs && !touched {
        made.extend_from_slice(separator);
    }
    made.extend_from_slice(text);
}

/// Returns whether two bytes side by side may be one token: two bytes of a word, or the same operator twice.
fn run_together(one: u8, other: u8) -> bool {
    let is_operator = |byte: u8| byte.is_ascii_punctuation() && !b"()[]{}\"'`,;".contains(&byte);
    is_word(one) && is_word(other) || one == other && is_operator(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_operators_are_kept_apart() {
        let cases: [(&str, Range<usize>, &str, &str); 7] = [
            ("return(1)", 6..9, "x", "return x"),
            ("return 1", 7..8, "x", "return x"),
            ("a-b", 2..3, "-b", "a- -b"),
            ("f(a)", 2..3, "(b)", "f((b))"),
            // A text in which words touch already goes on.
            ("abc", 1..2, "xy", "axyc"),
            ("a,b c", 1..3, "", "a c"),
            ("a(b)c", 1..4, "", "a c"),
        ];
        for (text, range, new, expected) in cases {
            let made = spliced(text.as_bytes(), vec![Splice::new(range, new.as_bytes())], b" ");
            assert_eq!(String::from_utf8_lossy(&made), expected);
        }
    }

    #[test]
    fn an_insertion_goes_before_a_replacement_at_the_same_place() {
        let splices = vec![Splice::new(1..2, b"X"), Splice::new(1..1, b"-"), Splice::new(0..1, b"Y")];
        assert_eq!(spliced(b"abc", splices, b""), b"Y-Xc");
        let apart = [(3..9, 9..9, true), (3..9, 5..5, false), (3..9, 8..12, false), (3..9, 0..3, true)];
        for (one, other, expected) in apart {
            let (one, other) = (Splice::new(one, b""), Splice::new(other, b""));
            assert_eq!((one.is_apart(&other), other.is_apart(&one)), (expected, expected), "{one:?} {other:?}");
        }
    }
}
