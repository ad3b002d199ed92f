//! Strips comments and literals from generated code, so that names can be looked for in the rest.
//!
//! For example, `f("Symbol") // Item` is stripped of `"Symbol"` and of the comment, so neither type is imported.

/// Returns code without its comments and literals: a word there, as in `"kind"`, may look like a name.
pub(crate) fn bare(code: &str) -> String {
    let mut bare = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(['"', '\'', '/']) {
        bare.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = literal(rest).unwrap_or(1);
        // A blank keeps the words on both sides apart.
        bare.push_str(if length == 1 { &rest[..1] } else { " " });
        rest = &rest[length..];
    }
    bare + rest
}

/// Returns the length of the comment, text or character that code begins with, if it does.
pub(crate) fn literal(code: &str) -> Option<usize> {
    if code.starts_with("//") {
        return Some(code.find('\n').unwrap_or(code.len()));
    }
    let quote = code.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let is_escaped = code[1..].starts_with('\\');
    let mut chars = code.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            _ if c == quote => return Some(at + 1),
            // A lifetime has no second quote where a character has.
            _ if quote == '\'' && !is_escaped && !code[at + c.len_utf8()..].starts_with('\'') => return None,
            _ => {}
        }
    }
    None
}
