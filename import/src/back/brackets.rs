//! Line ends within brackets are skipped, as scanners of indented languages do: `'(' args ')'` becomes `"(" flat(<args>) ")"`.

use super::lazy::sequence;
use crate::source::{RuleRole, SourceAlternative, SourceGrammar, SourceItem, SourceItemKind};
use crate::walk::visit_kinds;
use std::collections::{HashMap, HashSet};

const BRACKETS: [(&str, &str); 3] = [("(", ")"), ("[", "]"), ("{", "}")];

/// Marks the parts between brackets in which no line ends. `newline` is the token of line ends.
pub(super) fn flatten(grammar: &mut SourceGrammar, newline: &str) {
    let texts = grammar.rules.iter().filter(|rule| rule.role == RuleRole::Token);
    let texts = texts.filter_map(|rule| match rule.alternatives.as_slice() {
        [SourceAlternative { items, .. }] => match items.as_slice() {
            [SourceItem { kind: SourceItemKind::Text { text, .. }, .. }] => Some((rule.name.clone(), text.clone())),
            _ => None,
        },
        _ => None,
    });
    let texts: HashMap<String, String> = texts.collect();
    let marker = Brackets { texts, lined: rules_with_lines(grammar, newline) };
    for rule in grammar.rules.iter_mut().filter(|rule| rule.role == RuleRole::Syntax) {
        marker.in_alternatives(&mut rule.alternatives);
    }
}

/// Rules in which a line ends.
fn rules_with_lines(grammar: &SourceGrammar, newline: &str) -> HashSet<String> {
    let mut found = HashSet::from([newline.to_owned()]);
    loop {
        let before = found.len();
        for rule in &grammar.rules {
            let mut has_lines = false;
            visit_kinds(&rule.alternatives, &mut |kind| has_lines |= ends_line(kind, &found));
            if has_lines {
                found.insert(rule.name.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

fn ends_line(kind: &SourceItemKind, lined: &HashSet<String>) -> bool {
    match kind {
        SourceItemKind::Line | SourceItemKind::Block(_) | SourceItemKind::Inside(_) => true,
        SourceItemKind::Name(name) => lined.contains(name),
        _ => false,
    }
}

struct Brackets {
    /// Texts of tokens, by name.
    texts: HashMap<String, String>,
    lined: HashSet<String>,
}

impl Brackets {
    fn in_alternatives(&self, alternatives: &mut [SourceAlternative]) {
        for alternative in alternatives {
            alternative.items.iter_mut().for_each(|item| self.in_item(item));
            self.mark(&mut alternative.items);
        }
    }

    fn in_item(&self, item: &mut SourceItem) {
        match &mut item.kind {
            SourceItemKind::Group(alternatives) => self.in_alternatives(alternatives),
            SourceItemKind::Repeat { body, .. } | SourceItemKind::Block(body) | SourceItemKind::Inside(body) => {
                self.in_item(body);
            }
            SourceItemKind::Separated { body, separator } => {
                self.in_item(body);
                self.in_item(separator);
            }
            _ => {}
        }
    }

    fn text_of<'a>(&'a self, item: &'a SourceItem) -> Option<&'a str> {
        match &item.kind {
            SourceItemKind::Text { text, .. } => Some(text),
            SourceItemKind::Name(name) => self.texts.get(name).map(String::as_str),
            _ => None,
        }
    }

    fn mark(&self, items: &mut Vec<SourceItem>) {
        let mut at = 0;
        while at < items.len() {
            let opening = self.text_of(&items[at]);
            let closing = BRACKETS.iter().find(|(open, _)| opening == Some(*open)).map(|(_, close)| *close);
            at += 1;
            let Some(length) =
                closing.and_then(|it| items[at..].iter().position(|item| self.text_of(item) == Some(it)))
            else {
                continue;
            };
            let range = at..at + length;
            if length == 0 || self.has_lines(&items[range.clone()]) {
                continue;
            }
            let place = items[at].place.clone();
            let mut inner: Vec<SourceItem> = items.drain(range).collect();
            let body = if inner.len() == 1 { inner.remove(0) } else { SourceItem::new(sequence(inner), place.clone()) };
            items.insert(at, SourceItem::new(SourceItemKind::Flat(Box::new(body)), place));
        }
    }

    fn has_lines(&self, items: &[SourceItem]) -> bool {
        let alternative = SourceAlternative { items: items.to_vec(), ..Default::default() };
        let mut has_lines = false;
        visit_kinds(std::slice::from_ref(&alternative), &mut |kind| has_lines |= ends_line(kind, &self.lined));
        has_lines
    }
}
