//! Hoisting: what is deep in the tree takes the place of what holds it.
//!
//! R. Hodován, Á. Kiss, *Hoisting in hierarchical delta debugging*, 2021; the templates of GTR (S. Herfert et al.,
//! *Automatically Reducing Tree-Structured Test Inputs*, ASE 2017) and of Perses do the same. A node may take the place of
//! another if its symbol may stand for what is asked for there.

use std::collections::VecDeque;

use super::{Search, Stop, Strategy, View, agenda::Agenda};
use crate::tree::NodeId;
use crate::tree::edit::{Candidate, Edit};

/// Hoisting alone.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "hoist",
    paper: "Hodován & Kiss 2021: replace a node by a node below it that may stand there",
    run,
};

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut agenda = Agenda::new(search);
    while let Some(node) = agenda.next(search) {
        along_chain(search, node)?;
        while search.first(nearest(&search.view(), node).map(|by| ((), Edit::Hoist { node, by }.into())))?.is_some() {}
    }
    Ok(())
}

/// Replaces a node by one of those that may stand there on the way down its heaviest children, as deep as possible. Steps
/// double, then halve: among a million nested nodes that is about forty questions.
pub(super) fn along_chain(search: &mut Search<'_, '_>, node: NodeId) -> Result<(), Stop> {
    // The deepest that may work is at most `limit` below the present one.
    let (mut step, mut limit) = (1, usize::MAX);
    loop {
        let chain = chain(&search.view(), node);
        step = step.min(chain.len());
        let Some(place) = step.checked_sub(1) else { break };
        match search.first([((), Candidate::from(Edit::Hoist { node, by: chain[place] }))])? {
            Some(()) => limit -= step,
            None => limit = place,
        }
        step = (2 * step).min(limit.div_ceil(2));
    }
    Ok(())
}

/// Returns what may take the place of a node on the way down its heaviest children, from the top. O(nodes on the way).
fn chain(view: &View<'_>, node: NodeId) -> Vec<NodeId> {
    let mut chain = Vec::new();
    let mut weight = view.weight(node);
    let mut at = node;
    while let Some(heaviest) = view.tree.parts(at).max_by_key(|&part| view.weight(part)) {
        if view.weight(heaviest) < weight && view.may_stand(heaviest, node) {
            weight = view.weight(heaviest);
            chain.push(heaviest);
        }
        at = heaviest;
    }
    chain
}

/// Returns the nearest nodes below a node that may take its place, one on each path, the smallest first.
pub(super) fn nearest(view: &View<'_>, node: NodeId) -> impl Iterator<Item = NodeId> + use<> {
    let mut found = Vec::new();
    let mut queue: VecDeque<NodeId> = view.tree.parts(node).collect();
    while let Some(next) = queue.pop_front() {
        if view.may_stand(next, node) && view.weight(next) < view.weight(node) {
            found.push(next);
        } else {
            queue.extend(view.tree.parts(next));
        }
    }
    found.sort_by_key(|&id| view.weight(id));
    found.into_iter()
}
