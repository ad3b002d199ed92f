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

#[cfg(test)]
mod tests {
    use super::{Grammar, ProductionId};
    use crate::byteset::ByteSet;
    use crate::flat::lines;
    use crate::grammar::{Plan, RuleKind, Shape, Symbol, rows};

    /// Each rule derives the next rule or the rule after it, and the last is empty, so facts spread from the end to the beginning.
    fn chain(length: u32) -> Grammar {
        let mut grammar = Grammar { start: Symbol(0), ..lines().grammar.clone() };
        let sets = || [ByteSet::ALL; 2];
        let (mut rules, mut productions, mut items) = (Vec::new(), Vec::new(), Vec::new());
        for number in 0..length {
            let first = productions.len() as u32;
            for next in [number + 1, number + 2].into_iter().filter(|&next| next < length) {
                items.push(rows::item(Symbol(next), 0));
                let place = items.len() as u32;
                productions.push(rows::production(Symbol(number), place - 1..place, Shape::Splice, ByteSet::ALL, 0));
            }
            if productions.len() as u32 == first {
                let place = items.len() as u32;
                productions.push(rows::production(Symbol(number), place..place, Shape::Splice, ByteSet::ALL, 0));
            }
            let range = first..productions.len() as u32;
            rules.push(rows::rule("r", RuleKind::Named, range, Plan::Chart, sets(), 0));
        }
        (grammar.rules, grammar.productions, grammar.items) = (rules.into(), productions.into(), items.into());
        grammar
    }

    #[test]
    fn a_fact_reaches_all_that_it_concerns_in_linear_time() {
        for length in [1, 2, 3, 1_000] {
            let grammar = chain(length);
            let mut empty = vec![false; length as usize];
            let mut examined = 0;
            grammar.until_settled(|id: ProductionId| {
                examined += 1;
                let rule = grammar.production(id).rule.0 as usize;
                let is_new = !empty[rule] && grammar.items_of(id).iter().all(|item| empty[item.symbol.0 as usize]);
                empty[rule] |= is_new;
                is_new
            });
            assert!(empty.iter().all(|&is_empty| is_empty), "{length}");
            assert!(examined <= 4 * length + 4, "{examined} for {length}");
        }
    }

    #[test]
    fn what_changes_again_is_examined_again() {
        // The longest way to the empty rule: the fact of a rule may grow more than once.
        let grammar = chain(50);
        let mut ways = vec![0_u32; 50];
        grammar.until_settled(|id| {
            let rule = grammar.production(id).rule.0 as usize;
            let way = grammar.items_of(id).iter().map(|item| ways[item.symbol.0 as usize] + 1).max().unwrap_or(1);
            let longest = way.max(ways[rule]);
            std::mem::replace(&mut ways[rule], longest) != longest
        });
        let expected: Vec<u32> = (1..=50).rev().collect();
        assert_eq!(ways, expected);
    }
}
