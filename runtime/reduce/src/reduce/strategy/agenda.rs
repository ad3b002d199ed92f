//! The nodes of a tree that changes, the largest first, each once. Strategies that visit every node share it, because a
//! commit changes the sizes of the nodes that are left.

use std::collections::HashSet;
use std::rc::Rc;

use super::{Search, Stop, View};
use crate::edit::{Candidate, Edit};
use grammarc_core::tree::NodeId;

/// The nodes still to be visited. They are sorted again only when the text has changed. For example, in `[[1, 2], 3]`
/// the outer array comes before `[1, 2]`, and that before `3`.
pub struct Agenda<'s> {
    view: Rc<View<'s>>,
    /// The largest last, among equals the outermost last.
    open: Vec<NodeId>,
    done: HashSet<NodeId>,
    /// The least share of the text that a node has: one in so many bytes. Smaller nodes are left out.
    share: usize,
}

impl<'s> Agenda<'s> {
    /// Returns the agenda of all nodes.
    pub fn new(search: &Search<'s, '_>) -> Self {
        Self::of_large(search, usize::MAX)
    }

    /// Returns the agenda of the nodes that have at least 1/`share` of the text's bytes.
    pub(super) fn of_large(search: &Search<'s, '_>, share: usize) -> Self {
        let (view, done) = (search.view(), HashSet::new());
        let open = sorted(&view, share, &done);
        Self { view, open, done, share }
    }

    /// Moves to the current tree. O(n log n) if it has changed.
    pub fn refresh(&mut self, search: &Search<'s, '_>) {
        if !Rc::ptr_eq(&self.view, &search.view) {
            self.view = search.view();
            self.open = sorted(&self.view, self.share, &self.done);
        }
    }

    /// Returns the open nodes, the largest first.
    pub fn open(&self) -> impl Iterator<Item = NodeId> {
        self.open.iter().rev().copied()
    }

    /// Never returns the first `count` open nodes again.
    pub fn pass(&mut self, count: usize) {
        let left = self.open.len().saturating_sub(count);
        self.done.extend(self.open.drain(left..));
    }

    /// Returns the largest open node, once.
    pub fn next(&mut self, search: &Search<'s, '_>) -> Option<NodeId> {
        self.refresh(search);
        let next = self.open().next();
        self.pass(1);
        next
    }
}

/// Commits for every node, the largest first, the first interesting edit that `propose` returns for it. A replaced
/// node is visited again.
///
/// # Errors
/// If the trial must stop. Earlier commits remain.
pub fn replace_each<I: IntoIterator<Item = Edit>>(
    search: &mut Search<'_, '_>,
    propose: impl Fn(&View<'_>, NodeId) -> I,
) -> Result<(), Stop> {
    change_each(search, |view, node| propose(view, node).into_iter().map(Candidate::from))
}

/// Commits for every node, the largest first, the first interesting candidate that `propose` returns for it. A
/// changed node is visited again.
pub(super) fn change_each<I: IntoIterator<Item = Candidate>>(
    search: &mut Search<'_, '_>,
    propose: impl Fn(&View<'_>, NodeId) -> I,
) -> Result<(), Stop> {
    let mut agenda = Agenda::new(search);
    loop {
        agenda.refresh(search);
        let view = search.view();
        let proposed = |(place, node)| propose(&view, node).into_iter().map(move |candidate| (place, candidate));
        match search.first(agenda.open().enumerate().flat_map(proposed))? {
            Some(place) => agenda.pass(place),
            None => return Ok(()),
        }
    }
}

fn sorted(view: &View<'_>, share: usize, done: &HashSet<NodeId>) -> Vec<NodeId> {
    let least = view.text.len() / share;
    let nodes = (0..view.tree.len()).rev().map(|index| view.tree.node_at(index));
    let large = nodes.filter(|node| node.span.len() >= least && !done.contains(&node.id));
    let mut open: Vec<(usize, NodeId)> = large.map(|node| (node.span.len(), node.id)).collect();
    open.sort_by_key(|&(bytes, _)| bytes);
    open.into_iter().map(|(_, id)| id).collect()
}
