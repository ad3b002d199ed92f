//! The items of a grammar that labels compute or count, found once for all trees. A tree without such items is then
//! judged without a look at its labels.

use super::is_computed;
use crate::grammar::{Drive, Grammar, Item, ItemId, Slot};

/// The uses of labels at all items of a grammar.
#[derive(Debug)]
#[doc(hidden)]
pub struct LabelUses {
    /// By item.
    items: Vec<LabelUse>,
    /// Whether anything can be wrong that labels compute or count.
    pub(crate) is_anything: bool,
    /// Whether labels count repetitions.
    pub(super) has_counts: bool,
    /// Whether anything can be skipped.
    pub skips: bool,
}

/// How labels use an item. For example, the item of `n:<dec> := size(v)` is computed, and that of `n:<dec>` before
/// `<x>{n}` is counted.
#[derive(Debug, Clone, Copy, Default)]
#[doc(hidden)]
pub struct LabelUse {
    /// The item's text is computed from others.
    pub(super) is_computed: bool,
    /// The item has a label, is an iteration, or has counted repetitions of its own: all may be part of a count.
    pub(super) is_counted: bool,
}

impl LabelUse {
    /// Returns whether the item has any role.
    #[doc(hidden)]
    pub fn is_anything(self) -> bool {
        self.is_computed || self.is_counted
    }
}

impl LabelUses {
    /// Finds the roles of all items. O(grammar).
    pub(crate) fn new(grammar: &Grammar) -> Self {
        let of = |item: &Item| {
            let is_counted =
                item.label.is_some() || matches!(item.drive, Drive::Iteration(_)) || is_counting(grammar, item);
            LabelUse { is_computed: is_computed(grammar, item), is_counted }
        };
        let items: Vec<LabelUse> = grammar.items.iter().map(of).collect();
        let has_counts = has_counts(grammar);
        Self {
            is_anything: has_counts || items.iter().any(|says| says.is_computed),
            has_counts,
            skips: grammar.items.iter().any(|item| item.slot == Slot::Skip),
            items,
        }
    }

    /// Returns the role of an item; an item outside of the grammar has none.
    #[doc(hidden)]
    pub fn of(&self, ItemId(number): ItemId) -> LabelUse {
        self.items.get(number as usize).copied().unwrap_or_default()
    }
}

/// Returns whether counted repetitions stand in a rule that the compiler made of an item. For example, `(":" <x>{n})*` has iterations
/// with such a repetition.
fn is_counting(grammar: &Grammar, item: &Item) -> bool {
    let counts = |id| grammar.items_of(id).iter().any(|item| matches!(item.drive, Drive::Count { .. }));
    grammar.is_hidden(item.symbol) && grammar.productions_of(item.symbol).any(counts)
}

/// Returns whether a grammar has repetitions that labels count.
#[doc(hidden)]
pub fn has_counts(grammar: &Grammar) -> bool {
    grammar.items.iter().any(|item| matches!(item.drive, Drive::Count { .. }))
}
