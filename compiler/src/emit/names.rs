//! Identifiers and literals of generated code: the only place where a name of a grammar becomes a name of Rust.

use grammarc_runtime::grammar::{Grammar, Rule, RuleKind, Symbol, Terminal, TerminalKind};

use parts::PartNames;
pub(crate) use parts::Unique;

mod parts;

/// The identifiers of all symbols, productions and items of one grammar: unique, never a keyword, the same on every run.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    /// By symbol, in snake case and not yet escaped: `object`, `object_repeat`, `object_repeat_2`.
    stems: Vec<String>,
    /// Those of items and productions.
    pub(crate) parts: PartNames,
}

impl Names {
    /// Names every rule and terminal. Named rules and tokens get the plainest names, whatever their order.
    pub(crate) fn new(grammar: &Grammar) -> Self {
        let wishes: Vec<(bool, String)> = wishes(grammar);
        let mut unique = Unique::default();
        let mut stems = vec![String::new(); wishes.len()];
        for turn in [true, false] {
            for (symbol, (written, wish)) in wishes.iter().enumerate() {
                if *written == turn {
                    stems[symbol] = unique.of(wish.clone());
                }
            }
        }
        let mut names = Self { stems, parts: PartNames::default() };
        names.parts = PartNames::new(grammar, &names);
        names
    }

    /// Returns the unique snake-case stem of a symbol, to build longer names from. Not escaped: it may be a keyword.
    pub(crate) fn stem(&self, symbol: Symbol) -> &str {
        &self.stems[symbol.0 as usize]
    }

    /// Returns `prefix_stem`, as a function or module is named: `parse_object`. With an empty prefix the stem alone.
    pub(crate) fn function(&self, prefix: &str, symbol: Symbol) -> String {
        let stem = self.stem(symbol);
        if prefix.is_empty() { ident(stem) } else { ident(&format!("{prefix}_{stem}")) }
    }

    /// Returns how the tables refer to the constant of a symbol: `s::OBJECT`, where `s` is the module `symbols`.
    pub(crate) fn symbol(&self, symbol: Symbol) -> String {
        format!("s::{}", self.constant(symbol))
    }

    /// Returns the name of the constant of type `Symbol` in module `symbols` of the generated crate: `OBJECT`.
    pub(crate) fn constant(&self, symbol: Symbol) -> String {
        let stem = self.stem(symbol).to_ascii_uppercase();
        // A constant of one underscore would be no name at all.
        if stem == "_" { "__".to_owned() } else { stem }
    }
}

/// Returns for each symbol whether the grammar file names it, and the stem that it would like to have.
fn wishes(grammar: &Grammar) -> Vec<(bool, String)> {
    let rules = grammar.rules.iter().enumerate().map(|(number, rule)| {
        let is_start = number == grammar.start.0 as usize;
        (rule.kind == RuleKind::Named, rule_stem(grammar, rule, is_start))
    });
    let terminals = grammar.terminals.iter().map(|t| (t.kind == TerminalKind::Token, terminal_stem(t)));
    rules.chain(terminals).collect()
}

fn rule_stem(grammar: &Grammar, rule: &Rule, is_start: bool) -> String {
    let stem = snake(&rule.name);
    match rule.kind {
        RuleKind::Named => stem,
        RuleKind::Level(lowest) => format!("{}_level", snake(grammar.name(lowest))),
        RuleKind::Group => format!("{stem}_group"),
        RuleKind::Repeat => format!("{stem}_repeat"),
        RuleKind::Anonymous if is_start => format!("{stem}_input"),
        RuleKind::Anonymous => format!("{stem}_part"),
    }
}

fn terminal_stem(terminal: &Terminal) -> String {
    match terminal.kind {
        TerminalKind::Token => snake(&terminal.name),
        TerminalKind::Leaf => leaf_stem(&terminal.name),
        TerminalKind::Ahead { .. } => "ahead".to_owned(),
        TerminalKind::Text { .. } => "back_reference".to_owned(),
        TerminalKind::Indent(_) => "indent".to_owned(),
    }
}

/// Names a literal by its text (`"true"`: `text_true`, `"{"`: `open_brace`), and any other expression `pattern`.
fn leaf_stem(written: &str) -> String {
    let inner = written.strip_prefix('i').unwrap_or(written);
    let quoted = |quote| inner.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    let Some(text) = quoted('"').or_else(|| quoted('\'')) else { return "pattern".to_owned() };
    let text = text.trim();
    if text.contains(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
    {
        return format!("text_{}", snake(text));
    }
    let words: Option<Vec<&str>> = text.chars().map(punctuation).collect();
    match words {
        Some(words) if (1..=3).contains(&words.len()) => words.join("_"),
        _ => "text".to_owned(),
    }
}

/// Returns the word for a punctuation mark of ASCII.
/// For example, `=` is `equals`.
pub(crate) fn punctuation(mark: char) -> Option<&'static str> {
    const WORDS: [(char, &str); 32] = [
        ('!', "bang"),
        ('"', "quote"),
        ('#', "hash"),
        ('$', "dollar"),
        ('%', "percent"),
        ('&', "and"),
        ('\'', "apostrophe"),
        ('(', "open_paren"),
        (')', "close_paren"),
        ('*', "star"),
        ('+', "plus"),
        (',', "comma"),
        ('-', "minus"),
        ('.', "dot"),
        ('/', "slash"),
        (':', "colon"),
        (';', "semicolon"),
        ('<', "less"),
        ('=', "equals"),
        ('>', "greater"),
        ('?', "question"),
        ('@', "at"),
        ('[', "open_bracket"),
        ('\\', "backslash"),
        (']', "close_bracket"),
        ('^', "caret"),
        ('_', "underscore"),
        ('`', "backtick"),
        ('{', "open_brace"),
        ('|', "bar"),
        ('}', "close_brace"),
        ('~', "tilde"),
    ];
    WORDS.iter().find(|(sign, _)| *sign == mark).map(|(_, word)| *word)
}

