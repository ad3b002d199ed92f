//! Lists and texts that functions of Python make: `crange('a', 'z')`, `decrange(0, 256)`, `list(string.punctuation.replace('<', ''))`,
//! `"<digit>" * 5`, `[c for c in string.printable if c not in "<>"]`.

use super::super::evaluate::expected;
use super::super::{Placed, Value};
use super::leading_name;
use crate::read::scan::Reading;

/// Returns the elements of a list, or of a value that makes one.
pub(super) fn list_of(value: &Placed) -> Reading<Vec<Placed>> {
    let mistake = || expected("a list of expansions, `crange` or `srange`", &value.place);
    Ok(match &value.value {
        Value::List(list) => {
            let mut found = Vec::new();
            for element in list {
                match &element.value {
                    Value::Spread(inner) => found.extend(list_of(inner)?),
                    _ => found.push(Placed { value: plain(element), place: element.place.clone() }),
                }
            }
            found
        }
        Value::Chain(first, others) => {
            let mut found = list_of(first)?;
            for (operator, other) in others {
                if *operator == '*' {
                    let count = count_of(other).filter(|count| count.saturating_mul(found.len()) <= MAX_REPEATED);
                    found = vec![found; count.ok_or_else(mistake)?].concat();
                    continue;
                }
                let other = list_of(other)?;
                let has = |list: &[Placed], it: &Placed| text_of(it).is_some_and(|text| texts(list).any(|t| t == text));
                match operator {
                    '-' => found.retain(|element| !has(&other, element)),
                    '|' => {
                        let new: Vec<Placed> = other.into_iter().filter(|element| !has(&found, element)).collect();
                        found.extend(new);
                    }
                    _ => found.extend(other),
                }
            }
            found
        }
        Value::Call(function, arguments) => called(function, arguments, value).ok_or_else(mistake)?,
        Value::Each(letters, others) => {
            let letters = text_of(letters).ok_or_else(mistake)?;
            let others = others.as_ref().map(|others| text_of(others).ok_or_else(mistake)).transpose()?;
            let others = others.unwrap_or_default();
            single(letters.chars().filter(|letter| !others.contains(*letter)), value)
        }
        // In Python a text is the list of its characters; the book never writes that.
        _ => return Err(mistake()),
    })
}

/// Most bytes of a text, and elements of a list, that a number asks for: `"a" * 10**9` would take all memory.
const MAX_REPEATED: usize = 1 << 16;

/// Returns the number of times that a value asks for; none if it is no number. A negative number is 0, as in Python.
fn count_of(value: &Placed) -> Option<usize> {
    match value.value {
        Value::Number(number) if number.fract() == 0.0 => Some(number.max(0.0) as usize),
        _ => None,
    }
}

/// Returns the list that a function makes.
fn called(function: &str, arguments: &[Placed], value: &Placed) -> Option<Vec<Placed>> {
    match (function, arguments) {
        ("crange", [first, last]) => {
            let (first, last) = (text_of(first)?.chars().next()?, text_of(last)?.chars().next()?);
            Some(single(first..=last, value))
        }
        ("decrange", [first, end]) => {
            let (first, end) = (count_of(first)?, count_of(end)?.min(MAX_REPEATED));
            let number = |number: usize| Placed { value: Value::Text(number.to_string()), place: value.place.clone() };
            Some((first..end).map(number).collect())
        }
        ("srange" | "list" | "set" | "tuple" | "sorted" | "frozenset", [of]) => match text_of(of) {
            Some(text) => Some(single(text.chars(), value)),
            None => list_of(of).ok(),
        },
        _ => None,
    }
}

fn single(letters: impl Iterator<Item = char>, value: &Placed) -> Vec<Placed> {
    letters.map(|c| Placed { value: Value::Text(c.to_string()), place: value.place.clone() }).collect()
}

fn texts(list: &[Placed]) -> impl Iterator<Item = String> {
    list.iter().filter_map(text_of)
}

/// Returns the value with sums and methods of texts carried out.
pub(super) fn plain(value: &Placed) -> Value {
    text_of(value).map_or_else(|| value.value.clone(), Value::Text)
}

