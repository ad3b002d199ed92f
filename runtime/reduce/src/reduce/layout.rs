//! Whether a candidate leaves the layout alone: white space is removed only together with adjacent tokens, or where it does not
//! show. Users who read the result want it laid out like the input.

use std::collections::HashSet;
use std::ops::Range;

use super::{Search, Stop};
use crate::edit::Change;
use grammarc_core::order::is_word;

/// A byte range of a text, and its replacement.
type Cut = (Range<usize>, Vec<u8>);

impl Search<'_, '_> {
    /// Runs a pass in which a part that began a line still begins one. For example, without the comment `{ // one⏎#if X` becomes
    /// `{ ⏎#if X`, not `{ #if X`.
    pub(super) fn keeping_lines(&mut self, body: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<(), Stop> {
        let before = self.keeps_lines;
        self.keep_lines(true);
        let outcome = body(self);
        self.keep_lines(before);
        outcome
    }

    /// Says whether a part that began a line still begins one from now on.
    pub(super) fn keep_lines(&mut self, keeps_lines: bool) {
        self.keeps_lines = keeps_lines;
        self.meaning.iter_mut().for_each(|meaning| meaning.keeps_lines = keeps_lines);
    }
}

/// Returns whether a change touches no layout. It must not remove mere white space, join two words that were apart
/// (`a b` to `ab`), or replace white space by other white space.
pub(super) fn is_kept(text: &[u8], change: &Change, changed: &[u8]) -> bool {
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
    cuts.iter().all(|(range, other)| is_fine(text, &trimmed(text, range.clone(), other))) && is_kept_by(text, changed)
}

/// The same for a whole text that replaces another one.
pub(super) fn is_kept_by(text: &[u8], other: &[u8]) -> bool {
    let cut = trimmed(text, 0..text.len(), other);
    is_fine(text, &cut) && !moves_blanks(text, &cut) && are_lines_kept(text, other, &cut)
}

/// Returns whether a cut changes nothing but white space between tokens that stay. For example, if it moves the indentation of one line
/// into the next.
fn moves_blanks(text: &[u8], (range, other): &Cut) -> bool {
    fn visible(bytes: &[u8]) -> impl Iterator<Item = &u8> {
        bytes.iter().filter(|byte| !byte.is_ascii_whitespace())
    }
    let gone = &text[range.clone()];
    visible(gone).next().is_some() && visible(gone).eq(visible(other))
}

/// Returns whether the lines that a cut changes have an indentation that was there before, and no gaps that were not.
fn are_lines_kept(text: &[u8], other: &[u8], (range, by): &Cut) -> bool {
    let old = Lines::of(text, range.clone());
    let new = Lines::of(other, range.start..range.start + by.len());
    new.indentations.iter().all(|indentation| old.indentations.contains(indentation))
        && (new.widest_gap <= 1 || new.widest_gap <= old.widest_gap)
}

/// The layout of some lines.
struct Lines<'t> {
    /// The blanks before the first token of each line that is not empty.
    indentations: HashSet<&'t [u8]>,
    /// The most blanks between two tokens of a line.
    widest_gap: usize,
}

impl<'t> Lines<'t> {
    /// Looks at the lines that a range touches.
    fn of(text: &'t [u8], range: Range<usize>) -> Self {
        let start = text[..range.start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let end = text[range.end..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |at| range.end + at);
        let lines = text[start..end].split(|&byte| byte == b'\n');
        let mut found = Self { indentations: HashSet::new(), widest_gap: 0 };
        for line in lines.filter(|line| !line.trim_ascii().is_empty()) {
            let is_blank = |byte: &u8| byte.is_ascii_whitespace();
            found.indentations.insert(&line[..line.len() - line.trim_ascii_start().len()]);
            let gaps = line.trim_ascii().chunk_by(|a, b| is_blank(a) == is_blank(b)).filter(|run| is_blank(&run[0]));
            found.widest_gap = gaps.map(<[u8]>::len).fold(found.widest_gap, usize::max);
        }
        found
    }
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
            // Blanks that move to another place.
            "int a;\nint b;  \n\nreturn  f(a, b);\n",
            "int a;   b;\n\nreturn  f(a, b);\n",
        ] {
            assert!(!is_kept(other), "{other}");
        }
    }
}
