//! Facts of rules that follow from facts of the rules in them, found by a worklist.

use std::collections::VecDeque;

use super::{Grammar, ProductionId};

impl Grammar {
    /// Examines each production, and again whenever the fact of a rule in it changed: `examine` returns whether it changed
    /// the fact of the production's own rule. It ends if no fact changes for ever, and takes O(grammar) where each changes
    /// once.
    pub(crate) fn until_settled(&self, mut examine: impl FnMut(ProductionId) -> bool) {
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
