//! Strings, and quotes that begin no string, as most languages write them. A quote that is taken for the start of a
//! string hides the brackets up to the next quote.

use super::lexer::{Kind, Lexer, QUOTES, Reading, Token, cost, is_word, is_word_in_code};

/// Longest distance, in bytes, between the two quotes of `x' * y'`. Both stand in one expression.
const MAX_PRIME_BYTES: usize = 200;

impl Lexer<'_> {
    /// Reads a string, or a quote that begins no string.
    pub(super) fn quote(&mut self, quote: u8) -> Kind {
        let end = self.triple_end(quote).or_else(|| self.raw_end()).or_else(|| self.string_end(quote));
        self.at = end.unwrap_or(self.at + 1);
        if end.is_some() { Kind::String } else { Kind::Sign }
    }

    /// Returns the cost of the usual reading of a token: a quote without a closing one is doubtful.
    pub(super) fn cost_of_usual(&self, token: &Token) -> u32 {
        match (token.kind, self.input[token.start]) {
            (Kind::Sign, b'"') => cost::POSSIBLE,
            (Kind::Sign, b'`') => cost::EVEN,
            _ => 0,
        }
    }

    /// Returns the other readings of a quote: a sign instead of a string, a string instead of a sign, a shorter template.
    pub(super) fn other_quotes(&mut self, usual: &Token) -> [Option<Reading>; 2] {
        let Token { kind, start, end } = *usual;
        let quote = self.input[start];
        let other = |kind, end, cost| Reading { token: Token { kind, start, end }, cost, is_usual: false };
        self.at = start;
        let after_word = quote == b'\'' && self.before().is_some_and(is_word);
        let is_even = after_word || self.before() == Some(b'\\');
        let sign = other(Kind::Sign, start + 1, if is_even { cost::EVEN } else { cost::UNUSUAL });
        let may_be_string = kind == Kind::Sign || quote == b'`';
        let string = if may_be_string { self.plain_string_end(quote) } else { None };
        let string = string.filter(|&string| string != end).map(|end| other(Kind::String, end, cost::UNUSUAL));
        [(kind == Kind::String).then_some(sign), string]
    }

    /// The end of `"""…"""`, over many lines.
    fn triple_end(&mut self, quote: u8) -> Option<usize> {
        let mark = [quote; 3];
        let number = QUOTES.iter().position(|&known| known == quote)?;
        let triple = quote != b'`' && self.input[self.at..].starts_with(&mark);
        triple.then(|| self.find(number, self.at + 3, &mark)).flatten()
    }

    /// The end of `r#"…"#`: as many `#` behind the closing quote as before the opening one.
    fn raw_end(&mut self) -> Option<usize> {
        let before = &self.input[..self.at];
        let signs = before.iter().rev().take_while(|&&byte| byte == b'#').count();
        let raw = signs > 0 && self.input[self.at] == b'"' && before[..before.len() - signs].ends_with(b"r");
        if !raw || signs > 8 {
            return None;
        }
        let mut close = vec![b'"'];
        close.resize(signs + 1, b'#');
        self.find(3, self.at + 1, &close)
    }

    /// The end of a string on one line; one in backquotes may go over several.
    fn string_end(&mut self, quote: u8) -> Option<usize> {
        if quote == b'\'' && self.is_apostrophe() {
            return None;
        }
        let end = self.plain_string_end(quote)?;
        let is_template = quote == b'`' && self.input[self.at..end].windows(2).any(|two| two == b"${");
        Some(if is_template { self.template_end().unwrap_or(end) } else { end })
    }

    /// The end of a string that ends with the next quote.
    fn plain_string_end(&mut self, quote: u8) -> Option<usize> {
        let number = QUOTES.iter().position(|&known| known == quote)?;
        if self.no_string[number].contains(&self.at) {
            return None;
        }
        let mut at = self.at + 1;
        while let Some(&byte) = self.input.get(at) {
            match byte {
                b'\\' => at += 1,
                b'\n' if quote != b'`' => break,
                _ if byte == quote => return Some(at + 1),
                _ => {}
            }
            at += 1;
        }
        self.no_string[number] = self.at..at;
        None
    }

    /// The end of a template that holds code, which may hold strings and templates: `` `a${b ? `c${d}` : "}"}` ``. Returns none if
    /// the brackets in the code do not balance, or if finding out takes too long.
    fn template_end(&mut self) -> Option<usize> {
        let begin = self.at;
        let end = self.template_end_within(self.bytes_left);
        let seen = self.at.max(end.unwrap_or(0)) - begin;
        self.bytes_left = self.bytes_left.saturating_sub(seen);
        self.at = begin;
        end
    }

    /// Does the same, but looks at `most` bytes only. Moves to where it gives up.
    fn template_end_within(&mut self, most: usize) -> Option<usize> {
        let limit = self.at.saturating_add(most).min(self.input.len());
        // Stack of open parts: a backquote for a template, else the bracket that closes the part.
        let mut open = vec![b'`'];
        self.at += 1;
        while self.at < limit {
            let (byte, in_text) = (self.input[self.at], open.last() == Some(&b'`'));
            match byte {
                b'\\' => self.at += 1,
                b'$' if in_text && self.peek(1) == Some(b'{') => {
                    open.push(b'}');
                    self.at += 1;
                }
                b'`' if in_text => {
                    open.pop();
                    if open.is_empty() {
                        return Some(self.at + 1);
                    }
                }
                _ if in_text => {}
                b'`' => open.push(b'`'),
                b'(' => open.push(b')'),
                b'[' => open.push(b']'),
                b'{' => open.push(b'}'),
                b')' | b']' | b'}' if open.pop() != Some(byte) => return None,
                b'"' | b'\'' => self.at = self.string_end(byte).map_or(self.at, |end| end - 1),
                b'/' => self.at = self.usual_pattern_end().map_or(self.at, |end| end - 1),
                _ => {}
            }
            self.at += 1;
        }
        None
    }

    /// Whether a `'` is part of a word (`don't`), follows one (`x'`) or begins a name (`'a`).
    fn is_apostrophe(&self) -> bool {
        let name = self.peek(1).is_some_and(is_word_in_code) && self.peek(2) != Some(b'\'');
        self.is_behind_word(self.at) || (self.lifetimes && name) || self.is_prime()
    }

    /// Returns whether a quote follows a word. A string prefix does not count: `b''`, `rb''`, `u8''`. For example, that
    /// of `don't` does, and the first of `b'x'` does not.
    fn is_behind_word(&self, quote: usize) -> bool {
        let before = self.input[..quote].iter().rev().take(4).take_while(|&&byte| is_word(byte)).count();
        let prefix =
            before <= 3 && self.input[quote - before..quote].iter().all(|byte| b"bBeEfFLnNrRuUxX8".contains(byte));
        before > 0 && !prefix
    }

    /// Returns whether this quote and the next are primes, as in `x' * y'`: both follow a letter, and an operator
    /// follows this one. An escape between them rules that out, as in `r'-\b'`, and so does `%s`.
    fn is_prime(&self) -> bool {
        let behind_letter = self.before().is_some_and(is_word_in_code);
        let ends = self.peek(1).is_some_and(|byte| b" )],;:=*+-^.".contains(&byte));
        if !behind_letter || !ends {
            return false;
        }
        let content = &self.input[self.at + 1..];
        let close = content.iter().take(MAX_PRIME_BYTES).position(|&byte| matches!(byte, b'\'' | b'\n' | b'\\'));
        close.is_some_and(|close| match content[..close] {
            [.., before, letter] => {
                content[close] == b'\'' && letter.is_ascii_alphabetic() && !is_word(before) && before != b'%'
            }
            _ => false,
        })
    }
}
