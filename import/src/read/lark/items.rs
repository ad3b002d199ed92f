//! Items of Lark: texts, ranges, patterns, groups, and uses of templates.

use super::super::expressions::{Expressions, group_of, repeat};
use super::super::regex;
use super::super::scan::Reading;
use super::Lark;
use super::templates::TemplateUse;
use crate::source::{SourceItem, SourceItemKind};

impl Lark<'_> {
    pub(super) fn primary(&mut self) -> Reading<Option<SourceItem>> {
        let from = self.cursor.at();
        let kind = match self.cursor.peek() {
            Some('(') => return self.bracketed(")", from).map(Some),
            Some('[') => {
                let body = self.bracketed("]", from)?;
                repeat(body, 0, Some(1))
            }
            Some('"') => self.text()?,
            Some('/') if !self.cursor.sees("//") => self.pattern(from)?,
            _ => match self.cursor.name("") {
                Some(name) if self.cursor.sees("{") => self.template_use(name.to_owned())?,
                Some(name) => SourceItemKind::Name(name.to_owned()),
                None => return Ok(None),
            },
        };
        Ok(Some(self.cursor.item(kind, from)))
    }

    fn bracketed(&mut self, close: &str, from: usize) -> Reading<SourceItem> {
        self.cursor.next();
        self.open_groups += 1;
        let group = self.group(close, from);
        self.open_groups -= 1;
        group
    }

    /// `"text"i`, or `"a".."z"`.
    fn text(&mut self) -> Reading<SourceItemKind> {
        let text = self.quoted()?;
        if !self.cursor.eat("..") {
            let fold = self.cursor.eat("i");
            return Ok(SourceItemKind::Text { text, fold });
        }
        let last = self.quoted()?;
        match (text.chars().next(), last.chars().next()) {
            (Some(low), Some(high)) if text.chars().count() == 1 && last.chars().count() == 1 => {
                Ok(SourceItemKind::Class { ranges: vec![(u32::from(low), u32::from(high))], negated: false })
            }
            _ => Err(self.cursor.expected("one character on both sides of `..`")),
        }
    }

    /// Escapes are those of a regular expression, so it reads them.
    fn quoted(&mut self) -> Reading<String> {
        let from = self.cursor.at();
        self.cursor.expect("\"")?;
        let mut text = String::new();
        loop {
            match self.cursor.next() {
                Some('"') => return Ok(text),
                Some('\\') => {
                    let before = self.cursor.at();
                    self.cursor.next();
                    let length = if self.cursor.since(before) == "x" {
                        2
                    } else if self.cursor.since(before) == "u" {
                        4
                    } else {
                        0
                    };
                    let digits = self.cursor.rest().get(..length).unwrap_or("");
                    self.cursor.go(self.cursor.at() + digits.len());
                    let escape = format!("\\{}", self.cursor.since(before));
                    match regex::read(&escape, "", &self.cursor.place(from))?.kind {
                        SourceItemKind::Text { text: escaped, .. } => text.push_str(&escaped),
                        _ => text.push_str(self.cursor.since(before)),
                    }
                }
                None | Some('\n') => return Err(self.cursor.expected("`\"` at the end of the text")),
                Some(c) => text.push(c),
            }
        }
    }

    /// `/pattern/flags`. In a rule, it is a token: nothing is skipped in it.
    fn pattern(&mut self, from: usize) -> Reading<SourceItemKind> {
        self.cursor.expect("/")?;
        let mut pattern = String::new();
        loop {
            match self.cursor.next() {
                Some('/') => break,
                Some('\\') => {
                    pattern.push('\\');
                    pattern.extend(self.cursor.next());
                }
                None => return Err(self.cursor.expected("`/` at the end of the pattern")),
                Some(c) => pattern.push(c),
            }
        }
        let flags = self.cursor.take_while(|c| "imslux".contains(c));
        let place = self.cursor.place(from);
        let mut read = regex::read(&pattern, flags, &place)?;
        self.cursor.problems.append(&mut read.problems);
        Ok(match read.kind {
            kind @ (SourceItemKind::Text { .. } | SourceItemKind::Class { .. }) => kind,
            kind if self.is_in_terminal => kind,
            kind => SourceItemKind::Exact(Box::new(SourceItem::new(kind, place))),
        })
    }

    /// `name{x, y}`
    fn template_use(&mut self, template: String) -> Reading<SourceItemKind> {
        self.cursor.expect("{")?;
        self.open_groups += 1;
        let mut arguments = Vec::new();
        loop {
            let from = self.cursor.at();
            let alternatives = self.choice()?;
            arguments.push(self.cursor.item(group_of(alternatives), from));
            if !self.cursor.eat(",") {
                break;
            }
        }
        self.open_groups -= 1;
        self.cursor.expect("}")?;
        let name = format!("{template}{{{}}}", self.uses.len());
        self.uses.push(TemplateUse { template, arguments });
        Ok(SourceItemKind::Name(name))
    }
}
