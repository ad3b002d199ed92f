//! The items of one alternative as written: of its production, and of the hidden rules below it. For example, the
//! comma in `<a> ("," <b>)*` is one of them.

use std::collections::HashSet;

use super::{Grammar, Item, ItemId, ProductionId, RuleKind, Symbol};

impl Grammar {
    /// Returns whether a symbol is a rule that the compiler made: a repetition, a group and the like.
    #[doc(hidden)]
    pub fn is_hidden(&self, symbol: Symbol) -> bool {
        self.rule(symbol).is_some_and(|rule| !matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)))
    }

    /// Returns the alternatives of named rules, which stand in the grammar file.
    #[doc(hidden)]
    pub fn alternatives(&self) -> impl Iterator<Item = ProductionId> {
        let all = (0..self.productions.len() as u32).map(ProductionId);
        all.filter(|&id| !self.is_hidden(self.production(id).rule))
    }

    /// Returns the items of an alternative, each hidden rule once, in the order of the text.
    #[doc(hidden)]
    pub fn items_within(&self, alternative: ProductionId) -> Vec<(ItemId, &Item)> {
        let (mut open, mut seen, mut found) = (Vec::new(), HashSet::new(), Vec::new());
        let items = |id: ProductionId| self.production(id).items.clone().rev().map(ItemId);
        open.extend(items(alternative));
        while let Some(id) = open.pop() {
            let Some(item) = self.item(id) else { continue };
            found.push((id, item));
            if self.is_hidden(item.symbol) && seen.insert(item.symbol) {
                open.extend(self.productions_of(item.symbol).rev().flat_map(items));
            }
        }
        found
    }
}
