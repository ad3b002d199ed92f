//! The flat tree of an input: a view of a text that it does not own.
//!
//! Nodes stand in preorder, each with the length of its subtree, so a tree is one allocation and its nesting is bounded by memory
//! alone. For example, `[1]` is the nodes list, `[`, `1`, `]` with the lengths 4, 1, 1 and 1. The layout is private; everything
//! goes through accessors by [`NodeId`]. Parsers write a tree through [`Builder`]. They close a node after its children, so that
//! left recursion and backtracking are cheap.

mod builder;
mod density;
mod kinds;
mod loose;
mod name;
mod nodes;
mod packed;
mod patch;
mod preorder;
mod record;
mod words;

use std::borrow::Cow;
use std::ops::Range;

pub(crate) use builder::NodeCopy;
pub use builder::{Arena, Builder, ClaimUndo, NodeMark};
pub(crate) use density::Density;
pub use kinds::{Kinds, NodeEffect, NodeOrder};
pub use name::{name_in, name_span};
pub use patch::{Patch, patched};
#[doc(hidden)]
pub use record::{NONE, Record};

use crate::grammar::{Grammar, ItemId, ProductionId, RuleKind, Shape, Slot, Symbol};
use nodes::Nodes;

/// The identity of a node. Never reused within one tree and the trees made from it by edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// The nodes of one input in preorder.
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Nodes,
    /// `ids[index]` is the identity of the node stored there; empty while identity is the index.
    ids: Vec<u32>,
    /// `places[id]` is the index of the node, `NONE` once it is gone; empty while identity is the index. For example, after the
    /// first of three leaves is removed, leaf 3 is at index 2.
    places: Vec<u32>,
    /// The lowest identity that was never used.
    next_id: u32,
}

/// One node, without its neighbours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeNode {
    /// Its identity.
    pub id: NodeId,
    /// Its rule or terminal.
    pub symbol: Symbol,
    /// Which alternative was taken; none for a leaf.
    pub production: Option<ProductionId>,
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// The place in a production that it was parsed for; [`ItemId::NONE`] for the root.
    pub item: ItemId,
    /// Whether readers see the children of the node in its place ([`Shape::Element`]).
    pub hidden: bool,
}

impl Tree {
    /// Returns the root.
    pub fn root(&self) -> NodeId {
        self.id_at(0)
    }

    /// Returns the number of nodes, hidden ones included. At least 1.
    #[expect(clippy::len_without_is_empty, reason = "a tree has a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns how many bytes the nodes take: eight each as they come from a parse, more once they have been edited.
    pub fn memory(&self) -> usize {
        self.nodes.memory() + size_of_val(&*self.ids) + size_of_val(&*self.places)
    }

    /// Returns whether the node is still there.
    pub fn contains(&self, id: NodeId) -> bool {
        self.index_of(id).is_some()
    }

    /// Returns the node.
    ///
    /// # Panics
    /// If the node is gone. Check [`Tree::contains`] first where edits may have removed it.
    pub fn node(&self, id: NodeId) -> TreeNode {
        self.node_at(self.index(id))
    }

