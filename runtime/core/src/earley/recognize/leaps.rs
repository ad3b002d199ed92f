//! Leaps over right recursion. A list completes all lists that end with it, and one step takes the place of all but the last of
//! them.

use super::{ItemFilter, Recognizer};
use crate::earley::numbers::{NodeNumber, SetNumber};
use crate::earley::tables::NextSymbol;
use crate::grammar::Symbol;

impl Recognizer<'_, '_> {
    /// Moves the item at the top of a chain of right recursion, in place of the only item that waits for a node. Returns whether there
    /// is a chain. To list the expected terminals, no item is left out.
    pub(super) fn leap(&mut self, node: NodeNumber, waiting: (SetNumber, Symbol, u32)) -> bool {
        if self.lookahead == ItemFilter::None {
            return false;
        }
        let (set, rule, environment) = waiting;
        let tables = self.tables;
        let chain = |dot: u32| tables.dot(dot).chain.filter(|_| environment == 0 || tables.dot(dot).is_steady);
        let Some(top) = self.chart.top(waiting, chain) else { return false };
        let item = self.chart.item(top);
        // The items of a chain can be followed by the same bytes.
        if let NextSymbol::Rule(last) = tables.dot(item.key.dot).next
            && self.can_go_on(item.key.dot + 1, self.chart.at(self.chart.current()), environment)
            && let Some(node) = self.chart.leap(node, (set, rule), &self.node_key(last, item.set, environment))
        {
            self.advance(top, node);
        }
        true
    }
}
