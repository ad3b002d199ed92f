//! Nodes of the tree, built as rules are recognized. Backtracking drops them again, and gives nodes back that had changed their
//! item.

use super::{Activation, Cursor};
use crate::grammar::{ItemId, ProductionId, Shape};
use crate::tree::ClaimUndo;

impl<S: Copy> Cursor<'_, S> {
    /// Makes everything since the rule began an application of a production: the rule has succeeded.
    #[inline]
    pub fn close(&mut self, production: ProductionId) -> Option<()> {
        let call = self.frames.call();
        if self.choices.has_since(call) && matches!(self.grammar().production(production).shape, Shape::Leaf(_)) {
            // The nodes that its choices would return to are dropped.
            self.open += self.choices.drop_since(call);
        }
        let &Activation { start, mark, item, .. } = self.rule();
        self.builder.close(&self.language.grammar, production, mark, start as usize..self.position, item);
        Some(())
    }

    /// Gives nodes to the right item: productions that share a prefix parse it with the items of one, and then another of them
    /// turns out to apply. For example, `x` of `"x" "y" | "x" "z"` is parsed as item 0, and becomes item 2 at the `z`.
    pub fn claim(&mut self, shared: &[(ItemId, ItemId)]) {
        let (items, &Activation { item: own, mark, .. }) = (&self.grammar().items, self.rule());
        let to = |to: ItemId| if items[to.0 as usize].pass { own } else { to };
        let (kept, claims) = (self.kept().mark, &mut self.claims);
        let changed = |claimed: ClaimUndo| claims.extend(Some(claimed).filter(|at| at.is_before(kept)));
        self.builder.claim((mark, own), shared, to, changed);
    }

    /// Gives the rule's first node to the first item of a production of the same rule: left recursion has put a node around it.
    /// For example, the sum `1+2` becomes the left side of `1+2+3`.
    pub fn adopt(&mut self, production: ProductionId) {
        let first = ItemId(self.grammar().production(production).items.start);
        let mark = self.rule().mark;
        let (kept, claims) = (self.kept().mark, &mut self.claims);
        self.builder.adopt(mark, first, |claimed| claims.extend(Some(claimed).filter(|at| at.is_before(kept))));
    }
}
