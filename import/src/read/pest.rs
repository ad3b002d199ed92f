//! pest: the grammar of a PEG with white space between the parts of a rule.
//!
//! For example, `pair = { key ~ ":" ~ value? }` and `key = @{ ASCII_ALPHA+ }`. Within `@` and `$` nothing is skipped.

use super::expressions::{Expressions, exact_text, nothing, repeat};
use super::scan::{Cursor, Reading};
use super::signs::{Signs, definition};
use crate::problem::ImportProblem;
use crate::source::{RuleRole, SourceGrammar, SourceItem, SourceItemKind, SourceRule};
use grammarc_dsl::diagnostic::Diagnostic;
use std::collections::{HashMap, HashSet};

/// Classes that pest has by name.
const CLASSES: &[(&str, &[(u32, u32)])] = &[
    ("ASCII_DIGIT", &[(0x30, 0x39)]),
    ("ASCII_NONZERO_DIGIT", &[(0x31, 0x39)]),
    ("ASCII_BIN_DIGIT", &[(0x30, 0x31)]),
    ("ASCII_OCT_DIGIT", &[(0x30, 0x37)]),
    ("ASCII_HEX_DIGIT", &[(0x30, 0x39), (0x41, 0x46), (0x61, 0x66)]),
    ("ASCII_ALPHA_LOWER", &[(0x61, 0x7A)]),
    ("ASCII_ALPHA_UPPER", &[(0x41, 0x5A)]),
    ("ASCII_ALPHA", &[(0x41, 0x5A), (0x61, 0x7A)]),
    ("ASCII_ALPHANUMERIC", &[(0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)]),
    ("ASCII", &[(0, 0x7F)]),
];

/// Names of the stack. A grammar cannot say that two texts are the same where pest compares with the top of a stack.
const STACK: &[&str] = &["PEEK", "PEEK_ALL", "POP", "POP_ALL", "DROP"];

/// Whether the text behind `name =` begins with a brace: `{`, `@{`, `_{`.
pub(super) fn looks_like(signs: &Signs<'_>) -> bool {
    let is_rule = |rest: &str| rest.strip_prefix(['_', '@', '$', '!']).unwrap_or(rest).starts_with('{');
    !signs.has_ends && signs.any(|line| definition(line).is_some_and(|(sign, rest)| sign == "=" && is_rule(rest)))
}

/// Reads a grammar. `WHITESPACE` and `COMMENT` are skipped between parts.
pub(crate) fn read(text: &str, file: usize, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
    let mut reader = Pest { cursor: Cursor::new(text, file), rules: Vec::new() };
    let result = reader.rules();
    problems.append(&mut reader.cursor.problems);
    problems.extend(result.err().map(|mistake| *mistake));
    let mut grammar = SourceGrammar { head: reader.cursor.take_head(), rules: reader.rules, ..Default::default() };
    resolve_builtins(&mut grammar);
    pass_on_exactness(&mut grammar);
    grammar
}

struct Pest<'t> {
    cursor: Cursor<'t>,
    rules: Vec<SourceRule>,
}

impl<'t> Expressions<'t> for Pest<'t> {
    const CHOICE: &'static str = "|";
    const IS_CHOICE_MARKED: bool = true;
    const SEQUENCE: &'static str = "~";

    fn cursor(&mut self) -> &mut Cursor<'t> {
        &mut self.cursor
    }

    fn blanks(&mut self) -> Reading<()> {
        loop {
            self.cursor.spaces();
            if !self.cursor.line_comment("//") && !self.cursor.block_comment("/*", "*/")? {
                return Ok(());
            }
        }
    }

    fn item(&mut self) -> Reading<Option<SourceItem>> {
        self.cursor.enter()?;
        let item = self.prefixed();
        self.cursor.leave();
        item
    }
}

