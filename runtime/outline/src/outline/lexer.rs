//! The tokens that suit most languages: strings, comments, words, numbers, brackets, signs, white space.
//!
//! Without a grammar the meaning of a sign must be guessed. The guesses look at the same line only and prefer to be
//! harmless: a quote or comment sign that is not one becomes a sign, and the text behind it is cut as usual. A
//! doubtful sign has a usual reading and others, and `weigh` finds out which one fits. Every failed search is
//! remembered, and searches for other readings end once they have cost too much, so that the whole takes linear time.

use std::collections::HashSet;
use std::ops::Range;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// White space, a backslash before a newline included.
    Space,
    /// Letters, digits, `_`, `$` and all non-ASCII bytes, not beginning with a digit. For example, `x1`, `$_` and
    /// `naïve`.
    Word,
    /// For example, `10`, `0xFF`, `1.5e-3` or `10px`.
    Number,
    /// With its quotes.
    String,
    /// With its signs, without the newline that ends it.
    Comment,
    /// `,`.
    Comma,
    /// `;`.
    Semicolon,
    /// `(`, `[`, `{`, or a `<` that may begin a tag.
    Open(Bracket),
    /// `)`, `]`, `}`, or a `>`.
    Close(Bracket),
    /// A `#` that begins a line and touches a word. The directive ends with the line: `#include <a>`.
    Directive,
    /// Anything else, for example operators and single bytes: `+=`, `@`.
    Sign,
}

/// The kinds of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bracket {
    /// `(` and `)`.
    Paren,
    /// `[` and `]`.
    Square,
    /// `{` and `}`.
    Brace,
    /// `<` and `>`.
    Angle,
}

/// A piece of the text. Tokens lie end to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: Kind,
    /// The offset of its first byte.
    pub start: usize,
    /// The offset behind its last byte.
    pub end: usize,
}

impl Token {
    /// Its bytes.
    pub(super) fn text<'a>(&self, input: &'a [u8]) -> &'a [u8] {
        &input[self.start..self.end]
    }
}

/// Delimiters of a string.
pub(super) const QUOTES: [u8; 3] = [b'"', b'\'', b'`'];

/// One way to read the text at a place: the `"` in `/"/g` as the start of a string, or as a character.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    pub(super) token: Token,
    /// Cost of this reading, in the units of [`cost`].
    pub(super) cost: u32,
    pub(super) is_usual: bool,
}

/// All readings of the text at an offset, the usual one first.
pub(super) type Readings = [Option<Reading>; 3];

/// Costs of readings, by how unusual they are. The unit is the least reason to doubt a reading.
pub(super) mod cost {
    /// A quote that begins no string though another one follows, a string that begins in `don't`, a `//` that begins no comment.
    pub(in crate::outline) const UNUSUAL: u32 = 4;
    /// A regular expression that follows a word: `puts /"/`.
    pub(in crate::outline) const AFTER_WORD: u32 = 3;
    /// A regular expression that follows `)` or `}`, as in `if (x) /"/.test(x)`; a `"` that nothing closes.
    pub(in crate::outline) const POSSIBLE: u32 = 2;
    /// A quote that may well begin no string, as in `x'` and `\"`; a backquote that nothing closes.
    pub(in crate::outline) const EVEN: u32 = 1;
}

/// Number of end marks whose failed searches are remembered: `"""`, three `'`, `-->`, `"#` and `*/`. Such a search goes
/// to the end of the text, so it is not repeated.
const END_MARKS: usize = 5;
/// Bytes that second readings may take in total, for each byte of the text, so that the whole takes linear time.
const OTHER_BYTES_FACTOR: usize = 16;

