//! Nodes in eight bytes each: offset, size of the subtree, kind.
//!
//! A derivation tree tiles its input: a node begins where the node before it ends, so one of the two offsets is enough. Nodes
//! in preorder store their start, nodes in postorder their end. A finished tree is in preorder.
//!
//! One word, and the four words of a small list:
//!
//! ```text
//! bits    63 … 40    39 … 8    7 … 0
//!         offset     size      kind            for 8 bits of kind and at most 32 of size
//!
//! [1]     in preorder                          in postorder
//!         offset 0   size 4   list             offset 1   size 1   "["
//!         offset 0   size 1   "["              offset 2   size 1   number
//!         offset 1   size 1   number           offset 3   size 1   "]"
//!         offset 2   size 1   "]"              offset 3   size 4   list
//! ```

use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::Record;
use super::kinds::{Kinds, NodeEffect, NodeOrder};
use super::words::Words;
use crate::grammar::{ItemId, ProductionId, Symbol};

/// The nodes of an input that tile it.
#[derive(Clone)]
pub(super) struct Packed {
    words: Words,
    layout: WordLayout,
    kinds: Arc<Kinds>,
    /// The end of the last node; for a finished tree the end of all.
    end: u32,
    /// How the nodes are written.
    order: NodeOrder,
    /// Whether a node of a preorder tree did not fit, so that nodes are missing. The nodes of a parser always fit.
    lost: bool,
}

/// Nodes of one place of an input.
#[derive(Debug)]
pub(crate) struct PackedCopy {
    words: Vec<u64>,
    /// Where they end.
    end: u32,
}

impl PackedCopy {
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }
}

/// How a word of 64 bits is divided. From the lowest bit on: kind, size, offset. For example, 8 bits of kind and an input of 3
/// bytes give `{kind: 8, both: 40, last: 3}`.
#[derive(Debug, Clone, Copy)]
struct WordLayout {
    /// Bits of the kind.
    kind: u32,
    /// Bits of kind and size together.
    both: u32,
    /// The highest offset.
    last: u32,
}

impl WordLayout {
    /// Returns the layout for kinds of `kind` bits and an input of `bytes` bytes; none if fewer than 8 bits are left for sizes.
    fn new(kind: u32, bytes: usize) -> Option<Self> {
        let offset = (usize::BITS - bytes.leading_zeros()).max(1);
        let both = 64_u32.checked_sub(offset)?.min(kind + 32);
        (both >= kind + 8).then_some(Self { kind, both, last: bytes as u32 })
    }

    #[inline]
    fn word(self, kind: u32, size: u32, offset: u32) -> u64 {
        u64::from(kind) | u64::from(size) << self.kind | u64::from(offset) << self.both
    }

    #[inline]
    fn kind(self, word: u64) -> u32 {
        (word & ((1 << self.kind) - 1)) as u32
    }

    #[inline]
    fn size(self, word: u64) -> u32 {
        (word >> self.kind & ((1 << (self.both - self.kind)) - 1)) as u32
    }

    #[inline]
    fn offset(self, word: u64) -> u32 {
        (word >> self.both) as u32
    }

    #[inline]
    fn with_offset(self, word: u64, offset: u32) -> u64 {
        word & ((1 << self.both) - 1) | u64::from(offset) << self.both
    }

    #[inline]
    fn with_kind(self, word: u64, kind: u32) -> u64 {
        word >> self.kind << self.kind | u64::from(kind)
    }

    /// Whether sizes have at least 30 bits: enough for a subtree that takes gigabytes.
    fn has_room(self) -> bool {
        self.both - self.kind >= 30
    }

    /// Whether a subtree of that size can be stored.
    #[inline]
    fn fits(self, size: u32) -> bool {
        u64::from(size) >> (self.both - self.kind) == 0
    }
}

