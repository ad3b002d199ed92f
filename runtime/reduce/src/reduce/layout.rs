//! Whether a candidate leaves the layout alone: white space is removed only together with adjacent tokens, or where it does not
//! show. Users who read the result want it laid out like the input.

use std::ops::Range;

use crate::edit::Change;
use grammarc_core::order::is_word;

/// A byte range of a text, and its replacement.
type Cut = (Range<usize>, Vec<u8>);

/// Returns whether a change touches no layout. It must not remove mere white space, join two words that were apart
/// (`a b` to `ab`), or replace white space by other white space.
pub(super) fn is_kept(text: &[u8], change: &Change) -> bool {
    let mut cuts: Vec<Cut> = Vec::new();
    for (range, other) in change.cuts(text) {
        match cuts.last_mut().filter(|last| last.0.end == range.start) {
            Some(last) => {
                last.0.end = range.end;
                last.1.extend(other);
            }
            None => cuts.push((range, other)),
        }
    }
    cuts.iter().all(|(range, other)| is_fine(text, &trimmed(text, range.clone(), other)))
}

/// The same for a whole text that replaces another one.
pub(super) fn is_kept_by(text: &[u8], other: &[u8]) -> bool {
    is_fine(text, &trimmed(text, 0..text.len(), other))
}

/// Returns a cut without the bytes that it leaves as they are. For example, `  a;` that becomes `a;` is a cut of two blanks.
fn trimmed(text: &[u8], range: Range<usize>, other: &[u8]) -> Cut {
    let gone = &text[range.clone()];
    let start = gone.iter().zip(other).take_while(|(a, b)| a == b).count();
    let end = gone[start..].iter().rev().zip(other[start..].iter().rev()).take_while(|(a, b)| a == b).count();
    (range.start + start..range.end - end, other[start..other.len() - end].to_vec())
}

fn is_fine(text: &[u8], (range, other): &Cut) -> bool {
    let gone = &text[range.clone()];
    let is_blank = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_whitespace);
    if is_blank(gone) && is_blank(other) {
        return gone == other || (other.is_empty() && shows_nothing(text, range.clone()));
    }
    let ends_in_word = |bytes: &[u8]| bytes.last().is_some_and(|&byte| is_word(byte));
    let begins_with_word = |bytes: &[u8]| bytes.first().is_some_and(|&byte| is_word(byte));
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let is_joined = other.is_empty() && ends_in_word(before) && begins_with_word(after);
    !is_joined || !gone.iter().any(u8::is_ascii_whitespace)
}

/// Returns whether white space can go without moving anything that is visible: whole empty lines, or blanks at the end of a line.
fn shows_nothing(text: &[u8], range: Range<usize>) -> bool {
    let (gone, before, after) = (&text[range.clone()], &text[..range.start], &text[range.end..]);
    let is_line_end = after.is_empty() || after.starts_with(b"\n") || after.starts_with(b"\r\n");
    if !gone.contains(&b'\n') {
        return is_line_end;
    }
    let begins_line = before.is_empty() || before.ends_with(b"\n");
    (begins_line && gone.ends_with(b"\n"))
        || (!before.is_empty() && after.starts_with(b"\n") && gone.starts_with(b"\n"))
}

#[cfg(test)]
mod tests {
    use super::is_kept_by;

    #[test]
    fn white_space_goes_with_what_it_stands_beside() {
        let program = b"int a;\n  int b;\n\nreturn  f(a, b);\n";
        let is_kept = |other: &str| is_kept_by(program, other.as_bytes());
        for other in [
            "",
            "  int b;\n\nreturn  f(a, b);\n",
            "int a;\n  int b;\n\nreturn  f(b);\n",
            "int a;\n  int b;\n\nreturn  f(a);\n",
            "int a;\n  int b;\n\nreturn  0;\n",
            "int a;\n  int b;\n\nrn  f(a, b);\n",
            "int a;\n  int b;\nreturn  f(a, b);\n",
        ] {
            assert!(is_kept(other), "{other}");
        }
        for other in [
            "int a;\nint b;\n\nreturn  f(a, b);\n",
            "int a; int b;\n\nreturn  f(a, b);\n",
            "int a;\n  int b;\n\nreturn f(a, b);\n",
            "int a;\n  int b;\n\nreturn  f(a,b);\n",
            "int a;\n  int b;\n\nreturn  f(a, b);",
            "inb;\n\nreturn  f(a, b);\n",
        ] {
            assert!(!is_kept(other), "{other}");
        }
    }
}
