//! Values of Python and JSON, as far as grammars need them: strings, numbers, lists, tuples, dictionaries, calls and sums of them.

use super::{Entry, Placed, Value};
use crate::read::scan::{Cursor, Reading};
use crate::source::RuleRole;

/// Reads a value: products with `+`, `-` and `|` between them.
pub(super) fn value(cursor: &mut Cursor<'_>) -> Reading<Placed> {
    // After a broken statement the reading goes on, so the depth must be right again.
    let found = cursor.enter().and_then(|()| chain(cursor, &['+', '-', '|'], product));
    cursor.leave();
    found
}

/// A text or list, as many times as a number says: `"<digit>" * 5`.
fn product(cursor: &mut Cursor<'_>) -> Reading<Placed> {
    chain(cursor, &['*'], operand)
}

fn chain(
    cursor: &mut Cursor<'_>,
    operators: &[char],
    operand: fn(&mut Cursor<'_>) -> Reading<Placed>,
) -> Reading<Placed> {
    blanks(cursor);
    let from = cursor.at();
    let first = operand(cursor)?;
    let mut others = Vec::new();
    loop {
        let end = cursor.at();
        blanks(cursor);
        let Some(operator) = operators.iter().copied().find(|operator| cursor.peek() == Some(*operator)) else {
            cursor.go(end);
            break;
        };
        cursor.next();
        blanks(cursor);
        others.push((operator, operand(cursor)?));
    }
    if others.is_empty() {
        return Ok(first);
    }
    Ok(Placed { value: Value::Chain(Box::new(first), others), place: cursor.place(from) })
}

/// Skips blanks and comments, and the sign for a line that goes on.
pub(super) fn blanks(cursor: &mut Cursor<'_>) {
    cursor.spaces();
    while cursor.line_comment("#") || cursor.eat("\\\n") {
        cursor.spaces();
    }
}

/// A value with the methods and places behind it: `text.replace('<', '')[1:]`.
fn operand(cursor: &mut Cursor<'_>) -> Reading<Placed> {
    let from = cursor.at();
    let mut value = atom(cursor)?;
    let mut wraps = 0;
    loop {
        let inner = Placed { value, place: cursor.place(from) };
        value = match cursor.peek() {
            Some('[') => subscript(cursor, inner)?,
            Some('.') => {
                cursor.next();
                let Some(name) = cursor.name("") else { return Err(cursor.expected("the name of a method")) };
                Value::Method(Box::new(inner), name.to_owned(), values(cursor, "(", ")")?)
            }
            _ => return Ok(inner),
        };
        wraps += 1;
        cursor.bound_wraps(wraps)?;
    }
}

fn atom(cursor: &mut Cursor<'_>) -> Reading<Value> {
    match cursor.peek() {
        Some('[') => list(cursor),
        Some('{') => dictionary(cursor),
        Some('(') => tuple(cursor),
        Some('-' | '.' | '0'..='9') => Ok(Value::Number(number(cursor)?)),
        Some('*') => {
            cursor.next();
            cursor.eat("*");
            Ok(Value::Spread(Box::new(value(cursor)?)))
        }
        _ if sees_string(cursor) => texts(cursor),
        _ => call(cursor),
    }
}

/// Strings side by side are one.
fn texts(cursor: &mut Cursor<'_>) -> Reading<Value> {
    let mut text = string(cursor)?;
    loop {
        let end = cursor.at();
        blanks(cursor);
        if !sees_string(cursor) {
            cursor.go(end);
            return Ok(Value::Text(text));
        }
        text.push_str(&string(cursor)?);
    }
}

fn call(cursor: &mut Cursor<'_>) -> Reading<Value> {
    let from = cursor.at();
    let Some(name) = cursor.name("") else {
        return Err(cursor.expected("a string, a list or a call"));
    };
    if name == "lambda" {
        return code(cursor, from);
    }
    let mut name = name.to_owned();
    // The last dot is that of a method where a call follows: `text.replace(…)`, but `copy.deepcopy(…)` is a function.
    while cursor.peek() == Some('.') {
        let dot = cursor.at();
        cursor.next();
        let part = cursor.name("").unwrap_or_default();
        let is_module = ["string", "copy", "random"].contains(&name.as_str()) || name.contains('.') && part.is_empty();
        if part.is_empty() || cursor.sees("(") && !is_module {
            cursor.go(dot);
            break;
        }
        name = format!("{name}.{part}");
    }
    if cursor.sees("(") {
        return Ok(Value::Call(name, values(cursor, "(", ")")?));
    }
    Ok(Value::Name(name))
}

/// Takes code up to a comma or a closing bracket of the values around it.
fn code(cursor: &mut Cursor<'_>, from: usize) -> Reading<Value> {
    let mut open = 0_usize;
    let mut parameters = true;
    while let Some(c) = cursor.peek() {
        match c {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' if open == 0 => break,
            ')' | ']' | '}' => open -= 1,
            ':' if open == 0 => parameters = false,
            // The parameters of a lambda have commas, too.
            ',' if open == 0 && !parameters => break,
            _ => {}
        }
        if sees_string(cursor) {
            string(cursor)?;
        } else {
            cursor.next();
        }
    }
    let words: Vec<&str> = cursor.since(from).split_whitespace().collect();
    Ok(Value::Code(words.join(" ")))
}

fn subscript(cursor: &mut Cursor<'_>, of: Placed) -> Reading<Value> {
    cursor.expect("[")?;
    blanks(cursor);
    let first = bound(cursor)?;
    if cursor.eat(":") {
        blanks(cursor);
        let last = bound(cursor)?;
        cursor.expect("]")?;
        return Ok(Value::Slice(Box::new(of), first, last));
    }
    let place = cursor.place(cursor.at());
    let key = match first {
        Some(number) => Placed { value: Value::Number(number as f64), place },
        None => value(cursor)?,
    };
    blanks(cursor);
    cursor.expect("]")?;
    Ok(Value::Item(Box::new(of), Box::new(key)))
}

/// A number before or behind the `:` of a slice.
fn bound(cursor: &mut Cursor<'_>) -> Reading<Option<i64>> {
    if !cursor.peek().is_some_and(|c| c == '-' || c.is_ascii_digit()) {
        return Ok(None);
    }
    let found = number(cursor)?;
    blanks(cursor);
    Ok(Some(found as i64))
}

/// `[a, b]`, or `[c for c in letters if c not in others]`.
fn list(cursor: &mut Cursor<'_>) -> Reading<Value> {
    let from = cursor.at();
    cursor.expect("[")?;
    blanks(cursor);
    if let Some(variable) = cursor.name("") {
        blanks(cursor);
        if cursor.name("") == Some("for") {
            return each(cursor, variable);
        }
    }
    cursor.go(from);
    Ok(Value::List(values(cursor, "[", "]")?))
}

/// The rest of `[c for c in letters if c not in others]` behind `for`.
fn each(cursor: &mut Cursor<'_>, variable: &str) -> Reading<Value> {
    let word = |cursor: &mut Cursor<'_>, wanted: &str| {
        blanks(cursor);
        let from = cursor.at();
        if cursor.name("") == Some(wanted) {
            return Ok(());
        }
        cursor.go(from);
        Err(cursor.expected(&format!("`{wanted}`")))
    };
    word(cursor, variable)?;
    word(cursor, "in")?;
    let letters = Box::new(value(cursor)?);
    blanks(cursor);
    let mut others = None;
    if !cursor.sees("]") {
        for wanted in ["if", variable, "not", "in"] {
            word(cursor, wanted)?;
        }
        others = Some(Box::new(value(cursor)?));
        blanks(cursor);
    }
    cursor.expect("]")?;
    Ok(Value::Each(letters, others))
}

