//! What a text shows of a grammar: which production stands where.

use std::collections::HashSet;

use grammarc_core::grammar::{ItemId, ProductionId};
use grammarc_core::tree::Tree;

/// An item, and the production that stands for it; none for a terminal.
pub(super) type Feature = (ItemId, Option<ProductionId>);

/// Returns what a tree shows. O(n) time for n nodes.
pub(super) fn features(tree: &Tree) -> HashSet<Feature> {
    tree.walk().map(|(id, _)| tree.node(id)).map(|node| (node.item, node.production)).collect()
}
