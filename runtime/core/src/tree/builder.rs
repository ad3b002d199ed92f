//! Writing a tree. A node is closed when its children are written, so that left recursion and backtracking are cheap. For
//! example, `[1]` is the calls `leaf [`, `leaf 1`, `leaf ]` and `close` since the mark before `[`. Nodes of a parser are
//! packed, and in preorder where the grammar allows that. All other nodes are stored as whole records.

use std::any::Any;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::kinds::{Kinds, NodeOrder};
use super::nodes::Nodes;
use super::packed::{Packed, PackedCopy};
use super::{NONE, Record, Tree};
use crate::grammar::{Grammar, ItemId, ProductionId, Shape, Slot, Symbol};

/// Writes a tree, children before parents.
#[derive(Debug)]
pub struct Builder {
    /// In postorder; packed nodes in the order that [`NodeOrder`] says.
    nodes: Nodes,
    /// Memory for packed nodes.
    spare: Vec<u64>,
    /// Memory of the parser's stack. Only the parser knows its type.
    pub(crate) stack: Option<Box<dyn Any + Send + Sync>>,
}

impl Default for Builder {
    fn default() -> Self {
        Self { nodes: Nodes::Wide(Vec::new()), spare: Vec::new(), stack: None }
    }
}

/// The memory of a tree, for one input after another: [`Parsing::run_in`](crate::parse::Parsing::run_in).
#[derive(Debug, Default)]
pub struct Arena {
    tree: Option<Tree>,
    stack: Option<Box<dyn Any + Send + Sync>>,
}

impl Arena {
    /// Makes an arena without memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes a builder of the memory of the last tree.
    pub(crate) fn builder(&mut self) -> Builder {
        let spare = match self.tree.take().map(|tree| tree.nodes) {
            Some(Nodes::Packed(packed)) => packed.into_memory(),
            Some(Nodes::Wide(_)) | None => Vec::new(),
        };
        Builder { spare, stack: self.stack.take(), ..Builder::default() }
    }

    /// Keeps a tree, and the stack of its builder, until the next input.
    pub(crate) fn keep(&mut self, tree: Tree, builder: Builder) -> &Tree {
        self.stack = builder.stack;
        self.tree.insert(tree)
    }
}

/// A point to close a node from, or to go back to. For example, mark 3 after three nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeMark(u32);

/// An undo entry: the item of a node before the node was given to another one. For example, `{place: 4, item: 0}` gives node 4
/// back to item 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimUndo {
    place: u32,
    item: u32,
}

impl ClaimUndo {
    /// Returns whether the node was there at that point.
    pub fn is_before(self, mark: NodeMark) -> bool {
        self.place < mark.0
    }
}

/// Nodes that were written before. For example, those of an expression that is read again for another kind of statement.
#[derive(Debug)]
pub(crate) enum NodeCopy {
    Packed(PackedCopy),
    Wide(Vec<Record>),
}

impl NodeCopy {
    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Packed(copy) => copy.len(),
            Self::Wide(records) => records.len(),
        }
    }
}

impl Builder {
    /// Makes an empty builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins the tree of an input of `bytes` bytes, with the kinds of its grammar, if nothing is written yet.
    pub(crate) fn begin(&mut self, kinds: &Arc<Kinds>, bytes: usize) {
        if self.nodes.len() > 0 {
            return;
        }
        match Packed::new(kinds, bytes, mem::take(&mut self.spare)) {
            Ok(packed) => self.nodes = Nodes::Packed(packed),
            Err(spare) => self.spare = spare,
        }
    }

    /// Forgets all nodes and keeps their memory, so that another parser can begin.
    pub(crate) fn clear(&mut self) {
        if let Nodes::Packed(packed) = mem::replace(&mut self.nodes, Nodes::Wide(Vec::new())) {
            self.spare = packed.into_memory();
        }
    }

    /// Lends the memory for packed nodes to a caller that writes all of them itself, and returns the lowest bit of an offset;
    /// none if sizes may not fit, or kinds do not take `kind_bits` bits.
    pub(crate) fn lend(&mut self, kind_bits: u32) -> Option<(Vec<u64>, u32)> {
        match &mut self.nodes {
            Nodes::Packed(packed) => packed.lend(kind_bits),
            Nodes::Wide(_) => None,
        }
    }

    /// Takes the memory back. Its first `count` words are the nodes of the whole input.
    pub(crate) fn fill(&mut self, memory: Vec<u64>, count: usize) {
        if let Nodes::Packed(packed) = &mut self.nodes {
            packed.fill(memory, count);
        }
    }

