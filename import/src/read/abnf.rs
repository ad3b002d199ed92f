//! ABNF: RFC 5234, with the texts of RFC 7405 and the lists of RFC 9110.
//!
//! For example, `pair = 1*DIGIT ":" %s"x" / %x41-5A` . Names are the same in any case, and texts too unless `%s` says no.

use super::expressions::{Expressions, alternative_of, exact_text, never, repeat};
use super::scan::{Cursor, Reading};
use super::signs::Signs;
use crate::problem::ImportProblem;
use crate::source::{CharacterUnit, RuleRole, SourceGrammar, SourceItem, SourceItemKind, SourceRule};
use crate::walk::visit_items;
use grammarc_dsl::diagnostic::Diagnostic;
use std::collections::{HashMap, HashSet};

/// The core rules of RFC 5234, appendix B.1, and the blanks of lists.
const CORE: &str = r#"
ALPHA = %x41-5A / %x61-7A
BIT = "0" / "1"
CHAR = %x01-7F
CR = %x0D
CRLF = CR LF
CTL = %x00-1F / %x7F
DIGIT = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB = %x09
LF = %x0A
LWSP = *(WSP / CRLF WSP)
OCTET = %x00-FF
OWS = *(SP / HTAB)
SP = %x20
VCHAR = %x21-7E
WSP = SP / HTAB
"#;

/// Whether `=` stands behind a name.
pub(super) fn looks_like(signs: &Signs<'_>) -> bool {
    signs.definition == "="
}

/// Whether a text has signs that ISO EBNF does not have.
pub(super) fn has_marks(signs: &Signs<'_>) -> bool {
    signs.has(&["%x", "%d", "%b", "%s\"", "%i\"", "=/", "1*", "*("])
}

/// Reads a grammar in ABNF. Core rules are added where the grammar uses them and does not have them.
pub(crate) fn read(text: &str, file: usize, problems: &mut Vec<Diagnostic<ImportProblem>>) -> SourceGrammar {
    let mut reader = Abnf { cursor: Cursor::new(text, file), rules: Vec::new() };
    let result = reader.rules();
    problems.append(&mut reader.cursor.problems);
    problems.extend(result.err().map(|mistake| *mistake));
    let mut grammar = SourceGrammar { head: reader.cursor.take_head(), rules: reader.rules, ..Default::default() };
    add_core_rules(&mut grammar);
    grammar.unit = unit_of(&mut grammar);
    grammar
}

struct Abnf<'t> {
    cursor: Cursor<'t>,
    rules: Vec<SourceRule>,
}

impl<'t> Expressions<'t> for Abnf<'t> {
    const CHOICE: &'static str = "/";

    fn cursor(&mut self) -> &mut Cursor<'t> {
        &mut self.cursor
    }

    fn blanks(&mut self) -> Reading<()> {
        self.cursor.spaces();
        while self.cursor.line_comment(";") {
            self.cursor.spaces();
        }
        Ok(())
    }

    fn item(&mut self) -> Reading<Option<SourceItem>> {
        if self.is_rule_head() {
            return Ok(None);
        }
        let from = self.cursor.at();
        let min = self.cursor.number()?;
        let mark = if self.cursor.eat("*") {
            Some('*')
        } else if self.cursor.eat("#") {
            Some('#')
        } else {
            None
        };
        let max = if mark.is_some() { self.cursor.number()? } else { min };
        let Some(body) = self.element()? else {
            return if self.cursor.at() == from { Ok(None) } else { Err(self.cursor.expected("an element")) };
        };
        Ok(Some(match mark {
            Some('#') => self.list(body, min.unwrap_or(0), max, from),
            Some(_) => self.cursor.item(repeat(body, min.unwrap_or(0), max), from),
            None if min.is_some() => self.cursor.item(repeat(body, min.unwrap_or(0), max), from),
            None => body,
        }))
    }
}

