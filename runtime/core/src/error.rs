//! The error of an input that is not in the language: its place, the expected terminals, and the line with a caret. All
//! engines report failures by it, in the same words.

mod inside;

use std::fmt;
use std::ops::Range;

use crate::grammar::{Encoding, Grammar, Symbol, TerminalKind};
use crate::meaning::Violation;
use crate::regular::Automata;
use crate::tree::{Tree, name_span};

/// Characters of the line that are shown on either side of the caret.
const CONTEXT_CHARS: usize = 40;
/// Most expected terminals that a message lists.
const MAX_LISTED: usize = 12;
/// How UTF-8 files begin that have a byte order mark.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The furthest place that an engine reached, and the terminals that it looked for there. For example, for `[1 2]` as JSON it
/// is offset 3, with `,` and `]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The furthest place at which a terminal was looked for, in bytes.
    pub offset: usize,
    /// The terminals looked for there, in any order; look-aheads and skip left out.
    pub expected: Vec<Symbol>,
    /// Whether the input could have ended there.
    pub end: bool,
    /// The limit that fields put on that place.
    pub room: Room,
}

/// The limit that fields put on the place of an error. For example, in `n:<u8> := size(v) v:<text>` the field `n` fixes the
/// end of `v`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    /// No limit.
    Free,
    /// The measured part goes on, but nothing can follow. For example, `<v> ::= "ab"` in a slice of 3 bytes.
    GoesOn,
    /// The measured part ends there, before it is complete. For example, `<v> ::= "a" "b"` in a slice of 1 byte.
    Ends,
    /// A field asks for more than is left, for example for 9 bytes where 4 are left.
    Short,
}

/// Why an input has no tree.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// The kind of the error.
    pub kind: ErrorKind,
    /// Where, in bytes from the start.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1. For example, the `b` in `éb` is in column 2.
    pub column: usize,
    /// The terminals expected there: tokens as `<name>`, literals as written, `end of input`; sorted, each once. For a place inside
    /// a token, that token. For example, `","` and `"]"` behind `[1`. For a violation, the one message about the field or hook. At the limit, the
    /// rule whose alternatives multiply, if it is known.
    pub expected: Vec<String>,
    /// The limit that fields put on that place.
    pub room: Room,
    /// For a place inside a token, where the token begins and the characters that could stand there.
    inside: Option<Box<TokenPlace>>,
    /// A name for the characters at the place, if they are easily overlooked: `a line break`.
    found: Option<Box<str>>,
    /// The part of the line around the place.
    excerpt: String,
    /// Characters of the excerpt before the place.
    caret: usize,
    /// Characters to underline from the caret on.
    width: usize,
}

/// A place inside a token.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TokenPlace {
    /// Line and column of the token's first character, if the place is in another line, or at the end of the input.
    begins: Option<(usize, usize)>,
    /// The characters that could stand there; empty if they are too many to be named.
    wanted: String,
}

/// The kinds of errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input is not in the language.
    Unexpected,
    /// It has 4 GiB or more.
    InputTooLong,
    /// It is too ambiguous to decide within the limit of memory. For example, a million `a` with `<e> ::= <e> <e> | "a"`.
    Limit,
    /// The caller wanted the deterministic engine alone, and it cannot decide.
    Undecided,
    /// It has a tree, but a computed field has a wrong value, or a hook rejects the tree.
    Violation,
}

impl ParseError {
    /// Makes the error of a failure: place, names and excerpt are taken from the input. O(offset) time.
    pub fn unexpected(grammar: &Grammar, automata: &Automata, input: &[u8], failure: &Failure) -> Self {
        let inside = match failure.room {
            Room::Free => inside::find(grammar, automata, input, failure),
            Room::GoesOn | Room::Ends | Room::Short => None,
        };
        let offset = inside.as_ref().map_or(failure.offset, |inside| inside.offset);
        let is_cut_off = inside.is_some() && offset >= input.len();
        let found = match is_cut_off {
            true => Some("the end of input".into()),
            false => found(grammar.encoding, input, offset),
        };
        let located = Self { found, room: failure.room, ..Self::located(input, offset..offset) };
        match inside {
            None => Self { expected: names(grammar, failure), ..located },
            Some(inside::Inside { token, start, wanted, .. }) => {
                let begin = Self::located(input, start..start);
                let is_far = begin.line != located.line || located.found.is_some();
                let begins = is_far.then_some((begin.line, begin.column));
                Self { expected: vec![token], inside: Some(Box::new(TokenPlace { begins, wanted })), ..located }
            }
        }
    }

