//! Writes the tree: finds statements, lists and blocks between the brackets.
//!
//! An explicit stack of open containers replaces recursion. The end of a row of tokens is looked up ahead, once for
//! each row; groups are jumped over, so the whole takes linear time.

use std::ops::Range;

use super::lexer::{Bracket, Kind, Token, newlines};
use super::nesting::Nesting;
use super::tables as t;
use grammarc_core::grammar::{ItemId, ProductionId, Symbol};
use grammarc_core::tree::{Builder, NodeMark};

/// Words that continue a statement behind braces. For example, in `if (a) {} else {}`, `try {} catch (e) {}` and `import {a} from "b"`.
const CONTINUING_WORDS: [&[u8]; 15] = [
    b"else",
    b"elif",
    b"elsif",
    b"catch",
    b"finally",
    b"rescue",
    b"ensure",
    b"while",
    b"until",
    b"as",
    b"of",
    b"in",
    b"is",
    b"instanceof",
    b"from",
];

/// Writes the tree of the whole text.
pub(super) fn write(input: &[u8], tokens: &[Token], nesting: &Nesting, builder: &mut Builder) {
    let mut layout = Layout { input, tokens, nesting, next: 0, at: 0, open: Vec::new(), builder };
    layout.push(Holder::File, tokens.len(), ItemId::NONE);
    while let Some(top) = layout.open.last() {
        match &top.row {
            None => layout.between_rows(),
            Some(row) if layout.next < row.end => layout.part(),
            Some(row) if row.closing.is_some() => layout.close_statement(),
            Some(_) => layout.end_row(),
        }
    }
}

struct Layout<'a> {
    input: &'a [u8],
    tokens: &'a [Token],
    nesting: &'a Nesting,
    /// The next token to write.
    next: usize,
    /// The next byte to write. It lies inside that token only if the token is white space.
    at: usize,
    open: Vec<Container>,
    builder: &'a mut Builder,
}

/// Something that holds rows: the file, a group, a block.
struct Container {
    holder: Holder,
    mark: NodeMark,
    start: usize,
    /// The token that closes it, or the one after it.
    end: usize,
    /// The place of its node in the parent's rule.
    item: ItemId,
    /// How its rows are separated; known once the first row begins.
    style: Option<Style>,
    row: Option<Row>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    File,
    Block {
        /// Columns before its statements.
        indent: usize,
    },
    Group(Bracket),
    /// From an opening tag to its closing tag, for example `<b>x</b>`.
    Tagged {
        closing: bool,
    },
}

/// How the rows of a container are separated.
#[derive(Clone, Copy)]
struct Style {
    /// Whether rows are statements; else there is one row.
    statements: bool,
    /// The meaning of a newline between two tokens.
    newline: Newline,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Newline {
    /// Nothing: in parentheses.
    Blank,
    /// The end of a statement after `}` only, for example in C: there are semicolons.
    AfterBrace,
    /// The end of a statement, for example in Python.
    Ends,
}

/// The start of a node whose end is not written yet.
#[derive(Clone, Copy)]
struct NodeStart {
    mark: NodeMark,
    /// Its first byte.
    at: usize,
}

/// The start of a statement.
#[derive(Clone, Copy)]
struct StatementStart {
    node: NodeStart,
    /// Columns before it, if it begins a line.
    indent: Option<usize>,
}

/// The row being written.
struct Row {
    /// The token after it.
    end: usize,
    /// Whether its parts are grouped by commas, for example in `a, b`.
    commas: bool,
    /// The start of the statement, unless the container has one row only.
    statement: Option<StatementStart>,
    /// The start of the element being written.
    element: Option<NodeStart>,
    /// Whether it has a part. For example, behind the comment of `/* one */ a` it has none.
    has_part: bool,
    /// The start of the comma before it.
    comma: Option<NodeStart>,
    /// The production of the statement, known once only the block below it is missing.
    closing: Option<ProductionId>,
}

impl Layout<'_> {
    fn push(&mut self, holder: Holder, end: usize, item: ItemId) {
        let (mark, start) = (self.builder.mark(), self.at);
        self.open.push(Container { holder, mark, start, end, item, style: None, row: None });
    }

    fn kind(&self, token: usize) -> Option<Kind> {
        self.tokens.get(token).map(|token| token.kind)
    }

    fn node_start(&self) -> NodeStart {
        NodeStart { mark: self.builder.mark(), at: self.at }
    }

    /// Writes the rest of the token as a leaf.
    fn leaf(&mut self, symbol: Symbol, item: ItemId) {
        let end = self.tokens[self.next].end;
        self.leaf_to(end, symbol, item);
    }

