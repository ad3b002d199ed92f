//! Which node a label means: the item of that name in the same iteration or branch, else in the nearest one around it.

use std::collections::HashMap;

use crate::grammar::{Grammar, Item, Label, Slot};
use crate::tree::{NodeId, Tree};

/// Where labels are in a tree. Nodes are known by their place in preorder.
#[derive(Debug)]
pub(super) struct Labels {
    pub(super) parents: Vec<usize>,
    /// For every node the application of a rule that its label belongs to.
    pub(super) owners: Vec<usize>,
    /// The nodes with a label of an application, ascending.
    labelled: HashMap<(usize, Label), Vec<usize>>,
}

impl Labels {
    pub(super) fn new(grammar: &Grammar, tree: &Tree) -> Self {
        let parents: Vec<usize> = tree.parents().into_iter().filter_map(|parent| tree.index_of(parent)).collect();
        let mut labels = Self { parents, owners: Vec::new(), labelled: HashMap::new() };
        for index in 0..tree.len() {
            let parent = labels.parents[index];
            let owner =
                if is_application(grammar, tree, parent) || index == 0 { parent } else { labels.owners[parent] };
            labels.owners.push(owner);
            if let Some(label) = item(grammar, tree, index).and_then(|item| item.label) {
                labels.labelled.entry((owner, label)).or_default().push(index);
            }
        }
        labels
    }

    /// Returns the node that a label means at a field; none if it is absent.
    pub(super) fn find(&self, tree: &Tree, field: usize, label: Label) -> Option<usize> {
        let owner = self.owners[field];
        let nodes = self.labelled.get(&(owner, label))?;
        let mut around = field;
        loop {
            around = self.parents[around];
            let range = range(tree, around);
            let first = nodes[nodes.partition_point(|&node| node < range.start)..].first();
            match first {
                Some(&node) if node < range.end => return Some(node),
                _ if around == owner => return None,
                _ => {}
            }
        }
    }
}

/// Returns the item of the node at a place.
pub(super) fn item<'a>(grammar: &'a Grammar, tree: &Tree, index: usize) -> Option<&'a Item> {
    grammar.item(tree.node(tree.id_at(index)).item)
}

/// Returns the places of a node and all below it.
pub(super) fn range(tree: &Tree, index: usize) -> std::ops::Range<usize> {
    index..index + tree.size(tree.id_at(index))
}

/// Returns whether a node is a rule as it was written: labels do not reach out of it.
pub(super) fn is_application(grammar: &Grammar, tree: &Tree, index: usize) -> bool {
    let production = tree.node(tree.id_at(index)).production;
    production.is_some_and(|id| !grammar.is_hidden(grammar.production(id).rule))
}

/// Returns the number of elements of a repetition.
pub(super) fn count(grammar: &Grammar, tree: &Tree, index: usize) -> usize {
    let is_element = |part: &NodeId| grammar.item(tree.node(*part).item).is_some_and(|item| item.slot == Slot::Item);
    let id = tree.id_at(index);
    if tree.node(id).production.is_none() { 1 } else { tree.parts(id).filter(is_element).count() }
}
