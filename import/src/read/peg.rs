//! PEG: peg.js and Peggy, and the notation of Ford's paper with `<-`.
//!
//! For example, `pair "a pair" = key:$[a-z]i+ ":" !"x" value:(number / text) { return [key, value]; }`. Actions are left out.

use super::expressions::{Expressions, nothing, repeat};
use super::scan::{Cursor, Reading};
use super::signs::Signs;
use crate::problem::ImportProblem;
use crate::source::{RuleRole, SourceGrammar, SourceItem, SourceItemKind, SourceRule};
use grammarc_dsl::diagnostic::Diagnostic;

/// Whether `<-` stands behind a name, or `=` with signs that no other notation has.
pub(super) fn looks_like(signs: &Signs<'_>) -> bool {
    signs.definition == "<-" || signs.definition == "=" && signs.has(&["{ return", "[^", "\"i"])
}

/// Reads a grammar.
pub(crate) fn read(text: &str, file: usize, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
    let mut reader = Peg { cursor: Cursor::new(text, file), rules: Vec::new(), is_in_separator: false };
    let result = reader.rules();
    problems.append(&mut reader.cursor.problems);
    problems.extend(result.err().map(|mistake| *mistake));
    let starts = reader.rules.first().map(|rule| rule.name.clone()).into_iter().collect();
    SourceGrammar { head: reader.cursor.take_head(), starts, rules: reader.rules, ..Default::default() }
}

struct Peg<'t> {
    cursor: Cursor<'t>,
    rules: Vec<SourceRule>,
    /// Within `x|.., separator|` a bar ends the separator.
    is_in_separator: bool,
}

impl<'t> Expressions<'t> for Peg<'t> {
    const CHOICE: &'static str = "/";

    fn cursor(&mut self) -> &mut Cursor<'t> {
        &mut self.cursor
    }

    /// `#` begins a comment of Ford's notation.
    fn blanks(&mut self) -> Reading<()> {
        loop {
            self.cursor.spaces();
            let found = self.cursor.line_comment("//")
                || self.cursor.block_comment("/*", "*/")?
                || self.cursor.line_comment("#");
            if !found {
                return Ok(());
            }
        }
    }

    fn item(&mut self) -> Reading<Option<SourceItem>> {
        if self.is_rule_head() {
            return Ok(None);
        }
        self.cursor.enter()?;
        let item = self.labelled();
        self.cursor.leave();
        item
    }
}