    /// Writes a leaf up to a byte of the token.
    fn leaf_to(&mut self, end: usize, symbol: Symbol, item: ItemId) {
        if end > self.at {
            self.builder.leaf(symbol, self.at..end, item);
            self.at = end;
        }
        if end == self.tokens[self.next].end {
            self.next += 1;
        }
    }

    /// The rest of the token, if it is white space.
    fn space(&self) -> Option<Range<usize>> {
        let token = self.tokens.get(self.next).filter(|token| token.kind == Kind::Space)?;
        Some(self.at..token.end)
    }

    // ------------------------------------------------------------------------------------------------ containers

    /// Begins the next row of the innermost container, or closes it.
    fn between_rows(&mut self) {
        let Some(top) = self.open.last() else { return };
        let (end, holder) = (top.end, top.holder);
        if self.next >= end {
            return self.close_container();
        }
        let Some(style) = top.style else { return self.begin_rows() };
        let indent = self.indent();
        if let (Holder::Block { indent: least }, Some(indent)) = (holder, indent)
            && indent < least
        {
            return self.close_container();
        }
        let node = self.node_start();
        let first = self.next + usize::from(self.space().is_some());
        if first >= end {
            return self.leaf(t::SPACE, t::A_SPACE);
        }
        let (row_end, commas) = self.row_end(first, end, style.newline);
        if style.statements && self.space().is_some() {
            self.leaf(t::SPACE, t::A_SPACE);
        }
        let statement = style.statements.then_some(StatementStart { node, indent });
        let row_end = if style.statements { row_end } else { end };
        let row = Row { end: row_end, commas, statement, element: None, has_part: false, comma: None, closing: None };
        self.set_row(Some(row));
    }

    /// Decides how the rows of the innermost container are separated, and writes the white space before the first.
    fn begin_rows(&mut self) {
        let Some(top) = self.open.last() else { return };
        let (holder, end) = (top.holder, top.end);
        if matches!(holder, Holder::Group(_)) {
            self.notes(self.notes_end(self.next, end));
        }
        let newline = match holder {
            Holder::Group(Bracket::Paren | Bracket::Square | Bracket::Angle) => Newline::Blank,
            _ => self.newline_style(end),
        };
        let first = self.next + usize::from(self.space().is_some());
        let row_end = if first < end { self.row_end(first, end, newline).0 } else { end };
        let single = row_end >= end || (row_end + 1 == end && self.kind(row_end) == Some(Kind::Space));
        let statements = holder == Holder::File || !single;
        if let Some(top) = self.open.last_mut() {
            top.style = Some(Style { statements, newline });
        }
        if let Some(space) = self.space().filter(|_| holder != Holder::File && statements) {
            let end = newlines(self.input, space.clone()).map_or(space.end, |breaks| breaks.end);
            self.leaf_to(end, t::SPACE, t::A_SPACE);
        }
    }

    /// Decides the meaning of newlines in the container that ends at `end`: do its lines end in semicolons?
    fn newline_style(&self, end: usize) -> Newline {
        let (mut at_line_end, mut inside) = (0, 0);
        let mut token = self.next;
        while token < end {
            if self.kind(token) == Some(Kind::Semicolon) {
                if self.ends_line(token, end) { at_line_end += 1 } else { inside += 1 }
            }
            token = self.nesting.after(token);
        }
        if at_line_end > 0 && at_line_end >= inside { Newline::AfterBrace } else { Newline::Ends }
    }

    /// Returns whether nothing but a comment follows on the line.
    fn ends_line(&self, token: usize, end: usize) -> bool {
        self.is_line_end(self.line_end(token + 1, end), end)
    }

    fn is_line_end(&self, token: usize, end: usize) -> bool {
        token >= end || self.kind(token) == Some(Kind::Space)
    }

    /// Returns the white space that ends the line, or the first token before it that is no comment, or `end`.
    fn line_end(&self, from: usize, end: usize) -> usize {
        let is_skipped = |token: &usize| self.is_blank(*token) || self.kind(*token) == Some(Kind::Comment);
        (from..end).find(|token| !is_skipped(token)).unwrap_or(end)
    }

    /// Returns the first token that is neither a comment nor white space, or `end`.
    fn next_part(&self, from: usize, end: usize) -> usize {
        let is_part = |token: &usize| !matches!(self.tokens[*token].kind, Kind::Space | Kind::Comment);
        (from..end).find(is_part).unwrap_or(end)
    }

