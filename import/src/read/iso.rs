//! EBNF of ISO/IEC 14977, and the habits around it: `:=`, no commas, `+` and `*` behind a part.
//!
//! For example, `word = letter, { letter | "-" }, 3 * digit, [ ? a flag ? ] ;`. Names may have blanks in them, where commas separate.

use super::abnf;
use super::expressions::{Expressions, exact_text, never, repeat};
use super::scan::{Cursor, Reading};
use super::signs::Signs;
use crate::problem::ImportProblem;
use crate::source::{RuleRole, SourceGrammar, SourceItem, SourceItemKind, SourceRule};
use grammarc_dsl::diagnostic::Diagnostic;

/// Whether `=` stands behind a name, and `;` or commas are its marks.
pub(super) fn looks_like(signs: &Signs<'_>) -> bool {
    let has_marks = signs.has_ends || signs.has(&[","]);
    signs.definition == "=" && has_marks && !abnf::has_marks(signs)
}

/// Reads a grammar.
pub(crate) fn read(text: &str, file: usize, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
    let mut reader = Iso { cursor: Cursor::new(text, file), rules: Vec::new(), has_commas: false };
    reader.has_commas = reader.finds_comma().unwrap_or(false);
    reader.cursor = Cursor::new(text, file);
    let result = reader.rules();
    problems.append(&mut reader.cursor.problems);
    problems.extend(result.err().map(|mistake| *mistake));
    SourceGrammar { head: reader.cursor.take_head(), rules: reader.rules, ..Default::default() }
}

struct Iso<'t> {
    cursor: Cursor<'t>,
    rules: Vec<SourceRule>,
    /// Whether commas stand between parts: then blanks belong to names.
    has_commas: bool,
}

impl<'t> Expressions<'t> for Iso<'t> {
    const CHOICE: &'static str = "|";

    fn cursor(&mut self) -> &mut Cursor<'t> {
        &mut self.cursor
    }

    fn blanks(&mut self) -> Reading<()> {
        self.cursor.spaces();
        while self.cursor.block_comment("(*", "*)")? {
            self.cursor.spaces();
        }
        Ok(())
    }

    /// Reads a part and the comma behind it. `/` and `!` are other marks of a choice.
    fn item(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let count = self.cursor.number()?;
        if count.is_some() {
            self.blanks()?;
            self.cursor.expect("*")?;
            self.blanks()?;
        }
        let Some(mut item) = self.repeated()? else {
            return if count.is_some() { Err(self.cursor.expected("a part to repeat")) } else { Ok(None) };
        };
        if self.exception_follows()? {
            self.blanks()?;
            item = match self.repeated()? {
                Some(excluded) => self.cursor.item(SourceItemKind::Except(Box::new(item), Box::new(excluded)), from),
                // `{ a }-` is at least one `a`: nothing is excluded but the empty text.
                None => match item.kind {
                    SourceItemKind::Repeat { body, max, .. } => self.cursor.item(repeat(*body, 1, max), from),
                    kind => self.cursor.item(kind, from),
                },
            };
        }
        if let Some(count) = count {
            item = self.cursor.item(repeat(item, count, Some(count)), from);
        }
        let end = self.cursor.at();
        self.blanks()?;
        if !self.cursor.eat(",") {
            self.cursor.go(end);
        }
        Ok(Some(item))
    }
}

