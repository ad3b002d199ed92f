//! Finds the node of a label: the item of that name in the same iteration or branch, else in the nearest one around it.
//! For example, in `(n:<u8> <x>{n})*` each `n` is that of its own iteration.
//!
//! The labelled nodes of one application, from which the `n` of an iteration is found by the range of its places:
//!
//! ```text
//! <s> ::= (n:<dec> ":" <x>{n} ";")*          the input `1:x;2:xx;`, with tokens `<x>`
//!
//! place      0   1      2  3  4  5   6      7  8  9  10 11
//! node       s   iter   1  :  x  ;   iter   2  :  x  x  ;
//! labelled   of place 0:  (n, 2) (n, 7)     by label, then by place
//! ```

use super::uses::LabelUse;
use crate::grammar::{Grammar, Item, Label, Slot};
use crate::meaning::Meaning;
use crate::tree::{NodeId, Tree};

/// An index of the labels in a tree. A node is known by its place in preorder.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct Labels {
    parents: Vec<u32>,
    owners: Vec<u32>,
    computed: Vec<u32>,
    counted: Vec<u32>,
    /// The labelled nodes of each application of a rule, by label and place, one application after another.
    labelled: Vec<(Label, u32)>,
    /// Start of each application's nodes in `labelled`, by its place.
    begins: Vec<u32>,
}

/// A node that was begun.
struct OpenNode {
    place: u32,
    end: usize,
    /// The application that the labels of its parts belong to.
    application: u32,
}

impl Labels {
    /// Goes over a tree once. O(n), and O(n log n) for n nodes with labels.
    #[doc(hidden)]
    pub fn new(meaning: Meaning<'_>, tree: &Tree) -> Self {
        let (grammar, uses) = (meaning.grammar, meaning.label_uses());
        let (parents, owners) = (Vec::with_capacity(tree.len()), Vec::with_capacity(tree.len()));
        let mut labels = Self { parents, owners, ..Self::default() };
        let mut labelled: Vec<(u32, Label, u32)> = Vec::new();
        let mut open: Vec<OpenNode> = Vec::new();
        for index in 0..tree.len() {
            while open.last().is_some_and(|open| open.end <= index) {
                open.pop();
            }
            let place = index as u32;
            let (parent, owner) = open.last().map_or((0, 0), |open| (open.place, open.application));
            labels.parents.push(parent);
            labels.owners.push(owner);
            let item = tree.item_at(index);
            let LabelUse { is_computed, is_counted } = uses.of(item);
            labels.computed.extend(is_computed.then_some(place));
            if is_counted {
                labels.counted.push(place);
                let label = grammar.item(item).and_then(|item| item.label);
                labelled.extend(label.map(|label| (owner, label, place)));
            }
            let end = range(tree, index).end;
            if end > index + 1 {
                let application = if is_application(grammar, tree, index) { place } else { owner };
                open.push(OpenNode { place, end, application });
            }
        }
        labels.file(labelled);
        labels
    }

    /// Fills `labelled`, given the application, the label and the place of each labelled node.
    fn file(&mut self, mut labelled: Vec<(u32, Label, u32)>) {
        labelled.sort();
        let mut rest = labelled.iter().peekable();
        for application in 0..=self.owners.len() as u32 {
            self.begins.push(self.labelled.len() as u32);
            while let Some(&(_, label, node)) = rest.next_if(|known| known.0 == application) {
                self.labelled.push((label, node));
            }
        }
    }

    /// Returns the parent of a node; the root is its own.
    #[doc(hidden)]
    pub fn parent(&self, index: usize) -> usize {
        self.parents[index] as usize
    }

    /// Returns the application of a rule that the label of a node belongs to.
    #[doc(hidden)]
    pub fn owner(&self, index: usize) -> usize {
        self.owners[index] as usize
    }

    /// Returns the nodes whose text is computed from others, ascending.
    #[doc(hidden)]
    pub fn computed(&self) -> impl Iterator<Item = usize> + '_ {
        self.computed.iter().map(|&index| index as usize)
    }

    /// Returns the nodes with labels and the iterations that may be counted, ascending.
    pub(super) fn counted(&self) -> impl Iterator<Item = usize> + '_ {
        self.counted.iter().map(|&index| index as usize)
    }

    /// Returns the nodes with labels of an application.
    fn labelled_in(&self, owner: usize) -> &[(Label, u32)] {
        &self.labelled[self.begins[owner] as usize..self.begins[owner + 1] as usize]
    }

    /// Returns the node that a label means at a field; none if it is absent.
    #[doc(hidden)]
    pub fn find(&self, tree: &Tree, field: usize, label: Label) -> Option<usize> {
        let owner = self.owner(field);
        let nodes = self.labelled_in(owner);
        let mut around = field;
        loop {
            around = self.parent(around);
            let range = range(tree, around);
            let next = nodes.partition_point(|&known| known < (label, range.start as u32));
            match nodes.get(next) {
                Some(&(named, node)) if named == label && (node as usize) < range.end => return Some(node as usize),
                _ if around == owner => return None,
                _ => {}
            }
        }
    }
}

/// Returns the item of the node at a place.
#[doc(hidden)]
pub fn item<'a>(grammar: &'a Grammar, tree: &Tree, index: usize) -> Option<&'a Item> {
    grammar.item(tree.item_at(index))
}

/// Returns the places of a node and all below it.
#[doc(hidden)]
pub fn range(tree: &Tree, index: usize) -> std::ops::Range<usize> {
    index..index + tree.size(tree.id_at(index))
}

/// Returns whether a node is a rule as it was written: labels do not reach out of it. A group is none, for example.
#[doc(hidden)]
pub fn is_application(grammar: &Grammar, tree: &Tree, index: usize) -> bool {
    let production = tree.node_at(index).production;
    production.is_some_and(|id| !grammar.is_hidden(grammar.production(id).rule))
}

/// Returns the number of elements of a repetition. For example, 2 for `a,b`.
#[doc(hidden)]
pub fn count(grammar: &Grammar, tree: &Tree, index: usize) -> usize {
    let is_element = |part: &NodeId| grammar.item(tree.node(*part).item).is_some_and(|item| item.slot == Slot::Item);
    let id = tree.id_at(index);
    if tree.node(id).production.is_none() { 1 } else { tree.parts(id).filter(is_element).count() }
}
