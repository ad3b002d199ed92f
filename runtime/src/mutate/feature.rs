//! What a text shows of a grammar: which production stands where.

use std::collections::HashSet;

use crate::grammar::{ItemId, ProductionId};
use crate::tree::Tree;

/// An item, and the production that stands for it; none for a terminal.
pub(super) type Feature = (ItemId, Option<ProductionId>);

/// Returns what a tree shows. O(n) time for n nodes.
pub(super) fn features(tree: &Tree) -> HashSet<Feature> {
    tree.walk().map(|(id, _)| tree.node(id)).map(|node| (node.item, node.production)).collect()
}
