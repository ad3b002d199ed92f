//! Which rules can begin with themselves, and how.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};

use grammarc_runtime::components::components;
use grammarc_runtime::grammar::Grammar;

use super::nullable::{NullableSymbols, with_terminals};
use super::productions_of;

/// How a rule can begin with itself; the worst kind counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftRecursion {
    /// It cannot.
    /// For example, `<a> ::= "(" <a> ")" | "x"`.
    None,
    /// A production begins with the rule itself, and no other way leads there.
    /// For example, `<e> ::= <e> "+" <t> | <t>`.
    Direct,
    /// By way of other rules, hidden ones included.
    /// For example, `<a> ::= <b> "x"` with `<b> ::= <a> | "y"`.
    Indirect,
    /// Behind items that can be empty, terminals and look-aheads included.
    /// For example, `<a> ::= "-"? <a> "x" | "y"`: without the sign, `<a>` begins with itself.
    Hidden,
}

/// Returns the left recursion of every rule.
pub fn of_rules(grammar: &Grammar) -> Vec<LeftRecursion> {
    let empty = with_terminals(grammar);
    let edges = corners(grammar, &empty);
    let component = components(&edges);
    let mut sizes = vec![0_u32; edges.len()];
    component.iter().for_each(|&c| sizes[c] += 1);
    let mut worst = vec![LeftRecursion::None; edges.len()];
    for (rule, targets) in edges.iter().enumerate() {
        for &(target, hidden) in targets.iter().filter(|(target, _)| component[*target] == component[rule]) {
            let kind = match (hidden, sizes[component[rule]] == 1 && target == rule) {
                (true, _) => LeftRecursion::Hidden,
                (false, true) => LeftRecursion::Direct,
                (false, false) => LeftRecursion::Indirect,
            };
            worst[component[rule]] = worst[component[rule]].max(kind);
        }
    }
    component.iter().map(|&c| worst[c]).collect()
}

/// For each rule, the rules that it can begin with, and whether something stands before them.
fn corners(grammar: &Grammar, empty: &NullableSymbols) -> Vec<Vec<(usize, bool)>> {
    let of = |rule| {
        let mut corners = Vec::new();
        for items in productions_of(grammar, rule) {
            for (place, item) in items.iter().enumerate() {
                if grammar.rule(item.symbol).is_some() {
                    corners.push((item.symbol.0 as usize, place > 0));
                }
                if !empty.item(item) {
                    break;
                }
            }
        }
        corners
    };
    grammar.rules.iter().map(of).collect()
}

/// Returns the shortest way from a vertex back to itself, both ends included; it stays in its component.
/// For example, the edges 0 → 1, 1 → 2 and 2 → 0 make the way 0, 1, 2, 0.
pub(crate) fn shortest_cycle(start: usize, edges: &[Vec<usize>], component: &[usize]) -> Option<Vec<usize>> {
    let mut from: HashMap<usize, usize> = HashMap::new();
    let mut pending = VecDeque::from([start]);
    while let Some(at) = pending.pop_front() {
        for &next in edges[at].iter().filter(|&&next| component[next] == component[start]) {
            if next == start {
                let mut cycle = vec![start, at];
                while let Some(&before) = cycle.last().filter(|last| **last != start).and_then(|last| from.get(last)) {
                    cycle.push(before);
                }
                cycle.reverse();
                return Some(cycle);
            }
            if let Entry::Vacant(entry) = from.entry(next) {
                entry.insert(at);
                pending.push_back(next);
            }
        }
    }
    None
}