    /// Returns the token behind the comments that end the line. Without any, or if something else follows on the line, it is `from`.
    fn notes_end(&self, from: usize, end: usize) -> usize {
        let line_end = self.line_end(from, end);
        let is_alone = self.is_line_end(line_end, end);
        let last = (from..line_end).rfind(|&token| is_alone && self.kind(token) == Some(Kind::Comment));
        last.map_or(from, |last| last + 1)
    }

    /// Writes comments and white space up to a token.
    fn notes(&mut self, end: usize) {
        while self.next < end {
            match self.kind(self.next) {
                Some(Kind::Comment) => self.leaf(t::COMMENT, t::A_NOTE),
                _ => self.leaf(t::SPACE, t::A_SPACE),
            }
        }
    }

    fn set_row(&mut self, row: Option<Row>) {
        if let Some(top) = self.open.last_mut() {
            top.row = row;
        }
    }

    fn close_container(&mut self) {
        if let Some(Container { holder: Holder::Tagged { closing: closing @ false }, .. }) = self.open.last_mut() {
            *closing = true;
            let end = self.nesting.close_of(self.next).unwrap_or(self.next);
            self.push(Holder::Group(Bracket::Angle), end, t::CLOSING_TAG);
            return self.leaf(t::LESS, t::OPENS_TAG);
        }
        let Some(top) = self.open.pop() else { return };
        let production = match top.holder {
            Holder::File => t::FILE_OF_STATEMENTS,
            Holder::Block { .. } => t::BLOCK_OF_STATEMENTS,
            Holder::Tagged { .. } => t::IN_TAGS,
            Holder::Group(bracket) => {
                let (production, symbol, item) = match bracket {
                    Bracket::Paren => (t::IN_PARENS, t::CLOSE_PAREN, t::CLOSES_PARENS),
                    Bracket::Square => (t::IN_SQUARES, t::CLOSE_BRACKET, t::CLOSES_SQUARES),
                    Bracket::Brace => (t::IN_BRACES, t::CLOSE_BRACE, t::CLOSES_BRACES),
                    Bracket::Angle => (t::IN_TAG, t::GREATER, t::CLOSES_TAG),
                };
                self.leaf(symbol, item);
                production
            }
        };
        self.builder.close(&t::GRAMMAR, production, top.mark, top.start..self.at, top.item);
    }

    // ------------------------------------------------------------------------------------------------------ rows

    /// Finds the token after the row that begins at `first`, and whether it has commas that separate.
    fn row_end(&self, first: usize, end: usize, newline: Newline) -> (usize, bool) {
        let directive = self.kind(first) == Some(Kind::Directive);
        // The last part so far, and the next one as seen from the last newline: comments do not count.
        let (mut token, mut last, mut next, mut commas) = (first, None, first, false);
        while token < end {
            let Token { kind, start, end: stop } = self.tokens[token];
            match kind {
                Kind::Semicolon if !directive => break,
                Kind::Space if newline == Newline::Blank && !directive => {}
                Kind::Space if newlines(self.input, start..stop).is_none() => {}
                Kind::Space => {
                    if directive || last.is_none() {
                        break;
                    }
                    next = if next <= token { self.next_part(token + 1, end) } else { next };
                    if self.newline_ends(last, next, end, newline) {
                        break;
                    }
                }
                Kind::Comment => {}
                kind => {
                    commas |= kind == Kind::Comma && last.is_some();
                    last = Some(token);
                }
            }
            let is_block = kind == Kind::Open(Bracket::Brace) && self.nesting.close_of(token).is_some();
            token = self.nesting.after(token);
            if newline != Newline::Blank && is_block && !commas && self.begins_statement(start, token, end) {
                break;
            }
        }
        (token.min(end), commas)
    }

    /// Returns whether a statement begins behind braces on their line: with a word, and another one or a bracket behind it. For example,
    /// with `trait b` in `struct a{}trait b{}`, and not with `x` in `struct a{} x;` or with `b` in `${a}b (c)`.
    fn begins_statement(&self, brace: usize, from: usize, end: usize) -> bool {
        let after_blanks = |token: usize| token + usize::from(token < end && self.is_blank(token));
        let first = after_blanks(from);
        let next = after_blanks(first + 1);
        if next >= end || self.kind(first) != Some(Kind::Word) {
            return false;
        }
        let is_expansion = self.input[..brace].last().is_some_and(|byte| matches!(byte, b'$' | b'@' | b'%'));
        let continues = CONTINUING_WORDS.contains(&self.tokens[first].text(self.input));
        !is_expansion && !continues && matches!(self.tokens[next].kind, Kind::Word | Kind::Open(_))
    }

