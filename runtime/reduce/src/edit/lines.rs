//! The beginnings of lines: a cut should not take the line end and the indentation of a part that is left.

use std::ops::Range;

/// Returns the bytes to insert before a part of the old text, so that it still begins a line if it began one: a line end, or the
/// missing beginning of its indentation, or both. A part of its line that is cut counts as blank; `last` is the end of the last
/// token in the old text that is left.
///
/// For example, `  b;` from `{⏎  a;⏎  b;⏎}` gets a line end behind `{`, and nothing behind `{⏎`. And `b;` gets two blanks behind `{⏎`.
/// So does ` b;` from `{ // one⏎  /* two */ b;⏎}`, without the comments.
pub(super) fn lost(before: &[u8], old: &[u8], last: usize, part: Range<usize>) -> Vec<u8> {
    let blanks = old[part.clone()].iter().take_while(|byte| is_blank(**byte)).count();
    let token = part.start + blanks;
    let is_end = old.get(token).is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
    if token == part.end || is_end {
        // Blanks alone, or the end of a line: no token lost its line.
        return Vec::new();
    }
    let start = match old[last..token].iter().rposition(|byte| *byte == b'\n') {
        Some(end) => last + end + 1,
        None if last == 0 => 0,
        None => return Vec::new(),
    };
    let indentation = old[start..token].iter().take_while(|byte| is_blank(**byte)).count();
    let missing = &old[start..start + indentation.saturating_sub(blanks)];
    match line_prefix(before) {
        None => [line_end(old, start), missing].concat(),
        Some([]) => missing.to_vec(),
        Some(_) => Vec::new(),
    }
}

/// Returns the length of the text up to the end of its last token: without line ends and blanks at its end.
pub(super) fn without_blanks(text: &[u8]) -> usize {
    text.iter().rposition(|byte| !is_blank(*byte) && !matches!(byte, b'\n' | b'\r')).map_or(0, |last| last + 1)
}

/// Returns the blanks at the end of a text if they begin a line.
fn line_prefix(text: &[u8]) -> Option<&[u8]> {
    let blanks = text.iter().rev().take_while(|byte| is_blank(**byte)).count();
    let (line, blanks) = text.split_at(text.len() - blanks);
    (line.is_empty() || line.ends_with(b"\n")).then_some(blanks)
}

/// Returns the line end before the beginning of a line, as the text writes it.
fn line_end(text: &[u8], start: usize) -> &[u8] {
    if text[..start].ends_with(b"\r\n") { b"\r\n" } else { b"\n" }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

#[cfg(test)]
mod tests {
    use super::lost;

    #[test]
    fn a_part_that_began_a_line_gets_it_back() {
        let old = b"{\n  a;\n  b; c;\n}\n";
        let lost = |before: &str, part: &str| {
            let start = old.windows(part.len()).position(|window| window == part.as_bytes()).expect("it is there");
            let last = super::without_blanks(&old[..start]);
            String::from_utf8(lost(before.as_bytes(), old, last, start..start + part.len()))
                .expect("it is from the text")
        };
        for (before, part, wanted) in [
            ("{", "  b;", "\n"),
            ("{", "b;", "\n  "),
            ("{\n", "  b;", ""),
            ("{\n", "b;", "  "),
            ("{\n  ", "b;", ""),
            ("", "b;", "  "),
            ("{", "}\n", "\n"),
            ("{\n", "}\n", ""),
            // These did not begin a line, or do not hold a token.
            ("{", "c;", ""),
            ("{", "\n  b", ""),
            ("{", "  ", ""),
        ] {
            assert_eq!(lost(before, part), wanted, "{part:?} behind {before:?}");
        }
        assert_eq!(super::lost(b"x", b"a\r\n b", 1, 4..5), b"\r\n ");
    }

    #[test]
    fn what_is_cut_counts_as_blank() {
        let old = b"a, // one\n  /* two */ b, /* three */ c";
        let lost =
            |before: &[u8], last, start| String::from_utf8(lost(before, old, last, start..start + 2)).expect("ASCII");
        assert_eq!(&old[21..23], b" b");
        assert_eq!(lost(b"a, ", 2, 21), "\n ", "one blank of the indentation comes with the part");
        assert_eq!(lost(b"a,", 2, 21), "\n ");
        assert_eq!(lost(b"a,\n", 2, 21), " ");
        assert_eq!(lost(b"a,\n  ", 2, 21), "");
        assert_eq!(lost(b"a,", 14, 21), "", "the comment is left");
        assert_eq!(lost(b"a, b,", 24, 36), "", "c did not begin a line");
        assert_eq!(lost(b"", 0, 21), " ", "all before it is cut");
    }
}