impl Peg<'_> {
    fn rules(&mut self) -> Reading<()> {
        self.blanks()?;
        while self.cursor.sees("{") {
            self.code("the code at the head")?;
            self.blanks()?;
        }
        while !self.cursor.is_done() {
            self.cursor.begin_rule();
            let from = self.cursor.at();
            let Some(name) = self.cursor.name("") else {
                return Err(self.cursor.expected("a rule, such as `name = \"text\"`"));
            };
            self.blanks()?;
            if self.cursor.peek().is_some_and(|c| c == '"' || c == '\'') {
                self.string()?;
                self.blanks()?;
            }
            if !(self.cursor.eat("=") || self.cursor.eat("<-") || self.cursor.eat("←")) {
                return Err(self.cursor.expected("`=` or `<-`"));
            }
            let alternatives = self.choice()?;
            self.cursor.eat(";");
            self.blanks()?;
            let rule = self.cursor.end_rule(name, from, RuleRole::Syntax, alternatives);
            self.rules.push(rule);
        }
        Ok(())
    }

    /// Whether `name =` or `name "title" =` stands here.
    fn is_rule_head(&mut self) -> bool {
        let mut ahead = Peg { cursor: Cursor::new(self.cursor.rest(), 0), rules: Vec::new(), is_in_separator: false };
        if ahead.cursor.name("").is_none() {
            return false;
        }
        ahead.cursor.spaces();
        if ahead.cursor.peek().is_some_and(|c| c == '"' || c == '\'') && ahead.string().is_err() {
            return false;
        }
        ahead.cursor.spaces();
        ["=", "<-", "←"].iter().any(|mark| ahead.cursor.sees(mark))
    }

    /// Code in braces; braces in it are counted, those in its texts too.
    fn code(&mut self, construct: &str) -> Reading<()> {
        let from = self.cursor.at();
        let mut depth = 0_usize;
        loop {
            match self.cursor.next() {
                Some('{') => depth += 1,
                Some('}') => depth = depth.saturating_sub(1),
                Some(_) => {}
                None => return Err(self.cursor.expected("`}`")),
            }
            if depth == 0 {
                break;
            }
        }
        self.cursor.left_out(construct, from);
        Ok(())
    }

    /// `label:item`, `@item`, or an action, which is an item of no text.
    fn labelled(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        if self.cursor.sees("{") {
            self.code("an action")?;
            return Ok(Some(self.nothing(from)));
        }
        self.cursor.eat("@");
        let before = self.cursor.at();
        let mut label = self.cursor.name("").map(str::to_owned);
        self.blanks()?;
        if !self.cursor.eat(":") {
            label = None;
            self.cursor.go(before);
        }
        self.blanks()?;
        let item = self.prefixed()?;
        Ok(item.map(|item| SourceItem { label, ..item }))
    }

    fn nothing(&self, from: usize) -> SourceItem {
        self.cursor.item(nothing(), from)
    }

    fn prefixed(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let negative = match self.cursor.peek() {
            Some('$') => {
                self.cursor.next();
                self.blanks()?;
                return self.repeated();
            }
            Some('!') => true,
            Some('&') => false,
            _ => return self.repeated(),
        };
        self.cursor.next();
        self.blanks()?;
        if self.cursor.sees("{") {
            self.code("a predicate")?;
            return Ok(Some(self.nothing(from)));
        }
        self.cursor.enter()?;
        let body = self.prefixed()?;
        self.cursor.leave();
        let Some(body) = body else {
            return Err(self.cursor.expected("an item behind `!` or `&`"));
        };
        Ok(Some(self.cursor.item(SourceItemKind::Ahead { body: Box::new(body), negative }, from)))
    }

    fn repeated(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let Some(mut item) = self.primary()? else {
            return Ok(None);
        };
        for wraps in 1.. {
            let end = self.cursor.at();
            self.blanks()?;
            let kind = match self.cursor.next() {
                Some('?') => repeat(item, 0, Some(1)),
                Some('*') => repeat(item, 0, None),
                Some('+') => repeat(item, 1, None),
                Some('|') if !self.is_in_separator => self.counted(item, from)?,
                _ => {
                    self.cursor.go(end);
                    break;
                }
            };
            self.cursor.bound_wraps(wraps)?;
            item = self.cursor.item(kind, from);
        }
        Ok(Some(item))
    }

    /// `x|2..3|` or `x|2.., ","|`, behind the first bar.
    fn counted(&mut self, body: SourceItem, from: usize) -> Reading<SourceItemKind> {
        self.blanks()?;
        let min = self.cursor.number()?;
        self.blanks()?;
        let has_range = self.cursor.eat("..");
        self.blanks()?;
        let max = if has_range { self.cursor.number()? } else { min };
        self.blanks()?;
        let separator = if self.cursor.eat(",") { self.separator()? } else { None };
        self.blanks()?;
        self.cursor.expect("|")?;
        let Some(separator) = separator else {
            return Ok(repeat(body, min.unwrap_or(0), max));
        };
        if max.is_some() || min.unwrap_or(0) > 1 {
            self.cursor.left_out("the number of elements", from);
        }
        let list = SourceItemKind::Separated { body: Box::new(body), separator: Box::new(separator) };
        Ok(if min.unwrap_or(0) == 0 { repeat(self.cursor.item(list, from), 0, Some(1)) } else { list })
    }

    fn separator(&mut self) -> Reading<Option<SourceItem>> {
        self.blanks()?;
        let from = self.cursor.at();
        self.is_in_separator = true;
        let alternatives = self.choice()?;
        self.is_in_separator = false;
        Ok(Some(self.cursor.item(super::expressions::group_of(alternatives), from)))
    }

    fn primary(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let kind = match self.cursor.peek() {
            Some('(') => {
                self.cursor.next();
                return self.group(")", from).map(Some);
            }
            Some('"' | '\'') => {
                let text = self.string()?;
                let fold = self.cursor.eat("i");
                SourceItemKind::Text { text, fold }
            }
            Some('[') => self.class(from)?,
            Some('.') => {
                self.cursor.next();
                SourceItemKind::Any
            }
            _ => match self.cursor.name("") {
                Some(name) => SourceItemKind::Name(name.to_owned()),
                None => return Ok(None),
            },
        };
        Ok(Some(self.cursor.item(kind, from)))
    }

    /// A class is one of a regular expression.
    fn class(&mut self, from: usize) -> Reading<SourceItemKind> {
        loop {
            match self.cursor.next() {
                Some('\\') => {
                    self.cursor.next();
                }
                Some(']') => break,
                Some(_) => {}
                None => return Err(self.cursor.expected("`]`")),
            }
        }
        let text = self.cursor.since(from);
        let flags = if self.cursor.eat("i") { "i" } else { "" };
        Ok(super::regex::read(text, flags, &self.cursor.place(from))?.kind)
    }

    fn string(&mut self) -> Reading<String> {
        let quote = self.cursor.next();
        let mut text = String::new();
        loop {
            match self.cursor.next() {
                None => return Err(self.cursor.expected("the end of the text")),
                c if c == quote => return Ok(text),
                Some('\\') => text.push(self.escape()?),
                Some(c) => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Reading<char> {
        let length = match self.cursor.next() {
            Some('n') => return Ok('\n'),
            Some('r') => return Ok('\r'),
            Some('t') => return Ok('\t'),
            Some('b') => return Ok('\u{8}'),
            Some('f') => return Ok('\u{c}'),
            Some('v') => return Ok('\u{b}'),
            Some('0') => return Ok('\0'),
            Some('x') => 2,
            Some('u') => 4,
            Some(c) => return Ok(c),
            None => return Err(self.cursor.expected("a character behind the backslash")),
        };
        let digits = if self.cursor.eat("{") {
            self.cursor.take_until("}")?
        } else {
            let digits = self.cursor.rest().get(..length).unwrap_or("");
            self.cursor.go(self.cursor.at() + digits.len());
            digits
        };
        let code = self.cursor.code(digits, 16)?;
        char::from_u32(code).ok_or_else(|| self.cursor.expected("the number of a character"))
    }
}
