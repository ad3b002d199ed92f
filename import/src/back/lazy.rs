//! Lazy loops: `X*? R` stops as soon as `R` matches, so it is `(!R X)* R`.
//!
//! For example, `'/*' .*? '*/'` of ANTLR is `"/*" (!"*/" .)* "*/"`. Items behind the group around a loop count as well, and a loop
//! behind which nothing needs to follow takes the least number of times. In rules of the parser a lazy loop is an ordinary one,
//! because the parser tries all numbers.

use crate::source::{RuleRole, SourceAlternative, SourceGrammar, SourceItem, SourceItemKind, SourceRule};
use std::collections::HashSet;

/// Replaces all lazy loops.
pub(super) fn replace(grammar: &mut SourceGrammar) {
    let nullable = nullable_rules(&grammar.rules);
    for rule in &mut grammar.rules {
        let stops = Stops { nullable: &nullable, is_token: rule.role != RuleRole::Syntax };
        stops.in_alternatives(&mut rule.alternatives, &[]);
    }
}

struct Stops<'a> {
    nullable: &'a HashSet<String>,
    is_token: bool,
}

impl Stops<'_> {
    fn in_alternatives(&self, alternatives: &mut [SourceAlternative], after: &[SourceItem]) {
        for alternative in alternatives {
            // From the end, so that the items behind have no lazy loops any more.
            for at in (0..alternative.items.len()).rev() {
                let (head, tail) = alternative.items.split_at_mut(at + 1);
                let mut rest = tail.to_vec();
                if rest.iter().all(|item| is_nullable(&item.kind, self.nullable)) {
                    rest.extend_from_slice(after);
                }
                if let Some(item) = head.last_mut() {
                    self.in_item(item, &self.until_needed(rest));
                }
            }
        }
    }

    /// Cuts a sequence behind its first part that cannot be empty, and the characters behind that: `.*? [']['][']` stops at three quotes.
    /// Without such a part there is nothing to stop at.
    fn until_needed(&self, mut items: Vec<SourceItem>) -> Vec<SourceItem> {
        match items.iter().position(|item| !is_nullable(&item.kind, self.nullable)) {
            Some(at) => {
                let is_letter =
                    |item: &SourceItem| matches!(item.kind, SourceItemKind::Text { .. } | SourceItemKind::Class { .. });
                let letters = if is_letter(&items[at]) {
                    items[at + 1..].iter().take_while(|it| is_letter(it)).count()
                } else {
                    0
                };
                items.truncate(at + 1 + letters);
            }
            None => items.clear(),
        }
        items
    }

    fn in_item(&self, item: &mut SourceItem, after: &[SourceItem]) {
        let place = item.place.clone();
        match &mut item.kind {
            SourceItemKind::Group(alternatives) => self.in_alternatives(alternatives, after),
            SourceItemKind::Repeat { body, min, max, is_lazy } => {
                self.in_item(body, after);
                if !std::mem::take(is_lazy) || !self.is_token {
                    return;
                }
                if after.is_empty() {
                    *max = Some(*min);
                    return;
                }
                let stop = match after {
                    [one] => one.clone(),
                    several => SourceItem::new(sequence(several.to_vec()), place.clone()),
                };
                let stop = SourceItemKind::Ahead { body: Box::new(stop), negative: true };
                let body_item = std::mem::replace(&mut **body, SourceItem::new(SourceItemKind::Any, place.clone()));
                body.kind = sequence(vec![SourceItem::new(stop, place), body_item]);
            }
            SourceItemKind::Exact(body) | SourceItemKind::Ahead { body, .. } => self.in_item(body, after),
            SourceItemKind::Separated { body, separator } => {
                self.in_item(body, &[]);
                self.in_item(separator, &[]);
            }
            SourceItemKind::Except(kept, excluded) => {
                self.in_item(kept, after);
                self.in_item(excluded, &[]);
            }
            _ => {}
        }
    }
}

/// One part after another, as one item.
pub(super) fn sequence(items: Vec<SourceItem>) -> SourceItemKind {
    SourceItemKind::Group(vec![SourceAlternative { items, ..Default::default() }])
}

/// Rules that have the empty text.
pub(super) fn nullable_rules(rules: &[SourceRule]) -> HashSet<String> {
    let mut found = HashSet::new();
    loop {
        let before = found.len();
        for rule in rules {
            if !found.contains(&rule.name) && has_empty(&rule.alternatives, &found) {
                found.insert(rule.name.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

fn has_empty(alternatives: &[SourceAlternative], nullable: &HashSet<String>) -> bool {
    alternatives.iter().any(|alternative| alternative.items.iter().all(|item| is_nullable(&item.kind, nullable)))
}

/// Whether an item can match the empty text.
pub(super) fn is_nullable(kind: &SourceItemKind, nullable: &HashSet<String>) -> bool {
    match kind {
        SourceItemKind::Name(name) => nullable.contains(name),
        SourceItemKind::Text { text, .. } => text.is_empty(),
        SourceItemKind::Class { .. } | SourceItemKind::Any | SourceItemKind::AnyTokenBut(_) => false,
        SourceItemKind::Line | SourceItemKind::Block(_) | SourceItemKind::Inside(_) => false,
        // The end of the input is a place to stop at, although it has no text.
        SourceItemKind::End => false,
        SourceItemKind::Ahead { .. } => true,
        SourceItemKind::Group(alternatives) => has_empty(alternatives, nullable),
        SourceItemKind::Repeat { body, min, .. } => *min == 0 || is_nullable(&body.kind, nullable),
        SourceItemKind::Separated { body, .. }
        | SourceItemKind::Flat(body)
        | SourceItemKind::Exact(body)
        | SourceItemKind::Except(body, _) => is_nullable(&body.kind, nullable),
    }
}
