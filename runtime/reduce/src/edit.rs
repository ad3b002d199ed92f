//! Edits: changes to nodes that a reducer proposes, and their effect on one tree and its text.
//!
//! A text is never printed from a tree: a change cuts byte ranges out of the text and puts others in. A dropped node
//! takes the skip behind it along. A dropped first element also takes the next element's separator. For example,
//! without `a`, `[a, b]` becomes `[b]`, not `[, b]`.

mod lines;
mod local;
mod splice;

use std::ops::Range;
use std::rc::Rc;

use grammarc_core::grammar::{Grammar, Hook, Item, ItemId, ProductionId, RuleKind, Symbol};
pub(crate) use local::{FieldIndex, PendingChange};
pub use splice::{Joints, Region, SplicedText};

use crate::facts::{Facts, Place};
use grammarc_core::tree::{NodeId, Tree};

/// One change to one node. An edit that names a node which is gone is void.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Removes the node and the skip behind it if its place allows that; otherwise the node becomes a minimal string.
    /// An optional node whose text a hook reads becomes an empty leaf, because the hook reads empty texts, too. The
    /// first element of a list takes the next one's separator along. If a list must not be empty and no element is
    /// left, its first one becomes a minimal string. For example, dropping `2` in JSON `[1,2]` gives `[1]`, and
    /// dropping the value of `"a":12` gives a digit in its place.
    Drop(NodeId),
    /// A leaf with a shortest text of the symbol asked for takes its place. For example, in JSON a value `[1,2]`
    /// becomes a single digit.
    Minimal(NodeId),
    /// A copy of another node takes its place, usually of a descendant. For example, `((1))` becomes `(1)`. The node
    /// keeps its id; all nodes below it get new ones.
    Hoist {
        /// The node that is replaced.
        node: NodeId,
        /// The node that is copied.
        by: NodeId,
    },
    /// Copies of adjacent siblings take its place, with the text between them. The elements of a list below the node
    /// join the list around it. For example, `[1,[2,3]]` becomes `[1,2,3]`. Void for several nodes in the place of the
    /// root, because a tree has one root.
    Unwrap {
        /// The node that is replaced.
        node: NodeId,
        /// The first node that is copied.
        first: NodeId,
        /// The last node that is copied: a later sibling of `first`, or `first` itself.
        last: NodeId,
    },
    /// It becomes an application of another production, filled from the tree. For example, `a ? b : c` becomes `b+c`.
    Expand {
        /// The node that is replaced.
        node: NodeId,
        /// The production that is applied.
        production: ProductionId,
        /// Its text, part by part.
        parts: Vec<Fill>,
    },
    /// This text takes its place, as a leaf. For example, `x` takes the place of `counter`.
    Text {
        /// The node that is replaced.
        node: NodeId,
        /// The text in its place.
        text: Vec<u8>,
    },
}

/// A part of an [`Edit::Expand`]. For example, in `b+c` the `+` is a text, and the others are copies of nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fill {
    /// This text.
    Text(Vec<u8>),
    /// A copy of this node.
    Node(NodeId),
}

impl Edit {
    /// Returns the node that is changed.
    pub fn node(&self) -> NodeId {
        match *self {
            Self::Drop(node) | Self::Minimal(node) => node,
            Self::Hoist { node, .. } | Self::Unwrap { node, .. } => node,
            Self::Expand { node, .. } | Self::Text { node, .. } => node,
        }
    }
}

/// Edits proposed together, or a whole new text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Candidate {
    /// Changes to the current tree. Where one lies inside another, the outer one counts. For example, a definition is
    /// dropped together with its uses.
    Edits(Vec<Edit>),
    /// Another text, made without the tree.
    Text(Vec<u8>),
}

impl From<Edit> for Candidate {
    fn from(edit: Edit) -> Self {
        Self::Edits(vec![edit])
    }
}

/// Returns the candidate that drops all of the nodes.
pub fn drop_all(nodes: impl IntoIterator<Item = NodeId>) -> Candidate {
    Candidate::Edits(nodes.into_iter().map(Edit::Drop).collect())
}

