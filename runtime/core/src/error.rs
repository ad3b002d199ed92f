//! What is said of an input that is not in the language.

use std::fmt;
use std::ops::Range;

use crate::grammar::{Grammar, Symbol, TerminalKind};
use crate::meaning::Violation;
use crate::tree::{Tree, name_span};

/// How many characters of the line are shown on either side of the caret.
const CONTEXT: usize = 40;

/// How far an engine came, and what it looked for there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The furthest place at which a terminal was looked for, in bytes.
    pub offset: usize,
    /// The terminals looked for there, in any order; look-aheads and skip left out.
    pub expected: Vec<Symbol>,
    /// Whether the input could have ended there.
    pub end: bool,
    /// What fields say of that place.
    pub room: Room,
}

/// What fields that measure what comes after them say of the place where nothing fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    /// Nothing.
    Free,
    /// What they measure goes on, but nothing can come.
    GoesOn,
    /// What they measure ends there, before it is complete.
    Ends,
    /// They ask for more than is left.
    Short,
}

/// Why an input has no tree.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseError {
    /// What went wrong.
    pub kind: ErrorKind,
    /// Where, in bytes from the start.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What could have stood there: tokens as `<name>`, literals as written, `end of input`; sorted, each once. Of a field
    /// that lies, what is wrong.
    pub expected: Vec<String>,
    /// What fields say of that place.
    pub room: Room,
    /// The part of the line around the place.
    excerpt: String,
    /// How many characters of the excerpt stand before the place.
    caret: usize,
    /// How many of those after it are meant.
    width: usize,
}

/// What went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input is not in the language.
    Unexpected,
    /// It has 4 GiB or more.
    InputTooLong,
    /// It is too ambiguous to decide within the limit of memory.
    Limit,
    /// The deterministic engine was asked for, and cannot decide.
    Undecided,
    /// It has a tree, but a computed field is not what it must be, or a hook rejects it.
    Violation,
}

impl ParseError {
    /// Makes the error of a failure: place, names and excerpt are taken from the input. O(offset) time.
    pub fn unexpected(grammar: &Grammar, input: &[u8], failure: &Failure) -> Self {
        Self {
            expected: names(grammar, failure),
            room: failure.room,
            ..Self::located(input, failure.offset..failure.offset)
        }
    }

    /// Makes an error that says nothing yet but where it is. Of what goes on in the next line only the first is shown.
    fn located(input: &[u8], range: Range<usize>) -> Self {
        let offset = range.start.min(input.len());
        let end = range.end.clamp(offset, input.len());
        let line_start = input[..offset].iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let before: Vec<char> = String::from_utf8_lossy(&input[line_start..offset]).chars().collect();
        let shown = &before[before.len().saturating_sub(CONTEXT)..];
        let mut error = Self {
            kind: ErrorKind::Unexpected,
            offset,
            line: 1 + input[..line_start].iter().filter(|&&byte| byte == b'\n').count(),
            column: before.len() + 1,
            expected: Vec::new(),
            room: Room::Free,
            excerpt: shown.iter().copied().map(printable).collect(),
            caret: shown.len(),
            width: 1,
        };
        let rest = &input[offset..input.len().min(offset + 4 * CONTEXT)];
        let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let meant = &line[..line.len().min(end - offset)];
        error.width = String::from_utf8_lossy(meant).chars().count().clamp(1, CONTEXT);
        error.excerpt.extend(String::from_utf8_lossy(line).chars().take(CONTEXT).map(printable));
        error
    }

    /// Makes the error of what a tree breaks.
    pub fn violation(grammar: &Grammar, input: &[u8], tree: &Tree, violation: &Violation) -> Self {
        let located = Self::located(input, name_span(grammar, tree, violation.node));
        Self { kind: ErrorKind::Violation, expected: vec![violation.message(grammar)], ..located }
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
            excerpt: String::new(),
            caret: 0,
            width: 1,
        }
    }

    /// Returns what was expected as one phrase, `expected "," or end of input`, or what went wrong.
    pub fn message(&self) -> String {
        let said = self.looked_for();
        match (self.room, self.expected.as_slice()) {
            (Room::Free, _) => said,
            (Room::Short, []) => "a field before this asks for more than is left".into(),
            (Room::Short, _) => format!("{said}, or less than a field before this asks for"),
            (Room::Ends, _) => format!("{said}, but by a field before this the part ends here"),
            (Room::GoesOn, _) => format!("{said}, but by a field before this the part goes on"),
        }
    }

    fn looked_for(&self) -> String {
        match (self.kind, self.expected.as_slice()) {
            (ErrorKind::InputTooLong, _) => "the input has 4 GiB or more".into(),
            (ErrorKind::Limit, _) => "the input is too ambiguous to decide within the limit".into(),
            (ErrorKind::Undecided, _) => "the deterministic engine cannot decide this input".into(),
            (ErrorKind::Violation, said) => said.concat(),
            (ErrorKind::Unexpected, []) => "nothing can follow here".into(),
            (ErrorKind::Unexpected, [one]) => format!("expected {one}"),
            (ErrorKind::Unexpected, [most @ .., last]) => format!("expected {} or {last}", most.join(", ")),
        }
    }

    /// Returns the part of the line around the place, and how many of its characters stand before the caret.
    pub fn excerpt(&self) -> (&str, usize) {
        (&self.excerpt, self.caret)
    }

    /// Returns how many characters of the excerpt are meant, from the caret on: at least one, as far as the line goes.
    pub fn width(&self) -> usize {
        self.width
    }
}

/// One line with the place and what was expected, then the line of the input with a caret.
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

/// The names of what was expected, sorted, the end of input last.
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

/// One column for every character.
fn printable(char: char) -> char {
    if char == '\t' || char.is_control() { ' ' } else { char }
}