    /// Returns whether a token is white space within a line.
    fn is_blank(&self, token: usize) -> bool {
        let Token { kind, start, end } = self.tokens[token];
        kind == Kind::Space && newlines(self.input, start..end).is_none()
    }

    /// Returns whether a statement ends between the tokens `last` and `next`, which are on two lines, with nothing but comments
    /// between them. If `last` is an opening bracket, its whole group lies before the newline.
    fn newline_ends(&self, last: Option<usize>, next: usize, end: usize, newline: Newline) -> bool {
        let Some(last) = last else { return false };
        let brace = self.kind(last) == Some(Kind::Open(Bracket::Brace)) && self.nesting.close_of(last).is_some();
        let after_brace = brace || self.nesting.closing_tag_of(last).is_some();
        if next < end {
            let text = self.tokens[next].text(self.input);
            match self.tokens[next].kind {
                Kind::Directive => return true,
                Kind::Comma | Kind::Semicolon => return false,
                Kind::Open(Bracket::Brace) => return after_brace,
                Kind::Sign if matches!(text, b"." | b"?" | b"=" | b":" | b"&&" | b"||") => return false,
                _ => {}
            }
        }
        let open_end = matches!(self.tokens[last].text(self.input), b"," | b"=" | b"+" | b"&&" | b"||");
        match newline {
            Newline::Blank => false,
            Newline::AfterBrace => after_brace,
            Newline::Ends => !open_end,
        }
    }

    /// Columns of white space before the next token, if it begins a line.
    fn indent(&self) -> Option<usize> {
        let before = self.at == 0 || self.input[self.at - 1] == b'\n';
        let space = self.space().unwrap_or(self.at..self.at);
        let columns = |&byte: &u8| if byte == b'\t' { 8 } else { 1 };
        before.then(|| self.input[space].iter().map(columns).sum())
    }

    /// Writes the next part of the row.
    fn part(&mut self) {
        let kind = self.tokens[self.next].kind;
        match kind {
            Kind::Space => self.leaf(t::SPACE, t::A_SPACE),
            Kind::Comma if self.separates() => self.comma(),
            Kind::Open(bracket) if self.nesting.close_of(self.next).is_some() => self.open(bracket),
            Kind::Word => self.simple(t::WORD),
            Kind::Number => self.simple(t::NUMBER),
            Kind::String => self.simple(t::STRING),
            Kind::Comment => self.comment(),
            _ => self.simple(t::SIGN),
        }
    }

    fn simple(&mut self, symbol: Symbol) {
        let item = self.part_item();
        self.leaf(symbol, item);
    }

    /// A comment in a row: a part of it, or a note before the first part of an element.
    fn comment(&mut self) {
        let here = self.node_start();
        match self.open.last_mut().and_then(|top| top.row.as_mut()) {
            Some(row) if row.commas && !row.has_part => {
                row.element.get_or_insert(here);
                self.leaf(t::COMMENT, t::A_NOTE);
            }
            _ => self.simple(t::COMMENT),
        }
    }

    fn open(&mut self, bracket: Bracket) {
        let mut item = self.part_item();
        if let Some(closing) = self.nesting.closing_tag_of(self.next) {
            self.push(Holder::Tagged { closing: false }, closing, item);
            item = t::OPENING_TAG;
        }
        let end = self.nesting.after_bracket(self.next);
        self.push(Holder::Group(bracket), end, item);
        let (symbol, item) = match bracket {
            Bracket::Paren => (t::OPEN_PAREN, t::OPENS_PARENS),
            Bracket::Square => (t::OPEN_BRACKET, t::OPENS_SQUARES),
            Bracket::Brace => (t::OPEN_BRACE, t::OPENS_BRACES),
            Bracket::Angle => (t::LESS, t::OPENS_TAG),
        };
        self.leaf(symbol, item);
    }

    /// The place of the next part in the grammar; begins an element if the row has some.
    fn part_item(&mut self) -> ItemId {
        let here = self.node_start();
        match self.open.last_mut().and_then(|top| top.row.as_mut()) {
            Some(row) if row.commas && !row.has_part => {
                row.element.get_or_insert(here);
                row.has_part = true;
                t::FIRST_PART
            }
            _ => t::A_PART,
        }
    }

    /// Whether the comma stands behind an element.
    fn separates(&self) -> bool {
        self.open.last().and_then(|top| top.row.as_ref()).is_some_and(|row| row.has_part)
    }