    /// Returns the children as readers see them, in order. The children of a hidden node stand in its place. For example, those of
    /// `1,2` with `<list> ::= <n> ("," <n>)*` are `1`, `,` and `2`.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let index = self.index(id);
        let end = self.end_at(index);
        let mut next = index + 1;
        std::iter::from_fn(move || {
            while next < end && self.nodes.is_hidden(next) {
                next += 1;
            }
            let found = (next < end).then(|| self.id_at(next))?;
            next = self.end_at(next);
            Some(found)
        })
    }

    /// Returns the children as stored, hidden ones included, in order.
    pub fn parts(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let index = self.index(id);
        let end = self.end_at(index);
        let mut next = index + 1;
        std::iter::from_fn(move || {
            let found = (next < end).then(|| self.id_at(next))?;
            next = self.end_at(next);
            Some(found)
        })
    }

    /// Returns the node and everything below it in preorder, hidden nodes included.
    pub fn subtree(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + '_ {
        let index = self.index(id);
        (index..self.end_at(index)).map(|index| self.id_at(index))
    }

    /// Returns the node at a path: from the root down, which of the children it is, counted from 0, as [`Tree::children`] has them.
    /// None where there is no such child. The root is at the empty path.
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    ///
    /// let tree = LINES.parse(b"one\ntwo\n").unwrap();
    /// let second = tree.at(&[1]).unwrap();
    /// assert_eq!(tree.node(second).span, 4..8);
    /// assert_eq!(tree.at(&[2]), None);
    /// ```
    pub fn at(&self, path: &[usize]) -> Option<NodeId> {
        path.iter().try_fold(self.root(), |node, &child| self.children(node).nth(child))
    }

    /// Returns a node and everything below it as a tree of its own, with the same places in the same text. O(nodes of it).
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    ///
    /// let tree = LINES.parse(b"one\ntwo\n").unwrap();
    /// let second = tree.cut(tree.at(&[1]).unwrap());
    /// assert_eq!(second.node(second.root()).span, 4..8);
    /// ```
    #[must_use]
    pub fn cut(&self, id: NodeId) -> Self {
        let index = self.index(id);
        Self::of(Nodes::Wide((index..self.end_at(index)).map(|index| self.nodes.get(index)).collect()))
    }

    /// Returns the tree as people read it, where the node of the start rule is the root.
    ///
    /// If the grammar has `%skip`, a parser puts another node around it, so that text can be skipped before the start rule. Its
    /// other children become children of the root. For example, with `%skip <ws>` the tree of ` a` is `<s>` with the children ` `
    /// and `a`. A start rule that is a token keeps the node around it, because a leaf has no children. O(n) if there is such a node.
    pub fn one_root(&self, grammar: &Grammar) -> Cow<'_, Self> {
        let Some(start) = self.start_below_root(grammar) else { return Cow::Borrowed(self) };
        let mut records: Vec<Record> = (0..self.len()).map(|index| self.nodes.get(index)).collect();
        let Record { symbol, production, .. } = records.remove(start);
        records[0] = Record { symbol, production, size: records[0].size - 1, ..records[0] };
        Cow::Owned(Self::of(Nodes::Wide(records)))
    }

    /// Returns the place of the start rule's node, if there is another node around it.
    fn start_below_root(&self, grammar: &Grammar) -> Option<usize> {
        let is_start = |node: &TreeNode| {
            let is_item = grammar.item(node.item).is_some_and(|item| item.slot == Slot::Item);
            is_item && node.production.is_some_and(|it| matches!(grammar.production(it).shape, Shape::Node(_)))
        };
        let around = grammar.rule(self.node(self.root()).symbol)?.kind == RuleKind::Anonymous;
        let start = self.parts(self.root()).find(|&id| around && is_start(&self.node(id)))?;
        self.index_of(start)
    }

    /// Returns the number of nodes of the subtree, the node included.
    pub fn size(&self, id: NodeId) -> usize {
        self.nodes.size(self.index(id))
    }

    /// Returns all nodes in preorder, each with its depth (the root's is 0, hidden nodes count). O(n) in all.
    pub fn walk(&self) -> impl Iterator<Item = (NodeId, usize)> + '_ {
        let mut ends: Vec<usize> = Vec::new();
        (0..self.len()).map(move |index| {
            while ends.last().is_some_and(|&end| end <= index) {
                ends.pop();
            }
            let depth = ends.len();
            ends.push(self.end_at(index));
            (self.id_at(index), depth)
        })
    }

    /// Returns the parent of every node, in preorder; the root is its own. O(n): ask once, not for each node.
    pub fn parents(&self) -> Vec<NodeId> {
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut parents = Vec::with_capacity(self.len());
        for index in 0..self.len() {
            while open.last().is_some_and(|&(_, end)| end <= index) {
                open.pop();
            }
            parents.push(self.id_at(open.last().map_or(0, |&(parent, _)| parent)));
            open.push((index, self.end_at(index)));
        }
        parents
    }

    /// Returns the nodes of each depth, from the root down, each level from left to right. For example, `[[1] 2]` has the outer
    /// list alone on the first level. O(n).
    pub fn levels(&self) -> Vec<Vec<NodeId>> {
        let mut levels: Vec<Vec<NodeId>> = Vec::new();
        for (id, depth) in self.walk() {
            if levels.len() == depth {
                levels.push(Vec::new());
            }
            levels[depth].push(id);
        }
        levels
    }

    /// Returns the place of a node in preorder, or none if it is gone.
    pub fn index_of(&self, id: NodeId) -> Option<usize> {
        let index = if self.places.is_empty() { id.0 } else { *self.places.get(id.0 as usize)? };
        (index != NONE && (index as usize) < self.len()).then_some(index as usize)
    }

    /// Returns the node at a place in preorder.
    pub fn id_at(&self, index: usize) -> NodeId {
        NodeId(self.ids.get(index).copied().unwrap_or(index as u32))
    }

    /// Makes a tree of nodes. The identity of each is its place.
    fn of(nodes: Nodes) -> Self {
        let next_id = nodes.len() as u32;
        Self { nodes, ids: Vec::new(), places: Vec::new(), next_id }
    }

    /// Frees memory that the nodes do not need.
    pub(crate) fn shrink(&mut self) {
        self.nodes.shrink();
    }

    fn index(&self, id: NodeId) -> usize {
        self.index_of(id).expect("the node is part of this tree")
    }

    /// Returns the item of the node at a place in preorder: less work than to return the node.
    #[inline]
    #[doc(hidden)]
    pub fn item_at(&self, index: usize) -> ItemId {
        self.nodes.item(index)
    }

    /// Returns the node at a place in preorder, as [`Tree::node`] does.
    #[inline]
    #[doc(hidden)]
    pub fn node_at(&self, index: usize) -> TreeNode {
        let record = self.nodes.get(index);
        TreeNode {
            id: self.id_at(index),
            symbol: Symbol(record.symbol),
            production: (record.production != NONE).then_some(ProductionId(record.production)),
            span: record.start as usize..record.end as usize,
            item: ItemId(record.item),
            hidden: record.hidden,
        }
    }
}

/// Two trees are equal if their nodes are equal. Identities do not count, because they depend on the edits that led to a tree.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
    }
}

impl Eq for Tree {}
