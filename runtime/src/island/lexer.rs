//! Cuts any text into tokens that suit most languages: strings, comments, words, numbers, brackets, signs, white space.
//!
//! What a language would know must be guessed here. The guesses look at the same line only and prefer to be harmless: a
//! quote or comment sign that is none becomes a sign, and what follows is cut as usual. Every search that fails is
//! remembered, so that the whole takes linear time.

use std::collections::HashSet;
use std::ops::Range;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// White space, a backslash before a newline included.
    Space,
    /// Letters, digits, `_`, `$` and all that is not ASCII, not beginning with a digit.
    Word,
    Number,
    /// With its quotes.
    String,
    /// With its signs, without the newline that ends it.
    Comment,
    Comma,
    Semicolon,
    /// `(`, `[`, `{`, or a `<` that may begin a tag.
    Open(Bracket),
    /// `)`, `]`, `}`, or a `>`.
    Close(Bracket),
    /// A `#` that begins a line and touches a word: what it begins ends with the line.
    Directive,
    /// Anything else: operators, single bytes.
    Sign,
}

/// The kinds of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bracket {
    Paren,
    Square,
    Brace,
    Angle,
}

/// A piece of the text. Tokens lie end to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Token {
    /// Its bytes.
    pub(super) fn text<'a>(&self, input: &'a [u8]) -> &'a [u8] {
        &input[self.start..self.end]
    }
}

/// Cuts the whole text. O(n).
pub(crate) fn tokens(input: &[u8]) -> Vec<Token> {
    let mut lexer = Lexer {
        input,
        at: 0,
        lifetimes: has_lifetimes(input),
        closed: closed_names(input),
        no_comment_until: 0,
        no_string_until: [0; 3],
        hopeless: [false; HOPELESS],
    };
    let mut tokens: Vec<Token> = Vec::new();
    while lexer.at < input.len() {
        let start = lexer.at;
        let kind = lexer.next();
        lexer.at = lexer.at.max(start + 1);
        tokens.push(Token { kind, start, end: lexer.at });
    }
    tokens
}

/// Number of searches that go to the end of the text and are given up for good once they fail.
const HOPELESS: usize = 5;
const QUOTES: [u8; 3] = [b'"', b'\'', b'`'];

struct Lexer<'a> {
    input: &'a [u8],
    at: usize,
    /// Whether the text has names such as `'a`, so that a `'` before a word is no quote.
    lifetimes: bool,
    /// The names of all tags that are closed somewhere, in lower case.
    closed: HashSet<Vec<u8>>,
    /// Up to here no `#`, `--` or `//` begins a comment: a bracket that it would hide is closed before.
    no_comment_until: usize,
    /// By quote: up to here it begins no string.
    no_string_until: [usize; 3],
    /// By what would end it: whether it was looked for in vain.
    hopeless: [bool; HOPELESS],
}

