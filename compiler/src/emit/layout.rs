//! Checks generated code with `syn`, lays it out with `prettyplease`, to the width of the project, and gives it the comments
//! that these would drop.

use std::borrow::Cow;

use super::names::lit;

mod wide;

/// Begins a string that is to become a comment. It is long, so that no list that holds one fits on one line.
const MARK: &str = "//······································································// ";

/// Returns an expression that becomes a `// text` line of its own in the finished file.
///
/// It stands as an element of an array of rows (then add `,`) or as a statement (then add `;`), never last.
pub(crate) fn comment(text: &str) -> String {
    // Only the text is escaped; the mark must stay as it is. Syntax trees know no comments, but strings pass through.
    let text = lit(&printable(text));
    format!("\"{MARK}{}", &text[1..])
}

/// Returns the literal for `#[doc = …]` that shows `text` as code: `` `<a> ::= "x"` ``.
pub(crate) fn code_doc(text: &str) -> String {
    lit(&format!(" {}", code(text)))
}

/// Returns `text` as code within a comment.
pub(crate) fn code(text: &str) -> String {
    let text = printable(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let blank = if longest > 0 { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// Returns a rule with single blanks between its parts; those in quotes and classes stay.
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

/// Checks and lays out one file of generated code and puts the line `header` before it.
pub(crate) fn finish(header: &str, source: &str) -> String {
    let file = match syn::parse_file(source) {
        Ok(file) => file,
        Err(error) => unreachable!("generated code is Rust: {error} in\n{source}"),
    };
    let laid_out = prettyplease::unparse(&file);
    let lines: Vec<Cow<'_, str>> = laid_out.lines().map(uncommented).collect();
    let mut code = format!("{header}\n");
    let mut before = String::new();
    for line in wide::widened(&lines.join("\n")) {
        if is_gap(&before, &line) {
            code.push('\n');
        }
        code += &line;
        code.push('\n');
        before = line;
    }
    code
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
    if ["static ", "const "].iter().any(is_alike) {
        return false;
    }
    let are_declarations = ["mod ", "pub mod "].iter().any(is_declaration);
    let is_long = end.starts_with("//!") || ["}", "];", "};"].contains(&end);
    let is_top = before.len() == end.len() && end.ends_with(';');
    is_long || is_top && !are_declarations
}

/// Returns a line of code, or the comment that it holds in disguise.
fn uncommented(line: &str) -> Cow<'_, str> {
    let rest = line.trim_start();
    if !rest.starts_with("\"//·") {
        return line.into();
    }
    let literal = syn::parse_str::<syn::LitStr>(rest.trim_end_matches([',', ';']));
    let text = literal.map(|literal| literal.value()).unwrap_or_default();
    text.strip_prefix(MARK).map_or(line.into(), |text| format!("// {text}").into())
}

#[cfg(test)]
mod tests {
    use super::{comment, finish, squeezed};

    #[test]
    fn comments_survive() {
        let source = format!("static T: [u8; 2] = [{},one(1),{},two(2)];", comment("<a> ::= \"é\""), comment("two"));
        let code = finish("// first", &source);
        let expected = "    // <a> ::= \"é\"\n    one(1),\n    // two\n    two(2),\n";
        assert_eq!(code, format!("// first\nstatic T: [u8; 2] = [\n{expected}];\n"));
    }
    #[test]
    fn blanks_in_quotes_and_classes_stay() {
        let rule = r#"<a>   ::= "  \"  "
                     |  [^ \]  ']  '  '"#;
        assert_eq!(squeezed(rule), r#"<a> ::= "  \"  " | [^ \]  '] '  '"#);
    }
}
