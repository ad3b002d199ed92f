//! Pairs brackets and tags, whatever else the text contains.
//!
//! A bracket without a partner is a sign. A `}` closes its `{` over any other bracket still open; `)` and `]` do not
//! reach over a `{`. A bracket on a directive line, such as `#define`, closes nothing outside that line. A `<` is
//! given up most easily. `<name …>` and a later `</name>` at the same depth belong together.

use std::collections::HashMap;

use super::lexer::{Bracket, Kind, Token, newlines, tag_name};

/// The partner of each bracket and each tag.
pub(super) struct Nesting {
    /// By token: for a bracket that opens, the one that closes it.
    closes: Vec<u32>,
    /// By token: for the `<` of an opening tag, the `<` of its closing tag.
    tags: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Nesting {
    /// Returns the bracket that closes the one at `token`.
    pub(super) fn close_of(&self, token: usize) -> Option<usize> {
        Some(self.closes[token]).filter(|&close| close != NONE).map(|close| close as usize)
    }

    /// Returns the `<` of the closing tag that belongs to the tag whose `<` is at `token`.
    pub(super) fn closing_tag_of(&self, token: usize) -> Option<usize> {
        Some(self.tags[token]).filter(|&tag| tag != NONE).map(|tag| tag as usize)
    }

    /// Returns the bracket that closes the one at `token`, or `token` itself.
    pub(super) fn after_bracket(&self, token: usize) -> usize {
        self.close_of(token).unwrap_or(token)
    }

    /// Returns the token behind the one at `token`, or behind its whole group. For example, from the `(` of `f(x);` it
    /// goes to the `;`.
    pub(super) fn after(&self, token: usize) -> usize {
        let last = self.closing_tag_of(token).unwrap_or(token);
        self.close_of(last).unwrap_or(last) + 1
    }
}

/// Pairs brackets and tags. O(n).
pub(super) fn of(input: &[u8], tokens: &[Token]) -> Nesting {
    let nesting = Nesting { closes: vec![NONE; tokens.len()], tags: vec![NONE; tokens.len()] };
    let mut matcher = Matcher {
        input,
        tokens,
        nesting,
        open: Vec::new(),
        frames: vec![Frame { ends: FrameEnd::Text, parens: 0, squares: 0 }],
        names: HashMap::new(),
    };
    for at in 0..tokens.len() {
        matcher.token(at);
    }
    matcher.nesting
}

/// An open bracket, tag or directive line.
enum OpenPart {
    Bracket(Bracket, usize),
    Tag(Vec<u8>, usize),
    Line,
}

/// The text, a pair of braces or a directive line: no `)` or `]` reaches out of it.
struct Frame {
    ends: FrameEnd,
    /// Number of parentheses open in it.
    parens: usize,
    squares: usize,
}

#[derive(PartialEq, Eq)]
enum FrameEnd {
    Text,
    Brace,
    Line,
}

struct Matcher<'a> {
    input: &'a [u8],
    tokens: &'a [Token],
    nesting: Nesting,
    open: Vec<OpenPart>,
    frames: Vec<Frame>,
    /// Number of open tags by name.
    names: HashMap<Vec<u8>, usize>,
}

impl Matcher<'_> {
    fn token(&mut self, at: usize) {
        let token = self.tokens[at];
        match token.kind {
            Kind::Open(bracket) => self.push(OpenPart::Bracket(bracket, at)),
            Kind::Close(Bracket::Angle) => self.angle(at),
            Kind::Close(bracket) => self.close(bracket, at),
            Kind::Directive => self.push(OpenPart::Line),
            Kind::Space if newlines(self.input, token.start..token.end).is_some() => self.line_end(),
            Kind::Semicolon => {
                if matches!(self.open.last(), Some(OpenPart::Bracket(Bracket::Angle, _))) {
                    self.pop();
                }
            }
            _ => {}
        }
    }

    fn push(&mut self, open: OpenPart) {
        match &open {
            OpenPart::Bracket(Bracket::Paren, _) => self.frame().parens += 1,
            OpenPart::Bracket(Bracket::Square, _) => self.frame().squares += 1,
            OpenPart::Bracket(Bracket::Brace, _) => {
                self.frames.push(Frame { ends: FrameEnd::Brace, parens: 0, squares: 0 })
            }
            OpenPart::Line => self.frames.push(Frame { ends: FrameEnd::Line, parens: 0, squares: 0 }),
            OpenPart::Tag(name, _) => *self.names.entry(name.clone()).or_default() += 1,
            OpenPart::Bracket(Bracket::Angle, _) => {}
        }
        self.open.push(open);
    }

    fn pop(&mut self) -> Option<OpenPart> {
        let open = self.open.pop()?;
        match &open {
            OpenPart::Bracket(Bracket::Paren, _) => self.frame().parens -= 1,
            OpenPart::Bracket(Bracket::Square, _) => self.frame().squares -= 1,
            OpenPart::Bracket(Bracket::Brace, _) | OpenPart::Line => drop(self.frames.pop()),
            OpenPart::Tag(name, _) => *self.names.entry(name.clone()).or_insert(1) -= 1,
            OpenPart::Bracket(Bracket::Angle, _) => {}
        }
        Some(open)
    }

    /// The innermost frame. The outermost is never popped.
    fn frame(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Closes the nearest reachable bracket of that kind, and gives up everything open inside it.
    fn close(&mut self, bracket: Bracket, at: usize) {
        let frame = self.frame();
        let within_reach = match bracket {
            Bracket::Paren => frame.parens > 0,
            Bracket::Square => frame.squares > 0,
            _ => frame.ends == FrameEnd::Brace,
        };
        while within_reach && let Some(open) = self.pop() {
            if let OpenPart::Bracket(kind, start) = open
                && kind == bracket
            {
                self.nesting.closes[start] = at as u32;
                return;
            }
        }
    }

    /// Closes a tag that is the last thing open.
    fn angle(&mut self, at: usize) {
        let Some(OpenPart::Bracket(Bracket::Angle, start)) = self.open.last() else { return };
        let start = *start;
        self.pop();
        self.nesting.closes[start] = at as u32;
        match self.tag(start, at) {
            Some(Tag::Opens(name)) => self.push(OpenPart::Tag(name, start)),
            Some(Tag::Closes(name)) => self.closing_tag(&name, start),
            None => {}
        }
    }

    fn closing_tag(&mut self, name: &[u8], at: usize) {
        let is_open = self.names.get(name).is_some_and(|&count| count > 0);
        while is_open && let Some(open) = self.pop() {
            if let OpenPart::Tag(other, start) = open
                && other == name
            {
                self.nesting.tags[start] = at as u32;
                return;
            }
        }
    }

    /// Returns whether the tag from the `<` at `start` to the `>` at `end` opens or closes; none if it stands alone:
    /// `<br/>`.
    fn tag(&self, start: usize, end: usize) -> Option<Tag> {
        let inner = &self.input[self.tokens[start].end..self.tokens[end].start];
        if let Some(name) = inner.strip_prefix(b"/") {
            return Some(Tag::Closes(tag_name(name)));
        }
        let opens = !inner.ends_with(b"/") && inner.first().is_some_and(u8::is_ascii_alphabetic);
        opens.then(|| Tag::Opens(tag_name(inner)))
    }

    /// Gives up everything that a directive line left open.
    fn line_end(&mut self) {
        while self.frames.last().is_some_and(|frame| frame.ends == FrameEnd::Line) {
            self.pop();
        }
    }
}

enum Tag {
    Opens(Vec<u8>),
    Closes(Vec<u8>),
}