impl Lexer<'_> {
    /// Moves past the next token and returns its kind.
    fn next(&mut self) -> Kind {
        let byte = self.input[self.at];
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C => self.space(),
            b'\\' if self.is_newline_at(self.at + 1) => self.space(),
            b'0'..=b'9' => self.number(),
            b'"' | b'\'' | b'`' => self.quote(byte),
            b'/' | b'#' | b'-' | b'<' => self.comment().unwrap_or_else(|| self.plain(byte)),
            _ if is_word(byte) => self.word(),
            _ => self.plain(byte),
        }
    }

    /// A token that begins with a sign and is no comment.
    fn plain(&mut self, byte: u8) -> Kind {
        self.at += 1;
        match byte {
            b',' => Kind::Comma,
            b';' => Kind::Semicolon,
            b'(' => Kind::Open(Bracket::Paren),
            b')' => Kind::Close(Bracket::Paren),
            b'[' => Kind::Open(Bracket::Square),
            b']' => Kind::Close(Bracket::Square),
            b'{' => Kind::Open(Bracket::Brace),
            b'}' => Kind::Close(Bracket::Brace),
            b'<' if self.begins_tag() => Kind::Open(Bracket::Angle),
            b'>' if self.ends_tag() => Kind::Close(Bracket::Angle),
            b'#' if self.begins_line(self.at - 1) && self.peek(0).is_some_and(is_word) => Kind::Directive,
            b'!'..=b'/' | b':'..=b'@' | b'^' | b'|' | b'~' => self.operator(byte),
            _ => Kind::Sign,
        }
    }

    /// An operator: a sign, itself again, and what ends `+=`, `->` and the like.
    fn operator(&mut self, byte: u8) -> Kind {
        while self.peek(0) == Some(byte) && !matches!(byte, b'<' | b'>' | b'.' | b'#' | b'@') {
            self.at += 1;
        }
        if matches!(byte, b'<' | b'.') && self.peek(0) == Some(byte) {
            self.at += 1;
        }
        let arrow = matches!(byte, b'-' | b'=') && self.peek(0) == Some(b'>');
        if arrow || (self.peek(0) == Some(b'=') && byte != b'.' && byte != b'#' && byte != b'@') {
            self.at += 1;
        }
        Kind::Sign
    }

    fn space(&mut self) -> Kind {
        loop {
            match self.peek(0) {
                Some(b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C) => self.at += 1,
                Some(b'\\') if self.is_newline_at(self.at + 1) => self.at += 1,
                _ => return Kind::Space,
            }
        }
    }

    fn word(&mut self) -> Kind {
        while self.peek(0).is_some_and(is_word) {
            self.at += 1;
        }
        Kind::Word
    }

    /// Digits and what may stand among them: `0xFF`, `1.5e-3`, `1_000`, `10px`.
    fn number(&mut self) -> Kind {
        while let Some(byte) = self.peek(0) {
            let exponent = matches!(self.input[self.at - usize::from(self.at > 0)], b'e' | b'E');
            let inside = match byte {
                b'.' => self.peek(1).is_some_and(|next| next.is_ascii_digit()),
                b'+' | b'-' => exponent && self.peek(1).is_some_and(|next| next.is_ascii_digit()),
                _ => is_word(byte),
            };
            if !inside {
                break;
            }
            self.at += 1;
        }
        Kind::Number
    }

    /// A string, or a quote that begins none.
    fn quote(&mut self, quote: u8) -> Kind {
        let end = self.triple_end(quote).or_else(|| self.raw_end()).or_else(|| self.string_end(quote));
        self.at = end.unwrap_or(self.at + 1);
        if end.is_some() { Kind::String } else { Kind::Sign }
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
        let number = QUOTES.iter().position(|&known| known == quote)?;
        if self.at < self.no_string_until[number] || (quote == b'\'' && self.is_apostrophe()) {
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
        self.no_string_until[number] = at;
        None
    }

    /// Whether a `'` is part of a word (`don't`) or begins a name (`'a`).
    fn is_apostrophe(&self) -> bool {
        let before = self.input[..self.at].iter().rev().take(4).take_while(|&&byte| is_word(byte)).count();
        // Up to three letters before a quote may say what kind of string it is: b'', rb'', u8''.
        let prefix =
            before <= 3 && self.input[self.at - before..self.at].iter().all(|byte| b"bBeEfFLnNrRuUxX8".contains(byte));
        let name = self.peek(1).is_some_and(is_word_in_code) && self.peek(2) != Some(b'\'');
        (before > 0 && !prefix) || (self.lifetimes && name)
    }

    /// A comment, if one begins here.
    fn comment(&mut self) -> Option<Kind> {
        let rest = &self.input[self.at..];
        let end = match rest {
            [b'/', b'*', ..] => self.find(3 + 1, self.at + 2, b"*/"),
            [b'<', b'!', b'-', b'-', ..] => self.comment_of_markup(),
            [b'/', b'/', ..] if self.before() != Some(b':') => self.line_comment(),
            [b'#', ..] if self.is_hash_comment() => self.line_comment(),
            [b'-', b'-', ..] if self.is_dash_comment() => self.line_comment(),
            _ => None,
        };
        self.at = end?;
        Some(Kind::Comment)
    }

    fn comment_of_markup(&mut self) -> Option<usize> {
        let end = self.find(2, self.at + 4, b"-->");
        end.filter(|&end| end > self.at + 4)
    }

    /// `#` at the beginning of a line unless it touches a word or bracket; elsewhere between blanks.
    fn is_hash_comment(&self) -> bool {
        let next = self.peek(1);
        let blank = next.is_none_or(|byte| byte.is_ascii_whitespace());
        if self.begins_line(self.at) {
            let ruler = matches!(next, Some(b'!' | b'#' | b'-' | b'=' | b'*')) && self.peek(2) != Some(b'[');
            return blank || ruler;
        }
        blank && self.before().is_some_and(|byte| byte.is_ascii_whitespace())
    }

    /// `--` between blanks, or three of them at the beginning of a line.
    fn is_dash_comment(&self) -> bool {
        let begins = self.begins_line(self.at);
        let blank = self.peek(2).is_none_or(|byte| byte.is_ascii_whitespace());
        let after_blank = begins || self.before().is_some_and(|byte| byte.is_ascii_whitespace() || byte == b';');
        (blank && after_blank) || (begins && self.peek(2) == Some(b'-') && self.peek(3) != Some(b'>'))
    }

    /// The end of the line, unless the rest of it closes a bracket that is open here: then this is an operator.
    fn line_comment(&mut self) -> Option<usize> {
        if self.at < self.no_comment_until {
            return None;
        }
        let mut depth = 0_usize;
        let begins = self.begins_line(self.at);
        let mut at = self.at;
        while let Some(&byte) = self.input.get(at).filter(|&&byte| byte != b'\n') {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' if depth == 0 && !begins && !self.after_blank() => {
                    self.no_comment_until = at;
                    return None;
                }
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
        }
        let carriage = usize::from(at > self.at && self.input[at - 1] == b'\r');
        Some(at - carriage)
    }

    /// Whether what stands here is far enough from what is before to be a comment on it: `x;  // so`.
    fn after_blank(&self) -> bool {
        let before = &self.input[..self.at];
        before.ends_with(b"  ") || before.ends_with(b"\t") || before.ends_with(b"; ") || before.ends_with(b"{ ")
    }

    /// A `<` that touches a word, `/`, `!` or `?`: a tag rather than a comparison, unless it follows a word. Then it is
    /// one only if a tag of its name is closed somewhere.
    fn begins_tag(&self) -> bool {
        let before = self.at.checked_sub(2).map(|at| self.input[at]);
        let after_word = before.is_some_and(|byte| is_word_in_code(byte) || byte == b'<');
        match self.peek(0) {
            Some(b'/') => self.peek(1).is_some_and(|byte| byte.is_ascii_alphabetic()),
            Some(byte) if byte.is_ascii_alphabetic() => {
                !after_word || self.closed.contains(&tag_name(&self.input[self.at..]))
            }
            Some(b'!' | b'?') => !after_word,
            _ => false,
        }
    }

    /// A `>` that belongs to no arrow or comparison.
    fn ends_tag(&self) -> bool {
        let before = self.at.checked_sub(2).map(|at| self.input[at]);
        !matches!(before, Some(b'-' | b'=')) && self.peek(0) != Some(b'=')
    }

    /// Returns the end of the next `wanted` from `from` on. What was looked for in vain is not looked for again.
    fn find(&mut self, number: usize, from: usize, wanted: &[u8]) -> Option<usize> {
        if self.hopeless[number] {
            return None;
        }
        let rest = self.input.get(from..).unwrap_or_default();
        let found = rest.windows(wanted.len()).position(|window| window == wanted);
        self.hopeless[number] = found.is_none();
        found.map(|offset| from + offset + wanted.len())
    }

    fn peek(&self, offset: usize) -> Option<u8> {
        self.input.get(self.at + offset).copied()
    }

    fn before(&self) -> Option<u8> {
        self.at.checked_sub(1).map(|at| self.input[at])
    }

    /// Whether only blanks stand before `at` on its line. Long indentations are not looked through.
    fn begins_line(&self, at: usize) -> bool {
        let blanks = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let indent = self.input[..at].iter().rev().take(200).take_while(blanks).count();
        at == indent || self.input[at - indent - 1] == b'\n'
    }

    fn is_newline_at(&self, at: usize) -> bool {
        matches!(self.input.get(at..).unwrap_or_default(), [b'\n', ..] | [b'\r', b'\n', ..])
    }
}

