//! pegen: the notation of Python's own grammar.
//!
//! For example, `sum[expr_ty]: a=sum '+' b=term { _PyAST_BinOp(a, b) } | term`. Actions are left out; tokens such as `NAME` and
//! `INDENT` come from Python's tokenizer, so they have no rule.

use super::expressions::{Expressions, exact_text, nothing, repeat};
use super::scan::{Cursor, Reading};
use super::signs::Signs;
use crate::problem::ImportProblem;
use crate::source::{Lexing, RuleRole, SourceGrammar, SourceItem, SourceItemKind, SourceRule};
use grammarc_dsl::diagnostic::Diagnostic;

/// Whether `:` stands behind a name, and something that only the grammar of Python has.
pub(super) fn looks_like(signs: &Signs<'_>) -> bool {
    signs.definition == ":" && !signs.has_ends && signs.has(&["&&", "ENDMARKER", "@subheader", "[asdl_"])
}

/// Reads a grammar.
pub(crate) fn read(text: &str, file: usize, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
    let mut reader = Pegen { cursor: Cursor::new(text, file), rules: Vec::new() };
    let result = reader.rules();
    problems.append(&mut reader.cursor.problems);
    problems.extend(result.err().map(|mistake| *mistake));
    let starts = reader.rules.first().map(|rule| rule.name.clone()).into_iter().collect();
    let head = reader.cursor.take_head();
    SourceGrammar { head, starts, rules: reader.rules, lexing: Lexing::Contextual, ..Default::default() }
}

struct Pegen<'t> {
    cursor: Cursor<'t>,
    rules: Vec<SourceRule>,
}

impl<'t> Expressions<'t> for Pegen<'t> {
    const CHOICE: &'static str = "|";
    const IS_CHOICE_MARKED: bool = true;

    fn cursor(&mut self) -> &mut Cursor<'t> {
        &mut self.cursor
    }

    fn blanks(&mut self) -> Reading<()> {
        self.cursor.spaces();
        while self.cursor.line_comment("#") {
            self.cursor.spaces();
        }
        Ok(())
    }

    /// Reads `name=item`, `name[type]=item`, an item, an action or the cut `~`.
    fn item(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        if self.cursor.sees("{") {
            self.action()?;
            return Ok(Some(self.cursor.item(nothing(), from)));
        }
        if self.cursor.eat("~") {
            self.cursor.left_out("the cut `~`", from);
            return Ok(Some(self.cursor.item(nothing(), from)));
        }
        if self.is_rule_head() {
            return Ok(None);
        }
        let label = self.label()?;
        self.cursor.enter()?;
        let item = self.prefixed()?;
        self.cursor.leave();
        match item {
            Some(item) => Ok(Some(SourceItem { label, ..item })),
            None if label.is_some() => Err(self.cursor.expected("an item behind `=`")),
            None => Ok(None),
        }
    }
}

