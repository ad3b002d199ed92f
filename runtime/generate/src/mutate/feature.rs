//! Features of a text: which production of the grammar stands in which place.

use std::collections::HashSet;

use grammarc_core::grammar::{ItemId, ProductionId};
use grammarc_core::tree::Tree;

/// An item, and the production that stands for it; none for a terminal.
pub(super) type Feature = (ItemId, Option<ProductionId>);

/// Returns the features of a tree. O(n) time for n nodes.
pub(super) fn features(tree: &Tree) -> HashSet<Feature> {
    tree.walk().map(|(id, _)| tree.node(id)).map(|node| (node.item, node.production)).collect()
}
