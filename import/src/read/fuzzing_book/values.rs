//! Values of Python and JSON, as far as grammars need them: strings, numbers, lists, tuples, dictionaries and calls.

use super::super::scan::Reading;
use super::{FuzzingBook, Placed, Value};

impl FuzzingBook<'_> {
    /// A string, a number, a list, a tuple, a dictionary or a call. Strings side by side, or with `+`, are one.
    pub(super) fn value(&mut self) -> Reading<Placed> {
        self.cursor.enter()?;
        self.blanks();
        let from = self.cursor.at();
        let value = match self.cursor.peek() {
            Some('[') => Value::List(self.values("[", "]")?),
            Some('{') => Value::Call("opts".to_owned(), self.values("{", "}")?),
            Some('(') => self.tuple()?,
            Some('-' | '.' | '0'..='9') => self.number()?,
            _ if self.sees_string() => {
                let mut text = self.string()?;
                loop {
                    let end = self.cursor.at();
                    self.blanks();
                    if self.cursor.eat("+") {
                        self.blanks();
                    }
                    if !self.sees_string() {
                        self.cursor.go(end);
                        break;
                    }
                    text.push_str(&self.string()?);
                }
                Value::Text(text)
            }
            _ => self.call()?,
        };
        self.cursor.leave();
        Ok(Placed { value, place: self.cursor.place(from) })
    }

    fn call(&mut self) -> Reading<Value> {
        let Some(name) = self.cursor.name(".") else {
            return Err(self.cursor.expected("a string, a list or a call"));
        };
        self.blanks();
        if self.cursor.sees("(") {
            return Ok(Value::Call(name.to_owned(), self.values("(", ")")?));
        }
        if self.cursor.eat("=") {
            return Ok(Value::Call(format!("{name}="), vec![self.value()?]));
        }
        Ok(Value::Call(name.to_owned(), Vec::new()))
    }

    /// Values between brackets, with commas. `"prob": 0.1` is like `prob=0.1`.
    fn values(&mut self, open: &str, close: &str) -> Reading<Vec<Placed>> {
        self.cursor.expect(open)?;
        let mut values = Vec::new();
        loop {
            self.blanks();
            if self.cursor.eat(close) {
                return Ok(values);
            }
            let value = self.value()?;
            self.cursor.adopt_comments();
            self.blanks();
            values.push(match value {
                Placed { value: Value::Text(key), place } if self.cursor.eat(":") => {
                    Placed { value: Value::Call(format!("{key}="), vec![self.value()?]), place }
                }
                value => value,
            });
            self.blanks();
            if !self.cursor.eat(",") {
                self.cursor.expect(close)?;
                return Ok(values);
            }
        }
    }

    /// `("a")` is `"a"`, and `("a", b)` is a list.
    fn tuple(&mut self) -> Reading<Value> {
        let from = self.cursor.at();
        let mut values = self.values("(", ")")?;
        let has_comma = self.cursor.since(from).trim_end_matches(')').trim_end().ends_with(',');
        Ok(match values.pop() {
            Some(only) if values.is_empty() && !has_comma => only.value,
            last => {
                values.extend(last);
                Value::List(values)
            }
        })
    }

    fn number(&mut self) -> Reading<Value> {
        let from = self.cursor.at();
        let digits = self.cursor.take_while(|c| c.is_ascii_alphanumeric() || "+-._".contains(c));
        match digits.parse() {
            Ok(number) => Ok(Value::Number(number)),
            Err(_) => {
                self.cursor.go(from);
                Err(self.cursor.expected("a number"))
            }
        }
    }

    fn sees_string(&self) -> bool {
        let rest = self.cursor.rest();
        ["\"", "'", "r\"", "r'", "R\"", "R'"].iter().any(|mark| rest.starts_with(mark))
    }

    pub(super) fn string(&mut self) -> Reading<String> {
        let is_raw = self.cursor.eat("r") || self.cursor.eat("R");
        let marks = ["\"\"\"", "'''", "\"", "'"];
        let Some(mark) = marks.into_iter().find(|mark| self.cursor.eat(mark)) else {
            return Err(self.cursor.expected("a string"));
        };
        let mut text = String::new();
        while !self.cursor.eat(mark) {
            match self.cursor.next() {
                Some('\\') if is_raw => {
                    text.push('\\');
                    text.extend(self.cursor.next());
                }
                Some('\\') => self.escape(&mut text)?,
                Some(c) => text.push(c),
                None => return Err(self.cursor.expected("the end of the string")),
            }
        }
        Ok(text)
    }

    fn escape(&mut self, text: &mut String) -> Reading<()> {
        let c = match self.cursor.next() {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('v') => '\u{b}',
            Some('a') => '\u{7}',
            Some('0') => '\0',
            Some('x') => self.coded(2)?,
            Some('u') => self.coded(4)?,
            Some('U') => self.coded(8)?,
            Some('\n') => return Ok(()),
            Some(c) if "\\\"'/".contains(c) => c,
            Some(c) => {
                text.push('\\');
                c
            }
            None => return Err(self.cursor.expected("the end of the string")),
        };
        text.push(c);
        Ok(())
    }

    /// A character by its number. JSON writes those above FFFF as two surrogates.
    fn coded(&mut self, length: usize) -> Reading<char> {
        let mut code = self.hexadecimal(length)?;
        if (0xD800..0xDC00).contains(&code) && self.cursor.eat("\\u") {
            let low = self.hexadecimal(length)?;
            code = 0x10000 + ((code - 0xD800) << 10) + (low.wrapping_sub(0xDC00) & 0x3FF);
        }
        char::from_u32(code).ok_or_else(|| self.cursor.expected("the number of a character"))
    }

    fn hexadecimal(&mut self, length: usize) -> Reading<u32> {
        let from = self.cursor.at();
        let digits = self.cursor.rest().get(..length).unwrap_or("");
        self.cursor.go(from + digits.len());
        self.cursor.code(digits, 16)
    }
}
