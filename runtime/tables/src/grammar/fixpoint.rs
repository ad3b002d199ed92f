//! Facts of rules that follow from facts of the rules in them, found by a worklist. A loop over all productions until nothing
//! changes would take quadratic time.

use std::collections::VecDeque;

use super::{Grammar, ProductionId};

impl Grammar {
    /// Examines each production, and again when the fact of a rule in it has changed. `examine` returns whether it changed the
    /// fact of the production's own rule. For example, when a rule turns out to be nullable, the productions that use it are
    /// examined again. This ends if no fact changes for ever, and takes O(grammar) if each changes once.
    #[doc(hidden)]
    pub fn until_settled(&self, mut examine: impl FnMut(ProductionId) -> bool) {
        self.settle(&mut examine);
    }

    /// As above, compiled once for all facts.
    fn settle(&self, examine: &mut dyn FnMut(ProductionId) -> bool) {
        let all = || (0..self.productions.len() as u32).map(ProductionId);
        let mut users = vec![Vec::new(); self.rules.len()];
        for id in all() {
            for item in self.items_of(id) {
                if let Some(users) = users.get_mut(item.symbol.0 as usize) {
                    users.push(id);
                }
            }
        }
        let mut open: VecDeque<ProductionId> = all().collect();
        let mut is_open = vec![true; self.productions.len()];
        while let Some(id) = open.pop_front() {
            is_open[id.0 as usize] = false;
            if !examine(id) {
                continue;
            }
            for &user in &users[self.production(id).rule.0 as usize] {
                if !std::mem::replace(&mut is_open[user.0 as usize], true) {
                    open.push_back(user);
                }
            }
        }
    }
}