/// A dictionary; without colons it is a set.
fn dictionary(cursor: &mut Cursor<'_>) -> Reading<Value> {
    let from = cursor.at();
    cursor.expect("{")?;
    let mut entries = Vec::new();
    loop {
        blanks(cursor);
        if cursor.eat("}") {
            return Ok(Value::Dictionary(entries));
        }
        match cursor.eat("**") {
            true => entries.push(Entry::Spread(value(cursor)?)),
            false => match entry(cursor)? {
                Some(entry) => entries.push(entry),
                None if entries.is_empty() => {
                    cursor.go(from);
                    return Ok(Value::List(values(cursor, "{", "}")?));
                }
                None => return Err(cursor.expected("`:`")),
            },
        }
        blanks(cursor);
        if !cursor.eat(",") {
            cursor.expect("}")?;
            return Ok(Value::Dictionary(entries));
        }
    }
}

/// `"<name>": value`, or nothing if there is no colon.
fn entry(cursor: &mut Cursor<'_>) -> Reading<Option<Entry>> {
    let from = cursor.at();
    if !sees_string(cursor) {
        return match value(cursor) {
            Ok(_) if cursor.sees(":") => {
                cursor.go(from);
                Err(cursor.expected("a name in angle brackets, such as \"<start>\""))
            }
            Ok(_) => Ok(None),
            Err(mistake) => Err(mistake),
        };
    }
    let name_of = |key: &str| Some(key.strip_prefix('<')?.strip_suffix('>')?.to_owned());
    let key = string(cursor)?;
    let end = cursor.at();
    blanks(cursor);
    if !cursor.eat(":") {
        return Ok(None);
    }
    let Some(name) = name_of(&key) else { return Ok(Some(Entry::Other(key, value(cursor)?))) };
    cursor.begin_rule();
    let found = value(cursor)?;
    let mut rule = cursor.end_rule(&name, from, RuleRole::Syntax, Vec::new());
    rule.place.span = from..end;
    Ok(Some(Entry::Rule(Box::new(rule), found)))
}

