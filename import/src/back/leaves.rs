//! Keeps texts apart that grammarc would take as one leaf.
//!
//! In a grammar file, `("[" "]")*` is one leaf, in which nothing is skipped, because no rule stands in it. In the source these are two
//! tokens, with blanks between them. So the first text gets a rule: `(<LBRACK> "]")*`.

use super::spelling::Spelling;
use crate::source::{RuleRole, SourceAlternative, SourceGrammar, SourceItem, SourceItemKind, SourceRule};
use std::collections::HashMap;

/// Names the first text of each part that would be one leaf. `name_for` gives a new name for a text; `is_keyword` tells texts that
/// are leaves anyway.
pub(super) fn split(
    grammar: &mut SourceGrammar,
    name_for: &mut dyn FnMut(&Spelling) -> String,
    is_keyword: &dyn Fn(&Spelling) -> bool,
) {
    let mut splitter = Splitter { names: HashMap::new(), added: Vec::new(), name_for, is_keyword };
    for rule in grammar.rules.iter_mut().filter(|rule| rule.role == RuleRole::Syntax) {
        splitter.in_alternatives(&mut rule.alternatives);
    }
    let place = grammar.rules.iter().position(super::scanner::is_token).unwrap_or(grammar.rules.len());
    let added = splitter.added.into_iter().map(|(name, text)| token_of(name, &text));
    grammar.rules.splice(place..place, added.collect::<Vec<_>>());
}

struct Splitter<'a> {
    names: HashMap<Spelling, String>,
    added: Vec<(String, Spelling)>,
    name_for: &'a mut dyn FnMut(&Spelling) -> String,
    is_keyword: &'a dyn Fn(&Spelling) -> bool,
}

impl Splitter<'_> {
    fn in_alternatives(&mut self, alternatives: &mut [SourceAlternative]) {
        alternatives.iter_mut().flat_map(|alternative| &mut alternative.items).for_each(|item| self.in_item(item));
    }

    fn in_item(&mut self, item: &mut SourceItem) {
        if self.is_leaf(&item.kind) {
            if is_compound(&item.kind) {
                self.name_first(item);
            }
            return;
        }
        match &mut item.kind {
            SourceItemKind::Group(alternatives) => self.in_alternatives(alternatives),
            SourceItemKind::Repeat { body, .. }
            | SourceItemKind::Block(body)
            | SourceItemKind::Inside(body)
            | SourceItemKind::Flat(body) => self.in_item(body),
            SourceItemKind::Separated { body, separator } => {
                self.in_item(body);
                self.in_item(separator);
            }
            _ => {}
        }
    }

    /// Whether an item is made of texts only, none of which is a keyword.
    fn is_leaf(&self, kind: &SourceItemKind) -> bool {
        match kind {
            SourceItemKind::Text { text, fold } => !(self.is_keyword)(&Spelling::new(text, *fold)),
            SourceItemKind::Group(alternatives) => {
                alternatives.iter().flat_map(|alternative| &alternative.items).all(|item| self.is_leaf(&item.kind))
            }
            SourceItemKind::Repeat { body, .. } => self.is_leaf(&body.kind),
            SourceItemKind::Separated { body, separator } => self.is_leaf(&body.kind) && self.is_leaf(&separator.kind),
            _ => false,
        }
    }

    fn name_first(&mut self, item: &mut SourceItem) {
        match &mut item.kind {
            SourceItemKind::Text { text, fold } if !text.is_empty() => {
                let text = Spelling::new(text, *fold);
                let name = match self.names.get(&text) {
                    Some(name) => name.clone(),
                    None => {
                        let name = (self.name_for)(&text);
                        self.added.push((name.clone(), text.clone()));
                        self.names.insert(text, name.clone());
                        name
                    }
                };
                item.kind = SourceItemKind::Name(name);
            }
            SourceItemKind::Group(alternatives) => {
                // In an alternative of one text nothing needs to be split.
                let is_split =
                    |it: &SourceAlternative| it.items.len() > 1 || it.items.iter().any(|item| is_compound(&item.kind));
                let of_several = alternatives.iter().position(is_split).unwrap_or(0);
                if let Some(first) = alternatives.get_mut(of_several).and_then(|it| it.items.first_mut()) {
                    self.name_first(first);
                }
            }
            SourceItemKind::Repeat { body, .. } | SourceItemKind::Separated { body, .. } => self.name_first(body),
            _ => {}
        }
    }
}

/// Whether a part can be more than one text.
fn is_compound(kind: &SourceItemKind) -> bool {
    match kind {
        SourceItemKind::Group(alternatives) => {
            alternatives.iter().any(|it| it.items.len() > 1 || it.items.iter().any(|item| is_compound(&item.kind)))
        }
        SourceItemKind::Repeat { body, max, .. } => *max != Some(1) || is_compound(&body.kind),
        SourceItemKind::Separated { .. } => true,
        _ => false,
    }
}

fn token_of(name: String, text: &Spelling) -> SourceRule {
    let item = SourceItem::new(text.kind(), Default::default());
    let alternative = SourceAlternative { items: vec![item], ..Default::default() };
    super::rewrite::rule_of(name, RuleRole::Token, vec![alternative])
}