/// The effect of some edits on the tree that they were made for: the nodes and bytes that go, and their replacements.
///
/// For example, from `[1, 2]` in a grammar with `%skip`:
///
/// ```text
/// text      [ 1 , ␠ 2 ]      bytes 0..6; the blank is a skip
/// edit      Drop(1)          the first element of the list
/// actions   1..2  →          the node `1`
///           2..3  →          the separator of the next element
///           3..4  →          the skip behind it
/// promoted  2                it begins the list now
/// result    [ 2 ]
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Ascending and disjoint, both as nodes and as bytes.
    pub(crate) actions: Vec<Action>,
    /// Elements that begin their list from now on, by their place in preorder, with the item of the one that did.
    /// Ascending. For example, without `a`, `b` begins the list of `[a, b]`, and gets the item of `a`.
    pub(crate) promoted: Vec<(usize, ItemId)>,
}

/// The replacement of one node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Action {
    /// Its place in preorder.
    pub(crate) index: usize,
    /// The place after its subtree.
    pub(crate) until: usize,
    /// Its bytes.
    pub(crate) range: Range<usize>,
    /// The new text, piece by piece; empty if the node is dropped.
    pub(crate) pieces: Vec<Piece>,
    /// The node in its place, if there is one.
    pub(crate) becomes: NewNode,
}

/// Some of the text that replaces a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Bytes(Vec<u8>),
    /// A copy of these nodes, by their places, and of these bytes.
    Copy {
        places: Range<usize>,
        bytes: Range<usize>,
    },
    /// A text with a tree of its own, for example the parsed text of an [`Edit::Text`].
    Grown {
        tree: Rc<Tree>,
        bytes: Vec<u8>,
    },
}

impl Piece {
    /// Returns its text, given the text before the change.
    pub(crate) fn bytes<'a>(&'a self, text: &'a [u8]) -> &'a [u8] {
        match self {
            Self::Bytes(bytes) | Self::Grown { bytes, .. } => bytes,
            Self::Copy { bytes, .. } => &text[bytes.clone()],
        }
    }
}

/// Returns the symbol that the nodes of `symbol` carry: those of a precedence level carry the symbol of its rule.
fn written(grammar: &Grammar, symbol: Symbol) -> Symbol {
    match grammar.rule(symbol).map(|rule| rule.kind) {
        Some(RuleKind::Level(rule)) => rule,
        _ => symbol,
    }
}

/// The node that takes the place of a changed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NewNode {
    Nothing,
    Leaf,
    /// The first node copied, with the identity and item of the one replaced.
    Copy,
    /// Several nodes, for example the elements of an unwrapped list.
    Copies,
    /// An application of this production, with the copies as children.
    Parent(ProductionId),
}

/// A tree with its grammar and the facts about that.
#[derive(Clone, Copy)]
struct TreeContext<'a> {
    tree: &'a Tree,
    grammar: &'a Grammar,
    facts: &'a Facts,
}

impl Change {
    /// Works out the effect of the edits; none if one of them is void. O(edits · log edits), but for an edit of the first
    /// element of a list, which looks for its parent.
    pub fn of(tree: &Tree, grammar: &Grammar, facts: &Facts, edits: &[Edit]) -> Option<Self> {
        let view = TreeContext { tree, grammar, facts };
        let actions = edits.iter().map(|edit| view.action(edit)).collect::<Option<_>>()?;
        let mut change = Self { actions, promoted: Vec::new() };
        change.settle();
        change.drop_what_hangs_on(view);
        change.settle();
        Some(change)
    }

    /// Parses the replacement texts: each becomes the tree that `grow` returns for it as a text of the symbol asked for, or
    /// stays a leaf without one. A copy whose symbol is not the one asked for is parsed again, too, because the nodes between
    /// the two symbols are missing.
    pub fn grow(
        &mut self,
        tree: &Tree,
        grammar: &Grammar,
        text: &[u8],
        mut grow: impl FnMut(Symbol, &[u8]) -> Option<Rc<Tree>>,
    ) {
        for action in &mut self.actions {
            let wanted = tree.wanted(grammar, tree.id_at(action.index));
            let is_open = match (action.becomes, action.pieces.as_slice()) {
                (NewNode::Leaf | NewNode::Parent(_), _) => true,
                (NewNode::Copy, [Piece::Copy { places, .. }]) => {
                    tree.node_at(places.start).symbol != written(grammar, wanted)
                }
                _ => false,
            };
            if !is_open {
                continue;
            }
            let bytes = action.pieces.iter().map(|piece| piece.bytes(text)).collect::<Vec<_>>().concat();
            if let Some(tree) = grow(wanted, &bytes) {
                action.pieces = vec![Piece::Grown { tree, bytes }];
                action.becomes = NewNode::Copy;
            }
        }
    }

