//! Features of a text: which production of the grammar stands in which place. A population needs only one text for each, so it stays small.

use std::collections::HashSet;

use grammarc_core::grammar::{ItemId, ProductionId};
use grammarc_core::tree::Tree;

/// An item, and the production that stands for it; none for a terminal. For example, in `1+2*3` by `<sum> ::= <product> "+" <product>` the
/// second `<product>` stands with the production `<digit> "*" <digit>`.
pub(super) type Feature = (ItemId, Option<ProductionId>);

/// Returns the features of a tree. O(n) time for n nodes. Most nodes have the production of the node before them for the same item, which needs
/// no hash.
pub(super) fn features(tree: &Tree) -> HashSet<Feature> {
    let (mut last, mut found): (Vec<Option<Feature>>, _) = (Vec::new(), HashSet::new());
    for place in 0..tree.len() {
        let node = tree.node_at(place);
        let feature = (node.item, node.production);
        if node.item == ItemId::NONE {
            found.insert(feature);
            continue;
        }
        let slot = node.item.0 as usize;
        if slot >= last.len() {
            last.resize(slot + 1, None);
        }
        if last[slot] != Some(feature) {
            last[slot] = Some(feature);
            found.insert(feature);
        }
    }
    found
}
