//! A cursor over the text of a grammar file, shared by all readers. It keeps comments and problems, and bounds the nesting.

use crate::problem::ImportProblem;
use crate::source::{RuleRole, SourceAlternative, SourceItem, SourceItemKind, SourcePlace, SourceRule};
use grammarc_dsl::diagnostic::Diagnostic;

/// Groups in groups. A deeper source is refused, because readers and the back end recurse.
const MAX_DEPTH: usize = 100;

/// Operators around one item, such as `?*+`. Each is one more level of the tree, so they are bounded as groups are.
pub(super) const MAX_WRAPS: usize = 8;

/// A result, or the mistake that ends the reading.
pub(super) type Reading<T> = Result<T, Box<Diagnostic<ImportProblem>>>;

/// A place in a text, with the comments and problems met on the way.
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    file: usize,
    depth: usize,
    /// The place of everything, for a text that is a string of a file: escapes make its own places wrong.
    fixed: Option<SourcePlace>,
    /// Comments since the last item: they belong to the next rule, unless another item of this one follows.
    pending: Vec<String>,
    /// Comments within the rule that is being read.
    inner: Vec<String>,
    head: Vec<String>,
    has_rule: bool,
    /// The end of the last comment that was kept: a reader that goes back meets it again.
    kept_to: usize,
    pub(super) problems: Vec<Diagnostic<ImportProblem>>,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str, file: usize) -> Self {
        Self {
            text,
            at: 0,
            file,
            depth: 0,
            fixed: None,
            pending: Vec::new(),
            inner: Vec::new(),
            head: Vec::new(),
            has_rule: false,
            kept_to: 0,
            problems: Vec::new(),
        }
    }

    /// Reads a text that stands as a string at `place`.
    pub(super) fn within(text: &'t str, place: &SourcePlace) -> Self {
        Self { fixed: Some(place.clone()), ..Self::new(text, place.file) }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes to a place that [`Self::at`] has returned.
    pub(super) fn go(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub(super) fn since(&self, from: usize) -> &'t str {
        self.text.get(from..self.at).unwrap_or("")
    }

    pub(super) fn before(&self, at: usize) -> &'t str {
        self.text.get(..at).unwrap_or("")
    }

    pub(super) fn is_done(&self) -> bool {
        self.rest().is_empty()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn sees(&self, text: &str) -> bool {
        self.rest().starts_with(text)
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.sees(text);
        if found {
            self.at += text.len();
        }
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Reading<()> {
        if self.eat(text) { Ok(()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    pub(super) fn take_while(&mut self, accepts: impl Fn(char) -> bool) -> &'t str {
        let from = self.at;
        while self.peek().is_some_and(&accepts) {
            self.next();
        }
        self.since(from)
    }

    /// Takes the text up to a mark, and the mark.
    pub(super) fn take_until(&mut self, mark: &str) -> Reading<&'t str> {
        let from = self.at;
        match self.rest().find(mark) {
            Some(length) => {
                self.at += length + mark.len();
                Ok(self.text.get(from..from + length).unwrap_or(""))
            }
            None => Err(self.expected(&format!("`{mark}` later in the file"))),
        }
    }

    /// Takes a name: a letter or `_`, then letters, digits, `_` and the characters of `more`.
    pub(super) fn name(&mut self, more: &str) -> Option<&'t str> {
        self.peek().filter(|&c| c.is_alphabetic() || c == '_')?;
        Some(self.take_while(|c| c.is_alphanumeric() || c == '_' || more.contains(c)))
    }

    /// Takes a decimal number. A number that is too large for any repetition is an error.
    pub(super) fn number(&mut self) -> Reading<Option<u32>> {
        let from = self.at;
        let digits = self.take_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        digits.parse().map(Some).map_err(|_| {
            self.at = from;
            self.expected("a smaller number")
        })
    }

    /// Takes hexadecimal digits as the number of a character.
    pub(super) fn code(&mut self, digits: &str, radix: u32) -> Reading<u32> {
        match u32::from_str_radix(digits, radix) {
            Ok(code) if code <= 0x0010_FFFF => Ok(code),
            _ => Err(self.expected("the number of a character")),
        }
    }

    pub(super) fn place(&self, from: usize) -> SourcePlace {
        self.fixed.clone().unwrap_or(SourcePlace { file: self.file, span: from..self.at })
    }

    pub(super) fn item(&self, kind: SourceItemKind, from: usize) -> SourceItem {
        SourceItem::new(kind, self.place(from))
    }

    /// The mistake that something else stands here.
    pub(super) fn expected(&self, expected: &str) -> Box<Diagnostic<ImportProblem>> {
        self.mistake(ImportProblem::Syntax { expected: expected.to_owned() })
    }

    fn mistake(&self, problem: ImportProblem) -> Box<Diagnostic<ImportProblem>> {
        let length = self.peek().map_or(0, char::len_utf8);
        let place = self.fixed.clone().unwrap_or(SourcePlace { file: self.file, span: self.at..self.at + length });
        Box::new(Diagnostic::new(problem, place.span).in_file(place.file))
    }

    /// Notes a problem that does not end the reading; it stands between `from` and here.
    pub(super) fn note(&mut self, problem: ImportProblem, from: usize) {
        let place = self.place(from);
        let diagnostic = Diagnostic::new(problem, place.span).in_file(place.file);
        // A reader that goes back meets the same problem again, soon.
        if !self.problems.iter().rev().take(8).any(|known| *known == diagnostic) {
            self.problems.push(diagnostic);
        }
    }

    pub(super) fn left_out(&mut self, construct: impl Into<String>, from: usize) {
        self.note(ImportProblem::LeftOut { construct: construct.into() }, from);
    }

    /// Goes one level deeper; [`Self::leave`] comes back.
    pub(super) fn enter(&mut self) -> Reading<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.mistake(ImportProblem::TooDeep)) } else { Ok(()) }
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Fails when an item has so many operators around it.
    pub(super) fn bound_wraps(&self, wraps: usize) -> Reading<()> {
        if wraps > MAX_WRAPS { Err(self.mistake(ImportProblem::TooDeep)) } else { Ok(()) }
    }

    /// Skips white space. A line without text ends the comment at the head of the file.
    pub(super) fn spaces(&mut self) {
        let blanks = self.take_while(char::is_whitespace);
        let is_paragraph = blanks.bytes().filter(|&b| b == b'\n').count() > 1;
        if is_paragraph && !self.has_rule && self.head.is_empty() {
            self.head = std::mem::take(&mut self.pending);
        }
    }

    /// Skips a comment that begins with `mark` and ends with the line.
    pub(super) fn line_comment(&mut self, mark: &str) -> bool {
        if !self.sees(mark) {
            return false;
        }
        let is_trailing = self.is_behind_text();
        self.eat(mark);
        let text = self.take_while(|c| c != '\n');
        let text = text.trim_start_matches(['/', '!', '#', ';']).trim().to_owned();
        self.keep_comment(vec![text], is_trailing);
        true
    }

    /// Skips a comment between two marks, which may have several lines.
    pub(super) fn block_comment(&mut self, open: &str, close: &str) -> Reading<bool> {
        if !self.sees(open) {
            return Ok(false);
        }
        let is_trailing = self.is_behind_text();
        self.eat(open);
        let text = self.take_until(close)?;
        let lines = text.lines().map(|line| line.trim().trim_start_matches('*').trim().to_owned());
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        self.keep_comment(lines, is_trailing);
        Ok(true)
    }

    fn keep_comment(&mut self, lines: Vec<String>, is_trailing: bool) {
        if self.at > self.kept_to {
            self.kept_to = self.at;
            let list = if is_trailing { &mut self.inner } else { &mut self.pending };
            list.extend(lines);
        }
    }

    /// Whether text of a rule stands before this place in its line: then a comment is about that.
    fn is_behind_text(&self) -> bool {
        let before = self.before(self.at);
        let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        self.has_rule && !line.trim().is_empty()
    }

    /// Adds the comments so far to the head of the file. A reader calls it where the first declaration stands, and empty lines in the
    /// head count for nothing.
    pub(super) fn extend_head(&mut self) {
        self.head.append(&mut self.pending);
    }

    /// The comments since the last item.
    pub(super) fn pending_comment(&mut self) -> &mut Vec<String> {
        &mut self.pending
    }

    /// Begins a rule: the comments before it are its own.
    pub(super) fn begin_rule(&mut self) {
        self.has_rule = true;
        self.inner = std::mem::take(&mut self.pending);
    }

    /// An item follows, so the comments before it belong to the rule of the item.
    pub(super) fn adopt_comments(&mut self) {
        self.inner.append(&mut self.pending);
    }

    /// Ends a rule, whose name was read between `name_from` and `name_to`.
    pub(super) fn end_rule(
        &mut self,
        name: &str,
        name_from: usize,
        role: RuleRole,
        alternatives: Vec<SourceAlternative>,
    ) -> SourceRule {
        let span = name_from..name_from + name.len();
        SourceRule {
            name: name.to_owned(),
            role,
            mode: String::new(),
            moves: Vec::new(),
            comment: std::mem::take(&mut self.inner),
            alternatives,
            is_hidden: false,
            is_case_insensitive: false,
            place: SourcePlace { file: self.file, span },
        }
    }

    pub(super) fn take_head(&mut self) -> Vec<String> {
        std::mem::take(&mut self.head)
    }
}
