//! Finds the dots of right recursion, over which the chart can leap.

use super::{NextSymbol, Tables};
use crate::components::cycles;
use crate::grammar::{Grammar, Symbol};

impl Tables {
    /// Finds the dots before the last symbol of a production, where that symbol can end with the production's own rule. For example,
    /// `<l> ::= <x> "," . <l>`. A dot in a cycle is left out, because a node there can have its own span below itself.
    pub(super) fn find_chains(&mut self, grammar: &Grammar) {
        let chains = cycles(&self.last_rules(grammar));
        for number in 0..self.dots.len().saturating_sub(1) {
            let dot = &self.dots[number];
            let NextSymbol::Rule(last) = dot.next else { continue };
            let rule = grammar.production(dot.production).rule;
            let [own, other] = [rule, last].map(|rule| chains[rule.0 as usize]);
            let is_last = self.dots[number + 1].next == NextSymbol::End;
            // Rules that end with each other can be followed by the same bytes. If tables say otherwise, one test would not do.
            let is_alike = grammar.rules[rule.0 as usize].follow == grammar.rules[last.0 as usize].follow;
            let is_cyclic = self.is_cyclic(rule) || self.is_cyclic(last);
            let is_seen = self.dots[self.rules[last.0 as usize].start as usize].is_seen;
            if is_last && dot.is_plain && !is_seen && own != 0 && own == other && is_alike && !is_cyclic {
                let labels = |rule: Symbol| &grammar.rules[rule.0 as usize].params[..];
                let is_steady = dot.live[..] == *labels(rule) && labels(rule) == labels(last);
                (self.dots[number].chain, self.dots[number].is_steady) = (Some(rule), is_steady);
                self.chained[last.0 as usize] = true;
            }
        }
    }

    /// Returns, for every rule, the rules that end its productions.
    fn last_rules(&self, grammar: &Grammar) -> Vec<Vec<usize>> {
        let mut edges = vec![Vec::new(); grammar.rules.len()];
        for production in grammar.productions.iter() {
            let last = grammar.items[production.items.start as usize..production.items.end as usize].last();
            let last = last.filter(|item| grammar.rule(item.symbol).is_some());
            edges[production.rule.0 as usize].extend(last.map(|item| item.symbol.0 as usize));
        }
        edges
    }
}