impl Pegen<'_> {
    fn rules(&mut self) -> Reading<()> {
        self.blanks()?;
        while !self.cursor.is_done() {
            if self.cursor.sees("@") {
                self.meta()?;
                continue;
            }
            self.cursor.begin_rule();
            let from = self.cursor.at();
            let Some(name) = self.cursor.name("") else {
                return Err(self.cursor.expected("a rule, such as `name: 'text'`"));
            };
            if !self.rule_mark()? {
                return Err(self.cursor.expected("`:`"));
            }
            let alternatives = self.choice()?;
            let rule = self.cursor.end_rule(name, from, RuleRole::Syntax, alternatives);
            self.rules.push(rule);
        }
        Ok(())
    }

    /// `@name 'text'` or `@name '''text'''`, which is about the generated parser.
    fn meta(&mut self) -> Reading<()> {
        let from = self.cursor.at();
        self.cursor.expect("@")?;
        self.cursor.take_while(|c| c.is_alphanumeric() || c == '_' || c == ' ');
        let marks = ["'''", "\"\"\"", "'", "\""];
        match marks.into_iter().find(|mark| self.cursor.eat(mark)) {
            Some(mark) => self.cursor.take_until(mark)?,
            None => self.cursor.take_while(|c| c != '\n'),
        };
        self.cursor.left_out("a setting of the generated parser", from);
        self.blanks()
    }

    /// Reads `[type]`, `(memo)` and `:` behind the name of a rule.
    fn rule_mark(&mut self) -> Reading<bool> {
        self.skip_type();
        self.cursor.spaces();
        if self.cursor.eat("(memo)") {
            self.cursor.spaces();
        }
        Ok(self.cursor.eat(":"))
    }

    /// Skips a type in brackets, which may have brackets in it. It ends with the line at the latest.
    fn skip_type(&mut self) {
        let mut depth = 0_usize;
        while let Some(c) = self.cursor.peek().filter(|&c| c != '\n' && (depth > 0 || c == '[')) {
            self.cursor.next();
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    /// Whether a rule begins here: a name at the start of a line, before `:`.
    fn is_rule_head(&mut self) -> bool {
        let from = self.cursor.at();
        let is_head = self.cursor.name("").is_some() && self.rule_mark().unwrap_or(false);
        self.cursor.go(from);
        is_head
    }

    fn action(&mut self) -> Reading<()> {
        let from = self.cursor.at();
        let mut depth = 0_usize;
        loop {
            match self.cursor.next() {
                Some('{') => depth += 1,
                Some('}') => depth = depth.saturating_sub(1),
                // A brace in a text of the code is none.
                Some('"') => {
                    self.cursor.take_while(|c| c != '"' && c != '\n');
                    self.cursor.eat("\"");
                }
                Some(_) => {}
                None => return Err(self.cursor.expected("`}`")),
            }
            if depth == 0 {
                break;
            }
        }
        self.cursor.left_out("an action", from);
        Ok(())
    }

    fn label(&mut self) -> Reading<Option<String>> {
        let from = self.cursor.at();
        if let Some(name) = self.cursor.name("") {
            self.skip_type();
            if self.cursor.eat("=") {
                self.blanks()?;
                return Ok(Some(name.to_owned()));
            }
        }
        self.cursor.go(from);
        Ok(None)
    }

    /// `!x`, `&x`, `&&x` (which must follow, or the text is refused) or an item.
    fn prefixed(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        if self.cursor.eat("&&") {
            self.blanks()?;
            return self.repeated();
        }
        let negative = match self.cursor.peek() {
            Some('!') => true,
            Some('&') => false,
            _ => return self.repeated(),
        };
        self.cursor.next();
        self.blanks()?;
        let Some(body) = self.repeated()? else {
            return Err(self.cursor.expected("an item behind `!` or `&`"));
        };
        Ok(Some(self.cursor.item(SourceItemKind::Ahead { body: Box::new(body), negative }, from)))
    }

    /// `x?`, `x*`, `x+`, or `separator.x+`.
    fn repeated(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let Some(item) = self.primary()? else {
            return Ok(None);
        };
        if self.cursor.eat(".") {
            let Some(body) = self.primary()? else {
                return Err(self.cursor.expected("an item behind `.`"));
            };
            self.cursor.expect("+")?;
            let kind = SourceItemKind::Separated { body: Box::new(body), separator: Box::new(item) };
            return Ok(Some(self.cursor.item(kind, from)));
        }
        let (min, max) = match self.cursor.peek() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            _ => return Ok(Some(item)),
        };
        self.cursor.next();
        Ok(Some(self.cursor.item(repeat(item, min, max), from)))
    }

    fn primary(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let kind = match self.cursor.peek() {
            Some('(') => {
                self.cursor.next();
                return self.group(")", from).map(Some);
            }
            Some('[') => {
                self.cursor.next();
                repeat(self.group("]", from)?, 0, Some(1))
            }
            Some('\'') => {
                self.cursor.next();
                exact_text(self.cursor.take_until("'")?)
            }
            // A soft keyword, which is a name elsewhere.
            Some('"') => {
                self.cursor.next();
                exact_text(self.cursor.take_until("\"")?)
            }
            _ => match self.cursor.name("") {
                Some("ENDMARKER") => SourceItemKind::End,
                Some(name) => SourceItemKind::Name(name.to_owned()),
                None => return Ok(None),
            },
        };
        Ok(Some(self.cursor.item(kind, from)))
    }
}