/// Turns a name of a grammar into snake case: `elementName`, `element-name` and `element.name` are `element_name`.
pub(crate) fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut after_lower = false;
    for c in name.chars() {
        if c.is_ascii_uppercase() && after_lower {
            out.push('_');
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
        match c {
            c if c.is_ascii_alphanumeric() => out.push(c.to_ascii_lowercase()),
            _ if out.is_empty() || out.ends_with('_') => {}
            _ => out.push('_'),
        }
    }
    let stem = out.trim_end_matches('_');
    match stem.chars().next() {
        None => "rule".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("n{stem}"),
        Some(_) => stem.to_owned(),
    }
}

/// Turns a name of a grammar into the name of a type: `element-name` is `ElementName`.
pub(crate) fn pascal(name: &str) -> String {
    let upper = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    snake(name).split('_').filter(|word| !word.is_empty()).map(upper).collect()
}

/// Escapes an identifier that is a keyword of Rust: `r#type`, and `self_` where a raw one is forbidden.
pub(crate) fn ident(name: &str) -> String {
    match name {
        "self" | "Self" | "super" | "crate" | "_" => format!("{name}_"),
        _ if is_keyword(name) => format!("r#{name}"),
        _ => name.to_owned(),
    }
}

/// Returns whether a name is a keyword of Rust 2024, reserved ones included.
pub(crate) fn is_keyword(name: &str) -> bool {
    const KEYWORDS: [&str; 52] = [
        "Self", "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
        "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop",
        "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self", "static", "struct",
        "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while",
        "yield",
    ];
    KEYWORDS.binary_search(&name).is_ok()
}

/// Returns a string literal on one line: plain ASCII, everything else escaped.
/// For example, a line break becomes `\n`.
///
/// `codegen` re-indents inside literals of several lines, which would change their value.
pub(crate) fn lit(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if c == '\'' { out.push(c) } else { out.extend(c.escape_default()) }
    }
    out.push('"');
    out
}

/// Returns a byte string literal on one line: plain ASCII, everything else escaped.
pub(crate) fn byte_lit(text: &[u8]) -> String {
    let mut out = String::from("b\"");
    for &byte in text {
        if byte == b'\'' { out.push('\'') } else { out.extend(std::ascii::escape_default(byte).map(char::from)) }
    }
    out.push('"');
    out
}

/// Returns the literal of one byte: `b'{'`, `b'\n'`, `b'\xff'`.
pub(crate) fn byte(byte: u8) -> String {
    let text = if byte == b'"' { "\"".to_owned() } else { std::ascii::escape_default(byte).to_string() };
    format!("b'{text}'")
}

#[cfg(test)]
mod tests {
    use super::{Unique, byte, byte_lit, ident, is_keyword, leaf_stem, lit, snake};

    #[test]
    fn names_are_rust_names() {
        let cases =
            [("elementName", "element_name"), ("a.b-c", "a_b_c"), ("9p", "n9p"), ("--", "rule"), ("ID3", "id3")];
        for (name, expected) in cases {
            assert_eq!(snake(name), expected);
        }
        assert_eq!([ident("type"), ident("self"), ident("value")], ["r#type", "self_", "value"]);
        assert!(is_keyword("Self") && is_keyword("yield") && is_keyword("gen") && !is_keyword("value"));
    }

    #[test]
    fn terminals_are_named_by_what_they_are() {
        let cases = [("\"{\"", "open_brace"), ("i\"true\"", "text_true"), ("'\"'", "quote"), ("[^<&]+", "pattern")];
        for (written, expected) in cases {
            assert_eq!(leaf_stem(written), expected);
        }
    }

    #[test]
    fn the_second_of_a_name_is_numbered() {
        let mut unique = Unique::default();
        let all = ["a", "a", "a_2", "a"].map(|wish| unique.of(wish.to_owned()));
        assert_eq!(all, ["a", "a_2", "a_2_2", "a_3"]);
    }

    #[test]
    fn literals_stand_on_one_line() {
        assert_eq!(lit("a\n\"é'"), r#""a\n\"\u{e9}'""#);
        assert_eq!(byte_lit(b"\x89'\"\n"), r#"b"\x89'\"\n""#);
        assert_eq!([byte(b'\''), byte(b'"'), byte(b'\n'), byte(0xff)], [r"b'\''", "b'\"'", r"b'\n'", r"b'\xff'"]);
    }
}
