//! Hoisting: a node deep in the tree replaces a node around it, as `x` replaces `(((x)))`.
//!
//! R. Hodován, Á. Kiss, *Hoisting in hierarchical delta debugging*, 2021; the templates of GTR (S. Herfert et al.,
//! *Automatically Reducing Tree-Structured Test Inputs*, ASE 2017) and of Perses do the same. A node may replace
//! another if the grammar accepts its symbol in that place.

use std::collections::VecDeque;

use super::{Search, Stop, Strategy, View, agenda::Agenda};
use crate::edit::{Candidate, Edit};
use crate::facts::Place;
use grammarc_core::tree::NodeId;

/// Hoisting alone.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "hoist", paper: "Hodován & Kiss 2021: replace a node by a compatible node below it", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut agenda = Agenda::new(search);
    while let Some(node) = agenda.next(search) {
        along_chain(search, node, 1)?;
        while search.first(nearest(&search.view(), node).map(|by| ((), Edit::Hoist { node, by }.into())))?.is_some() {}
    }
    Ok(())
}

/// Replaces a node by a fitting one on the path down its heaviest children, as deep as possible. Steps double, then
/// halve: for example, among a million nested nodes that takes about forty tests. Each replacement saves at least
/// `gain` bytes.
pub(super) fn along_chain(search: &mut Search<'_, '_>, node: NodeId, gain: usize) -> Result<(), Stop> {
    // The deepest node that may work is at most `limit` fitting nodes below the current one.
    let (mut step, mut limit) = (1, usize::MAX);
    loop {
        let chain: Vec<NodeId> = chain(&search.view(), node, gain).take(step).collect();
        step = chain.len();
        let Some(&by) = chain.last() else { break };
        match search.first([((), Candidate::from(Edit::Hoist { node, by }))])? {
            Some(()) => limit -= step,
            None => limit = step - 1,
        }
        step = (2 * step).min(limit.div_ceil(2));
    }
    Ok(())
}

/// Returns the nodes on the path down a node's heaviest children that may replace the node, from the top, each at
/// least `gain` bytes smaller than the previous one; none if the node is gone.
fn chain(view: &View<'_>, node: NodeId, gain: usize) -> impl Iterator<Item = NodeId> {
    let mut weight = view.weight(node);
    let heaviest = |&at: &NodeId| view.parts(at).max_by_key(|&part| view.weight(part));
    let below = std::iter::successors(heaviest(&node), heaviest);
    below.filter(move |&at| {
        let fits = view.weight(at) + gain <= weight && view.may_stand(at, node);
        weight = if fits { view.weight(at) } else { weight };
        fits
    })
}

/// Number of nodes below a node to examine as its replacement. A node further away comes nearer once those between
/// are smaller. Without a limit, deep trees would take quadratic time.
pub const MAX_NODES_BELOW: usize = 4096;

/// Returns the nearest nodes below a node that may take its place, one on each path, the smallest first; none if the node
/// is gone.
pub fn nearest(view: &View<'_>, node: NodeId) -> impl Iterator<Item = NodeId> + use<> {
    let mut found = Vec::new();
    let mut queue: VecDeque<NodeId> = view.parts(node).take(MAX_NODES_BELOW).collect();
    for _ in 0..MAX_NODES_BELOW {
        let Some(next) = queue.pop_front() else { break };
        if view.may_stand(next, node) && view.weight(next) < view.weight(node) {
            found.push(next);
        } else {
            queue.extend(view.tree.parts(next));
        }
    }
    found.sort_by_cached_key(|&id| view.weight(id));
    found.into_iter()
}

/// Returns the edits that replace an element of a list by all elements of a list below it. For example, `a, (b, c), d`
/// becomes `a, b, c, d`.
pub fn spread(view: &View<'_>, node: NodeId) -> impl Iterator<Item = Edit> + use<> {
    let mut found = Vec::new();
    let mut queue: VecDeque<NodeId> = VecDeque::new();
    let element = element(view, node);
    queue.extend(element);
    for _ in 0..MAX_NODES_BELOW {
        let (Some(next), Some(element)) = (queue.pop_front(), element) else { break };
        match run_for(view, next, element) {
            Some((first, last)) => found.push(Edit::Unwrap { node: element, first, last }),
            None => queue.extend(view.tree.parts(next)),
        }
    }
    found.into_iter()
}

/// Returns the repeated node of a list element, without the separator in front of it. For example, `2` of the element
/// `,2` in `[1,2]`.
pub(super) fn element(view: &View<'_>, node: NodeId) -> Option<NodeId> {
    let is_element = view.tree.contains(node) && matches!(view.place(node), Place::Element { .. });
    let behind = |part: &NodeId| !matches!(view.place(*part), Place::Separator | Place::Skip);
    match is_element.then(|| view.tree.node(node).hidden) {
        None => None,
        Some(true) => view.parts(node).find(behind),
        Some(false) => Some(node),
    }
}

/// Returns the first and the last part of a node that could stand side by side in the place of `element`.
fn run_for(view: &View<'_>, node: NodeId, element: NodeId) -> Option<(NodeId, NodeId)> {
    let facts = view.language.facts();
    let wanted = view.tree.wanted(&view.language.grammar, element);
    let fits = |part: &NodeId| match view.place(*part) {
        Place::Element { list, .. } => facts.may_stand(facts.lists[list as usize].element, wanted),
        _ => false,
    };
    let mut run = view.tree.parts(node).filter(fits);
    let first = run.next()?;
    Some((first, run.last().unwrap_or(first)))
}

#[cfg(test)]
mod tests {
    use super::{along_chain, nearest, spread};
    use crate::edit::Edit;
    use crate::island::ISLAND;
    use crate::reduce::{Languages, Search, Validity};
    use grammarc_trial::trial::{self, Trial};

    #[test]
    fn a_node_that_is_gone_has_no_replacement() {
        let input = b"f(g(1, 2), [3, 4])";
        let options = trial::TrialOptions::default();
        let left = Trial::run(&|_: &[u8]| true, &options, None, input, |trial| {
            let mut search = Search::new(trial, Languages::new(&ISLAND), Validity::Off, input);
            let all: Vec<_> = search.tree().subtree(search.tree().root()).collect();
            let outer = search.tree().parts(search.tree().root()).next().expect("the text has parts");
            assert_eq!(search.first([((), Edit::Drop(outer).into())]).expect("nothing stops it"), Some(()));
            let gone: Vec<_> = all.into_iter().filter(|&node| !search.tree().contains(node)).collect();
            assert!(!gone.is_empty());
            let text = search.text().clone();
            for node in gone {
                along_chain(&mut search, node, 1).expect("nothing stops it");
                assert_eq!(nearest(&search.view(), node).count() + spread(&search.view(), node).count(), 0);
            }
            *search.text() == text
        });
        assert!(left);
    }
}
