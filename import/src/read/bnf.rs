//! BNF of textbooks: everything outside of angle brackets is a text, with or without quotes.
//!
//! For example, `<number> ::= <sign> <digits> | NaN`. The marks are `::=`, `|`, `<…>` and blanks; all else is text, also `[` and `*`.

use super::expressions::{Expressions, exact_text, nothing};
use super::scan::{Cursor, Reading};
use super::signs::Signs;
use crate::problem::ImportProblem;
use crate::source::{RuleRole, SourceGrammar, SourceItem, SourceItemKind, SourceRule};
use grammarc_dsl::diagnostic::Diagnostic;

/// Letters that stand for no text.
const EMPTY: [&str; 3] = ["ε", "ϵ", "λ"];
/// Texts that are marks in extended forms of BNF.
const EXTENDED: [&str; 3] = ["[", "{", "..."];
/// Texts that are marks there if they follow an item without a blank.
const REPEATS: [&str; 3] = ["*", "+", "?"];
/// Operators of grammarc that may have blanks on both sides.
const OWN: [&str; 4] = ["++", "&", "!", "%"];

/// Reads a grammar. The first rule is the start.
pub(crate) fn read(text: &str, file: usize, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
    let mut reader = Bnf::new(text, file);
    let result = reader.rules();
    problems.append(&mut reader.cursor.problems);
    problems.extend(result.err().map(|mistake| *mistake));
    let starts = reader.rules.first().map(|rule| rule.name.clone()).into_iter().collect();
    SourceGrammar { head: reader.cursor.take_head(), starts, rules: reader.rules, ..Default::default() }
}

/// Returns whether a text is BNF and no grammar of grammarc with a mistake: it has texts without quotes, and each of them is either a
/// word or has no letters, quotes and names in it.
pub(super) fn looks_like(signs: &Signs<'_>) -> bool {
    let mut reader = Bnf::new(signs.text, 0);
    let is_bnf = reader.rules().is_ok() && reader.is_told.bare && reader.is_typical;
    is_bnf && grammarc_dsl::parse(signs.text).is_err()
}

struct Bnf<'t> {
    cursor: Cursor<'t>,
    rules: Vec<SourceRule>,
    /// Whether no text without quotes looks like the notation of something else.
    is_typical: bool,
    is_told: Told,
}

/// The guesses that were reported: each is once.
#[derive(Default)]
struct Told {
    bare: bool,
    extended: bool,
}

impl<'t> Expressions<'t> for Bnf<'t> {
    const CHOICE: &'static str = "|";

    fn cursor(&mut self) -> &mut Cursor<'t> {
        &mut self.cursor
    }

    /// Comments are whole lines: in a line, `#` and `;` are texts.
    fn blanks(&mut self) -> Reading<()> {
        loop {
            let from = self.cursor.at();
            self.cursor.spaces();
            let is_line_start = from == 0 || self.cursor.since(from).contains('\n');
            let is_comment = |mark: &&str| self.cursor.sees(mark);
            let Some(mark) = ["#", ";", "//", "--"].into_iter().find(is_comment).filter(|_| is_line_start) else {
                return Ok(());
            };
            self.cursor.line_comment(mark);
        }
    }

    fn item(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        if self.cursor.is_done() || self.cursor.sees("|") || self.is_rule_head() {
            return Ok(None);
        }
        let kind = if let Some(name) = self.bracketed() {
            SourceItemKind::Name(name)
        } else if let Some(text) = self.quoted() {
            exact_text(text)
        } else {
            self.bare()
        };
        Ok(Some(self.cursor.item(kind, from)))
    }
}

impl<'t> Bnf<'t> {
    fn new(text: &'t str, file: usize) -> Self {
        Self { cursor: Cursor::new(text, file), rules: Vec::new(), is_typical: true, is_told: Told::default() }
    }