impl Pest<'_> {
    fn rules(&mut self) -> Reading<()> {
        self.blanks()?;
        while !self.cursor.is_done() {
            self.cursor.begin_rule();
            let from = self.cursor.at();
            let Some(name) = self.cursor.name("") else {
                return Err(self.cursor.expected("a rule, such as `name = { \"text\" }`"));
            };
            self.blanks()?;
            self.cursor.expect("=")?;
            self.blanks()?;
            let mut is_hidden = false;
            let mut role = RuleRole::Syntax;
            match self.cursor.peek() {
                Some('_') => is_hidden = true,
                Some('@' | '$') => role = RuleRole::Exact,
                _ => {}
            }
            self.cursor.take_while(|c| "_@$!".contains(c));
            self.blanks()?;
            self.cursor.expect("{")?;
            let alternatives = self.choice()?;
            self.cursor.expect("}")?;
            if name == "WHITESPACE" || name == "COMMENT" {
                role = RuleRole::Skip;
            }
            let mut rule = self.cursor.end_rule(name, from, role, alternatives);
            rule.is_hidden = is_hidden;
            self.rules.push(rule);
            self.blanks()?;
        }
        Ok(())
    }

    fn prefixed(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let label = self.tag()?;
        let negative = match self.cursor.peek() {
            Some('!') => Some(true),
            Some('&') => Some(false),
            _ => None,
        };
        let Some(negative) = negative else {
            let item = self.repeated()?;
            return Ok(item.map(|item| SourceItem { label: label.or(item.label.clone()), ..item }));
        };
        self.cursor.next();
        self.blanks()?;
        let Some(body) = self.item()? else {
            return Err(self.cursor.expected("an item behind `!` or `&`"));
        };
        Ok(Some(self.cursor.item(SourceItemKind::Ahead { body: Box::new(body), negative }, from)))
    }

    /// `#name = ` before an item.
    fn tag(&mut self) -> Reading<Option<String>> {
        if !self.cursor.eat("#") {
            return Ok(None);
        }
        let name = self.cursor.name("").map(str::to_owned);
        self.blanks()?;
        self.cursor.expect("=")?;
        self.blanks()?;
        Ok(name)
    }

    fn repeated(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let Some(mut item) = self.primary()? else {
            return Ok(None);
        };
        for wraps in 1.. {
            let end = self.cursor.at();
            self.blanks()?;
            let (min, max) = match self.cursor.next() {
                Some('?') => (0, Some(1)),
                Some('*') => (0, None),
                Some('+') => (1, None),
                Some('{') => self.count()?,
                _ => {
                    self.cursor.go(end);
                    break;
                }
            };
            self.cursor.bound_wraps(wraps)?;
            item = self.cursor.item(repeat(item, min, max), from);
        }
        Ok(Some(item))
    }

    /// `2}`, `2,}`, `,3}` or `2,3}`.
    fn count(&mut self) -> Reading<(u32, Option<u32>)> {
        self.blanks()?;
        let min = self.cursor.number()?;
        self.blanks()?;
        let has_comma = self.cursor.eat(",");
        self.blanks()?;
        let max = if has_comma { self.cursor.number()? } else { min };
        self.blanks()?;
        self.cursor.expect("}")?;
        Ok((min.unwrap_or(0), max))
    }

    fn primary(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let kind = match self.cursor.peek() {
            Some('(') => {
                self.cursor.next();
                return self.group(")", from).map(Some);
            }
            Some('^') => {
                self.cursor.next();
                self.blanks()?;
                SourceItemKind::Text { text: self.string('"')?, fold: true }
            }
            Some('"') => exact_text(self.string('"')?),
            Some('\'') => {
                let low = self.character()?;
                self.blanks()?;
                self.cursor.expect("..")?;
                self.blanks()?;
                SourceItemKind::Class { ranges: vec![(low, self.character()?)], negated: false }
            }
            _ => match self.cursor.name("") {
                Some("PUSH" | "PUSH_LITERAL") => return self.push(from).map(Some),
                Some(name) => {
                    if name == "PEEK" && self.cursor.eat("[") {
                        self.cursor.take_until("]")?;
                    }
                    self.named(name, from)
                }
                None => return Ok(None),
            },
        };
        Ok(Some(self.cursor.item(kind, from)))
    }

    /// A name; names of the stack, and the start of the input, match nothing of the text.
    fn named(&mut self, name: &str, from: usize) -> SourceItemKind {
        if STACK.contains(&name) {
            self.cursor.left_out(format!("`{name}`, which compares with a stack,"), from);
        }
        if STACK.contains(&name) || name == "SOI" { nothing() } else { SourceItemKind::Name(name.to_owned()) }
    }

    /// `PUSH(x)` is `x`; `PUSH_LITERAL("x")` matches nothing of the text.
    fn push(&mut self, from: usize) -> Reading<SourceItem> {
        let is_literal = self.cursor.since(from) == "PUSH_LITERAL";
        self.cursor.left_out(format!("`{}`, which keeps a text on a stack,", self.cursor.since(from)), from);
        self.blanks()?;
        self.cursor.expect("(")?;
        let body = self.group(")", from)?;
        let nothing = nothing();
        Ok(if is_literal { self.cursor.item(nothing, from) } else { body })
    }

    fn character(&mut self) -> Reading<u32> {
        let text = self.string('\'')?;
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(c), None) => Ok(u32::from(c)),
            _ => Err(self.cursor.expected("one character in quotes")),
        }
    }

    fn string(&mut self, quote: char) -> Reading<String> {
        self.cursor.expect(&quote.to_string())?;
        let mut text = String::new();
        loop {
            match self.cursor.next() {
                Some(c) if c == quote && !(quote == '\'' && text.is_empty() && self.cursor.sees("'")) => {
                    return Ok(text);
                }
                Some('\\') => text.push(self.escape()?),
                Some(c) => text.push(c),
                None => return Err(self.cursor.expected("the end of the text")),
            }
        }
    }

    fn escape(&mut self) -> Reading<char> {
        Ok(match self.cursor.next() {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('0') => '\0',
            Some('x') => {
                let digits = self.cursor.rest().get(..2).unwrap_or("");
                self.cursor.go(self.cursor.at() + digits.len());
                self.coded(digits)?
            }
            Some('u') => {
                self.cursor.expect("{")?;
                let digits = self.cursor.take_until("}")?;
                self.coded(digits)?
            }
            Some(c) => c,
            None => return Err(self.cursor.expected("a character behind the backslash")),
        })
    }

    fn coded(&mut self, digits: &str) -> Reading<char> {
        let code = self.cursor.code(digits, 16)?;
        char::from_u32(code).ok_or_else(|| self.cursor.expected("the number of a character"))
    }
}

