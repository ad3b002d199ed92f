//! Constraints as text, for people and files, and back. They stand in printed patterns and in saved ones.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use super::{Constraint, Content, Quantity};

/// A text that is no constraint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadConstraint(String);

impl Display for BadConstraint {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "invalid condition `{}`; examples: `≥ 3`, `with length ≤ 8`, `without <quote>`, `with \"x\"`", self.0)
    }
}

impl std::error::Error for BadConstraint {}

impl Display for Constraint {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::With(content) => write!(f, "with {content}"),
            Self::Without(content) => write!(f, "without {content}"),
            Self::AtLeast(Quantity::Value, bound) => write!(f, "≥ {bound}"),
            Self::AtMost(Quantity::Value, bound) => write!(f, "≤ {bound}"),
            Self::AtLeast(Quantity::Length, bound) => write!(f, "with length ≥ {bound}"),
            Self::AtMost(Quantity::Length, bound) => write!(f, "with length ≤ {bound}"),
            Self::AtLeast(Quantity::Count(name), bound) => write!(f, "with at least {bound} <{name}>"),
            Self::AtMost(Quantity::Count(name), bound) => write!(f, "with at most {bound} <{name}>"),
            Self::AtLeast(Quantity::Largest(name), bound) => write!(f, "with some <{name}> ≥ {bound}"),
            Self::AtLeast(Quantity::Smallest(name), bound) => write!(f, "with each <{name}> ≥ {bound}"),
            Self::AtMost(Quantity::Largest(name), bound) => write!(f, "with each <{name}> ≤ {bound}"),
            Self::AtMost(Quantity::Smallest(name), bound) => write!(f, "with some <{name}> ≤ {bound}"),
            Self::Except(text) => write!(f, "≠ {}", QuotedText(text)),
        }
    }
}

impl Display for Content {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "<{name}>"),
            Self::Exactly(name, text) => write!(f, "<{name}> {}", QuotedText(text)),
            Self::Bytes(text) => QuotedText(text).fmt(f),
        }
    }
}

impl FromStr for Constraint {
    type Err = BadConstraint;

    /// Inverse of [`Display`]. It accepts `>=`, `<=` and `!=` as well.
    fn from_str(text: &str) -> Result<Self, BadConstraint> {
        read(text.trim()).ok_or_else(|| BadConstraint(text.trim().to_owned()))
    }
}

/// At least or at most.
type Bound = fn(Quantity, i128) -> Constraint;

fn read(text: &str) -> Option<Constraint> {
    if let Some(content) = after(text, &["without "]) {
        return Some(Constraint::Without(read_content(content)?));
    }
    if let Some(text) = after(text, &["≠", "!="]) {
        return Some(Constraint::Except(unquoted(text)?));
    }
    let Some(text) = after(text, &["with "]) else {
        let (bound, value) = read_bound(text)?;
        return Some(bound(Quantity::Value, value));
    };
    if let Some(text) = after(text, &["length "]) {
        let (bound, value) = read_bound(text)?;
        return Some(bound(Quantity::Length, value));
    }
    let counts: [(&str, Bound); 2] = [("at least ", Constraint::AtLeast), ("at most ", Constraint::AtMost)];
    for (word, bound) in counts {
        if let Some((count, name)) = after(text, &[word]).and_then(|text| text.split_once(' ')) {
            return Some(bound(Quantity::Count(named(name)?), count.parse().ok()?));
        }
    }
    if let Some(text) = after(text, &["some "]) {
        return read_numbers(text, [Quantity::Largest, Quantity::Smallest]);
    }
    match after(text, &["each "]) {
        Some(text) => read_numbers(text, [Quantity::Smallest, Quantity::Largest]),
        None => Some(Constraint::With(read_content(text)?)),
    }
}

/// Reads `<name> ≥ 3`. `least` and `most` are the quantities for `≥` and `≤`: `some <name> ≥ 3` bounds the largest number.
fn read_numbers(text: &str, [least, most]: [fn(String) -> Quantity; 2]) -> Option<Constraint> {
    let (name, bound) = text.split_once(' ')?;
    let (name, (bound, value)) = (named(name)?, read_bound(bound)?);
    let quantity = if bound(Quantity::Value, 0) == Constraint::AtLeast(Quantity::Value, 0) { least } else { most };
    Some(bound(quantity(name), value))
}

fn read_bound(text: &str) -> Option<(Bound, i128)> {
    let least = after(text, &["≥", ">="]).map(|value| (Constraint::AtLeast as Bound, value));
    let (bound, value) = least.or_else(|| Some((Constraint::AtMost as Bound, after(text, &["≤", "<="])?)))?;
    Some((bound, value.parse().ok()?))
}

fn read_content(text: &str) -> Option<Content> {
    if text.starts_with('"') {
        return Some(Content::Bytes(unquoted(text)?));
    }
    match text.split_once(' ') {
        Some((name, text)) => Some(Content::Exactly(named(name)?, unquoted(text)?)),
        None => Some(Content::Name(named(text)?)),
    }
}

/// Returns the rest of a text that begins with one of some words.
fn after<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|word| text.strip_prefix(word)).map(str::trim_start)
}

