//! Access to trees node by node, in preorder, for code that edits them. Places are cheaper than identities where a whole tree
//! is read in order.

use std::ops::Range;

use super::nodes::Nodes;
use super::record::{NONE, Record};
use super::{NodeId, Tree};
use crate::grammar::{Grammar, Symbol};

impl Tree {
    /// Returns the node at a place in preorder.
    #[doc(hidden)]
    pub fn record(&self, index: usize) -> Record {
        self.nodes.get(index)
    }

    /// Makes a tree of nodes in preorder, at least one. The identity of each is its place.
    #[doc(hidden)]
    pub fn from_records(records: Vec<Record>) -> Self {
        Self::of(Nodes::Wide(records))
    }

    /// Makes a tree of nodes in preorder with their identities, all of which are smaller than `next_id`.
    #[doc(hidden)]
    pub fn with_ids(records: Vec<Record>, ids: Vec<u32>, next_id: u32) -> Self {
        let mut places = vec![NONE; next_id as usize];
        ids.iter().enumerate().for_each(|(index, &id)| places[id as usize] = index as u32);
        Self { nodes: Nodes::Wide(records), ids, places, next_id }
    }

    /// Returns the first identity that no node of this tree, or of those that it was made from, ever had.
    #[doc(hidden)]
    pub fn next_id(&self) -> u32 {
        self.next_id
    }

    /// Returns the bytes of the node at a place.
    #[doc(hidden)]
    pub fn span_at(&self, index: usize) -> Range<usize> {
        let record = self.nodes.get(index);
        record.start as usize..record.end as usize
    }

    /// Returns the place after the subtree of the node at a place.
    #[doc(hidden)]
    pub fn end_at(&self, index: usize) -> usize {
        index + self.nodes.size(index)
    }

    /// Returns the place after the subtree of the parent of the node at a place. O(nodes before it in its parent).
    #[doc(hidden)]
    pub fn end_of_parent(&self, index: usize) -> usize {
        (0..index).rev().map(|place| self.end_at(place)).find(|&end| end > index).unwrap_or(self.len())
    }

    /// Returns the symbol that the grammar asks for in the place of the node. Any text of this symbol may stand there; for an
    /// operand it is the level of precedence. For example, the level of products for the `2` in `1+2`.
    pub fn wanted(&self, grammar: &Grammar, id: NodeId) -> Symbol {
        let node = self.node(id);
        grammar.item(node.item).map_or(if id == self.root() { grammar.start } else { node.symbol }, |item| item.symbol)
    }

    /// Returns the rule or terminal that the node is a text of: for a precedence level the level, not the rule written.
    pub fn derived(&self, grammar: &Grammar, id: NodeId) -> Symbol {
        let node = self.node(id);
        node.production.map_or(node.symbol, |production| grammar.production(production).rule)
    }
}
