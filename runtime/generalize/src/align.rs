//! Walks two trees in parallel, as far as they agree. Skipped text and computed fields may differ. For example, `[1, 2]` and `[1,3]` agree
//! but for the second number.

use std::collections::HashSet;

use grammarc_core::grammar::{Grammar, Slot};
use grammarc_core::meaning::fields::is_computed;
use grammarc_core::tree::{NodeId, Tree};

/// A text and its tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct ParsedText<'a> {
    pub(super) text: &'a [u8],
    pub(super) tree: &'a Tree,
}

/// Walks two trees in parallel, and returns whether they agree. Nodes of the first that are in `free`, skipped text and computed fields may
/// differ. `meet` is called with each pair of nodes in the same place, as far as the trees agree.
pub(super) fn aligned(
    grammar: &Grammar,
    one: ParsedText<'_>,
    other: ParsedText<'_>,
    free: &HashSet<NodeId>,
    meet: impl FnMut(NodeId, NodeId),
) -> bool {
    aligned_but(grammar, one, other, |here, _| free.contains(&here), meet)
}

/// As [`aligned`], but `is_free` looks at both nodes of a pair.
pub(super) fn aligned_but(
    grammar: &Grammar,
    one: ParsedText<'_>,
    other: ParsedText<'_>,
    is_free: impl Fn(NodeId, NodeId) -> bool,
    mut meet: impl FnMut(NodeId, NodeId),
) -> bool {
    let mut open = vec![(one.tree.root(), other.tree.root())];
    while let Some((here, there)) = open.pop() {
        let (left, right) = (one.tree.node(here), other.tree.node(there));
        if (left.symbol, left.item, left.hidden) != (right.symbol, right.item, right.hidden) {
            return false;
        }
        meet(here, there);
        let item = grammar.item(left.item);
        if is_free(here, there) || item.is_some_and(|item| is_computed(grammar, item)) {
            continue;
        }
        let (parts, others) = (seen_parts(grammar, one.tree, here), seen_parts(grammar, other.tree, there));
        if left.production != right.production || parts.len() != others.len() {
            return false;
        }
        let is_leaf = one.tree.size(here) == 1 && other.tree.size(there) == 1;
        if is_leaf && one.text[left.span] != other.text[right.span] {
            return false;
        }
        open.extend(parts.into_iter().zip(others));
    }
    true
}

/// Returns the parts of a node, hidden ones included, without skipped text. For example, `[ 1 ]` has the parts `[`, the number and `]`.
pub(super) fn seen_parts(grammar: &Grammar, tree: &Tree, node: NodeId) -> Vec<NodeId> {
    let is_seen = |&part: &NodeId| {
        let item = grammar.item(tree.node(part).item);
        item.is_none_or(|item| item.slot != Slot::Skip && !grammar.is_optional_skip(item.symbol))
    };
    tree.parts(node).filter(is_seen).collect()
}