/// Returns the text that a value is; none if it is none, or no known function makes it.
fn text_of(value: &Placed) -> Option<String> {
    match &value.value {
        Value::Text(text) => Some(text.clone()),
        Value::Name(name) => constant(name),
        Value::Chain(first, others) => {
            let mut text = text_of(first)?;
            for (operator, other) in others {
                match operator {
                    '+' => text.push_str(&text_of(other)?),
                    '*' => {
                        let count = count_of(other).filter(|count| count.saturating_mul(text.len()) <= MAX_REPEATED)?;
                        text = text.repeat(count);
                    }
                    _ => return None,
                }
            }
            Some(text)
        }
        Value::Call(function, arguments) if function == "cgi_encode" => {
            let texts = arguments.iter().map(text_of).collect::<Option<Vec<String>>>()?;
            Some(cgi_encoded(texts.first()?, texts.get(1).map_or("", String::as_str)))
        }
        Value::Method(of, method, arguments) => changed(&text_of(of)?, method, arguments),
        Value::Slice(of, first, last) => {
            let letters: Vec<char> = text_of(of)?.chars().collect();
            let at = |bound: i64| match bound {
                0.. => (bound as usize).min(letters.len()),
                _ => letters.len().saturating_sub(bound.unsigned_abs() as usize),
            };
            let (first, last) = (at(first.unwrap_or(0)), last.map_or(letters.len(), at));
            Some(letters.get(first..last.max(first))?.iter().collect())
        }
        _ => None,
    }
}

/// Returns a text as a query of a URL has it, as the book's `cgi_encode` does: `a b&c` becomes `a+b%26c`; `kept` stays as it is.
fn cgi_encoded(text: &str, kept: &str) -> String {
    let encoded = |c: char| match c {
        _ if c.is_ascii_alphanumeric() || "$-_.+!*'(),".contains(c) || kept.contains(c) => c.to_string(),
        ' ' => "+".to_owned(),
        _ => format!("%{:02x}", u32::from(c)),
    };
    text.chars().map(encoded).collect()
}

/// Returns the text that a method of a text makes.
fn changed(text: &str, method: &str, arguments: &[Placed]) -> Option<String> {
    let texts = arguments.iter().map(text_of).collect::<Option<Vec<String>>>()?;
    match (method, texts.as_slice()) {
        ("replace", [old, new]) if !old.is_empty() => Some(text.replace(old, new)),
        ("upper", []) => Some(text.to_uppercase()),
        ("lower", []) => Some(text.to_lowercase()),
        ("strip", []) => Some(text.trim().to_owned()),
        ("lstrip", []) => Some(text.trim_start().to_owned()),
        ("rstrip", []) => Some(text.trim_end().to_owned()),
        _ => None,
    }
}

/// A constant of Python's module `string`.
fn constant(name: &str) -> Option<String> {
    let ascii = |accepts: fn(&char) -> bool| Some((' '..='~').filter(accepts).collect());
    match name.strip_prefix("string.")? {
        "digits" => ascii(char::is_ascii_digit),
        "hexdigits" => Some("0123456789abcdefABCDEF".to_owned()),
        "octdigits" => Some("01234567".to_owned()),
        "ascii_letters" => Some(('a'..='z').chain('A'..='Z').collect()),
        "ascii_lowercase" => ascii(char::is_ascii_lowercase),
        "ascii_uppercase" => ascii(char::is_ascii_uppercase),
        "punctuation" => ascii(char::is_ascii_punctuation),
        "whitespace" => Some(" \t\n\r\u{b}\u{c}".to_owned()),
        // Digits, letters, punctuation, blanks, in this order: slices count.
        "printable" => {
            let letters = ('0'..='9').chain('a'..='z').chain('A'..='Z');
            let others = (' '..='~').filter(char::is_ascii_punctuation);
            Some(letters.chain(others).chain(" \t\n\r\u{b}\u{c}".chars()).collect())
        }
        _ => None,
    }
}

/// Returns the name in a token of the canonical form, which is all of it: `<a>`.
pub(super) fn name_of(token: &str) -> Option<&str> {
    leading_name(token).filter(|name| name.len() + 2 == token.len())
}