/// Makes a rule exact if only exact and skipped rules use it: pest skips nothing in all that an atomic rule reaches. A rule that others
/// use as well stays as it is, so within atomic rules it accepts more than in pest.
fn pass_on_exactness(grammar: &mut SourceGrammar) {
    let mut users: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, rule) in grammar.rules.iter_mut().enumerate() {
        crate::walk::visit_items(&mut rule.alternatives, &mut |item| {
            if let SourceItemKind::Name(name) = &item.kind {
                users.entry(name.clone()).or_default().push(at);
            }
        });
    }
    loop {
        let is_exact: Vec<bool> = grammar.rules.iter().map(|rule| rule.role != RuleRole::Syntax).collect();
        let mut has_changed = false;
        for (at, rule) in grammar.rules.iter_mut().enumerate() {
            let is_reached = users.get(&rule.name).is_some_and(|users| users.iter().all(|&user| is_exact[user]));
            if is_reached && !is_exact[at] {
                rule.role = RuleRole::Exact;
                has_changed = true;
            }
        }
        if !has_changed {
            return;
        }
    }
}

/// Puts the meaning of pest's own names where no rule has that name.
fn resolve_builtins(grammar: &mut SourceGrammar) {
    let known: HashSet<String> = grammar.rules.iter().map(|rule| rule.name.clone()).collect();
    for rule in &mut grammar.rules {
        crate::walk::visit_items(&mut rule.alternatives, &mut |item| {
            let SourceItemKind::Name(name) = &item.kind else {
                return;
            };
            if known.contains(name) {
                return;
            }
            if let Some(kind) = builtin(name) {
                item.kind = kind;
            }
        });
    }
}

fn builtin(name: &str) -> Option<SourceItemKind> {
    let text =
        |text: &str| super::expressions::alternative_of(vec![SourceItem::new(exact_text(text), Default::default())]);
    if let Some((_, ranges)) = CLASSES.iter().find(|(class, _)| *class == name) {
        return Some(SourceItemKind::Class { ranges: ranges.to_vec(), negated: false });
    }
    match name {
        "ANY" => Some(SourceItemKind::Any),
        "EOI" => Some(SourceItemKind::End),
        "NEWLINE" => Some(SourceItemKind::Group(vec![text("\n"), text("\r\n"), text("\r")])),
        // LETTER, UPPERCASE_LETTER, XID_START: without rules of these names, they are properties of Unicode.
        _ if name.chars().all(|c| c.is_ascii_uppercase() || c == '_') => {
            grammarc_dsl::property::ranges(name).map(|ranges| SourceItemKind::Class { ranges, negated: false })
        }
        _ => None,
    }
}
