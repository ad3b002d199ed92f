//! Comments, as most languages write them. Brackets and quotes in a comment have no partners, so comments are found
//! before brackets are paired.

use super::lexer::{Kind, Lexer};

impl Lexer<'_> {
    /// A comment, if one begins here.
    pub(super) fn comment(&mut self) -> Option<Kind> {
        let rest = &self.input[self.at..];
        let end = match rest {
            [b'/', b'*', ..] => self.find(3 + 1, self.at + 2, b"*/"),
            [b'<', b'!', b'-', b'-', ..] => self.comment_of_markup(),
            [b'/', b'/', ..] if self.before() != Some(b':') => self.line_comment(),
            [b'#', ..] if self.is_hash_comment() => self.line_comment(),
            [b'-', b'-', ..] if self.is_dash_comment() => self.line_comment(),
            _ => None,
        };
        self.at = end?;
        Some(Kind::Comment)
    }

    fn comment_of_markup(&mut self) -> Option<usize> {
        let end = self.find(2, self.at + 4, b"-->");
        end.filter(|&end| end > self.at + 4)
    }

    /// `#` at the beginning of a line unless it touches a word or bracket; elsewhere between blanks. For example,
    /// `x = 1 # one` and `#!/bin/sh` have a comment, `#include <a>` has none.
    fn is_hash_comment(&self) -> bool {
        let next = self.peek(1);
        let blank = next.is_none_or(|byte| byte.is_ascii_whitespace());
        if self.begins_line(self.at) {
            let ruler = matches!(next, Some(b'!' | b'#' | b'-' | b'=' | b'*')) && self.peek(2) != Some(b'[');
            return blank || ruler;
        }
        blank && self.before().is_some_and(|byte| byte.is_ascii_whitespace())
    }

    /// `--` between blanks, or three of them at the beginning of a line. For example, `x -- note` has a comment, `i--;`
    /// has none.
    fn is_dash_comment(&self) -> bool {
        let begins = self.begins_line(self.at);
        let blank = self.peek(2).is_none_or(|byte| byte.is_ascii_whitespace());
        let after_blank = begins || self.before().is_some_and(|byte| byte.is_ascii_whitespace() || byte == b';');
        (blank && after_blank) || (begins && self.peek(2) == Some(b'-') && self.peek(3) != Some(b'>'))
    }

    /// The end of the line, unless the rest of it closes a bracket that is open here: then this is an operator. For
    /// example, `//` in `(a // b)` divides.
    fn line_comment(&mut self) -> Option<usize> {
        if self.no_comment.contains(&self.at) {
            return None;
        }
        let mut depth = 0_usize;
        let begins = self.begins_line(self.at);
        let mut at = self.at;
        while let Some(&byte) = self.input.get(at).filter(|&&byte| byte != b'\n') {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' if depth == 0 && !begins && !self.after_blank() => {
                    self.no_comment = self.at..at;
                    return None;
                }
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
        }
        let carriage = usize::from(at > self.at && self.input[at - 1] == b'\r');
        Some(at - carriage)
    }

    /// Returns whether enough blanks precede to begin a comment: `x;  // so`.
    fn after_blank(&self) -> bool {
        let before = &self.input[..self.at];
        before.ends_with(b"  ") || before.ends_with(b"\t") || before.ends_with(b"; ") || before.ends_with(b"{ ")
    }
}
