//! Minimal derivations: the fewest nested named rules in any text of a symbol.
//!
//! For example, with `<a> ::= "x" | <b>` and `<b> ::= <a> "y"` the cost of `<a>` is 1, and the cost of `<b>` is 2.
//!
//! D. E. Knuth, *A Generalization of Dijkstra's Algorithm*, IPL 6(1), 1977: rules become final in the order of their cost,
//! so that cycles are right.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use grammarc_runtime::grammar::{Grammar, Item, RuleKind, Shape};

use super::{productions, uses};

/// The cost of a rule without any text.
/// For example, `<a> ::= "(" <a> ")"` derives no finite text.
pub const UNPRODUCTIVE: u32 = u32::MAX;

/// Returns the cost of every rule; [`UNPRODUCTIVE`] for a rule that derives no text.
pub fn of_rules(grammar: &Grammar) -> Vec<u32> {
    let uses = uses(grammar);
    let all: Vec<&[Item]> = productions(grammar).collect();
    let is_rule = |item: &&Item| (item.symbol.0 as usize) < grammar.rules.len();
    let mut missing: Vec<usize> = all.iter().map(|items| items.iter().filter(is_rule).count()).collect();
    let mut cost = vec![UNPRODUCTIVE; grammar.rules.len()];
    let mut heap = BinaryHeap::new();
    for production in (0..all.len()).filter(|&production| missing[production] == 0) {
        heap.push(Reverse((own(grammar, production), grammar.productions[production].rule.0 as usize)));
    }
    while let Some(Reverse((least, rule))) = heap.pop() {
        if cost[rule] != UNPRODUCTIVE {
            continue;
        }
        cost[rule] = least;
        for &production in uses.of(rule) {
            let production = production as usize;
            missing[production] -= 1;
            if missing[production] == 0 {
                // All its rules are final, and this one is the last and so the dearest.
                heap.push(Reverse((own(grammar, production) + least, grammar.productions[production].rule.0 as usize)));
            }
        }
    }
    cost
}

/// Returns the cost of a sequence: the cost of its dearest item. Terminals cost nothing.
/// For example, items of the costs 1, 3 and 2 make a sequence of cost 3, since depth is measured and not length.
pub fn of_items(items: &[Item], cost: &[u32]) -> u32 {
    items.iter().filter_map(|item| cost.get(item.symbol.0 as usize)).copied().max().unwrap_or(0)
}

/// Returns the cost of one application itself: 1 where it is a node of a named rule.
fn own(grammar: &Grammar, production: usize) -> u32 {
    let row = &grammar.productions[production];
    let named = matches!(grammar.rules[row.rule.0 as usize].kind, RuleKind::Named | RuleKind::Level(_));
    u32::from(named && matches!(row.shape, Shape::Node(_) | Shape::Leaf(_)))
}
