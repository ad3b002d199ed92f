//! Refuses deep nesting before anything recurses: the depth of every later pass over a grammar is then bounded.

use crate::diagnostic::{Diagnostic, Problem, Syntax};

/// Most parentheses inside one another, and most operators in one expression. Recursive passes stay far below the size of a stack.
pub(crate) const MAX_NESTING: usize = 200;

/// Fails at the first `(` that is nested too deep. Texts, classes, comments and code are passed over as the grammar of
/// the notation delimits them.
pub(crate) fn check(text: &str) -> Result<(), Diagnostic> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' | b'\'' => at = quoted_end(bytes, at + 1, byte),
            b'[' => at = quoted_end(bytes, at + 1, b']'),
            b'#' => at = find(bytes, at, b"\n"),
            b'`' if bytes[at..].starts_with(b"```") => {
                let fence = bytes[at..].iter().take_while(|&&byte| byte == b'`').count();
                // Six are an empty block.
                let end = if fence == 6 { at } else { find(bytes, at + fence, &bytes[at..at + fence]) };
                at = end + fence - 1;
            }
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_NESTING {
            return Err(Diagnostic::new(Problem::Syntax(Syntax::TooDeep { limit: MAX_NESTING }), at..at + 1));
        }
        at += 1;
    }
    Ok(())
}

/// Where the text that ends with `close` ends: at it, or at the end of the line.
/// For example, in `a\"b"` the first quote is escaped, so the second one ends the text.
pub(crate) fn quoted_end(bytes: &[u8], from: usize, close: u8) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if !matches!(bytes.get(at + 1), Some(b'\n' | b'\r')) => at += 1,
            b'\n' | b'\r' => break,
            _ if byte == close => break,
            _ => {}
        }
        at += 1;
    }
    at
}

/// Returns where the wanted bytes stand, from a place on; the end of the text if they do not.
pub(crate) fn find(bytes: &[u8], from: usize, wanted: &[u8]) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.windows(wanted.len()).position(|window| window == wanted).map_or(bytes.len(), |offset| from + offset)
}