    /// Returns the byte ranges that change, ascending, each with its new bytes.
    pub(crate) fn cuts(&self, text: &[u8]) -> impl Iterator<Item = (Range<usize>, Vec<u8>)> {
        let other = |action: &Action| action.pieces.iter().map(|piece| piece.bytes(text)).collect::<Vec<_>>().concat();
        self.actions.iter().map(move |action| (action.range.clone(), other(action)))
    }

    /// Returns the place of the first node that changes, if any does: all before it stay where they are.
    pub fn first(&self) -> Option<usize> {
        self.actions.first().map(|action| action.index)
    }

    /// Returns which nodes of the changed tree are copies: the first new node, and the places copied from, of each run.
    pub fn copies(&self, tree: &Tree) -> Vec<(NodeId, Range<usize>)> {
        let mut next = tree.next_id();
        let mut runs = Vec::new();
        for piece in self.actions.iter().flat_map(|action| &action.pieces) {
            match piece {
                Piece::Bytes(_) => {}
                Piece::Grown { tree, .. } => next += tree.len() as u32,
                Piece::Copy { places, .. } => {
                    runs.push((NodeId(next), places.clone()));
                    next += places.len() as u32;
                }
            }
        }
        runs
    }

    /// Sorts the actions, and removes those that lie inside another one.
    fn settle(&mut self) {
        self.actions.sort_by_key(|action| action.index);
        let mut until = 0;
        self.actions.retain(|action| {
            let outside = action.index >= until;
            until = until.max(action.until);
            outside
        });
    }

    /// Adds the skip behind dropped nodes, and the separators of elements that now begin their list. For example, with
    /// the `a` of `[a, b]` go the comma and the blank before `b`.
    fn drop_what_hangs_on(&mut self, view: TreeContext<'_>) {
        let mut more = Vec::new();
        let mut kept = Vec::new();
        for (number, action) in self.actions.iter().enumerate() {
            let is_empty = action.pieces.iter().all(|piece| matches!(piece, Piece::Bytes(bytes) if bytes.is_empty()));
            if action.becomes == NewNode::Leaf && is_empty && view.is_seen_empty(action.index) {
                more.extend(view.skip_after(action.until).map(|index| view.nothing(index)));
            }
            if action.becomes != NewNode::Nothing {
                continue;
            }
            more.extend(view.skip_after(action.until).map(|index| view.nothing(index)));
            let Place::Element { list, first: true } = view.place(action.index) else { continue };
            match self.next_left(view, action.index, list) {
                Some(next) => {
                    self.promoted.push((next, view.tree.item_at(action.index)));
                    more.extend(view.separators(next).map(|index| view.nothing(index)));
                }
                None if view.facts.lists[list as usize].minimum > 0 => kept.push(number),
                None => {}
            }
        }
        for number in kept {
            let action = &mut self.actions[number];
            action.pieces = vec![view.minimal(action.index)];
            action.becomes = NewNode::Leaf;
        }
        self.actions.extend(more);
    }

    /// Returns the first element that stays after `first`, which begins the list.
    fn next_left(&self, view: TreeContext<'_>, first: usize, list: u32) -> Option<usize> {
        let end = view.tree.end_of_parent(first);
        let mut next = view.tree.end_at(first);
        while next < end {
            match view.place(next) {
                // An island may stand between two elements.
                Place::Skip | Place::Optional => {}
                Place::Element { list: other, first: false } if other == list && self.drops(next) => {}
                Place::Element { list: other, first: false } if other == list => return Some(next),
                _ => return None,
            }
            next = view.tree.end_at(next);
        }
        None
    }

    fn drops(&self, index: usize) -> bool {
        let found = self.actions.binary_search_by_key(&index, |action| action.index);
        found.is_ok_and(|number| self.actions[number].becomes == NewNode::Nothing)
    }
}

