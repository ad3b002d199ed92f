//! Regular expressions between slashes: `/["']/g`.
//!
//! Most regular expressions do no harm if they are cut into pieces, and in many languages a slash begins a path or a fraction. So
//! a slash begins a regular expression only if the whole looks like one and its pieces do not balance: `/a|b/` is five tokens,
//! `/a|"/` is one.

use super::lexer::{Kind, Lexer, Reading, Token, cost, is_word};

/// Longest regular expression, in bytes. The limit bounds the search for the second slash.
const MAX_PATTERN_BYTES: usize = 1024;
/// Bytes before a slash that the lexer looks back at: enough for white space and a keyword.
const MAX_BYTES_BEFORE: usize = 100;
/// Keywords that an operand follows, from several languages.
const KEYWORDS: [&[u8]; 24] = [
    b"and", b"await", b"case", b"delete", b"do", b"else", b"elsif", b"grep", b"if", b"in", b"not", b"of", b"or",
    b"return", b"split", b"then", b"throw", b"typeof", b"unless", b"until", b"void", b"when", b"while", b"yield",
];

/// Kinds of text before a slash, by how likely an operand follows: for example, after `(` always, after the `a` of
/// `a/2` never.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SlashContext {
    /// An operator, an opening bracket or a keyword: `(/"/`, `return /"/`.
    Operator,
    /// The end of a group or block, after which a statement may begin: `if (a) /"/`.
    Group,
    /// A word and white space: `puts /"/`. Or an operator, if white space follows the slash as well: `a, / b`.
    Word,
    /// An operand, so that the slash divides: `a/2`, `"a" / 2`.
    Operand,
}

impl Lexer<'_> {
    /// A regular expression, if one begins here in the usual reading.
    pub(super) fn pattern(&mut self) -> Option<Kind> {
        self.at = self.usual_pattern_end()?;
        Some(Kind::String)
    }

    /// The end of a regular expression that begins here in the usual reading.
    pub(super) fn usual_pattern_end(&mut self) -> Option<usize> {
        if self.peek(0) != Some(b'/') || self.what_is_before() != SlashContext::Operator {
            return None;
        }
        self.pattern_end().filter(|pattern| !pattern.is_odd).map(|pattern| pattern.end)
    }

    /// Returns the regular expression that may begin here, where the usual reading takes the slash for a sign.
    pub(super) fn other_pattern(&mut self, start: usize) -> Option<Reading> {
        self.at = start;
        let cost = match self.what_is_before() {
            SlashContext::Operator | SlashContext::Group => cost::POSSIBLE,
            SlashContext::Word => cost::AFTER_WORD,
            SlashContext::Operand => return None,
        };
        let end = self.pattern_end()?.end;
        Some(Reading { token: Token { kind: Kind::String, start, end }, cost, is_usual: false })
    }

    fn what_is_before(&self) -> SlashContext {
        let before = &self.input[self.at.saturating_sub(MAX_BYTES_BEFORE)..self.at];
        let text = before.trim_ascii_end();
        let is_apart = text.len() < before.len();
        let spaced = is_apart && self.peek(1).is_some_and(|byte| byte.is_ascii_whitespace());
        match *text {
            [.., b'+', b'+'] | [.., b'-', b'-'] => SlashContext::Operand,
            [
                ..,
                b'(' | b',' | b'=' | b':' | b'[' | b'!' | b'&' | b'|' | b'?' | b'{' | b';' | b'~' | b'^' | b'+' | b'-',
            ]
            | [.., b'=', b'>'] => {
                if spaced {
                    SlashContext::Word
                } else {
                    SlashContext::Operator
                }
            }
            [.., b')' | b'}'] => SlashContext::Group,
            [.., last] if is_word(last) && !spaced => {
                let length = text.iter().rev().take_while(|&&byte| is_word(byte)).count();
                let (rest, word) = text.split_at(text.len() - length);
                let is_keyword = KEYWORDS.contains(&word) && !rest.ends_with(b".");
                match (is_keyword, is_apart) {
                    (true, _) => SlashContext::Operator,
                    (false, true) => SlashContext::Word,
                    (false, false) => SlashContext::Operand,
                }
            }
            _ => SlashContext::Operand,
        }
    }

    /// Returns the regular expression from the slash here to the next, if it looks like one and its pieces do not balance.
    fn pattern_end(&mut self) -> Option<Pattern> {
        let text = &self.input[self.at..];
        let text = &text[..text.len().min(MAX_PATTERN_BYTES).min(self.bytes_left)];
        let body = body(text);
        self.bytes_left = self.bytes_left.saturating_sub(body.length);
        if !body.is_closed || matches!(text.get(1), Some(b'*' | b'/')) {
            return None;
        }
        let flags = text[body.length..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let end = self.at + body.length + flags;
        let follows =
            self.input.get(end).is_none_or(|byte| byte.is_ascii_whitespace() || b".,;)]}:?&|=!<>+-*^%".contains(byte));
        let is_pattern = flags <= 6 && follows && !is_harmless(&text[1..body.length - 1]);
        is_pattern.then_some(Pattern { end, is_odd: body.is_odd })
    }
}

/// A text that looks like a regular expression.
struct Pattern {
    end: usize,
    /// See [`Body::is_odd`].
    is_odd: bool,
}

/// The text from one slash to another, both included. For example, `/a|b/` of `/a|b/g`, which has 5 bytes.
struct Body {
    length: usize,
    /// It ends with a slash, and its groups and classes are closed.
    is_closed: bool,
    /// It has a `]` without `[`, or braces that do not balance. That is allowed but rare.
    is_odd: bool,
}

/// Finds the slash that ends the one at the beginning.
fn body(text: &[u8]) -> Body {
    let (mut groups, mut braces, mut is_odd, mut in_class) = (0_u32, 0_u32, false, false);
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\n' => break,
            b'\\' if text.get(at + 1) != Some(&b'\n') => at += 1,
            b']' if in_class => in_class = false,
            _ if in_class => {}
            b'[' => in_class = true,
            b'(' => groups += 1,
            b']' => is_odd = true,
            b')' if groups == 0 => break,
            b')' => groups -= 1,
            b'{' => braces += 1,
            b'}' => {
                is_odd |= braces == 0;
                braces = braces.saturating_sub(1);
            }
            b'/' => return Body { length: at + 1, is_closed: groups == 0, is_odd: is_odd || braces > 0 },
            _ => {}
        }
        at += 1;
    }
    Body { length: at.min(text.len()), is_closed: false, is_odd }
}

/// Returns whether cutting the content of a regular expression into tokens does no harm: its brackets and quotes have
/// partners, and no comment can begin in it. For example, `a(b)` does no harm, but `[^"]` has a quote without a
/// partner.
fn is_harmless(content: &[u8]) -> bool {
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(&byte) = content.get(at) {
        match byte {
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b')' | b']' | b'}' if open.pop() != Some(byte) => return false,
            b'/' => return false,
            b'"' | b'\'' | b'`' => {
                let rest = &content[at + 1..];
                let Some(length) = rest.iter().position(|&other| other == byte) else { return false };
                at += length + 1;
            }
            _ => {}
        }
        at += 1;
    }
    open.is_empty()
}
