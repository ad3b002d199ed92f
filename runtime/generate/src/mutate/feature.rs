//! Features of a text: which production of the grammar stands in which place. A population needs only one text for each, so it stays small.

use std::collections::HashSet;

use grammarc_core::grammar::{ItemId, ProductionId};
use grammarc_core::tree::Tree;

/// An item, and the production that stands for it; none for a terminal. For example, in `1+2*3` by `<sum> ::= <product> "+" <product>` the
/// second `<product>` stands with the production `<digit> "*" <digit>`.
pub(super) type Feature = (ItemId, Option<ProductionId>);

/// Returns the features of a tree. O(n) time for n nodes.
pub(super) fn features(tree: &Tree) -> HashSet<Feature> {
    tree.walk().map(|(id, _)| tree.node(id)).map(|node| (node.item, node.production)).collect()
}
