//! What [`super::auto`] does along a tree: large cuts, then every node, then what else could stand in a node's place.

use super::agenda::{Agenda, replace_each};
use super::halving::Begin;
use super::{Search, Stop, expand, hoist, slice, thin};
use crate::edit::Edit;
use grammarc_core::tree::NodeId;

/// What is less than the so-many-th part of the text is left alone at first.
const SHARE: usize = 50;

/// Looks at the large nodes, the largest first, for large cuts only. That all of a node cannot go is known from the node
/// around it, so only the root is asked about as a whole.
pub(super) fn coarse(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut agenda = Agenda::new(search);
    let mut begin = Begin::Whole;
    while let Some(node) = agenda.next(search) {
        if search.view.weight(node) < search.text().len() / SHARE {
            break;
        }
        slice::minimize(search, droppable(search, node), begin, SHARE)?;
        thin::coarsely(search, reducible(search, node), begin, SHARE)?;
        hoist::along_chain(search, node, search.text().len() / SHARE)?;
        begin = Begin::Halves;
    }
    Ok(())
}

/// Looks at every node once, the largest first: drops what it can of its parts, then puts a smaller part in its place, and looks
/// at what that has brought.
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

/// Puts in the place of every node what could stand there, besides less of it.
pub(super) fn others(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    replace_each(search, |view, node| {
        let hoisted = hoist::nearest(view, node).map(move |by| Edit::Hoist { node, by });
        hoisted.chain(hoist::spread(view, node)).chain(expand::alternatives(view, node))
    })
}

/// Returns the parts of a node that can be made smaller by dropping them, or by a minimal string.
fn reducible(search: &Search<'_, '_>, node: NodeId) -> Vec<NodeId> {
    search.tree().parts(node).filter(|&part| search.view.is_reducible(part)).collect()
}

/// Returns the parts of a node that may go without leaving anything.
fn droppable(search: &Search<'_, '_>, node: NodeId) -> Vec<NodeId> {
    search.tree().parts(node).filter(|&part| search.view.is_droppable(part)).collect()
}
