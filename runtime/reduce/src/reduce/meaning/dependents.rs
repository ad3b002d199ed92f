//! Dependents of dropped nodes, such as the uses of a dropped definition, and edits that remove them too.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use super::Dependent;
use crate::edit::Edit;
use crate::facts::Place;
use crate::reduce::view::View;
use grammarc_core::tree::NodeId;

/// Number of nodes to examine in the place of a node around a dependent, so that wide trees take linear time.
const MAX_EXAMINED_NODES: usize = 64;

/// Returns the place in the current tree that a node of a changed one comes from; none if it is new.
pub(super) fn origin(view: &View<'_>, copies: &[(NodeId, Range<usize>)], node: NodeId) -> Option<Dependent> {
    let copied = || {
        let (first, places) = copies[..copies.partition_point(|(first, _)| *first <= node)].last()?;
        let place = places.start + (node.0 - first.0) as usize;
        places.contains(&place).then_some(place)
    };
    view.tree.index_of(node).or_else(copied)
}

/// Returns edits that remove the dependents: each drops the nearest droppable node around one, or hoists a node from
/// beside the dependent. If the hoisted node is itself to be replaced, its replacement is hoisted instead. For example,
/// behind a dropped `int x;` it drops `y = x;`.
pub(super) fn without(view: &View<'_>, dependents: &[Dependent], edits: &[Edit]) -> Vec<Edit> {
    if dependents.is_empty() {
        return Vec::new();
    }
    let parents = view.tree.parents();
    let mut found: Vec<Edit> = Vec::new();
    for edit in dependents.iter().filter_map(|&place| nearest(view, &parents, place)) {
        if !found.contains(&edit) && !edits.contains(&edit) {
            found.push(edit);
        }
    }
    let hoists: HashMap<NodeId, NodeId> = found.iter().chain(edits).filter_map(hoist).collect();
    for edit in &mut found {
        if let Edit::Hoist { by, .. } = edit {
            while let Some(&next) = hoists.get(by) {
                *by = next;
            }
        }
    }
    found
}

fn hoist(edit: &Edit) -> Option<(NodeId, NodeId)> {
    match *edit {
        Edit::Hoist { node, by } => Some((node, by)),
        _ => None,
    }
}

fn nearest(view: &View<'_>, parents: &[NodeId], place: usize) -> Option<Edit> {
    let mut below = view.tree.id_at(place);
    loop {
        if matches!(view.place(below), Place::Optional | Place::Element { .. }) {
            return Some(Edit::Drop(below));
        }
        let around = parents[view.tree.index_of(below)?];
        if around == below {
            return None;
        }
        if let Some(by) = beside(view, around, below) {
            return Some(Edit::Hoist { node: around, by });
        }
        below = around;
    }
}

/// Returns a node below `around`, but not in `below`, that may take the place of `around`. For example, `y` for the
/// dependent `x` of `x + y`.
fn beside(view: &View<'_>, around: NodeId, below: NodeId) -> Option<NodeId> {
    let mut open: VecDeque<NodeId> =
        view.tree.parts(around).filter(|&part| part != below).take(MAX_EXAMINED_NODES).collect();
    for _ in 0..MAX_EXAMINED_NODES {
        let next = open.pop_front()?;
        if view.may_stand(next, around) && view.weight(next) < view.weight(around) {
            return Some(next);
        }
        open.extend(view.tree.parts(next).take(MAX_EXAMINED_NODES));
    }
    None
}