    /// Ends an element; begins the next, unless this is the last comma of the row, which nothing but comments can follow.
    fn comma(&mut self) {
        self.close_element();
        let Some(end) = self.open.last().and_then(|top| top.row.as_ref()).map(|row| row.end) else { return };
        if self.next_part(self.next + 1, end) >= end {
            self.leaf(t::COMMA, t::THE_LAST_COMMA);
            return self.notes(end);
        }
        let here = self.node_start();
        if let Some(row) = self.open.last_mut().and_then(|top| top.row.as_mut()) {
            row.comma = Some(here);
        }
        self.leaf(t::COMMA, t::NEXT_COMMA);
    }

    fn close_element(&mut self) {
        let Some(row) = self.open.last_mut().and_then(|top| top.row.as_mut()) else { return };
        let Some(NodeStart { mark, at: start }) = row.element.take() else { return };
        row.has_part = false;
        let comma = row.comma.take();
        let item = if comma.is_some() { t::NEXT_ELEMENT } else { t::FIRST_ELEMENT };
        self.builder.close(&t::GRAMMAR, t::ELEMENT_OF_PARTS, mark, start..self.at, item);
        if let Some(NodeStart { mark, at: start }) = comma {
            self.builder.close(&t::GRAMMAR, t::COMMA_AND_ELEMENT, mark, start..self.at, t::A_NEXT);
        }
    }

    // ------------------------------------------------------------------------------------------------ statements

    /// Ends a row: writes the semicolon and the newline that belong to it, and begins the block below it.
    fn end_row(&mut self) {
        self.close_element();
        let Some(Container { end, style: Some(style), row: Some(row), .. }) = self.open.last() else { return };
        let (end, style) = (*end, *style);
        let Some(StatementStart { indent, .. }) = row.statement else { return self.set_row(None) };
        let semicolon = self.next < end && self.kind(self.next) == Some(Kind::Semicolon);
        let notes_end = if semicolon { self.notes_end(self.next + 1, end) } else { self.next };
        let space = self.tokens.get(notes_end).filter(|token| token.kind == Kind::Space);
        let breaks = space.and_then(|space| newlines(self.input, space.start..space.end));
        let breaks = breaks.filter(|_| style.newline != Newline::Blank || !semicolon);
        let (production, semicolon_item, newline_item) = match (semicolon, breaks.is_some()) {
            (false, false) => (t::PLAIN_STATEMENT, t::STATEMENT_SEMICOLON, t::STATEMENT_NEWLINE),
            (true, false) => (t::ENDED_STATEMENT, t::STATEMENT_SEMICOLON, t::STATEMENT_NEWLINE),
            (false, true) => (t::LINE_STATEMENT, t::STATEMENT_SEMICOLON, t::STATEMENT_NEWLINE),
            (true, true) => (t::ENDED_LINE_STATEMENT, t::LINE_SEMICOLON, t::LINE_NEWLINE),
        };
        if semicolon {
            self.leaf(t::SEMICOLON, semicolon_item);
            self.notes(notes_end);
        }
        match breaks {
            Some(breaks) if self.next < end => {
                self.leaf_to(breaks.start, t::SPACE, t::A_SPACE);
                self.leaf_to(breaks.end, t::NEWLINE, newline_item);
            }
            None if semicolon && self.next < end && self.space().is_some() => self.leaf(t::SPACE, t::A_SPACE),
            _ => {}
        }
        if let Some(row) = self.open.last_mut().and_then(|top| top.row.as_mut()) {
            row.closing = Some(production);
        }
        if breaks_line(production) && style.newline == Newline::Ends {
            self.begin_block(indent, end);
        }
    }

    /// Begins a block if the next line is indented more than the statement. For example, below `if x:` it holds the
    /// indented lines.
    fn begin_block(&mut self, indent: Option<usize>, end: usize) {
        let (Some(indent), Some(below)) = (indent, self.indent()) else { return };
        let first = self.next + usize::from(self.space().is_some());
        if below > indent && first < end {
            self.push(Holder::Block { indent: below }, end, t::A_BLOCK);
            if let Some(top) = self.open.last_mut() {
                top.style = Some(Style { statements: true, newline: Newline::Ends });
            }
        }
    }

    fn close_statement(&mut self) {
        let Some(row) = self.open.last_mut().and_then(|top| top.row.take()) else { return };
        if let (Some(StatementStart { node, .. }), Some(production)) = (row.statement, row.closing) {
            self.builder.close(&t::GRAMMAR, production, node.mark, node.at..self.at, t::A_STATEMENT);
        }
    }
}

fn breaks_line(production: ProductionId) -> bool {
    matches!(production, t::LINE_STATEMENT | t::ENDED_LINE_STATEMENT)
}