    fn rules(&mut self) -> Reading<()> {
        self.blanks()?;
        while !self.cursor.is_done() {
            self.cursor.begin_rule();
            let from = self.cursor.at();
            let Some(name) = self.bracketed() else {
                return Err(self.cursor.expected("a rule, such as `<name> ::= text | <name>`"));
            };
            self.blanks()?;
            self.cursor.expect("::=")?;
            let alternatives = self.choice()?;
            let mut rule = self.cursor.end_rule(&name, from, RuleRole::Syntax, alternatives);
            // The brackets belong to the place.
            rule.place.span.end += "<>".len();
            self.rules.push(rule);
        }
        Ok(())
    }

    fn is_rule_head(&mut self) -> bool {
        let from = self.cursor.at();
        let is_name = self.bracketed().is_some();
        self.cursor.spaces();
        let is_head = is_name && self.cursor.sees("::=");
        self.cursor.go(from);
        is_head
    }

    /// Takes a name in brackets, such as `<unsigned integer>`. `<=` and `< x` begin texts.
    fn bracketed(&mut self) -> Option<String> {
        let inner = self.cursor.rest().strip_prefix('<')?;
        let length = inner.find(['<', '>', '|', '"', '\n']).filter(|&end| inner[end..].starts_with('>'))?;
        let name = &inner[..length];
        let is_name = name.starts_with(|c: char| c.is_alphanumeric() || c == '_') && name == name.trim_end();
        is_name.then(|| {
            self.cursor.go(self.cursor.at() + length + "<>".len());
            name.to_owned()
        })
    }

    /// Takes a text in quotes. A quote without another one in its line is a text itself.
    fn quoted(&mut self) -> Option<&'t str> {
        let quote = self.cursor.peek().filter(|&c| c == '"' || c == '\'')?;
        let inner = &self.cursor.rest()[1..];
        let length = inner.find([quote, '\n']).filter(|&end| inner[end..].starts_with(quote))?;
        self.cursor.go(self.cursor.at() + length + 2);
        Some(&inner[..length])
    }

    /// Takes a text without quotes: to the next blank, bar or name.
    fn bare(&mut self) -> SourceItemKind {
        let from = self.cursor.at();
        while self.cursor.peek().is_some_and(|c| !c.is_whitespace() && c != '|') {
            self.cursor.next();
            let end = self.cursor.at();
            let is_name = self.bracketed().is_some();
            self.cursor.go(end);
            if is_name {
                break;
            }
        }
        let text = self.cursor.since(from);
        if EMPTY.contains(&text) {
            return nothing();
        }
        self.judge(text, from);
        exact_text(text)
    }

    /// Reports the guesses behind a text without quotes, and notes whether it is typical of BNF.
    fn judge(&mut self, text: &'t str, from: usize) {
        let is_end = |c: char| c.is_whitespace() || c == '|';
        let is_behind = self.is_behind_item(from);
        let is_before = self.cursor.peek().is_some_and(|c| !is_end(c));
        let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '_');
        let has_word = text.contains(|c: char| c.is_alphanumeric() || "\"'_`".contains(c));
        self.is_typical &= !is_behind && !is_before && (is_word || !has_word) && !OWN.contains(&text);
        if !std::mem::replace(&mut self.is_told.bare, true) {
            self.guess("what stands without quotes is a text, and nothing may stand between texts", from);
        }
        let is_extended = EXTENDED.contains(&text) || is_behind && REPEATS.contains(&text);
        if is_extended && !std::mem::replace(&mut self.is_told.extended, true) {
            self.guess(&format!("`{text}` is a text, not a mark of an extended BNF"), from);
        }
    }

    /// Whether a name or a quoted text ends here, without a blank.
    fn is_behind_item(&self, at: usize) -> bool {
        self.cursor.before(at).ends_with(['>', '"', '\''])
    }

    fn guess(&mut self, guess: &str, from: usize) {
        self.cursor.note(ImportProblem::Guessed { guess: guess.to_owned() }, from);
    }
}
