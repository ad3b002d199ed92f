//! The name of a node: its text without skipped text at its end, as labels and hooks see it. Otherwise, the space
//! behind `x` would make `x ` another name.

use std::ops::Range;

use super::{NodeId, Tree};
use crate::grammar::{Grammar, Slot};

/// Returns the bytes of a node up to the last one that was not skipped. Labels and hooks see only these.
///
/// For example, where `%skip` reads a space, the node of `<name>` in `x = 1` ends behind the space, and its name
/// before it.
pub fn name_span(grammar: &Grammar, tree: &Tree, node: NodeId) -> Range<usize> {
    name_in(grammar, tree, node).0
}

/// As [`name_span`]. It also returns the part of the node that ends there: all parts behind it are skipped or empty.
#[doc(hidden)]
pub fn name_in(grammar: &Grammar, tree: &Tree, node: NodeId) -> (Range<usize>, NodeId) {
    let Range { start, mut end } = tree.node(node).span;
    if tree.size(node) == 1 {
        return (start..end, node);
    }
    let mut open = vec![node];
    while let Some(id) = open.pop() {
        let part = tree.node(id);
        let is_skip = grammar.item(part.item).is_some_and(|item| item.slot == Slot::Skip);
        let is_whole = part.span.end < end || !part.span.is_empty() && tree.size(id) == 1;
        match is_skip && id != node {
            true => end = end.min(part.span.start),
            false if is_whole => return (start..end, id),
            false if part.span.is_empty() => {}
            false => open.extend(tree.parts(id)),
        }
    }
    (start..end.max(start), node)
}
