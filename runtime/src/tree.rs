//! The flat tree of an input: a view of a text that it does not own.
//!
//! Nodes stand in preorder, each with the length of its subtree, so a tree is one allocation and its nesting is bounded by
//! memory alone. The layout is private; everything goes through accessors by [`NodeId`]. Parsers write a tree through
//! [`Builder`], children first: left recursion and giving up an option are then both cheap.

pub mod edit;
mod holes;
mod loose;
mod patch;
mod splice;

use std::ops::Range;

pub(crate) use holes::Hole;
pub use patch::{Patch, patched};
pub use splice::{Region, Spliced};

use crate::grammar::{Grammar, ItemId, ProductionId, Shape, Slot, Symbol};

/// The identity of a node. Never reused within one tree and the trees made from it by edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

const NONE: u32 = u32::MAX;

/// One node as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Record {
    symbol: u32,
    /// `NONE` for a leaf.
    production: u32,
    /// First byte.
    start: u32,
    /// One past the last byte.
    end: u32,
    item: u32,
    /// Number of nodes in the subtree, this one included.
    size: u32,
    hidden: bool,
}

/// The nodes of one input in preorder.
#[derive(Debug, Clone)]
pub struct Tree {
    records: Vec<Record>,
    /// `ids[index]` is the identity of the node stored there; empty while identity is the index.
    ids: Vec<u32>,
    /// `places[id]` is the index of the node, `NONE` once it is gone; empty while identity is the index.
    places: Vec<u32>,
    /// The first identity that was never used.
    next_id: u32,
}

/// What can be said of one node without its neighbours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its identity.
    pub id: NodeId,
    /// What it is.
    pub symbol: Symbol,
    /// Which alternative was taken; none for a leaf.
    pub production: Option<ProductionId>,
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// The place in a production that it was parsed for; [`ItemId::NONE`] for the root.
    pub item: ItemId,
    /// Whether readers see its children in its place ([`Shape::Element`]).
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
        self.records.len()
    }

    /// Returns whether the node is still there.
    pub fn contains(&self, id: NodeId) -> bool {
        self.index_of(id).is_some()
    }

    /// Returns the node.
    ///
    /// # Panics
    /// If it is gone: ask [`Tree::contains`] first where that can be.
    pub fn node(&self, id: NodeId) -> Node {
        self.node_at(self.index(id))
    }

    /// Returns the children as readers see them, in order; those of hidden nodes stand in their place.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let index = self.index(id);
        let end = index + self.records[index].size as usize;
        let mut next = index + 1;
        std::iter::from_fn(move || {
            while next < end && self.records[next].hidden {
                next += 1;
            }
            let found = (next < end).then(|| self.id_at(next));
            next += self.records.get(next).map_or(0, |record| record.size as usize);
            found
        })
    }

    /// Returns the children as stored, hidden ones included, in order.
    pub fn parts(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let index = self.index(id);
        let end = index + self.records[index].size as usize;
        let mut next = index + 1;
        std::iter::from_fn(move || {
            let found = (next < end).then(|| self.id_at(next))?;
            next += self.records[next].size as usize;
            Some(found)
        })
    }

    /// Returns the node and everything below it in preorder, hidden nodes included.
    pub fn subtree(&self, id: NodeId) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + '_ {
        let index = self.index(id);
        (index..index + self.records[index].size as usize).map(|index| self.id_at(index))
    }

    /// Returns the number of nodes of the subtree, the node included.
    pub fn size(&self, id: NodeId) -> usize {
        self.records[self.index(id)].size as usize
    }

    /// Returns all nodes in preorder, each with its depth (the root's is 0, hidden nodes count). O(n) in all.
    pub fn walk(&self) -> impl Iterator<Item = (NodeId, usize)> + '_ {
        let mut ends: Vec<usize> = Vec::new();
        (0..self.records.len()).map(move |index| {
            while ends.last().is_some_and(|&end| end <= index) {
                ends.pop();
            }
            let depth = ends.len();
            ends.push(index + self.records[index].size as usize);
            (self.id_at(index), depth)
        })
    }

    /// Returns the parent of every node, in preorder; the root is its own. O(n): ask once, not for each node.
    pub fn parents(&self) -> Vec<NodeId> {
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut parents = Vec::with_capacity(self.records.len());
        for (index, record) in self.records.iter().enumerate() {
            while open.last().is_some_and(|&(_, end)| end <= index) {
                open.pop();
            }
            parents.push(self.id_at(open.last().map_or(0, |&(parent, _)| parent)));
            open.push((index, index + record.size as usize));
        }
        parents
    }

    /// Returns the nodes of each depth, from the root down, each level from left to right. O(n).
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
        (index != NONE && (index as usize) < self.records.len()).then_some(index as usize)
    }

    /// Returns the node at a place in preorder.
    pub fn id_at(&self, index: usize) -> NodeId {
        NodeId(self.ids.get(index).copied().unwrap_or(index as u32))
    }

    fn index(&self, id: NodeId) -> usize {
        self.index_of(id).expect("the node is part of this tree")
    }

    fn node_at(&self, index: usize) -> Node {
        let record = self.records[index];
        Node {
            id: self.id_at(index),
            symbol: Symbol(record.symbol),
            production: (record.production != NONE).then_some(ProductionId(record.production)),
            span: record.start as usize..record.end as usize,
            item: ItemId(record.item),
            hidden: record.hidden,
        }
    }
}

