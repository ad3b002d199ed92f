//! The shortest text around a symbol, so that a text of it may stand for another symbol. For example, in JSON a member
//! `"a":1` needs `{` and `}` around it to stand for a value.
//!
//! Dijkstra's algorithm from the outer symbol inwards, with bytes as costs: an edge leads from a rule to an item of one of its
//! productions, and costs the shortest texts of all the other items.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Facts;
use grammarc_core::grammar::{Grammar, ProductionId, Symbol};
use grammarc_core::order::is_word;

/// The shortest texts around all symbols that one symbol derives.
pub(crate) struct Contexts {
    outer: Symbol,
    /// By symbol: how many bytes are around it, blanks between words aside. For example, there are 2 around a member of
    /// a JSON value: `{` and `}`.
    costs: Vec<usize>,
    /// By symbol: the production and the place in it that lead there; none for symbols that are not below, and for the outer
    /// symbol.
    from: Vec<Option<(ProductionId, usize)>>,
}

impl Contexts {
    /// Finds them. O(grammar · log grammar).
    pub(crate) fn of(grammar: &Grammar, facts: &Facts, outer: Symbol) -> Self {
        let count = grammar.rules.len() + grammar.terminals.len();
        let (mut costs, mut from) = (vec![usize::MAX; count], vec![None; count]);
        let mut open = BinaryHeap::from([Reverse((0, outer))]);
        costs[outer.0 as usize] = 0;
        while let Some(Reverse((cost, symbol))) = open.pop() {
            if cost > costs[symbol.0 as usize] || grammar.rule(symbol).is_none() {
                continue;
            }
            for production in grammar.productions_of(symbol) {
                let items = grammar.items_of(production);
                let length = |symbol: Symbol| facts.symbol(symbol).minimal.len();
                let all: usize = items.iter().map(|item| length(item.symbol)).sum();
                for (place, item) in items.iter().enumerate() {
                    let cost = cost.saturating_add(all - length(item.symbol));
                    let inner = item.symbol.0 as usize;
                    if cost < costs[inner] {
                        (costs[inner], from[inner]) = (cost, Some((production, place)));
                        open.push(Reverse((cost, item.symbol)));
                    }
                }
            }
        }
        Self { outer, costs, from }
    }

    /// Returns how many bytes are at least around a symbol.
    pub(crate) fn cost(&self, symbol: Symbol) -> usize {
        self.costs[symbol.0 as usize]
    }

    /// Returns a text of a symbol with the shortest text around it; none where the outer symbol derives none with it.
    /// For example, within a JSON value the member `"a":1` becomes `{"a":1}`.
    pub(crate) fn around(&self, grammar: &Grammar, facts: &Facts, symbol: Symbol, text: &[u8]) -> Option<Vec<u8>> {
        let (mut symbol, mut text) = (symbol, text.to_vec());
        while symbol != self.outer {
            let (production, place) = self.from[symbol.0 as usize]?;
            let items = grammar.items_of(production);
            let mut whole = Vec::new();
            for (other, item) in items.iter().enumerate() {
                let part = if other == place { &text[..] } else { &facts.symbol(item.symbol).minimal };
                let meet = whole.last().is_some_and(|&last| is_word(last))
                    && part.first().is_some_and(|&first| is_word(first));
                whole.extend(facts.blank.filter(|_| meet));
                whole.extend_from_slice(part);
            }
            (symbol, text) = (grammar.production(production).rule, whole);
        }
        Some(text)
    }
}