impl Iso<'_> {
    /// Whether a comma stands outside of texts, comments and words.
    fn finds_comma(&mut self) -> Reading<bool> {
        loop {
            self.blanks()?;
            match self.cursor.next() {
                Some('"') => self.cursor.take_until("\"")?,
                Some('\'') => self.cursor.take_until("'")?,
                Some('?') => self.cursor.take_until("?")?,
                Some(',') => return Ok(true),
                Some(_) => continue,
                None => return Ok(false),
            };
        }
    }

    fn rules(&mut self) -> Reading<()> {
        self.blanks()?;
        while !self.cursor.is_done() {
            self.cursor.begin_rule();
            let from = self.cursor.at();
            let Some(name) = self.rule_name() else {
                return Err(self.cursor.expected("a rule, such as `name = \"text\";`"));
            };
            let end = self.cursor.at();
            self.blanks()?;
            if !self.eats_definition_mark() {
                return Err(self.cursor.expected("`=`"));
            }
            let alternatives = self.choice()?;
            let is_ended = self.cursor.eat(";") || self.cursor.eat(".");
            if !is_ended && !self.cursor.is_done() && !self.is_rule_head() {
                return Err(self.cursor.expected("`;`"));
            }
            self.blanks()?;
            let mut rule = self.cursor.end_rule(&name, from, RuleRole::Syntax, alternatives);
            rule.place.span.end = end;
            self.rules.push(rule);
        }
        Ok(())
    }

    fn eats_definition_mark(&mut self) -> bool {
        ["::=", ":=", "=", ":"].iter().any(|mark| self.cursor.eat(mark))
    }

    /// A name. Words with blanks between them are one, joined by `-`, where commas separate parts.
    fn rule_name(&mut self) -> Option<String> {
        if self.cursor.eat("<") {
            let name = self.cursor.take_while(|c| c != '>' && c != '\n').trim().to_owned();
            return self.cursor.eat(">").then_some(name);
        }
        let mut name = self.word()?;
        while self.has_commas {
            let end = self.cursor.at();
            self.cursor.take_while(|c| c.is_whitespace());
            match self.cursor.peek().filter(|c| c.is_alphanumeric()).and_then(|_| self.word()) {
                Some(word) => name = format!("{name}-{word}"),
                None => {
                    self.cursor.go(end);
                    break;
                }
            }
        }
        Some(name)
    }

    /// Letters, digits, `_`, and `-` between two of them: `a-b` is a name, and `a - b` and `a -"b"` are not.
    fn word(&mut self) -> Option<String> {
        self.cursor.peek().filter(|&c| c.is_alphanumeric() || c == '_')?;
        let from = self.cursor.at();
        loop {
            self.cursor.take_while(|c| c.is_alphanumeric() || c == '_');
            let end = self.cursor.at();
            if !(self.cursor.eat("-") && self.cursor.peek().is_some_and(char::is_alphanumeric)) {
                self.cursor.go(end);
                return Some(self.cursor.since(from).to_owned());
            }
        }
    }

    /// Whether the next rule begins here: where rules have no `;` at their end.
    fn is_rule_head(&mut self) -> bool {
        let from = self.cursor.at();
        let is_head = self.rule_name().is_some() && {
            self.cursor.take_while(char::is_whitespace);
            self.eats_definition_mark()
        };
        self.cursor.go(from);
        is_head
    }

    fn exception_follows(&mut self) -> Reading<bool> {
        let end = self.cursor.at();
        self.blanks()?;
        let found = self.cursor.eat("-");
        if !found {
            self.cursor.go(end);
        }
        Ok(found)
    }

    fn repeated(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let Some(mut item) = self.primary()? else {
            return Ok(None);
        };
        for wraps in 1.. {
            let (min, max) = match self.cursor.peek() {
                Some('*') => (0, None),
                Some('+') => (1, None),
                _ => break,
            };
            self.cursor.bound_wraps(wraps)?;
            self.cursor.next();
            item = self.cursor.item(repeat(item, min, max), from);
        }
        Ok(Some(item))
    }

    fn primary(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let open = self.cursor.peek();
        let kind = match open {
            Some('(') => {
                self.cursor.next();
                return self.group(")", from).map(Some);
            }
            Some('[') => {
                self.cursor.next();
                repeat(self.group("]", from)?, 0, Some(1))
            }
            Some('{') => {
                self.cursor.next();
                repeat(self.group("}", from)?, 0, None)
            }
            Some('"' | '\'' | '`' | '’' | '‘') => self.text()?,
            Some('?') => {
                self.cursor.next();
                let text = self.cursor.take_until("?")?.trim().to_owned();
                self.cursor.note(ImportProblem::Prose { text }, from);
                never()
            }
            _ if self.is_rule_head_without_end() => return Ok(None),
            _ => match self.rule_name() {
                Some(name) => SourceItemKind::Name(name),
                None => return Ok(None),
            },
        };
        Ok(Some(self.cursor.item(kind, from)))
    }

    /// In a text without commas, a name before `=` begins the next rule, whether there is a `;` or not.
    fn is_rule_head_without_end(&mut self) -> bool {
        !self.has_commas && self.is_rule_head()
    }

    fn text(&mut self) -> Reading<SourceItemKind> {
        let mark = match self.cursor.next() {
            Some('"') => "\"",
            Some('`') => "`",
            Some('’' | '‘') => "’",
            _ => "'",
        };
        Ok(exact_text(self.cursor.take_until(mark)?))
    }
}