/// Values between brackets, with commas. `prob=0.1` is a keyword.
pub(super) fn values(cursor: &mut Cursor<'_>, open: &str, close: &str) -> Reading<Vec<Placed>> {
    cursor.expect(open)?;
    let mut values = Vec::new();
    loop {
        blanks(cursor);
        if cursor.eat(close) {
            return Ok(values);
        }
        let found = value(cursor)?;
        cursor.adopt_comments();
        blanks(cursor);
        values.push(match found {
            Placed { value: Value::Name(name), place } if cursor.sees("=") && !cursor.sees("==") => {
                cursor.next();
                Placed { value: Value::Keyword(name, Box::new(value(cursor)?)), place }
            }
            found => found,
        });
        blanks(cursor);
        if !cursor.eat(",") {
            cursor.expect(close)?;
            return Ok(values);
        }
    }
}

/// `("a")` is `"a"`, and `("a", b)` is a list.
fn tuple(cursor: &mut Cursor<'_>) -> Reading<Value> {
    let from = cursor.at();
    let mut values = values(cursor, "(", ")")?;
    let has_comma = cursor.since(from).trim_end_matches(')').trim_end().ends_with(',');
    Ok(match values.pop() {
        Some(only) if values.is_empty() && !has_comma => only.value,
        last => {
            values.extend(last);
            Value::List(values)
        }
    })
}

fn number(cursor: &mut Cursor<'_>) -> Reading<f64> {
    let from = cursor.at();
    let digits = cursor.take_while(|c| c.is_ascii_alphanumeric() || "+-._".contains(c));
    digits.parse().map_err(|_| {
        cursor.go(from);
        cursor.expected("a number")
    })
}

pub(super) fn sees_string(cursor: &Cursor<'_>) -> bool {
    let rest = cursor.rest();
    ["\"", "'", "r\"", "r'", "R\"", "R'"].iter().any(|mark| rest.starts_with(mark))
}

pub(super) fn string(cursor: &mut Cursor<'_>) -> Reading<String> {
    let is_raw = cursor.eat("r") || cursor.eat("R");
    let marks = ["\"\"\"", "'''", "\"", "'"];
    let Some(mark) = marks.into_iter().find(|mark| cursor.eat(mark)) else {
        return Err(cursor.expected("a string"));
    };
    let mut text = String::new();
    while !cursor.eat(mark) {
        match cursor.next() {
            Some('\\') if is_raw => {
                text.push('\\');
                text.extend(cursor.next());
            }
            Some('\\') => escape(cursor, &mut text)?,
            Some(c) => text.push(c),
            None => return Err(cursor.expected("the end of the string")),
        }
    }
    Ok(text)
}

fn escape(cursor: &mut Cursor<'_>, text: &mut String) -> Reading<()> {
    let c = match cursor.next() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('v') => '\u{b}',
        Some('a') => '\u{7}',
        Some('0') => '\0',
        Some('x') => coded(cursor, 2)?,
        Some('u') => coded(cursor, 4)?,
        Some('U') => coded(cursor, 8)?,
        Some('\n') => return Ok(()),
        Some(c) if "\\\"'/".contains(c) => c,
        Some(c) => {
            text.push('\\');
            c
        }
        None => return Err(cursor.expected("the end of the string")),
    };
    text.push(c);
    Ok(())
}

/// A character by its number. JSON writes those above FFFF as two surrogates.
fn coded(cursor: &mut Cursor<'_>, length: usize) -> Reading<char> {
    let mut code = hexadecimal(cursor, length)?;
    if (0xD800..0xDC00).contains(&code) && cursor.eat("\\u") {
        let low = hexadecimal(cursor, length)?;
        code = 0x10000 + ((code - 0xD800) << 10) + (low.wrapping_sub(0xDC00) & 0x3FF);
    }
    char::from_u32(code).ok_or_else(|| cursor.expected("the number of a character"))
}

fn hexadecimal(cursor: &mut Cursor<'_>, length: usize) -> Reading<u32> {
    let from = cursor.at();
    let digits = cursor.rest().get(..length).unwrap_or("");
    cursor.go(from + digits.len());
    cursor.code(digits, 16)
}
