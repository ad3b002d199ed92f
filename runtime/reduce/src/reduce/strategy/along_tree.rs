//! The tree stages of [`super::auto`]: large cuts, then every node, then other replacements of a node.

use super::agenda::{Agenda, replace_each};
use super::halving::FirstChunks;
use super::{Search, Stop, expand, hoist, thin};
use crate::edit::Edit;
use grammarc_core::tree::NodeId;

/// A node is large if it has at least this share of the text's bytes: one in 50.
const LARGE_NODE_SHARE: usize = 50;

/// Makes large cuts only, in the largest node first. Only the root is tested as a whole: any other node was a part of
/// the node around it, and could not be dropped there.
pub(super) fn coarse(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut agenda = Agenda::of_large(search, LARGE_NODE_SHARE);
    let mut begin = FirstChunks::Whole;
    while let Some(node) = agenda.next(search) {
        thin::coarsely(search, reducible(search, node), begin, LARGE_NODE_SHARE)?;
        hoist::along_chain(search, node, search.text().len() / LARGE_NODE_SHARE)?;
        begin = FirstChunks::Halves;
    }
    Ok(())
}

/// Visits every node once, the largest first: drops its parts, then replaces it by a smaller node from below. After a
/// replacement it drops parts of the new node too.
pub(super) fn complete(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut agenda = Agenda::new(search);
    while let Some(node) = agenda.next(search) {
        thin::minimize(search, reducible(search, node))?;
        let weight = search.view.weight(node);
        hoist::along_chain(search, node, 1)?;
        if search.view.weight(node) < weight {
            thin::minimize(search, reducible(search, node))?;
        }
    }
    Ok(())
}

/// Replaces every node by anything else that may stand there: a node from below, the elements of an inner list, or
/// another alternative of its rule.
pub(super) fn others(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    replace_each(search, |view, node| {
        let hoisted = hoist::nearest(view, node).map(move |by| Edit::Hoist { node, by });
        hoisted.chain(hoist::spread(view, node)).chain(expand::alternatives(view, node))
    })
}

/// Returns the parts of a node that can be made smaller by dropping them, or by a minimal string.
fn reducible(search: &Search<'_, '_>, node: NodeId) -> Vec<NodeId> {
    search.view.parts(node).filter(|&part| search.view.is_reducible(part)).collect()
}