/// Nodes that are being written. A method that returns `false` has changed nothing.
impl Packed {
    /// Makes room for the nodes of an input of `bytes` bytes, in reused memory. It returns the memory if the nodes cannot be
    /// packed.
    pub(super) fn new(kinds: &Arc<Kinds>, bytes: usize, memory: Vec<u64>) -> Result<Self, Vec<u64>> {
        match WordLayout::new(kinds.bits(), bytes) {
            Some(layout) => {
                let order = if layout.has_room() { kinds.order() } else { NodeOrder::Post };
                let (words, kinds) = (Words::new(memory), Arc::clone(kinds));
                Ok(Self { words, layout, kinds, end: 0, order, lost: false })
            }
            None => Err(memory),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn memory(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Returns the memory, for the next tree.
    pub(super) fn into_memory(self) -> Vec<u64> {
        self.words.into_memory()
    }

    /// Frees unused memory.
    pub(super) fn shrink(&mut self) {
        self.words.shrink();
    }

    /// Lends the memory to a caller that writes all words itself, with the number of the bit at which offsets begin. Returns
    /// none if sizes may not fit, or kinds do not take `kind_bits` bits.
    pub(super) fn lend(&mut self, kind_bits: u32) -> Option<(Vec<u64>, u32)> {
        let is_alike = self.layout.has_room() && self.layout.kind == kind_bits && self.words.is_empty();
        is_alike.then(|| (mem::take(&mut self.words).into_memory(), self.layout.both))
    }

    /// Takes the memory back. Its first `count` words are the nodes of the whole input, in preorder.
    pub(super) fn fill(&mut self, memory: Vec<u64>, count: usize) {
        self.words = Words::of(memory, count);
        self.order = NodeOrder::Pre;
        self.end = self.layout.last;
    }

    /// Forgets all but the first `count` nodes, which end at `end`.
    pub(super) fn truncate(&mut self, count: usize, end: usize) {
        self.words.truncate(count);
        self.end = end as u32;
    }

    /// Copies the nodes from a place on.
    pub(super) fn copy(&self, from: usize) -> PackedCopy {
        PackedCopy { words: self.words[from..].to_vec(), end: self.end }
    }

    /// Adds copied nodes at the offset that they were copied from, which is returned.
    pub(super) fn paste(&mut self, copy: &PackedCopy) -> usize {
        copy.words.iter().for_each(|&word| self.words.push(word));
        std::mem::replace(&mut self.end, copy.end) as usize
    }

    pub(super) fn order(&self) -> NodeOrder {
        self.order
    }

    /// Returns whether nodes are missing.
    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Returns where the last node ends.
    pub(super) fn end(&self) -> usize {
        self.end as usize
    }

    /// Begins the node for an item, if it will have one. Only the start of the node is known yet.
    #[inline]
    pub(super) fn open(&mut self, item: ItemId) {
        if self.opens(item) {
            self.words.push(self.layout.word(0, 0, self.end));
        }
    }

    /// Returns whether the node for an item is begun before its children.
    #[inline]
    pub(super) fn opens(&self, item: ItemId) -> bool {
        self.order == NodeOrder::Pre && self.kinds.opens(item)
    }

    /// Returns the end of the node before a place. The next node begins there. For example, in postorder `1` of `[1]` begins at
    /// 1, where `[` ends.
    #[inline]
    fn end_before(&self, place: usize) -> u32 {
        place.checked_sub(1).map_or(0, |last| self.layout.offset(self.words[last]))
    }

    /// Adds a leaf, the text of a terminal. It must begin where the last node ends.
    #[inline]
    pub(super) fn leaf(&mut self, terminal: Symbol, start: usize, end: usize, item: ItemId) -> bool {
        let tiles = start == self.end as usize && start <= end && end <= self.layout.last as usize;
        let Some(kind) = self.kinds.leaf(terminal, item).filter(|_| tiles) else { return self.lose() };
        self.end = end as u32;
        let offset = if self.order == NodeOrder::Pre { start as u32 } else { self.end };
        self.words.push(self.layout.word(kind, 1, offset));
        true
    }

    /// Reports a node that does not fit. In postorder it returns `false`, and the caller stores whole records instead. In
    /// preorder the tree is lost, and `true` lets the caller go on without one.
    #[cold]
    fn lose(&mut self) -> bool {
        self.lost = self.order == NodeOrder::Pre;
        self.lost
    }

    /// Ends a production whose nodes were written since `mark`: makes them the children of its node. A production without a
    /// node leaves them to the node around it.
    #[inline]
    pub(super) fn close(
        &mut self,
        production: ProductionId,
        mark: usize,
        start: usize,
        end: usize,
        item: ItemId,
    ) -> bool {
        let Some((role, kind)) = self.kinds.node(production, item) else { return self.lose() };
        if role == NodeEffect::Splice {
            return true;
        }
        match self.order {
            NodeOrder::Pre => self.complete(kind, role, mark, end),
            NodeOrder::Post => self.append(kind, role, mark, start..end),
        }
    }

    /// Completes the node that was begun at `mark`: its kind and size are known now.
    #[inline]
    fn complete(&mut self, kind: u32, role: NodeEffect, mark: usize, end: usize) -> bool {
        if role == NodeEffect::Leaf {
            self.words.truncate(mark + 1);
        }
        let size = (self.words.len() - mark) as u32;
        let fits = end == self.end as usize && self.layout.fits(size);
        match self.words.get_mut(mark).filter(|_| fits) {
            Some(word) => *word = self.layout.word(kind, size, self.layout.offset(*word)),
            None => return self.lose(),
        }
        true
    }

    /// Adds a postorder node behind its descendants, the nodes since `mark`.
    fn append(&mut self, kind: u32, role: NodeEffect, mark: usize, span: Range<usize>) -> bool {
        let size = if role == NodeEffect::Leaf { 1 } else { self.words.len() - mark + 1 };
        let tiles = span.start == self.end_before(mark) as usize && span.end == self.end as usize;
        let fits = u32::try_from(size).is_ok_and(|size| self.layout.fits(size));
        if !tiles || !fits {
            return false;
        }
        if role == NodeEffect::Leaf {
            self.words.truncate(mark);
        }
        self.words.push(self.layout.word(kind, size as u32, self.end));
        true
    }

    /// Returns the size of the subtree whose root was written to a place, in nodes, and the item of the root. The size is 0 as
    /// long as the root is open. For example, it is 4 for the list `[1]` once that is closed.
    #[inline]
    pub(super) fn outermost(&self, place: usize) -> (usize, ItemId) {
        let word = self.words[place];
        (self.layout.size(word) as usize, self.kinds.item(self.layout.kind(word)))
    }

    /// Sets the item of the node at a place. Productions that begin alike are parsed as one until they part: for example, `x` of
    /// `"x" "y" | "x" "z"` goes from item 0 to item 2.
    pub(super) fn give(&mut self, place: usize, item: ItemId) -> bool {
        let Some(word) = self.words.get_mut(place) else { return true };
        let Some(kind) = self.kinds.for_item(self.layout.kind(*word), item) else { return self.lose() };
        *word = self.layout.with_kind(*word, kind);
        true
    }

    /// Returns the node that was written to a place.
    pub(super) fn written(&self, place: usize) -> Record {
        let word = self.words[place];
        let size = self.layout.size(word);
        let start = self.end_before(place + 1 - size as usize);
        self.kinds.record(self.layout.kind(word), start, self.layout.offset(word), size)
    }

    /// Turns postorder nodes into preorder, in place; preorder nodes stay. O(n), and memory for the nesting.
    ///
    /// It goes backwards from the last node. A leaf moves up by one place for each open node around it. That overwrites only
    /// words that have been read, because the open nodes stood above the leaf. A node with children moves in front of its
    /// subtree when all nodes in its subtree have moved.
    pub(super) fn finish(&mut self) {
        if self.order == NodeOrder::Pre {
            return;
        }
        let Self { words, layout, .. } = self;
        let words = &mut **words;
        // The word of each open node, and the place where its subtree begins.
        let mut open: Vec<(u64, u32)> = Vec::new();
        let mut floor = 0;
        for place in (0..words.len()).rev() {
            let word = words[place];
            while place < floor {
                let Some((word, first)) = open.pop() else { break };
                words[first as usize + open.len()] = word;
                floor = open.last().map_or(0, |&(_, first)| first as usize);
            }
            let first = place + 1 - layout.size(word) as usize;
            let start = first.checked_sub(1).map_or(0, |before| layout.offset(words[before]));
            let word = layout.with_offset(word, start);
            if first == place {
                words[place + open.len()] = word;
            } else {
                open.push((word, first as u32));
                floor = first;
            }
        }
        while let Some((word, first)) = open.pop() {
            words[first as usize + open.len()] = word;
        }
    }
}

/// Nodes of a finished tree, in preorder.
impl Packed {
    #[inline]
    pub(super) fn size(&self, index: usize) -> usize {
        self.layout.size(self.words[index]) as usize
    }

    #[inline]
    pub(super) fn is_hidden(&self, index: usize) -> bool {
        self.kinds.is_hidden(self.layout.kind(self.words[index]))
    }

    #[inline]
    pub(super) fn item(&self, index: usize) -> ItemId {
        self.kinds.item(self.layout.kind(self.words[index]))
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Record {
        let word = self.words[index];
        let size = self.layout.size(word);
        let next = self.words.get(index + size as usize);
        let end = next.map_or(self.end, |&next| self.layout.offset(next));
        self.kinds.record(self.layout.kind(word), self.layout.offset(word), end, size)
    }
}
