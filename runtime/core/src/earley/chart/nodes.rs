//! Nodes: rules over their spans, and the items that complete them. A node is shared by all items that wait for it, so a chart
//! stays polynomial.

use std::ops::Range;

use super::{Chart, EMPTY, EarleyItem};
use crate::earley::latest::hash;
use crate::earley::numbers::{ItemNumber, NONE, NodeNumber, SetNumber};
use crate::earley::waiting::GroupRef;
use crate::grammar::Symbol;

/// Marks the first item that completes a node if there are others. For example, `5 | SHARED` is item 5, and `Chart::sharing` has
/// the others. No chart has so many items.
pub(super) const SHARED: ItemNumber = 1 << 31;

/// The key of a node: all but its end. For example, two nodes of `<e>` that begin in set 0 and end in the open set are the same
/// node.
#[derive(Debug, Clone)]
pub(in crate::earley) struct NodeKey {
    pub(in crate::earley) rule: Symbol,
    /// The dots of the rule's productions.
    pub(in crate::earley) dots: Range<u32>,
    pub(in crate::earley) origin: SetNumber,
    pub(in crate::earley) environment: u32,
}

impl NodeKey {
    fn hash(&self) -> u32 {
        hash(self.origin, self.dots.start, self.environment)
    }
}

impl Chart {
    /// Returns the node of a rule that began in `origin` and ends in the open set.
    pub(in crate::earley) fn node(&mut self, key: &NodeKey) -> Option<NodeNumber> {
        if key.environment != 0 {
            return self.completed.find(key.hash(), |node| self.is_node(node, key));
        }
        let latest = *self.waiting.node(self.waiting.place(key.origin, key.rule)?);
        (latest != NONE && latest >= self.first_node).then_some(latest)
    }

    /// Returns the node of a rule that is empty in the open set, in the empty environment. It is completed by the end of an empty
    /// production, and no item waits for it.
    pub(in crate::earley) fn complete_empty(&mut self, rule: Symbol, dot: u32) -> NodeNumber {
        let (new, set) = (self.nodes.len() as u32, self.current());
        let latest = self.waiting.node(GroupRef::Open(rule));
        if *latest == NONE || *latest < self.first_node {
            *latest = new;
            self.nodes.push(EMPTY | self.empties.len() as u32);
            self.empties.push((dot, set));
            self.size += 1;
            return new;
        }
        *latest
    }

    /// Notes that an item of the open set completes a node. Returns the node if it is new.
    pub(in crate::earley) fn complete(&mut self, number: ItemNumber, key: &NodeKey) -> Option<NodeNumber> {
        let node = if key.environment == 0 { self.note_alone(key) } else { self.note(key) };
        if node == self.nodes.len() as u32 {
            self.nodes.push(number);
            return Some(node);
        }
        self.nodes[node as usize] |= SHARED;
        self.sharing.push((node, number));
        None
    }

    /// Returns the number of a node in the empty environment, a new number if the node is new. The number is stored at the place
    /// where its rule is waited for.
    #[inline]
    fn note_alone(&mut self, key: &NodeKey) -> NodeNumber {
        let new = self.nodes.len() as u32;
        let Some(place) = self.waiting.place(key.origin, key.rule) else { return new };
        let latest = self.waiting.node(place);
        if *latest == NONE || *latest < self.first_node {
            *latest = new;
        }
        *latest
    }

    /// The same in another environment.
    fn note(&mut self, key: &NodeKey) -> NodeNumber {
        let known = self.completed.find(key.hash(), |node| self.is_node(node, key));
        known.unwrap_or_else(|| {
            let new = self.nodes.len() as u32;
            self.completed.add(key.hash(), new);
            new
        })
    }

    /// Returns the items that complete a node, one for each production that derives it. The node must have been expanded.
    pub(in crate::earley) fn completions(&self, node: NodeNumber) -> impl Iterator<Item = ItemNumber> + '_ {
        let expanded = self.leaps.completions(node);
        let stored = expanded.is_none().then(|| self.stored_completions(node));
        expanded.unwrap_or(&[]).iter().copied().chain(stored.into_iter().flatten())
    }

    /// The same as it was recognized: some of the items may stand for leaps.
    pub(super) fn stored_completions(&self, node: NodeNumber) -> impl Iterator<Item = ItemNumber> + '_ {
        let first = self.nodes[node as usize];
        let sharing = if first & SHARED == 0 { &[] } else { &self.sharing[..] };
        let others = &sharing[sharing.partition_point(|&(other, _)| other < node)..];
        let others = others.iter().take_while(move |&&(other, _)| other == node).map(|&(_, item)| item);
        [first & !SHARED].into_iter().chain(others)
    }

    /// Returns the item that completes a node, if no other does.
    #[inline]
    pub(in crate::earley) fn only_completion(&self, node: NodeNumber) -> Option<ItemNumber> {
        Some(self.nodes[node as usize]).filter(|item| item & SHARED == 0)
    }

    /// Returns an item that completes a node. The items of one node differ only in their production.
    pub(in crate::earley) fn completed(&self, node: NodeNumber) -> EarleyItem {
        self.item(self.nodes[node as usize] & !SHARED)
    }

    /// Returns where a node began and where it ends.
    pub(in crate::earley) fn span(&self, node: NodeNumber) -> Range<SetNumber> {
        let item = self.completed(node);
        item.key.origin..item.set
    }

    /// Whether a node of the open set is this one. Its first item's dot stands at the end of a production of the rule.
    fn is_node(&self, node: NodeNumber, key: &NodeKey) -> bool {
        let item = self.completed(node).key;
        item.origin == key.origin && item.environment == key.environment && key.dots.contains(&item.dot)
    }
}