impl Abnf<'_> {
    fn rules(&mut self) -> Reading<()> {
        self.blanks()?;
        while !self.cursor.is_done() {
            if !self.is_rule_head() {
                return Err(self.cursor.expected("a rule, such as `name = \"text\"`"));
            }
            let from = self.cursor.at();
            self.cursor.begin_rule();
            let name = self.cursor.name("-").unwrap_or("");
            self.blanks()?;
            self.cursor.expect("=")?;
            let adds = self.cursor.eat("/");
            let alternatives = self.choice()?;
            let rule = self.cursor.end_rule(name, from, RuleRole::Syntax, alternatives);
            self.add(rule, adds);
        }
        Ok(())
    }

    /// `=/` adds alternatives to the rule of that name. So does a second `=`, which is a mistake of the source that is common.
    fn add(&mut self, rule: SourceRule, adds: bool) {
        let Some(first) = self.rules.iter_mut().find(|first| first.name.eq_ignore_ascii_case(&rule.name)) else {
            self.rules.push(rule);
            return;
        };
        if !adds {
            let problem = ImportProblem::Repeated { name: rule.name };
            self.cursor.problems.push(Diagnostic::new(problem, rule.place.span).in_file(rule.place.file));
        }
        first.alternatives.extend(rule.alternatives);
        first.comment.extend(rule.comment);
    }

    /// Whether `name =` stands here. Nowhere else is a name before `=`, so the indentation does not matter.
    fn is_rule_head(&mut self) -> bool {
        let mut ahead = Cursor::new(self.cursor.rest(), 0);
        ahead.name("-").is_some() && {
            ahead.spaces();
            ahead.sees("=")
        }
    }

    fn element(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let kind = match self.cursor.peek() {
            Some('(') => {
                self.cursor.next();
                return self.group(")", from).map(Some);
            }
            Some('[') => {
                self.cursor.next();
                let body = self.group("]", from)?;
                repeat(body, 0, Some(1))
            }
            Some('"') => self.text(true)?,
            Some('%') => self.number_or_text()?,
            Some('<') => self.prose()?,
            _ => match self.cursor.name("-") {
                Some(name) => SourceItemKind::Name(name.to_owned()),
                None => return Ok(None),
            },
        };
        Ok(Some(self.cursor.item(kind, from)))
    }

    fn text(&mut self, fold: bool) -> Reading<SourceItemKind> {
        self.cursor.expect("\"")?;
        let text = self.cursor.take_until("\"")?.to_owned();
        let fold = fold && text.contains(|c: char| c.is_ascii_alphabetic());
        Ok(SourceItemKind::Text { text, fold })
    }

    /// `%s"x"`, `%x41`, `%x41-5A` or `%d13.10`.
    fn number_or_text(&mut self) -> Reading<SourceItemKind> {
        self.cursor.expect("%")?;
        let radix = match self.cursor.next() {
            Some('s' | 'S') => return self.text(false),
            Some('i' | 'I') => return self.text(true),
            Some('x' | 'X') => 16,
            Some('d' | 'D') => 10,
            Some('b' | 'B') => 2,
            _ => return Err(self.cursor.expected("`x`, `d`, `b`, `s` or `i` behind `%`")),
        };
        let mut codes = vec![self.character(radix)?];
        if self.cursor.eat("-") {
            return Ok(SourceItemKind::Class { ranges: vec![(codes[0], self.character(radix)?)], negated: false });
        }
        while self.cursor.eat(".") {
            codes.push(self.character(radix)?);
        }
        match codes.iter().map(|&code| char::from_u32(code)).collect::<Option<String>>() {
            Some(text) => Ok(exact_text(text)),
            None => Err(self.cursor.expected("characters other than surrogates")),
        }
    }

    fn character(&mut self, radix: u32) -> Reading<u32> {
        let digits = self.cursor.take_while(|c| c.is_digit(radix));
        self.cursor.code(digits, radix)
    }

    /// `<name>` is a name. Anything else in angle brackets is a description in words.
    fn prose(&mut self) -> Reading<SourceItemKind> {
        let from = self.cursor.at();
        self.cursor.expect("<")?;
        let text = self.cursor.take_until(">")?;
        let name = text.split(',').next().unwrap_or("").trim();
        let is_name = |name: &str| Cursor::new(name, 0).name("-") == Some(name);
        if is_name(name) && (name == text.trim() || text.contains("see ")) {
            return Ok(SourceItemKind::Name(name.to_owned()));
        }
        self.cursor.note(ImportProblem::Prose { text: text.to_owned() }, from);
        Ok(never())
    }

    /// `1#element` of HTTP: elements with commas between them, and blanks around the commas.
    fn list(&mut self, body: SourceItem, min: u32, max: Option<u32>, from: usize) -> SourceItem {
        let here = |kind| self.cursor.item(kind, from);
        let blanks = || here(SourceItemKind::Name("OWS".to_owned()));
        let comma = alternative_of(vec![blanks(), here(exact_text(",")), blanks()]);
        let separator = Box::new(here(SourceItemKind::Group(vec![comma])));
        let list = here(SourceItemKind::Separated { body: Box::new(body), separator });
        let list = if min == 0 { here(repeat(list, 0, Some(1))) } else { list };
        if min > 1 || max.is_some() {
            self.cursor.left_out("the number of elements", from);
        }
        list
    }
}

