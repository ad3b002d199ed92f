//! The beginnings of lines: a cut should not take the line end and the indentation of a part that is left.

use std::ops::Range;

/// Returns the bytes to insert before a part of the old text, so that it still begins a line if it began one: a line end, or the
/// missing beginning of its indentation, or both.
///
/// For example, `  b;` from `{⏎  a;⏎  b;⏎}` gets a line end behind `{`, and nothing behind `{⏎`. And `b;` gets two blanks behind `{⏎`.
pub(super) fn lost(before: &[u8], old: &[u8], part: Range<usize>) -> Vec<u8> {
    let blanks = old[part.clone()].iter().take_while(|byte| is_blank(**byte)).count();
    let token = part.start + blanks;
    let is_end = old.get(token).is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
    if token == part.end || is_end {
        // Blanks alone, or the end of a line: no token lost its line.
        return Vec::new();
    }
    let (Some(indentation), current) = (line_prefix(old, token), line_prefix(before, before.len())) else {
        return Vec::new();
    };
    let missing = &old[indentation.start..indentation.end - blanks.min(indentation.len())];
    match current {
        None => [line_end(old, indentation.start), missing].concat(),
        Some(there) if there.is_empty() => missing.to_vec(),
        Some(_) => Vec::new(),
    }
}

/// Returns the blanks between the beginning of the line and a place; none if there is anything else.
fn line_prefix(text: &[u8], at: usize) -> Option<Range<usize>> {
    let blanks = text[..at].iter().rev().take_while(|byte| is_blank(**byte)).count();
    let start = at - blanks;
    (start == 0 || text[start - 1] == b'\n').then_some(start..at)
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
            String::from_utf8(lost(before.as_bytes(), old, start..start + part.len())).expect("it is from the text")
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
        assert_eq!(super::lost(b"x", b"a\r\n b", 4..5), b"\r\n ");
    }
}
