//! Expansions with operators, which `convert_ebnf_grammar` of the book expands: `<x>?`, `<x>*`, `<x>+`, `(<x>,)*`.
//!
//! An operator counts behind a name or a bracket alone; anywhere else `?`, `*`, `+` and brackets are text. For example, `(<a>)+<b>+*` is a
//! group, one or more, then one or more `<b>`, then the text `*`.

use std::collections::HashMap;

use super::leading_name;
use crate::read::expressions::{alternative_of, exact_text};
use crate::source::{SourceItem, SourceItemKind, SourcePlace};

/// Groups in groups. Deeper brackets are text, because the back end recurses.
const MAX_GROUP_DEPTH: usize = 20;

/// Returns the items of an expansion.
pub(super) fn items(text: &str, place: &SourcePlace) -> Vec<SourceItem> {
    let mut found = Vec::new();
    sequence(text, place, MAX_GROUP_DEPTH, &mut found);
    found
}

fn sequence(text: &str, place: &SourcePlace, depth: usize, found: &mut Vec<SourceItem>) {
    let mut plain = String::new();
    let mut at = 0;
    let ends = ends_of_brackets(text);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let operand = match c {
            '<' => leading_name(rest).map(|name| (SourceItemKind::Name(name.to_owned()), name.len() + 2)),
            '(' if depth > 0 => ends.get(&at).and_then(|end| group(text, at, *end, place, depth - 1)),
            _ => None,
        };
        let Some((kind, length)) = operand else {
            plain.push(c);
            at += c.len_utf8();
            continue;
        };
        if !plain.is_empty() {
            found.push(SourceItem::new(exact_text(std::mem::take(&mut plain)), place.clone()));
        }
        at += length;
        let item = SourceItem::new(kind, place.clone());
        found.push(match bounds(&text[at..]) {
            Some((min, max)) => {
                at += 1;
                let kind = SourceItemKind::Repeat { body: Box::new(item), min, max, is_lazy: false };
                SourceItem::new(kind, place.clone())
            }
            None => item,
        });
    }
    if !plain.is_empty() {
        found.push(SourceItem::new(exact_text(plain), place.clone()));
    }
}

/// Returns where the closing bracket of each opening one is.
fn ends_of_brackets(text: &str) -> HashMap<usize, usize> {
    let (mut open, mut ends) = (Vec::new(), HashMap::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open.push(at),
            b')' => ends.extend(open.pop().map(|begin| (begin, at))),
            _ => {}
        }
    }
    ends
}

/// Returns the group between two brackets, and its length, if an operator stands behind it.
fn group(text: &str, at: usize, end: usize, place: &SourcePlace, depth: usize) -> Option<(SourceItemKind, usize)> {
    bounds(&text[end + 1..])?;
    let mut inner = Vec::new();
    sequence(&text[at + 1..end], place, depth, &mut inner);
    Some((SourceItemKind::Group(vec![alternative_of(inner)]), end + 1 - at))
}

/// Returns the least and the greatest number that the operator at the beginning of a text stands for.
fn bounds(text: &str) -> Option<(u32, Option<u32>)> {
    match text.chars().next()? {
        '?' => Some((0, Some(1))),
        '*' => Some((0, None)),
        '+' => Some((1, None)),
        _ => None,
    }
}