/// Returns whether a byte belongs to a word. No byte of UTF-8 beyond ASCII is torn off a word.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn is_word_in_code(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the name that a tag begins with, in lower case.
pub(super) fn tag_name(text: &[u8]) -> Vec<u8> {
    let inside = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_' | b'-' | b'.');
    let length = text.iter().take(64).take_while(inside).count();
    text[..length].to_ascii_lowercase()
}

/// Collects the names after `</`.
fn closed_names(input: &[u8]) -> HashSet<Vec<u8>> {
    let places = input.windows(2).enumerate().filter(|(_, window)| *window == b"</");
    places.map(|(at, _)| tag_name(&input[at + 2..])).collect()
}

/// Whether the text has `&'a ` or `<'a>`: names that begin with a quote and have none at the end.
fn has_lifetimes(input: &[u8]) -> bool {
    let quotes = input.windows(3).enumerate().filter(|(_, window)| {
        matches!(window[0], b'&' | b'<') && window[1] == b'\'' && (window[2].is_ascii_lowercase() || window[2] == b'_')
    });
    quotes.take(1000).any(|(at, _)| {
        let word = input[at + 2..].iter().take(64).take_while(|&&byte| is_word_in_code(byte)).count();
        matches!(input.get(at + 2 + word), Some(b' ' | b'>' | b',' | b':'))
    })
}

/// Returns where a run of white space breaks the line, as the range from the first newline to behind the last; a newline
/// after a backslash does not count.
pub(super) fn newlines(input: &[u8], space: Range<usize>) -> Option<Range<usize>> {
    let breaks = |at: &usize| {
        let before = input[..*at].strip_suffix(b"\r").unwrap_or(&input[..*at]);
        input[*at] == b'\n' && !(before.len() > space.start && before.ends_with(b"\\"))
    };
    let first = space.clone().find(breaks)?;
    let last = space.clone().rev().find(breaks)?;
    let carriage = usize::from(first > space.start && input[first - 1] == b'\r');
    Some(first - carriage..last + 1)
}