pub(super) struct Lexer<'a> {
    pub(super) input: &'a [u8],
    pub(super) at: usize,
    /// Whether the text has names such as `'a`, so that a `'` before a word is no quote.
    pub(super) lifetimes: bool,
    /// The names of all tags that are closed somewhere, in lower case.
    closed: HashSet<Vec<u8>>,
    /// Range where no `#`, `--` or `//` begins a comment, because the comment would hide a closing bracket.
    pub(super) no_comment: Range<usize>,
    /// For each quote: the range where it begins no string.
    pub(super) no_string: [Range<usize>; QUOTES.len()],
    /// For each end mark: the offset from which a search for it has failed.
    hopeless: [usize; END_MARKS],
    /// Bytes that second readings may still take.
    pub(super) bytes_left: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(input: &'a [u8]) -> Self {
        Lexer {
            input,
            at: 0,
            lifetimes: has_lifetimes(input),
            closed: closed_names(input),
            no_comment: 0..0,
            no_string: [const { 0..0 }; QUOTES.len()],
            hopeless: [usize::MAX; END_MARKS],
            bytes_left: OTHER_BYTES_FACTOR.saturating_mul(input.len()),
        }
    }

    /// Returns the usual reading of the text at an offset.
    pub(super) fn usual(&mut self, at: usize) -> Reading {
        self.at = at;
        let kind = self.next();
        let token = Token { kind, start: at, end: self.at.max(at + 1) };
        Reading { token, cost: self.cost_of_usual(&token), is_usual: true }
    }

    /// Returns all readings of the text at an offset.
    pub(super) fn readings(&mut self, at: usize) -> Readings {
        let usual = self.usual(at);
        if self.bytes_left == 0 {
            return [Some(usual), None, None];
        }
        let others = match (self.input[at], usual.token.kind) {
            (b'"' | b'\'' | b'`', _) => self.other_quotes(&usual.token),
            (b'/', Kind::Sign) => [self.other_pattern(at), None],
            (b'/' | b'#' | b'-' | b'<', Kind::Comment | Kind::String) => {
                self.at = at;
                let kind = self.plain(self.input[at]);
                let token = Token { kind, start: at, end: self.at };
                [Some(Reading { token, cost: cost::UNUSUAL, is_usual: false }), None]
            }
            _ => [None; 2],
        };
        let longest = others.iter().flatten().map(|other| other.token.end.max(usual.token.end) - at).max();
        self.bytes_left = self.bytes_left.saturating_sub(longest.unwrap_or(0));
        [Some(usual), others[0], others[1]]
    }

    /// Returns whether a word follows a string at once, as in `"a"b"c"`. A word before a string says nothing: `return"a"`.
    pub(super) fn touches_word(&self, token: &Token) -> bool {
        let is_quoted = token.kind == Kind::String && self.input[token.start] != b'/';
        is_quoted && self.input.get(token.end).is_some_and(|&byte| is_word_in_code(byte))
    }

    /// Moves past the next token in its usual reading and returns its kind.
    fn next(&mut self) -> Kind {
        let byte = self.input[self.at];
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C => self.space(),
            b'\\' if self.is_newline_at(self.at + 1) => self.space(),
            b'0'..=b'9' => self.number(),
            b'"' | b'\'' | b'`' => self.quote(byte),
            b'/' | b'#' | b'-' | b'<' => self.comment().or_else(|| self.pattern()).unwrap_or_else(|| self.plain(byte)),
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

    /// An operator: a repeated sign, or one with an end as in `+=` or `->`.
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

    /// A number: digits, and characters allowed between them, as in `0xFF`, `1.5e-3`, `1_000`, `10px`.
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

    /// A `<` that touches a word, `/`, `!` or `?`: a tag rather than a comparison, unless it follows a word. Then it is
    /// one only if a tag of its name is closed somewhere. For example, `<b>` is a tag, and `a<b` has none unless there
    /// is a `</b>`.
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

    /// Returns the end of the next `wanted` from `from` on. A failed search is remembered, and not repeated further right.
    pub(super) fn find(&mut self, number: usize, from: usize, wanted: &[u8]) -> Option<usize> {
        if from >= self.hopeless[number] {
            return None;
        }
        let rest = self.input.get(from..).unwrap_or_default();
        let found = rest.windows(wanted.len()).position(|window| window == wanted);
        if found.is_none() {
            self.hopeless[number] = from;
        }
        found.map(|offset| from + offset + wanted.len())
    }

    pub(super) fn peek(&self, offset: usize) -> Option<u8> {
        self.input.get(self.at + offset).copied()
    }

    pub(super) fn before(&self) -> Option<u8> {
        self.at.checked_sub(1).map(|at| self.input[at])
    }

    /// Whether only blanks stand before `at` on its line. It looks back 200 bytes at most.
    pub(super) fn begins_line(&self, at: usize) -> bool {
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

pub(super) fn is_word_in_code(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the name that a tag begins with, in lower case. For example, `div` for `DIV class=x`.
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

/// Returns where a run of white space breaks the line, as the range from the first newline to behind the last; a
/// newline after a backslash does not count. For example, 1..3 of a blank, two newlines and a blank.
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