    /// Turns the nodes into a tree, and forgets them.
    pub(crate) fn take(&mut self) -> Tree {
        let nodes = mem::replace(&mut self.nodes, Nodes::Wide(Vec::new()));
        Self { nodes, ..Self::default() }.finish()
    }

    /// Returns the present point.
    #[inline]
    pub fn mark(&self) -> NodeMark {
        NodeMark(self.nodes.len() as u32)
    }

    /// Begins the node for an item, and returns the point to close it from.
    #[inline]
    pub(crate) fn open(&mut self, item: ItemId) -> NodeMark {
        let mark = self.mark();
        if let Nodes::Packed(packed) = &mut self.nodes {
            packed.open(item);
        }
        mark
    }

    /// Returns whether nodes could not be written. Then there is no tree.
    pub(crate) fn is_lost(&self) -> bool {
        matches!(&self.nodes, Nodes::Packed(packed) if packed.is_lost())
    }

    /// Forgets everything since `mark`, which was at the offset `at`, because the parser backtracks.
    pub fn truncate(&mut self, mark: NodeMark, at: usize) {
        match &mut self.nodes {
            Nodes::Packed(packed) => packed.truncate(mark.0 as usize, at),
            Nodes::Wide(records) => records.truncate(mark.0 as usize),
        }
    }

    /// Adds a leaf: the text of a terminal. Look-aheads have none.
    #[inline]
    pub fn leaf(&mut self, terminal: Symbol, span: Range<usize>, item: ItemId) {
        if let Nodes::Packed(packed) = &mut self.nodes
            && packed.leaf(terminal, span.start, span.end, item)
        {
            return;
        }
        self.push(terminal.0, NONE, span, item, 1, false);
    }

    /// Makes everything since `mark` the children of an application of `production`, as its [`Shape`] says.
    #[inline]
    pub fn close(
        &mut self,
        grammar: &Grammar,
        production: ProductionId,
        mark: NodeMark,
        span: Range<usize>,
        item: ItemId,
    ) {
        if let Nodes::Packed(packed) = &mut self.nodes
            && packed.close(production, mark.0 as usize, span.start, span.end, item)
        {
            return;
        }
        self.close_wide(grammar, production, mark, span, item);
    }

    /// As `close`, for nodes that cannot be packed.
    #[cold]
    fn close_wide(
        &mut self,
        grammar: &Grammar,
        production: ProductionId,
        mark: NodeMark,
        span: Range<usize>,
        item: ItemId,
    ) {
        let row = grammar.production(production);
        let (symbol, hidden) = match row.shape {
            Shape::Splice => return,
            Shape::Node(symbol) => (symbol, false),
            Shape::Element => (row.rule, true),
            Shape::Leaf(symbol) => {
                self.truncate(mark, span.start);
                (symbol, false)
            }
        };
        let size = self.nodes.len() as u32 - mark.0 + 1;
        self.push(symbol.0, production.0, span, item, size, hidden);
    }

    /// Gives the outermost nodes since `mark` that were parsed for one of the first items to the second: productions that begin
    /// alike are parsed as one until they part. For example, `x` of `"x" "y" | "x" "z"` goes from item 0 to item 2. `changed`
    /// gets an undo entry for each, so that [`Builder::give_back`] can restore it when the parser backtracks. `resolve` says
    /// which item the second stands for. `own` is the item of the node that begins at `mark`.
    #[inline]
    pub fn claim(
        &mut self,
        (mark, own): (NodeMark, ItemId),
        items: &[(ItemId, ItemId)],
        resolve: impl Fn(ItemId) -> ItemId,
        mut changed: impl FnMut(ClaimUndo),
    ) {
        // The usual case is checked first, because the loops below look at every child.
        if items.is_empty() {
            return;
        }
        let mut claim = |nodes: &mut Self, place: usize, item: ItemId| {
            if let Some((_, to)) = items.iter().find(|(from, _)| *from == item) {
                changed(ClaimUndo { place: place as u32, item: item.0 });
                nodes.give(place, resolve(*to));
            }
        };
        let (mut start, mut end) = (mark.0 as usize, self.nodes.len());
        if self.is_in_preorder() {
            // The node that is being written stands before its children. It may have been complete before the parser went back.
            start += usize::from(self.is_opened(own));
            while start < end {
                let (size, item) = self.outermost(start);
                claim(self, start, item);
                start += size.max(1);
            }
        } else {
            while end > start {
                let (size, item) = self.outermost(end - 1);
                claim(self, end - 1, item);
                end -= size;
            }
        }
    }

