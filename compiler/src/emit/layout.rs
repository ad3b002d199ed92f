//! Checks generated code with `syn` and lays it out with `prettyplease`, then to the width of the project.
//!
//! `prettyplease` alone breaks lines at 89 columns, gives each element of a list a line of its own, leaves no empty line between
//! functions, and drops comments that document nothing. With it alone the parser of HTML would have 1.6 times as many lines, and the
//! fuzzer of C 1.7 times as many.

use super::names::lit;

mod nested;
pub(crate) mod table;
mod wide;
pub(crate) mod words;

pub(crate) use wide::{WIDTH, wrap};

/// Columns by which the content of brackets is indented.
pub(crate) const INDENT_COLUMNS: usize = 4;

/// Returns the literal for `#[doc = …]` that shows `text` as code: `` `<a> ::= "x"` ``.
pub(crate) fn code_doc(text: &str) -> String {
    lit(&format!(" {}", code(text)))
}

/// Bytes of a rule that a comment shows, at most: one line.
const MAX_CODE_BYTES: usize = wide::WIDTH - 12;

/// Returns `text` as code within a comment, the beginning of a long one.
pub(crate) fn code(text: &str) -> String {
    let text = cut(printable(text));
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let blank = if longest > 0 { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// Cuts a text that is longer than a line, behind a word if there is one.
/// For example, a rule of 300 bytes is shown up to the last blank that fits.
fn cut(text: String) -> String {
    if text.len() <= MAX_CODE_BYTES {
        return text;
    }
    let end = text.floor_char_boundary(MAX_CODE_BYTES);
    let end = text[..end].rfind(' ').filter(|&at| at > MAX_CODE_BYTES / 2).unwrap_or(end);
    format!("{} …", &text[..end])
}

/// Returns a rule with single blanks between its parts; those in quotes and classes stay.
/// For example, two blanks before `::=` become one, but the two blanks in `"a  b"` stay.
pub(crate) fn squeezed(rule: &str) -> String {
    let mut out = String::with_capacity(rule.len());
    let mut open: Option<char> = None;
    let mut chars = rule.chars();
    while let Some(c) = chars.next() {
        let is_blank = open.is_none() && c.is_whitespace();
        if !is_blank {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
        match (open, c) {
            (Some(_), '\\') => out.extend(chars.next()),
            (Some(close), c) if c == close => open = None,
            (None, '"' | '\'') => open = Some(c),
            (None, '[') => open = Some(']'),
            _ => {}
        }
    }
    out
}

/// Returns `text` on one line, with control and direction characters escaped: comments must not hold them.
fn printable(text: &str) -> String {
    let words: Vec<&str> = text.split(['\n', '\r', '\t']).map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_odd = |c: char| {
        c.is_control() || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    words.join(" ").chars().flat_map(|c| if is_odd(c) { c.escape_unicode().collect() } else { vec![c] }).collect()
}

/// Checks a file of code that is laid out already and puts the line `header` before it.
pub(crate) fn checked(header: &str, source: &str) -> String {
    if let Err(error) = syn::parse_file(source) {
        unreachable!("generated code is Rust: {error} in\n{source}");
    }
    format!("{header}\n{source}")
}

/// Checks and lays out the code of a module.
pub(crate) fn finish(source: &str) -> String {
    let mut file = match syn::parse_file(source) {
        Ok(file) => file,
        Err(error) => unreachable!("generated code is Rust: {error} in\n{source}"),
    };
    nested::join(&mut file);
    let mut code = String::new();
    let mut before = String::new();
    for line in wide::widened(&prettyplease::unparse(&file)) {
        if is_gap(&before, &line) {
            code.push('\n');
        }
        code += &line;
        code.push('\n');
        before = line;
    }
    code
}

/// Indents the code of a module, to stand in braces.
pub(crate) fn indented(code: &str) -> String {
    code.lines()
        .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("{:INDENT_COLUMNS$}{line}\n", "") })
        .collect()
}

/// Returns whether an empty line helps the reader between these two: where an item ends and another begins.
fn is_gap(before: &str, after: &str) -> bool {
    let (end, start) = (before.trim_start(), after.trim_start());
    let is_same_level = before.len() - end.len() == after.len() - start.len();
    let is_item = ["///", "pub", "fn ", "impl", "static ", "struct ", "enum ", "mod ", "#[", "use ", "const "]
        .iter()
        .any(|word| start.starts_with(word));
    if !is_same_level || !is_item || start.starts_with("use ") && !end.starts_with("//!") {
        return false;
    }
    let is_alike = |word: &&str| start.starts_with(*word) && end.starts_with(*word);
    let is_declaration = |word: &&str| start.starts_with(*word) && end.ends_with(';');
    if ["static ", "const "].iter().any(is_alike) || start.starts_with("static ") && ["];", ");"].contains(&end) {
        return false;
    }
    let are_declarations = ["mod ", "pub mod "].iter().any(is_declaration);
    let is_long = end.starts_with("//!") || ["}", "];", "};"].contains(&end);
    let is_top = before.len() == end.len() && end.ends_with(';');
    is_long || is_top && !are_declarations
}

#[cfg(test)]
mod tests {
    use super::squeezed;

    #[test]
    fn blanks_in_quotes_and_classes_stay() {
        let rule = r#"<a>   ::= "  \"  "
                     |  [^ \]  ']  '  '"#;
        assert_eq!(squeezed(rule), r#"<a> ::= "  \"  " | [^ \]  '] '  '"#);
    }
}
