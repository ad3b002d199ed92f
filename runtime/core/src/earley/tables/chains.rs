//! Finds the dots of right recursion, over which the chart can leap, and the cycles of relations between rules.

use super::{NextSymbol, Tables};
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

/// Numbers the cycles of a relation, from 1: the strongly connected components with an edge (Tarjan 1972, with an explicit stack).
/// Vertices in no cycle have the number 0. For example, the edges 0 → 1, 1 → 0 and 2 → 0 give the numbers 1, 1 and 0.
pub(super) fn cycles(edges: &[Vec<usize>]) -> Vec<u32> {
    const NEW: usize = usize::MAX;
    let (mut index, mut low, mut is_open) = (vec![NEW; edges.len()], vec![0; edges.len()], vec![false; edges.len()]);
    let (mut counter, mut count, mut open, mut calls) = (0, 0, Vec::new(), Vec::new());
    let mut cycles = vec![0; edges.len()];
    for root in 0..edges.len() {
        if index[root] == NEW {
            calls.push((root, 0));
        }
        while let Some((vertex, edge)) = calls.pop() {
            if edge == 0 {
                (index[vertex], low[vertex], is_open[vertex]) = (counter, counter, true);
                counter += 1;
                open.push(vertex);
            } else if is_open[edges[vertex][edge - 1]] {
                low[vertex] = low[vertex].min(low[edges[vertex][edge - 1]]);
            }
            match edges[vertex].get(edge) {
                Some(&child) if index[child] == NEW => calls.extend([(vertex, edge + 1), (child, 0)]),
                // Known vertices are dealt with when the edge is looked back at.
                Some(_) => calls.push((vertex, edge + 1)),
                None if low[vertex] == index[vertex] => {
                    let start = open.iter().rposition(|&member| member == vertex).unwrap_or_default();
                    let is_cycle = open.len() - start > 1 || edges[vertex].contains(&vertex);
                    count += u32::from(is_cycle);
                    for member in open.drain(start..) {
                        is_open[member] = false;
                        cycles[member] = if is_cycle { count } else { 0 };
                    }
                }
                None => {}
            }
        }
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::cycles;

    #[test]
    fn vertices_that_reach_each_other_share_a_number() {
        let edges = [vec![1], vec![2, 1], vec![0, 3], vec![4], vec![4], vec![0, 6], vec![3]];
        let found = cycles(&edges);
        assert!(found[0] != 0 && found[0] == found[1] && found[1] == found[2]);
        assert!(found[4] != 0 && found[4] != found[0]);
        assert_eq!([found[3], found[5], found[6]], [0; 3]);
    }
}
