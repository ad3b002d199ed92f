//! Columns: the text of a line up to a place, as the parser, the fuzzer and the reducer compare it with the blanks of a line.
//!
//! A column is not a number, because a tab has no width of its own. In the column of the `a` of `\t- a` each character that
//! is no tab counts as one space, so the column equals a tab and two spaces.

use crate::grammar::Indent;

/// The column outside of all blocks. No block has it, because no line has a line end in it.
pub const OUTSIDE: &[u8] = b"\n";

/// Stands at the beginning of some texts in UTF-8, and is no character of the first line.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns where the line begins that has this place in it: behind the last `\n` or `\r` before, or behind a byte order mark at the
/// beginning of the text.
pub fn line_start(text: &[u8], at: usize) -> usize {
    let before = &text[..at];
    let first = if before.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    before.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(first, |newline| newline + 1)
}

/// Returns whether the blanks at the beginning of a line are in the right column.
pub fn holds(column: &[u8], blanks: &[u8], indent: Indent) -> bool {
    if column == OUTSIDE {
        return match indent {
            Indent::Same => blanks.is_empty(),
            Indent::Deeper => !blanks.is_empty(),
            Indent::Inside => true,
        };
    }
    // Nearly all columns are blanks, which need no copy.
    let begins = if is_blank(column) { blanks.starts_with(column) } else { blanks.starts_with(&blank(column)) };
    let length = column.iter().filter(|byte| is_first(**byte)).count();
    begins
        && match indent {
            Indent::Same => blanks.len() == length,
            Indent::Deeper | Indent::Inside => blanks.len() > length,
        }
}

/// Returns the blanks that equal a column: a tab for a tab, a space for any other character.
/// For example, `  - ` becomes four spaces.
pub fn blank(column: &[u8]) -> Vec<u8> {
    if column == OUTSIDE {
        return Vec::new();
    }
    let firsts = column.iter().filter(|byte| is_first(**byte));
    firsts.map(|&byte| if byte == b'\t' { b'\t' } else { b' ' }).collect()
}

fn is_blank(column: &[u8]) -> bool {
    column.iter().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// Whether a byte begins a character of UTF-8.
fn is_first(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}