    /// Makes an error that has only a place yet. For example, a range of 3 characters is underlined as `^^^`. A range over
    /// several lines is shown up to the end of its first line.
    fn located(input: &[u8], range: Range<usize>) -> Self {
        let offset = range.start.min(input.len());
        let end = range.end.clamp(offset, input.len());
        let line_start = input[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let before: Vec<char> = String::from_utf8_lossy(&input[line_start..offset]).chars().collect();
        let shown = &before[before.len().saturating_sub(CONTEXT_CHARS)..];
        let mut error = Self {
            kind: ErrorKind::Unexpected,
            offset,
            line: 1 + input[..line_start].iter().filter(|&&byte| byte == b'\n').count(),
            column: before.len() + 1,
            expected: Vec::new(),
            room: Room::Free,
            inside: None,
            found: None,
            excerpt: shown.iter().copied().map(printable).collect(),
            caret: shown.len(),
            width: 1,
        };
        let rest = &input[offset..input.len().min(offset + 4 * CONTEXT_CHARS)];
        let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let meant = &line[..line.len().min(end - offset)];
        error.width = String::from_utf8_lossy(meant).chars().count().clamp(1, CONTEXT_CHARS);
        error.excerpt.extend(String::from_utf8_lossy(line).chars().take(CONTEXT_CHARS).map(printable));
        error
    }

    /// Makes the error of a tree that violates a field or hook of its grammar.
    pub fn violation(grammar: &Grammar, input: &[u8], tree: &Tree, violation: &Violation) -> Self {
        let located = Self::located(input, name_span(grammar, tree, violation.node));
        Self { kind: ErrorKind::Violation, expected: vec![violation.message(grammar)], ..located }
    }

    /// Makes the error of a chart that grew too large at a place. `rule` has the most items.
    pub(crate) fn too_ambiguous(grammar: &Grammar, input: &[u8], offset: usize, rule: Symbol) -> Self {
        let named = grammar.rule(rule).map(|rule| format!("<{}>", rule.name)).into_iter().collect();
        Self { kind: ErrorKind::Limit, expected: named, ..Self::located(input, offset..offset) }
    }

    /// Makes an error that concerns the input as a whole.
    pub(crate) fn at_start(kind: ErrorKind) -> Self {
        Self {
            kind,
            offset: 0,
            line: 1,
            column: 1,
            expected: Vec::new(),
            room: Room::Free,
            inside: None,
            found: None,
            excerpt: String::new(),
            caret: 0,
            width: 1,
        }
    }

    /// Returns the message without its place, for example `expected "," or end of input`.
    pub fn message(&self) -> String {
        let said = match &self.found {
            Some(found) => format!("{}, found {found}", self.looked_for()),
            None => self.looked_for(),
        };
        match (self.room, self.expected.as_slice()) {
            (Room::Free, _) => said,
            (Room::Short, []) => "an earlier field requires more input than is left".into(),
            (Room::Short, _) => format!("{said}, or an earlier field that requires less"),
            (Room::Ends, _) => format!("{said}, but an earlier field ends this part here"),
            (Room::GoesOn, _) => format!("{said}, but an earlier field makes this part longer"),
        }
    }

    fn looked_for(&self) -> String {
        match (self.kind, self.expected.as_slice()) {
            (ErrorKind::InputTooLong, _) => "the input is larger than 4 GiB".into(),
            (ErrorKind::Limit, []) => "the input is too ambiguous to parse within the limit".into(),
            (ErrorKind::Limit, [rule, ..]) => {
                format!(
                    "the input is too ambiguous to parse within the limit: up to here, the alternatives of {rule} multiply"
                )
            }
            (ErrorKind::Undecided, _) => "the deterministic engine cannot parse this input".into(),
            (ErrorKind::Violation, said) => said.concat(),
            (ErrorKind::Unexpected, []) => "unexpected input".into(),
            (ErrorKind::Unexpected, [token]) if let Some(inside) = &self.inside => inside.looked_for(token),
            (ErrorKind::Unexpected, [one]) => format!("expected {one}"),
            (ErrorKind::Unexpected, all) if all.len() > MAX_LISTED => {
                let (listed, more) = all.split_at(MAX_LISTED);
                format!("expected {} … and {} more", listed.join(", "), more.len())
            }
            (ErrorKind::Unexpected, [most @ .., last]) => format!("expected {} or {last}", most.join(", ")),
        }
    }

    /// Returns the part of the line around the place, and how many of its characters stand before the caret.
    pub fn excerpt(&self) -> (&str, usize) {
        (&self.excerpt, self.caret)
    }

    /// Returns how many characters of the excerpt to underline, from the caret on: at least one, at most the rest of the line.
    pub fn width(&self) -> usize {
        self.width
    }
}

impl TokenPlace {
    fn looked_for(&self, token: &str) -> String {
        let begins = self.begins.map_or_else(String::new, |(line, column)| format!(" that begins at {line}:{column}"));
        let wanted = if self.wanted.is_empty() { "more of it" } else { &self.wanted };
        format!("in {token}{begins}: expected {wanted}")
    }
}

/// Names the characters at a place if they are easily overlooked, or no characters at all.
fn found(encoding: Encoding, input: &[u8], offset: usize) -> Option<Box<str>> {
    let rest = input.get(offset..)?;
    let is_text = encoding == Encoding::Utf8;
    match rest.first()? {
        b'\n' | b'\r' if is_text => Some("a line break".into()),
        _ if is_text && rest.starts_with(BYTE_ORDER_MARK) => Some("a byte order mark".into()),
        byte if is_text => {
            let head = &rest[..rest.len().min(4)];
            let is_whole = std::str::from_utf8(head).map_or_else(|error| error.valid_up_to() > 0, |_| true);
            (!is_whole).then(|| format!("the byte {byte:02X}, which is not UTF-8").into())
        }
        _ => None,
    }
}

/// One line with the place and the message, then the line of the input with a caret.
///
/// ```text
/// 1:4: expected "," or "]"
///   |
/// 1 | [1 2]
///   |    ^
/// ```
impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !matches!(self.kind, ErrorKind::Unexpected | ErrorKind::Violation) {
            return f.write_str(&self.message());
        }
        let number = self.line.to_string();
        let (gutter, caret, marks) = (number.len(), self.caret, "^".repeat(self.width));
        writeln!(f, "{}:{}: {}", self.line, self.column, self.message())?;
        writeln!(f, "{:gutter$} |", "")?;
        writeln!(f, "{number} | {}", self.excerpt)?;
        write!(f, "{:gutter$} | {:caret$}{marks}", "", "")
    }
}

impl std::error::Error for ParseError {}

/// The names of the expected terminals, sorted, the end of input last. For example, `<number>` is a token, `"{"` a literal.
fn names(grammar: &Grammar, failure: &Failure) -> Vec<String> {
    let name = |&symbol: &Symbol| match grammar.terminal(symbol) {
        Some(token) if token.kind == TerminalKind::Token => format!("<{}>", token.name),
        _ => grammar.name(symbol).to_owned(),
    };
    let mut names: Vec<String> = failure.expected.iter().map(name).collect();
    names.sort();
    names.dedup();
    names.extend(failure.end.then(|| "end of input".to_owned()));
    names
}

/// Replaces tabs and control characters by a space, so that every character takes one column.
fn printable(char: char) -> char {
    if char == '\t' || char.is_control() { ' ' } else { char }
}
