//! Ways through the syntax tree of a grammar file. Nesting is bounded by the reader, so recursion is safe here.

use grammarc_dsl::ast::{
    Alternative, Entry, ExpressionKind, File, Item, Layout, Name, Primary, PrimaryKind, RepetitionKind, Rule,
};

/// Returns the rules of a file in order.
pub fn rules(file: &File) -> impl Iterator<Item = &Rule> {
    file.entries.iter().filter_map(|entry| match entry {
        Entry::Rule(rule) => Some(rule),
        Entry::Directive(_) => None,
    })
}

/// Returns all items in source order, those of nested groups after the item that holds them.
/// For example, `<a> (<b> <c>)` gives `<a>`, the group, `<b>` and `<c>`.
pub fn items(alternatives: &[Alternative]) -> Vec<&Item> {
    let mut found = Vec::new();
    visit(alternatives, &mut found);
    found
}

fn visit<'a>(alternatives: &'a [Alternative], found: &mut Vec<&'a Item>) {
    for item in alternatives.iter().flat_map(|alternative| &alternative.items) {
        found.push(item);
        for primary in primaries(item) {
            if let PrimaryKind::Group(alternatives) | PrimaryKind::Layout(_, alternatives) = &primary.kind {
                visit(alternatives, found);
            }
        }
    }
}

/// Returns the parts of an item: its primary, its separator, its exclusion.
/// For example, `<x> ** "," - <y>` has the parts `<x>`, `","` and `<y>`.
pub fn primaries(item: &Item) -> impl Iterator<Item = &Primary> {
    body(item).chain(&item.except)
}

/// Returns the parts left of the exclusion: the primary and the separator.
pub fn body(item: &Item) -> impl Iterator<Item = &Primary> {
    let separator = item.repetition.as_ref().and_then(|repetition| match &repetition.kind {
        RepetitionKind::Separated(primary) | RepetitionKind::SeparatedSome(primary) => Some(&**primary),
        _ => None,
    });
    std::iter::once(&item.primary).chain(separator)
}

/// Returns the primaries of all items.
pub fn all_primaries<'a>(items: &[&'a Item]) -> impl Iterator<Item = &'a Primary> {
    items.iter().copied().flat_map(primaries)
}

/// Returns the rules that are referred to, with their places.
pub fn references<'a>(items: &[&'a Item]) -> impl Iterator<Item = &'a Name> {
    all_primaries(items).filter_map(|primary| match &primary.kind {
        PrimaryKind::Rule(name) => Some(name),
        _ => None,
    })
}

/// Returns the alternatives of each group.
pub fn groups<'a>(items: &[&'a Item]) -> impl Iterator<Item = &'a [Alternative]> {
    all_primaries(items).filter_map(|primary| match &primary.kind {
        PrimaryKind::Group(alternatives) | PrimaryKind::Layout(_, alternatives) => Some(&alternatives[..]),
        _ => None,
    })
}

/// Returns the constructs that depend on indentation, with their places.
pub fn layouts<'a>(items: &[&'a Item]) -> impl Iterator<Item = (Layout, &'a Primary)> {
    all_primaries(items).filter_map(|primary| match &primary.kind {
        PrimaryKind::Layout(layout, _) => Some((*layout, primary)),
        _ => None,
    })
}

/// Returns the alternatives of all groups: all that are not alternatives of the rule itself.
pub fn nested_alternatives<'a>(items: &[&'a Item]) -> impl Iterator<Item = &'a Alternative> {
    groups(items).flatten()
}

/// Returns whether the item is a primary and nothing else.
/// For example, `<x>` is, but `<x>*`, `l:<x>` and `!<x>` are not.
pub fn is_bare(item: &Item) -> bool {
    item.label.is_none()
        && item.look.is_none()
        && item.repetition.is_none()
        && item.except.is_none()
        && item.derive.is_none()
        && item.hooks.is_empty()
}

/// Returns whether the item repeats an earlier text: `:= text(l)` or `:= text_ci(l)`.
pub fn is_back_reference(item: &Item) -> bool {
    matches!(item.derive.as_ref().map(|derive| &derive.kind), Some(ExpressionKind::Call { function, labels })
        if labels.len() == 1 && matches!(function.text.as_str(), "text" | "text_ci"))
}
