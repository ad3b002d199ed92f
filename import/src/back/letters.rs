//! Spells texts in tokens of several rules by their letters, because `%word` takes them for keywords.
//!
//! In a `%token` no text is a keyword. A token that refers to itself is `%exact` rules instead, where `"$" <NAME>` would not match `$a`
//! if `$a` is a word, and `[$] <NAME>` does.

use super::lazy::sequence;
use super::shapes::Shapes;
use super::spelling::Spelling;
use crate::source::{RuleRole, SourceGrammar, SourceItem, SourceItemKind};
use crate::walk::{visit_items, visit_kinds};
use std::collections::HashSet;

/// Spells the texts for which `is_keyword` holds, in tokens that cannot be `%token`, and in fragments that these use.
pub(super) fn spell(grammar: &mut SourceGrammar, is_keyword: &dyn Fn(&Spelling) -> bool) {
    let spelled: HashSet<String> = used_by_recursive(grammar).into_iter().map(str::to_owned).collect();
    for rule in grammar.rules.iter_mut().filter(|rule| spelled.contains(&rule.name)) {
        visit_items(&mut rule.alternatives, &mut |item| {
            if let SourceItemKind::Text { text, fold } = &item.kind
                && is_keyword(&Spelling::new(text, *fold))
            {
                item.kind = by_letters(text, *fold, item);
            }
        });
    }
}

/// Tokens that are no `%token`, and the fragments that they use.
fn used_by_recursive(grammar: &SourceGrammar) -> HashSet<&str> {
    let shapes = Shapes::new(grammar, true);
    let is_recursive = |name: &str| !shapes.is_regular(name);
    let tokens = grammar.rules.iter().filter(|rule| {
        matches!(rule.role, RuleRole::Token | RuleRole::Skip | RuleRole::Channel(_) | RuleRole::Fragment)
    });
    let mut found: HashSet<&str> = tokens.map(|rule| rule.name.as_str()).filter(|name| is_recursive(name)).collect();
    loop {
        let mut more = Vec::new();
        for rule in grammar.rules.iter().filter(|rule| found.contains(rule.name.as_str())) {
            visit_kinds(&rule.alternatives, &mut |kind| {
                if let SourceItemKind::Name(name) = kind {
                    more.push(name.as_str());
                }
            });
        }
        let is_fragment = |rule: &&str| {
            let named = grammar.rules.iter().find(|other| other.name == **rule);
            named.is_some_and(|rule| rule.role == RuleRole::Fragment)
        };
        let before = found.len();
        found.extend(more.into_iter().filter(is_fragment));
        if found.len() == before {
            return found;
        }
    }
}

fn by_letters(text: &str, fold: bool, at: &SourceItem) -> SourceItemKind {
    let class = |c: char| {
        let cases = if fold { vec![c.to_ascii_lowercase(), c.to_ascii_uppercase()] } else { vec![c] };
        let ranges = cases.into_iter().map(|c| (c as u32, c as u32)).collect();
        SourceItemKind::Class { ranges, negated: false }
    };
    let mut letters: Vec<SourceItem> = text.chars().map(|c| SourceItem::new(class(c), at.place.clone())).collect();
    if letters.len() == 1 { letters.remove(0).kind } else { sequence(letters) }
}
