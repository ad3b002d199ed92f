//! Cuts a grammar file into tokens, comments included. The text is known to be correct.

use crate::ast::Span;
use crate::nesting::{find, quoted_end};

/// A piece of the file without blanks around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    /// Line ends between it and the token before.
    pub(super) lines: usize,
}

/// The kinds of tokens, as far as blanks around them differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// From `#` to the end of the line.
    Comment,
    /// Anything that stands for itself: `"text"`, `[a-z]`, `<name>`, `.`, code, a name, a number, `%start`, `@def`.
    Word,
    /// A `(` that touches the name before it: of `size(v)` or `@def(var)`.
    Call,
    /// A sign.
    Sign(&'static str),
}

/// The signs, the longer ones first.
const SIGNS: [&str; 20] =
    ["::=", ":=", "**", "++", ":", "|", ";", "(", ")", "{", "}", ",", "*", "+", "?", "!", "&", "-", "/", "="];

/// Returns all tokens in their order.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut at = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let mut lines = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        if byte.is_ascii_whitespace() {
            lines += usize::from(byte == b'\n');
            at += 1;
            continue;
        }
        let before = found.last().map(|token| (token.kind, &text[token.span.clone()]));
        let touches = found.last().is_some_and(|token| token.span.end == at);
        let (kind, end) = token(text, at, before, touches);
        match (kind, found.last_mut()) {
            // The letter of `i"text"` belongs to its quote.
            (TokenKind::Word, Some(last)) if touches && is_prefix(text, &last.span, at) => {
                last.span.end = end;
            }
            _ => found.push(Token { kind, span: at..end, lines }),
        }
        (at, lines) = (end, 0);
    }
    found
}

/// Whether the token that ends here is the `i` or `b` of a text or class that begins here.
fn is_prefix(text: &str, before: &Span, at: usize) -> bool {
    matches!(&text[before.clone()], "i" | "b") && matches!(text.as_bytes()[at], b'"' | b'\'' | b'[')
}

/// Returns the kind of the token at a place, and its end.
fn token(text: &str, at: usize, before: Option<(TokenKind, &str)>, touches: bool) -> (TokenKind, usize) {
    let bytes = text.as_bytes();
    let after_word = touches && before.is_some_and(|(kind, text)| kind == TokenKind::Word && is_callable(text));
    match bytes[at] {
        b'#' => {
            let end = find(bytes, at, b"\n");
            (TokenKind::Comment, at + text[at..end].trim_end().len())
        }
        // A path has no escapes.
        quote @ (b'"' | b'\'') if before.is_some_and(|(_, text)| text == "%import") => {
            (TokenKind::Word, (find(bytes, at + 1, &[quote]) + 1).min(bytes.len()))
        }
        quote @ (b'"' | b'\'') => (TokenKind::Word, (quoted_end(bytes, at + 1, quote) + 1).min(bytes.len())),
        b'[' => (TokenKind::Word, (quoted_end(bytes, at + 1, b']') + 1).min(bytes.len())),
        b'`' => {
            let fence = run(bytes, at, |byte| byte == b'`');
            let end = if fence == 6 { at + 6 } else { find(bytes, at + fence, &bytes[at..at + fence]) + fence };
            (TokenKind::Word, end.min(bytes.len()))
        }
        b'<' => (TokenKind::Word, (find(bytes, at, b">") + 1).min(bytes.len())),
        b'%' | b'@' => (TokenKind::Word, at + 1 + run(bytes, at + 1, is_letter)),
        b'(' if after_word => (TokenKind::Call, at + 1),
        byte if is_letter(byte) => (TokenKind::Word, at + run(bytes, at, is_letter)),
        _ => match SIGNS.iter().find(|sign| text[at..].starts_with(**sign)) {
            Some(sign) => (TokenKind::Sign(sign), at + sign.len()),
            None => (TokenKind::Word, at + text[at..].chars().next().map_or(1, char::len_utf8)),
        },
    }
}

/// Whether a `(` that touches this token is that of a call, and not the beginning of a group.
fn is_callable(text: &str) -> bool {
    text.starts_with(|first: char| first == '@' || first == '_' || first.is_ascii_alphabetic())
        && text.bytes().skip(1).all(is_letter)
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The number of bytes from `at` on that are of a kind.
fn run(bytes: &[u8], at: usize, is: impl Fn(u8) -> bool) -> usize {
    bytes[at..].iter().take_while(|&&byte| is(byte)).count()
}
