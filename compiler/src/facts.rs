//! What can be computed of a grammar before any input is seen: pure functions from tables to tables.
//!
//! [`complete`] writes those that the engines read into the grammar itself; the rest is asked for by `plan` and `check`.

pub mod cost;
pub mod first;
pub mod follow;
pub mod left_recursion;
pub mod nullable;
pub mod reachable;

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Grammar, Item, Rule, Symbol, TerminalKind};

use nullable::Nullable;

/// Fills in all that rules and productions hold of facts. The grammar must be productive.
pub fn complete(grammar: &mut Grammar) {
    let strict = nullable::without_terminals(grammar);
    let empty = nullable::with_terminals(grammar);
    let first = first::of_rules(grammar, &empty);
    let follow = follow::of_rules(grammar, &first, &empty);
    let cost = cost::of_rules(grammar);
    let predict = predict(grammar, &first, &follow, &empty);
    let nullable: Vec<bool> = productions(grammar).map(|items| strict.all(items)).collect();
    let below: Vec<u32> = productions(grammar).map(|items| cost::of_items(items, &cost)).collect();
    for (number, production) in grammar.productions.to_mut().iter_mut().enumerate() {
        production.predict = predict[number];
        production.nullable = nullable[number];
        production.cost = below[number];
    }
    for (number, rule) in grammar.rules.to_mut().iter_mut().enumerate() {
        rule.nullable = strict.rules[number];
        rule.first = first[number];
        rule.follow = follow[number];
        rule.cost = cost[number];
    }
}

/// Returns the bytes on which each production can be chosen.
fn predict(grammar: &Grammar, first: &[ByteSet], follow: &[ByteSet], empty: &Nullable) -> Vec<ByteSet> {
    let of = |(number, items): (usize, &[Item])| {
        let rule = grammar.productions[number].rule.0 as usize;
        let begin = first::of_items(grammar, items, first, empty);
        if empty.all(items) { begin.union(follow[rule]) } else { begin }
    };
    productions(grammar).enumerate().map(of).collect()
}

/// Returns the items of each production, in order.
pub(crate) fn productions(grammar: &Grammar) -> impl Iterator<Item = &[Item]> {
    grammar.productions.iter().map(|row| &grammar.items[row.items.start as usize..row.items.end as usize])
}

/// Returns the items of each production of one rule, in order.
pub(crate) fn productions_of<'g>(grammar: &'g Grammar, rule: &Rule) -> impl Iterator<Item = &'g [Item]> {
    let rows = &grammar.productions[rule.productions.start as usize..rule.productions.end as usize];
    rows.iter().map(|row| &grammar.items[row.items.start as usize..row.items.end as usize])
}

/// Returns whether the symbol consumes nothing and only looks.
pub(crate) fn is_ahead(grammar: &Grammar, symbol: Symbol) -> bool {
    grammar.terminal(symbol).is_some_and(|terminal| matches!(terminal.kind, TerminalKind::Ahead { .. }))
}

/// For each rule, the productions in which it occurs, each once: fixpoints look at a whole production again, so that more
/// would be quadratic in its length.
pub(crate) fn users(grammar: &Grammar) -> Vec<Vec<u32>> {
    let mut users = uses(grammar);
    users.iter_mut().for_each(Vec::dedup);
    users
}

/// For each rule, the productions in which it occurs, once for every item.
pub(crate) fn uses(grammar: &Grammar) -> Vec<Vec<u32>> {
    let mut uses = vec![Vec::new(); grammar.rules.len()];
    for (number, items) in productions(grammar).enumerate() {
        for item in items {
            if let Some(places) = uses.get_mut(item.symbol.0 as usize) {
                places.push(number as u32);
            }
        }
    }
    uses
}