/// Gives names the case of their rules, and adds the core rules that are used.
fn add_core_rules(grammar: &mut SourceGrammar) {
    let mut core = Abnf { cursor: Cursor::new(CORE, 0), rules: Vec::new() };
    let is_read = core.rules().is_ok();
    debug_assert!(is_read, "the core rules are a grammar in ABNF");
    let mut spelled: HashMap<String, String> =
        grammar.rules.iter().map(|rule| (rule.name.to_ascii_lowercase(), rule.name.clone())).collect();
    for rule in &core.rules {
        spelled.entry(rule.name.to_ascii_lowercase()).or_insert_with(|| rule.name.clone());
    }
    let mut known: HashSet<String> = grammar.rules.iter().map(|rule| rule.name.clone()).collect();
    let mut next = 0;
    while next < grammar.rules.len() {
        let mut wanted = Vec::new();
        visit_items(&mut grammar.rules[next].alternatives, &mut |item| {
            if let SourceItemKind::Name(name) = &mut item.kind
                && let Some(spelling) = spelled.get(&name.to_ascii_lowercase())
            {
                name.clone_from(spelling);
                if known.insert(spelling.clone()) {
                    wanted.push(spelling.clone());
                }
            }
        });
        // A core rule has no text in the file: its place is empty, before the rule that needs it.
        let mut place = grammar.rules[next].place.clone();
        place.span.end = place.span.start;
        for mut rule in core.rules.iter().filter(|rule| wanted.contains(&rule.name)).cloned() {
            rule.place = place.clone();
            grammar.rules.push(rule);
        }
        next += 1;
    }
}

/// Bytes if a character between 80 and FF is mentioned and none above: then the source means octets.
fn unit_of(grammar: &mut SourceGrammar) -> CharacterUnit {
    let mut greatest = 0;
    for rule in &mut grammar.rules {
        visit_items(&mut rule.alternatives, &mut |item| match &item.kind {
            SourceItemKind::Class { ranges, .. } => {
                greatest = ranges.iter().map(|range| range.1).fold(greatest, u32::max);
            }
            SourceItemKind::Text { text, fold: false } => {
                greatest = text.chars().map(u32::from).fold(greatest, u32::max);
            }
            _ => {}
        });
    }
    if (0x80..=0xFF).contains(&greatest) { CharacterUnit::Byte } else { CharacterUnit::Scalar }
}