/// Two trees are equal if their nodes are: identities do not count.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        self.records == other.records
    }
}

impl Eq for Tree {}

/// Writes a tree, children before parents.
#[derive(Debug, Default)]
pub struct Builder {
    /// In postorder.
    records: Vec<Record>,
}

/// A point to close a node from, or to go back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark(u32);

/// What a node was before it was given to another item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claimed {
    place: u32,
    item: u32,
}

impl Claimed {
    /// Returns whether the node was there at that point.
    pub fn is_before(self, mark: Mark) -> bool {
        self.place < mark.0
    }
}

impl Builder {
    /// Makes an empty builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the present point.
    pub fn mark(&self) -> Mark {
        Mark(self.records.len() as u32)
    }

    /// Forgets everything since `mark`: an option is given up.
    pub fn truncate(&mut self, mark: Mark) {
        self.records.truncate(mark.0 as usize);
    }

    /// Adds a leaf: the text of a terminal. Look-aheads have none.
    pub fn leaf(&mut self, terminal: Symbol, span: Range<usize>, item: ItemId) {
        self.push(terminal.0, NONE, span, item, 1, false);
    }

    /// Makes everything since `mark` the children of an application of `production`, as its [`Shape`] says.
    pub fn close(&mut self, grammar: &Grammar, production: ProductionId, mark: Mark, span: Range<usize>, item: ItemId) {
        let row = grammar.production(production);
        let (symbol, hidden) = match row.shape {
            Shape::Splice => return,
            Shape::Node(symbol) => (symbol, false),
            Shape::Element => (row.rule, true),
            Shape::Leaf(symbol) => {
                self.truncate(mark);
                (symbol, false)
            }
        };
        let size = self.records.len() as u32 - mark.0 + 1;
        self.push(symbol.0, production.0, span, item, size, hidden);
    }

    /// Gives the outermost nodes since `mark` that were parsed for one of the first items to the second: productions that
    /// begin alike are parsed as one until they part. `changed` is told of each: what it was, to be given back by
    /// [`Builder::give_back`] if the option is given up.
    /// `resolve` says which item the second stands for.
    pub fn claim(
        &mut self,
        mark: Mark,
        items: &[(ItemId, ItemId)],
        resolve: impl Fn(ItemId) -> ItemId,
        mut changed: impl FnMut(Claimed),
    ) {
        // The usual case is checked first: what follows looks at every child.
        let mut end = if items.is_empty() { 0 } else { self.records.len() };
        while end > mark.0 as usize {
            let record = &mut self.records[end - 1];
            if let Some((_, to)) = items.iter().find(|(from, _)| from.0 == record.item) {
                changed(Claimed { place: end as u32 - 1, item: record.item });
                record.item = resolve(*to).0;
            }
            end -= record.size as usize;
        }
    }

    /// Gives the first of the outermost nodes since `mark` to an item: it has become part of a larger one. `changed` is told
    /// as by [`Builder::claim`].
    pub fn adopt(&mut self, mark: Mark, item: ItemId, mut changed: impl FnMut(Claimed)) {
        let mut end = self.records.len();
        while end > mark.0 as usize {
            let start = end - self.records[end - 1].size as usize;
            if start == mark.0 as usize {
                changed(Claimed { place: end as u32 - 1, item: self.records[end - 1].item });
                self.records[end - 1].item = item.0;
            }
            end = start;
        }
    }

    /// Undoes one change of an item; changes are undone from the last to the first.
    pub fn give_back(&mut self, claimed: Claimed) {
        if let Some(record) = self.records.get_mut(claimed.place as usize) {
            record.item = claimed.item;
        }
    }

    /// Returns where the last byte ends that was not skipped, of what was built from the offset `start` on; `start` if there is
    /// none. O(1) for each node that ends behind it.
    pub fn seen_end(&self, grammar: &Grammar, start: usize) -> usize {
        let mut next = self.records.len();
        while let Some(record) = next.checked_sub(1).map(|last| self.records[last]) {
            if record.end as usize <= start {
                break;
            }
            let is_skip = grammar.item(ItemId(record.item)).is_some_and(|item| item.slot == Slot::Skip);
            if record.size == 1 && record.start < record.end && !is_skip {
                return record.end as usize;
            }
            next -= if is_skip { record.size as usize } else { 1 };
        }
        start
    }

    /// Turns the records into a tree. The last node closed must hold all others. O(n).
    pub fn finish(self) -> Tree {
        let count = self.records.len();
        // A subtree of size s that ends at postorder place p covers p-s+1..=p. In preorder its root stands before
        // everything else in it, after what lies left of it and after its ancestors: at p-s+1 plus its depth.
        let mut records = self.records.clone();
        let mut open: Vec<usize> = Vec::new();
        for (place, record) in self.records.iter().enumerate().rev() {
            let first = place + 1 - record.size as usize;
            while open.last().is_some_and(|&first| first > place) {
                open.pop();
            }
            records[first + open.len()] = *record;
            open.push(first);
        }
        Tree { records, ids: Vec::new(), places: Vec::new(), next_id: count as u32 }
    }

    fn push(&mut self, symbol: u32, production: u32, span: Range<usize>, item: ItemId, size: u32, hidden: bool) {
        let (start, end) = (span.start as u32, span.end as u32);
        self.records.push(Record { symbol, production, start, end, item: item.0, size, hidden });
    }
}
