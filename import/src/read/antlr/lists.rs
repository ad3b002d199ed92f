//! Lists: `a (',' a)*` is one or more `a` with `,` between them.

use super::super::expressions::{alternative_of, group_of};
use crate::source::{SourceAlternative, SourceItem, SourceItemKind, SourceRule};

/// Finds lists at any depth of a rule.
pub(super) fn find_lists(rule: &mut SourceRule) {
    for alternative in &mut rule.alternatives {
        // `e (',' e)*` of a rule `e` is an operator, and not a list.
        let is_operator = alternative
            .items
            .first()
            .is_some_and(|item| matches!(&item.kind, SourceItemKind::Name(name) if *name == rule.name));
        lists_of(alternative, usize::from(is_operator));
    }
}

/// Finds lists that do not begin before item `first`.
fn lists_of(alternative: &mut SourceAlternative, first: usize) {
    for item in &mut alternative.items {
        lists_in_item(item);
    }
    let mut at = first + 1;
    while at < alternative.items.len() {
        if let Some((length, list)) = list_ending_at(&alternative.items, at, first) {
            alternative.items.splice(at - length..=at, [list]);
            at -= length;
        }
        at += 1;
    }
}

fn lists_in_item(item: &mut SourceItem) {
    match &mut item.kind {
        SourceItemKind::Group(alternatives) => alternatives.iter_mut().for_each(|inner| lists_of(inner, 0)),
        SourceItemKind::Repeat { body, .. } => lists_in_item(body),
        _ => {}
    }
}

/// The list whose repetition is item `at`, and the number of items before that which are its first element.
fn list_ending_at(items: &[SourceItem], at: usize, first: usize) -> Option<(usize, SourceItem)> {
    let repetition = items.get(at)?;
    let SourceItemKind::Repeat { body, min: 0, max: None, is_lazy: false } = &repetition.kind else {
        return None;
    };
    let SourceItemKind::Group(alternatives) = &body.kind else {
        return None;
    };
    let [SourceAlternative { items: inner, label: None, level: None, .. }] = alternatives.as_slice() else {
        return None;
    };
    let longest = inner.len().checked_sub(1)?.min(at - first);
    let length = (1..=longest).rev().find(|&length| {
        let element = &inner[inner.len() - length..];
        same_items(&items[at - length..at], element)
    })?;
    let element = items[at - length..at].to_vec();
    let mut place = element.first()?.place.clone();
    place.span.end = repetition.place.span.end.max(place.span.start);
    let (label, body) = as_one(element);
    let separator = as_one(inner[..inner.len() - length].to_vec()).1;
    let kind = SourceItemKind::Separated { body: Box::new(body), separator: Box::new(separator) };
    Some((length, SourceItem { kind, label, place }))
}

/// Several items as one, with the label of the first if it is the only one.
fn as_one(items: Vec<SourceItem>) -> (Option<String>, SourceItem) {
    let place = items.first().map(|item| item.place.clone()).unwrap_or_default();
    match <[SourceItem; 1]>::try_from(items) {
        Ok([mut item]) => (item.label.take(), item),
        Err(items) => (None, SourceItem::new(group_of(vec![alternative_of(items)]), place)),
    }
}

fn same_items(one: &[SourceItem], other: &[SourceItem]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same_kind(&one.kind, &other.kind))
}

/// Whether alternatives are the same but for labels and places.
pub(super) fn same_alternatives(one: &[SourceAlternative], other: &[SourceAlternative]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same_items(&one.items, &other.items))
}

fn same_kind(one: &SourceItemKind, other: &SourceItemKind) -> bool {
    match (one, other) {
        (SourceItemKind::Group(one), SourceItemKind::Group(other)) => same_alternatives(one, other),
        (
            SourceItemKind::Repeat { body, min, max, is_lazy },
            SourceItemKind::Repeat { body: body_2, min: min_2, max: max_2, is_lazy: is_lazy_2 },
        ) => (min, max, is_lazy) == (min_2, max_2, is_lazy_2) && same_kind(&body.kind, &body_2.kind),
        (
            SourceItemKind::Separated { body, separator },
            SourceItemKind::Separated { body: body_2, separator: separator_2 },
        ) => same_kind(&body.kind, &body_2.kind) && same_kind(&separator.kind, &separator_2.kind),
        _ => one == other,
    }
}
