//! Code between braces and arguments between brackets, which are passed over.

use super::super::scan::Reading;
use super::file::FileReader;

impl FileReader<'_> {
    /// Passes over `{ … }`. Braces in texts and comments do not count, as in ANTLR; where that finds no end, they do.
    pub(super) fn braces(&mut self) -> Reading<()> {
        self.balanced('{', '}')
    }

    /// Passes over `[ … ]`.
    pub(super) fn arguments(&mut self) -> Reading<()> {
        self.balanced('[', ']')
    }

    fn balanced(&mut self, open: char, close: char) -> Reading<()> {
        let rest = self.cursor.rest();
        if !rest.starts_with(open) {
            return Err(self.cursor.expected(&format!("`{open}`")));
        }
        match end_of_code(rest, open, close, true).or_else(|| end_of_code(rest, open, close, false)) {
            Some(length) => {
                self.cursor.go(self.cursor.at() + length);
                Ok(())
            }
            None => Err(self.cursor.expected(&format!("`{close}` later in the file"))),
        }
    }
}

/// The length of code up to its closing mark. `code` begins with the opening mark.
fn end_of_code(code: &str, open: char, close: char, has_texts: bool) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        let mut length = c.len_utf8();
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at + length);
            }
        } else if c == '\\' {
            length += rest[1..].chars().next().map_or(0, char::len_utf8);
        } else if has_texts && (c == '"' || c == '\'') {
            length = end_of_text(rest, c)?;
        } else if has_texts && rest.starts_with("/*") {
            length = rest.find("*/")? + 2;
        } else if has_texts && rest.starts_with("//") {
            length = rest.find('\n').unwrap_or(rest.len());
        }
        at += length;
    }
    None
}

/// The length of a text in quotes.
fn end_of_text(rest: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if c == quote && !is_escaped {
            return Some(at + 1);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}