fn named(text: &str) -> Option<String> {
    let name = text.strip_prefix('<')?.strip_suffix('>')?;
    (!name.is_empty() && !name.contains(['<', '>', ' ', '"'])).then(|| name.to_owned())
}

/// A text between quotes: printable characters as they are, each other byte as `\xNN`.
struct QuotedText<'t>(&'t [u8]);

impl Display for QuotedText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for chunk in self.0.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    '"' | '\\' => write!(f, "\\{c}")?,
                    '\'' => f.write_str("'")?,
                    '\n' => f.write_str("\\n")?,
                    '\r' => f.write_str("\\r")?,
                    '\t' => f.write_str("\\t")?,
                    _ if c.escape_debug().len() == 1 => write!(f, "{c}")?,
                    _ => c.encode_utf8(&mut [0; 4]).bytes().try_for_each(|byte| write!(f, "\\x{byte:02x}"))?,
                }
            }
            chunk.invalid().iter().try_for_each(|byte| write!(f, "\\x{byte:02x}"))?;
        }
        f.write_str("\"")
    }
}

fn unquoted(text: &str) -> Option<Vec<u8>> {
    let mut chars = text.strip_prefix('"')?.chars();
    let mut bytes = Vec::new();
    while let Some(c) = chars.next() {
        let plain = match c {
            '"' => return chars.as_str().is_empty().then_some(bytes),
            '\\' => match chars.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'x' => {
                    let digits: String = chars.by_ref().take(2).collect();
                    bytes.push(u8::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 2)?);
                    continue;
                }
                c @ ('"' | '\\') => c,
                _ => return None,
            },
            c => c,
        };
        bytes.extend_from_slice(plain.encode_utf8(&mut [0; 4]).as_bytes());
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::{Constraint, Content, Quantity};

    #[test]
    fn what_is_written_is_read() {
        let all_bytes: Vec<u8> = (0..=255).collect();
        let texts: [&[u8]; 7] =
            [b"", b"'", b"a\"b\\", b"\n\r\t \0", "äö↑\u{85}".as_bytes(), &all_bytes, b"and <x> \"y\""];
        let contents = texts
            .iter()
            .flat_map(|text| [Content::Exactly("a-b.c_1".to_owned(), text.to_vec()), Content::Bytes(text.to_vec())]);
        let contents: Vec<Content> = contents.chain([Content::Name("x".to_owned())]).collect();
        let name = || "some".to_owned();
        let quantities = [
            Quantity::Value,
            Quantity::Length,
            Quantity::Count(name()),
            Quantity::Largest(name()),
            Quantity::Smallest(name()),
        ];
        let bounds = quantities.iter().flat_map(|quantity| {
            [0, -7, i128::MAX, i128::MIN].into_iter().flat_map(move |bound| {
                [Constraint::AtLeast(quantity.clone(), bound), Constraint::AtMost(quantity.clone(), bound)]
            })
        });
        let held = contents.iter().flat_map(|it| [Constraint::With(it.clone()), Constraint::Without(it.clone())]);
        let excepted = texts.iter().map(|text| Constraint::Except(text.to_vec()));
        for constraint in bounds.chain(held).chain(excepted) {
            let text = constraint.to_string();
            assert!(text.chars().all(|c| !c.is_control()), "{text:?}");
            assert_eq!(text.parse(), Ok(constraint), "{text}");
        }
    }

    #[test]
    fn how_it_is_written() {
        for (text, read) in [
            ("≥ 3", Constraint::AtLeast(Quantity::Value, 3)),
            ("with length ≤ 8", Constraint::AtMost(Quantity::Length, 8)),
            ("with at least 2 <item>", Constraint::AtLeast(Quantity::Count("item".to_owned()), 2)),
            ("with some <number> ≥ 5", Constraint::AtLeast(Quantity::Largest("number".to_owned()), 5)),
            ("with each <number> ≥ 5", Constraint::AtLeast(Quantity::Smallest("number".to_owned()), 5)),
            ("with some <number> ≤ 5", Constraint::AtMost(Quantity::Smallest("number".to_owned()), 5)),
            ("with each <number> ≤ 5", Constraint::AtMost(Quantity::Largest("number".to_owned()), 5)),
            ("without <quote>", Constraint::Without(Content::Name("quote".to_owned()))),
            ("without <char> \"'\"", Constraint::Without(Content::Exactly("char".to_owned(), b"'".to_vec()))),
            ("with \"\\\"\"", Constraint::With(Content::Bytes(b"\"".to_vec()))),
            ("≠ \"if\"", Constraint::Except(b"if".to_vec())),
        ] {
            assert_eq!((text.parse(), read.to_string()), (Ok(read), text.to_owned()));
        }
        assert_eq!(" >= 3 ".parse(), "≥3".parse::<Constraint>());
        for other in [
            "",
            "3",
            "≥",
            "≥ x",
            "with",
            "without x",
            "with \"x",
            "with <x> y",
            "with at least <x>",
            "≠ if",
            "with <>",
            "≠ \"\\x4\"",
            "≠ \"\\q\"",
        ] {
            assert!(other.parse::<Constraint>().is_err(), "{other}");
        }
    }
}
