//! Nodes in eight bytes each: offset, size of the subtree, kind.
//!
//! A derivation tree tiles its input: a node begins where the one before it ends, so one of the two is enough. In a finished
//! tree, which is in preorder, that is the start. So it is while one is written, if it is written in that order; in postorder
//! it is the end.

use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::Record;
use super::kinds::{Kinds, Order, Role};
use super::words::Words;
use crate::grammar::{ItemId, ProductionId, Symbol};

/// The nodes of an input that tile it.
#[derive(Clone)]
pub(super) struct Packed {
    words: Words,
    layout: Layout,
    kinds: Arc<Kinds>,
    /// Where the last node ends; of a finished tree where all end.
    end: u32,
    /// How the nodes are written.
    order: Order,
    /// Whether a node could not be written in preorder. Parsers have none of which that is so.
    lost: bool,
}

/// How many bits of a word what has. From the lowest: kind, size, offset.
#[derive(Debug, Clone, Copy)]
struct Layout {
    kind: u32,
    /// Kind and size.
    both: u32,
    /// The highest offset.
    last: u32,
}

impl Layout {
    /// Returns the layout for kinds of so many bits and an input of so many bytes; none if that leaves too little for sizes.
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

    /// Whether subtrees are stored that take gigabytes.
    fn has_room(self) -> bool {
        self.both - self.kind >= 30
    }

    /// Whether a subtree of that size can be stored.
    #[inline]
    fn fits(self, size: u32) -> bool {
        u64::from(size) >> (self.both - self.kind) == 0
    }
}

/// Nodes that are being written, in postorder. What returns whether it could be done has changed nothing if not.
impl Packed {
    /// Makes room for the nodes of an input of so many bytes, in memory that was used before; gives that back if they cannot be
    /// packed.
    pub(super) fn new(kinds: &Arc<Kinds>, bytes: usize, memory: Vec<u64>) -> Result<Self, Vec<u64>> {
        match Layout::new(kinds.bits(), bytes) {
            Some(layout) => {
                let order = if layout.has_room() { kinds.order() } else { Order::Post };
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

    /// Returns the memory, to be used again.
    pub(super) fn into_memory(self) -> Vec<u64> {
        self.words.into_memory()
    }

    /// Gives memory back that is not used.
    pub(super) fn shrink(&mut self) {
        self.words.shrink();
    }

    /// Returns the memory and the number of the lowest bit of an offset, for somebody who writes all nodes himself; none if sizes
    /// may not fit, or words do not have so many bits for kinds.
    pub(super) fn lend(&mut self, kind_bits: u32) -> Option<(Vec<u64>, u32)> {
        let is_alike = self.layout.has_room() && self.layout.kind == kind_bits && self.words.is_empty();
        is_alike.then(|| (mem::take(&mut self.words).into_memory(), self.layout.both))
    }

    /// Takes the memory back, of which the first so many words are the nodes of the whole input, in preorder.
    pub(super) fn fill(&mut self, memory: Vec<u64>, count: usize) {
        self.words = Words::of(memory, count);
        self.order = Order::Pre;
        self.end = self.layout.last;
    }

    /// Forgets all nodes but the first so many, which end at `end`.
    pub(super) fn truncate(&mut self, count: usize, end: usize) {
        self.words.truncate(count);
        self.end = end as u32;
    }

    pub(super) fn order(&self) -> Order {
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

    /// Begins what is parsed for an item: a node of which only the start is known, if it will have one.
    #[inline]
    pub(super) fn open(&mut self, item: ItemId) {
        if self.order == Order::Pre && self.kinds.opens(item) {
            self.words.push(self.layout.word(0, 0, self.end));
        }
    }

    /// Returns where the node before a place ends: there the one that begins next begins.
    #[inline]
    fn end_before(&self, place: usize) -> u32 {
        place.checked_sub(1).map_or(0, |last| self.layout.offset(self.words[last]))
    }

    /// Adds the text of a terminal.
    #[inline]
    pub(super) fn leaf(&mut self, terminal: Symbol, start: usize, end: usize, item: ItemId) -> bool {
        let tiles = start == self.end as usize && start <= end && end <= self.layout.last as usize;
        let Some(kind) = self.kinds.leaf(terminal, item).filter(|_| tiles) else { return self.lose() };
        self.end = end as u32;
        let offset = if self.order == Order::Pre { start as u32 } else { self.end };
        self.words.push(self.layout.word(kind, 1, offset));
        true
    }

    /// Returns that a node could not be written; or that it could if the rest is not to be written either.
    #[cold]
    fn lose(&mut self) -> bool {
        self.lost = self.order == Order::Pre;
        self.lost
    }

    /// Makes everything since `mark` the children of an application of a production.
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
        if role == Role::Splice {
            return true;
        }
        match self.order {
            Order::Pre => self.complete(kind, role, mark, end),
            Order::Post => self.append(kind, role, mark, start..end),
        }
    }

    /// Says of the node that was begun at `mark` what it is.
    #[inline]
    fn complete(&mut self, kind: u32, role: Role, mark: usize, end: usize) -> bool {
        if role == Role::Leaf {
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

    /// Adds the node of everything since `mark`.
    fn append(&mut self, kind: u32, role: Role, mark: usize, span: Range<usize>) -> bool {
        let size = if role == Role::Leaf { 1 } else { self.words.len() - mark + 1 };
        let tiles = span.start == self.end_before(mark) as usize && span.end == self.end as usize;
        let fits = u32::try_from(size).is_ok_and(|size| self.layout.fits(size));
        if !tiles || !fits {
            return false;
        }
        if role == Role::Leaf {
            self.words.truncate(mark);
        }
        self.words.push(self.layout.word(kind, size as u32, self.end));
        true
    }

    /// Returns the number of nodes of the subtree whose node was written to a place, and its item; that is 0 if it is not
    /// complete.
    #[inline]
    pub(super) fn outermost(&self, place: usize) -> (usize, ItemId) {
        let word = self.words[place];
        (self.layout.size(word) as usize, self.kinds.item(self.layout.kind(word)))
    }

    /// Gives the node at a place to another item.
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

    /// Turns postorder, if that is what it is, into preorder, in place. O(n), and memory for the nesting.
    ///
    /// From the last node on: a leaf goes as many places up as nodes are open around it. They are not yet in their places,
    /// which are the ones below, so whatever stood there has been read. A node with children goes to its own when all before it
    /// in its subtree are in theirs.
    pub(super) fn finish(&mut self) {
        if self.order == Order::Pre {
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