    /// Gives the first of the outermost nodes since `mark` to an item: it has become part of a larger one. `changed` gets an
    /// undo entry, as in [`Builder::claim`].
    pub fn adopt(&mut self, mark: NodeMark, item: ItemId, mut changed: impl FnMut(ClaimUndo)) {
        let mut end = self.nodes.len();
        while end > mark.0 as usize {
            let (size, before) = self.outermost(end - 1);
            if end - size == mark.0 as usize {
                changed(ClaimUndo { place: end as u32 - 1, item: before.0 });
                self.give(end - 1, item);
            }
            end -= size;
        }
    }

    /// Undoes one change of an item. The undo entries are replayed from the last to the first.
    pub fn give_back(&mut self, claimed: ClaimUndo) {
        self.give(claimed.place as usize, ItemId(claimed.item));
    }

    /// Returns the end of the last byte that was not skipped, among the nodes from the offset `start` on; `start` if there is
    /// none. O(1) for each node that ends behind it.
    pub fn seen_end(&self, grammar: &Grammar, start: usize) -> usize {
        if let Nodes::Packed(packed) = &self.nodes
            && self.is_in_preorder()
        {
            // Nothing is skipped.
            return packed.end().max(start);
        }
        let mut next = self.nodes.len();
        while let Some(record) = next.checked_sub(1).map(|last| self.written(last)) {
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

    /// Copies the nodes since `mark`.
    pub(crate) fn copy(&self, mark: NodeMark) -> NodeCopy {
        let mark = mark.0 as usize;
        match &self.nodes {
            Nodes::Packed(packed) => NodeCopy::Packed(packed.copy(mark)),
            Nodes::Wide(records) => NodeCopy::Wide(records[mark..].to_vec()),
        }
    }

    /// Writes copied nodes again, at the same offset, and gives their root to another item. Returns false, and writes none, if they were
    /// copied from a builder that stored them in another way, or have no single root.
    pub(crate) fn paste(&mut self, copy: &NodeCopy, (from, to): (ItemId, ItemId)) -> bool {
        let mark = self.mark();
        let before = match (&mut self.nodes, copy) {
            (Nodes::Packed(packed), NodeCopy::Packed(words)) => packed.paste(words),
            (Nodes::Wide(records), NodeCopy::Wide(copied)) => {
                records.extend_from_slice(copied);
                0
            }
            _ => return false,
        };
        if from == to {
            return true;
        }
        let root = if self.is_in_preorder() { mark.0 as usize } else { self.nodes.len() - 1 };
        if root < mark.0 as usize || self.outermost(root) != (self.nodes.len() - mark.0 as usize, from) {
            self.truncate(mark, before);
            return false;
        }
        self.give(root, to);
        true
    }

    /// Turns the nodes into a tree. The last node closed must hold all others. O(n).
    pub fn finish(self) -> Tree {
        Tree::of(match self.nodes {
            Nodes::Packed(mut packed) => {
                packed.finish();
                Nodes::Packed(packed)
            }
            Nodes::Wide(records) => Nodes::Wide(in_preorder(&records)),
        })
    }

    fn is_in_preorder(&self) -> bool {
        matches!(&self.nodes, Nodes::Packed(packed) if packed.order() == NodeOrder::Pre)
    }

    /// Returns whether the node for an item was begun before its children.
    fn is_opened(&self, item: ItemId) -> bool {
        matches!(&self.nodes, Nodes::Packed(packed) if packed.opens(item))
    }

    /// Returns the number of nodes of the subtree whose node was written to a place, and its item.
    #[inline]
    fn outermost(&self, place: usize) -> (usize, ItemId) {
        match &self.nodes {
            Nodes::Packed(packed) => packed.outermost(place),
            Nodes::Wide(records) => (records[place].size as usize, ItemId(records[place].item)),
        }
    }

    /// Gives the node at a place, if there is one, to an item.
    fn give(&mut self, place: usize, item: ItemId) {
        if let Nodes::Packed(packed) = &mut self.nodes
            && packed.give(place, item)
        {
            return;
        }
        if let Some(record) = self.nodes.widen(Packed::written).get_mut(place) {
            record.item = item.0;
        }
    }

    /// Returns the node that was written to a place.
    fn written(&self, place: usize) -> Record {
        match &self.nodes {
            Nodes::Packed(packed) => packed.written(place),
            Nodes::Wide(records) => records[place],
        }
    }

    #[cold]
    fn push(&mut self, symbol: u32, production: u32, span: Range<usize>, item: ItemId, size: u32, hidden: bool) {
        let (start, end) = (span.start as u32, span.end as u32);
        let record = Record { symbol, production, start, end, item: item.0, size, hidden };
        self.nodes.widen(Packed::written).push(record);
    }
}

/// Returns nodes in preorder, given in postorder. For example, `[`, `1`, `]`, list becomes list, `[`, `1`, `]`.
fn in_preorder(written: &[Record]) -> Vec<Record> {
    // A subtree of size s that ends at postorder place p covers p-s+1..=p. In preorder its root stands before everything else
    // in it, after all nodes left of it and after its ancestors: at p-s+1 plus its depth.
    let mut records = written.to_vec();
    let mut open: Vec<usize> = Vec::new();
    for (place, record) in written.iter().enumerate().rev() {
        let first = place + 1 - record.size as usize;
        while open.last().is_some_and(|&first| first > place) {
            open.pop();
        }
        records[first + open.len()] = *record;
        open.push(first);
    }
    records
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::Arc;

    use super::{Builder, Kinds};
    use crate::flat::lines;
    use crate::grammar::{Grammar, ItemId, Plan, ProductionId, Symbol};
    use crate::tree::Tree;

    const TEXT: ProductionId = ProductionId(0);
    const PART: Symbol = Symbol(2);
    const LINE: ItemId = ItemId(1);

    /// The grammar of lines, as if a rule were left-recursive: then nodes are written children first.
    fn left_recursive() -> Grammar {
        let mut grammar = lines().grammar.clone();
        grammar.rules.to_mut()[1].plan = Plan::Loop;
        grammar
    }

    fn write(mut builder: Builder, grammar: &Grammar, parts: &[Range<usize>]) -> Tree {
        let mark = builder.open(ItemId::NONE);
        parts.iter().for_each(|part| builder.leaf(PART, part.clone(), LINE));
        let end = parts.last().map_or(0, |part| part.end);
        builder.close(grammar, TEXT, mark, 0..end, ItemId::NONE);
        assert!(!builder.is_lost());
        builder.finish()
    }

    /// A builder for packed nodes.
    fn packing(grammar: &Grammar, bytes: usize) -> Builder {
        let mut builder = Builder::new();
        builder.begin(&Arc::new(Kinds::new(grammar)), bytes);
        builder
    }

    #[test]
    fn what_tiles_its_text_takes_eight_bytes_a_node() {
        for grammar in [lines().grammar.clone(), left_recursive()] {
            for parts in [&[][..], std::slice::from_ref(&(0..3)), &[0..3, 3..3, 3..9]] {
                let tree = write(packing(&grammar, 9), &grammar, parts);
                assert_eq!(tree, write(Builder::new(), &grammar, parts));
                assert_eq!(tree.memory(), 8 * tree.len());
            }
        }
    }

    #[test]
    fn what_does_not_is_stored_all_the_same() {
        let grammar = left_recursive();
        // A gap, a part that overlaps, one behind the input, and as many as do not fit.
        for parts in [&[0..3, 4..5][..], &[0..3, 2..5], &[0..3, 3..12]] {
            let tree = write(packing(&grammar, 9), &grammar, parts);
            assert_eq!(tree, write(Builder::new(), &grammar, parts));
            assert!(tree.memory() > 8 * tree.len());
        }
    }

    #[test]
    fn a_subtree_too_large_for_its_word_is_stored_all_the_same() {
        let mut grammar = left_recursive();
        let item = grammar.items[1];
        grammar.items.to_mut().resize(1 << 17, item);
        let parts = vec![0..0; 1 << 15];
        let tree = write(packing(&grammar, u32::MAX as usize), &grammar, &parts);
        assert_eq!(tree, write(Builder::new(), &grammar, &parts));
        assert!(tree.memory() > 8 * tree.len());
    }

    #[test]
    fn what_is_given_up_leaves_nothing() {
        for grammar in [lines().grammar.clone(), left_recursive()] {
            let mut builder = packing(&grammar, 9);
            let mark = builder.open(ItemId::NONE);
            builder.leaf(PART, 0..2, LINE);
            let before = builder.mark();
            builder.leaf(PART, 2..9, LINE);
            builder.truncate(before, 2);
            builder.leaf(PART, 2..4, LINE);
            builder.close(&grammar, TEXT, mark, 0..4, ItemId::NONE);
            assert_eq!(builder.finish(), write(Builder::new(), &grammar, &[0..2, 2..4]));
        }
    }
}