impl<'a> TreeContext<'a> {
    fn place(self, index: usize) -> Place {
        self.facts.place(self.tree.item_at(index))
    }

    fn action(self, edit: &Edit) -> Option<Action> {
        let index = self.tree.index_of(edit.node())?;
        let (pieces, becomes) = match edit {
            Edit::Drop(_) if self.may_go(index) && self.is_seen_empty(index) => {
                (vec![self.minimal(index)], NewNode::Leaf)
            }
            Edit::Drop(_) if self.may_go(index) => (Vec::new(), NewNode::Nothing),
            Edit::Drop(_) | Edit::Minimal(_) => (vec![self.minimal(index)], NewNode::Leaf),
            Edit::Hoist { by, .. } => (vec![self.copy(*by, *by)?], NewNode::Copy),
            Edit::Unwrap { first, last, .. } if index == 0 && first != last => return None,
            Edit::Unwrap { first, last, .. } => (vec![self.copy(*first, *last)?], NewNode::Copies),
            Edit::Expand { production, parts, .. } => (self.fill(parts)?, NewNode::Parent(*production)),
            Edit::Text { text, .. } => (vec![Piece::Bytes(text.clone())], NewNode::Leaf),
        };
        Some(Action { pieces, becomes, ..self.nothing(index) })
    }

    /// The root stays, whatever it is: an optional part that was put in its place, too.
    fn may_go(self, index: usize) -> bool {
        index > 0 && matches!(self.place(index), Place::Optional | Place::Element { .. } | Place::Skip)
    }

    /// Returns whether the node is optional, may be empty, and has a hook that reads its text.
    fn is_seen_empty(self, index: usize) -> bool {
        let item = self.grammar.item(self.tree.item_at(index)).filter(|item| item.hooks.is_some());
        let is_seen = |item: &Item| {
            self.place(index) == Place::Optional
                && self.facts.symbol(item.symbol).minimal.is_empty()
                && self.grammar.hooks_of(item).iter().any(Hook::reads)
        };
        item.is_some_and(is_seen)
    }

    fn nothing(self, index: usize) -> Action {
        let (until, range) = (self.tree.end_at(index), self.tree.span_at(index));
        Action { index, until, range, pieces: Vec::new(), becomes: NewNode::Nothing }
    }

    fn minimal(self, index: usize) -> Piece {
        let wanted = self.tree.wanted(self.grammar, self.tree.id_at(index));
        Piece::Bytes(self.facts.symbol(wanted).minimal.to_vec())
    }

    fn copy(self, first: NodeId, last: NodeId) -> Option<Piece> {
        let (first, last) = (self.tree.index_of(first)?, self.tree.index_of(last)?);
        let bytes = self.tree.span_at(first).start..self.tree.span_at(last).end;
        (first <= last).then(|| Piece::Copy { places: first..self.tree.end_at(last), bytes })
    }

    fn fill(self, parts: &[Fill]) -> Option<Vec<Piece>> {
        let pieces = parts.iter().map(|part| match part {
            Fill::Text(text) => Some(Piece::Bytes(text.clone())),
            Fill::Node(node) => self.copy(*node, *node),
        });
        pieces.collect()
    }

    /// Returns the places of the adjacent skip nodes from a place on.
    fn skip_after(self, from: usize) -> impl Iterator<Item = usize> {
        self.adjacent(from, self.tree.len(), |place| place == Place::Skip)
    }

    /// Returns the separators that an element begins with, and the skip behind them.
    fn separators(self, element: usize) -> impl Iterator<Item = usize> {
        let end = if self.tree.node_at(element).hidden { self.tree.end_at(element) } else { element };
        self.adjacent(element + 1, end, |place| matches!(place, Place::Separator | Place::Skip))
    }

    /// Returns the places of adjacent nodes from `from` on, as long as `belongs` holds.
    fn adjacent(self, from: usize, end: usize, belongs: fn(Place) -> bool) -> impl Iterator<Item = usize> {
        let mut next = from;
        std::iter::from_fn(move || {
            let found = (next < end && belongs(self.place(next))).then_some(next)?;
            next = self.tree.end_at(next);
            Some(found)
        })
    }
}
