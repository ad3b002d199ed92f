//! Storage of the nodes of a tree: packed where they come from a parse, otherwise as whole records. For example, a
//! tree that a reduction has cut parts out of is made of records.

use std::fmt;

use super::Record;
use super::packed::Packed;
use crate::grammar::ItemId;

/// The nodes of a tree, in preorder, or of a builder, in the order that it writes.
#[derive(Clone)]
pub(super) enum Nodes {
    /// Eight bytes each: they tile the text.
    Packed(Packed),
    /// Whole records, which may have any spans.
    Wide(Vec<Record>),
}

impl Nodes {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Packed(packed) => packed.len(),
            Self::Wide(records) => records.len(),
        }
    }

    pub(super) fn memory(&self) -> usize {
        match self {
            Self::Packed(packed) => packed.memory(),
            Self::Wide(records) => size_of_val(&**records),
        }
    }

    /// Frees unused memory.
    pub(super) fn shrink(&mut self) {
        match self {
            Self::Packed(packed) => packed.shrink(),
            Self::Wide(records) => records.shrink_to_fit(),
        }
    }

    /// Returns the number of nodes of the subtree at a place in preorder.
    #[inline]
    pub(super) fn size(&self, index: usize) -> usize {
        match self {
            Self::Packed(packed) => packed.size(index),
            Self::Wide(records) => records[index].size as usize,
        }
    }

    /// Returns whether readers do not see the node at a place in preorder.
    #[inline]
    pub(super) fn is_hidden(&self, index: usize) -> bool {
        match self {
            Self::Packed(packed) => packed.is_hidden(index),
            Self::Wide(records) => records[index].hidden,
        }
    }

    /// Returns the item that the node at a place in preorder was parsed for.
    #[inline]
    pub(super) fn item(&self, index: usize) -> ItemId {
        match self {
            Self::Packed(packed) => packed.item(index),
            Self::Wide(records) => ItemId(records[index].item),
        }
    }

    /// Returns the node at a place in preorder.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Record {
        match self {
            Self::Packed(packed) => packed.get(index),
            Self::Wide(records) => records[index],
        }
    }

    /// Turns nodes in preorder into records, so that they can be changed. O(n) the first time.
    pub(super) fn records(&mut self) -> &mut Vec<Record> {
        self.widen(Packed::get)
    }

    /// Turns nodes into records. `get` reads each of them.
    pub(super) fn widen(&mut self, get: impl Fn(&Packed, usize) -> Record) -> &mut Vec<Record> {
        if let Self::Packed(packed) = self {
            *self = Self::Wide((0..packed.len()).map(|index| get(packed, index)).collect());
        }
        match self {
            Self::Wide(records) => records,
            Self::Packed(_) => unreachable!("they were made records"),
        }
    }
}

impl PartialEq for Nodes {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && (0..self.len()).all(|index| self.get(index) == other.get(index))
    }
}

impl fmt::Debug for Nodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..self.len()).map(|index| self.get(index))).finish()
    }
}
