//! Where a text can have holes, and how each such place is named in a file. A file cannot name nodes by their numbers, which differ from
//! parse to parse.

use std::collections::HashMap;
use std::ops::Range;

use crate::naming::{follows, is_kept, rule_of};
use crate::units::{Variable, variables};
use grammarc_core::grammar::{Grammar, Text};
use grammarc_core::tree::{NodeId, Tree, name_span};

/// The parts of a text that can be holes.
pub(super) struct Places {
    /// The names that stand in several places; their number is that of the variable.
    pub(super) variables: Vec<Variable>,
    /// The number of the variable at each node.
    numbers: HashMap<NodeId, u32>,
    names: HashMap<NodeId, Name>,
    /// All of one name, in preorder.
    nodes: HashMap<Name, Vec<NodeId>>,
}

/// The byte range of a part, and its name.
type Name = (Range<usize>, Text);

impl Places {
    /// Finds them. O(n) time for n nodes.
    pub(super) fn new(grammar: &Grammar, text: &[u8], tree: &Tree) -> Self {
        let variables = variables(grammar, text, tree);
        let places = (0..).zip(&variables).flat_map(|(number, it)| it.nodes.iter().map(move |&node| (node, number)));
        let numbers: HashMap<NodeId, u32> = places.collect();
        let called = |node: NodeId| match numbers.get(&node) {
            Some(&number) => Some(variables[number as usize].name.clone()),
            None if follows(grammar, tree, node) || is_kept(grammar, tree, node) => None,
            None => rule_of(grammar, tree, node),
        };
        let (mut names, mut nodes) = (HashMap::new(), HashMap::<Name, Vec<NodeId>>::new());
        for node in tree.subtree(tree.root()) {
            let Some(called) = called(node) else { continue };
            let name = (name_span(grammar, tree, node), called);
            nodes.entry(name.clone()).or_default().push(node);
            names.insert(node, name);
        }
        Self { variables, numbers, names, nodes }
    }

    /// Returns the bytes of a part, and which of all parts with these bytes and its name it is, from 1.
    pub(super) fn of(&self, node: NodeId) -> (Range<usize>, usize) {
        let Some(name) = self.names.get(&node) else { return (0..0, 1) };
        let place = self.nodes[name].iter().position(|&other| other == node);
        (name.0.clone(), 1 + place.unwrap_or_default())
    }

    /// Returns the part of these bytes and this name, the first, second or so of several; none if there is none.
    pub(super) fn find(&self, span: Range<usize>, name: &str, place: usize) -> Option<NodeId> {
        let nodes = self.nodes.get(&(span, Text::Owned(name.to_owned())))?;
        nodes.get(place.checked_sub(1)?).copied()
    }

    /// Returns the number of the variable that stands at a node, if one does.
    pub(super) fn variable(&self, node: NodeId) -> Option<u32> {
        self.numbers.get(&node).copied()
    }

    /// Returns the name of a part.
    pub(super) fn name(&self, node: NodeId) -> Text {
        self.names.get(&node).map_or(Text::Borrowed(""), |(_, name)| name.clone())
    }
}
