//! Everything together: large cuts first, then finer ones, to a fixpoint; first along the tree, then without it.

use super::agenda::{Agenda, replace_each};
use super::halving::Begin;
use super::{Search, Stop, Strategy, View, bytes, expand, fixpoint, hoist, lines, names, slice, thin, tokens};
use crate::tree::NodeId;
use crate::tree::edit::Edit;

/// The default.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "auto", paper: "large cuts first, along the tree and then without it, to a fixpoint", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    fixpoint(search, along_tree)?;
    if !search.confirm()? {
        fixpoint(search, along_tree)?;
    }
    fixpoint(search, |search| {
        for strategy in [lines::STRATEGY, tokens::STRATEGY, names::STRATEGY, bytes::STRATEGY] {
            (strategy.run)(search)?;
        }
        search.parse_again();
        fixpoint(search, along_tree)
    })
}

fn along_tree(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    coarse(search)?;
    search.parse_again();
    complete(search)?;
    search.parse_again();
    replace_each(search, others)?;
    search.parse_again();
    Ok(())
}

/// What is less than the so-many-th part of the text is left alone at first.
const SHARE: usize = 50;

/// Looks at the large nodes, the largest first, for large cuts only. That all of a node cannot go is known from the node
/// around it, so only the root is asked about as a whole.
fn coarse(search: &mut Search<'_, '_>) -> Result<(), Stop> {
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

/// Looks at every node once, the largest first: drops what it can of its parts, then puts a smaller part in its place.
fn complete(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut agenda = Agenda::new(search);
    while let Some(node) = agenda.next(search) {
        thin::minimize(search, reducible(search, node))?;
        hoist::along_chain(search, node, 1)?;
    }
    Ok(())
}

/// Returns the parts of a node that can be made smaller by dropping them, or by a minimal string.
fn reducible(search: &Search<'_, '_>, node: NodeId) -> Vec<NodeId> {
    search.tree().parts(node).filter(|&part| search.view.is_reducible(part)).collect()
}

/// Returns the parts of a node that may go without leaving anything.
fn droppable(search: &Search<'_, '_>, node: NodeId) -> Vec<NodeId> {
    search.tree().parts(node).filter(|&part| search.view.is_droppable(part)).collect()
}

/// Returns what could stand in the place of a node, besides less of it.
fn others(view: &View<'_>, node: NodeId) -> impl Iterator<Item = Edit> + use<> {
    let hoisted = hoist::nearest(view, node).map(move |by| Edit::Hoist { node, by });
    hoisted.chain(hoist::spread(view, node)).chain(expand::alternatives(view, node))
}
