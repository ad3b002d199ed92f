//! Facts about a grammar that need no input, as FIRST and FOLLOW: pure functions from tables to tables.
//!
//! [`complete`] writes the facts that engines need into the grammar itself; `plan` and `check` compute the rest on demand.

pub mod cost;
pub mod first;
pub mod follow;
pub mod left_recursion;
pub mod nullable;
pub mod reachable;

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Grammar, Item, Rule, Symbol, TerminalKind};

use nullable::NullableSymbols;

/// Fills in the facts of all rules and productions. The grammar must be productive.
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
fn predict(grammar: &Grammar, first: &[ByteSet], follow: &[ByteSet], empty: &NullableSymbols) -> Vec<ByteSet> {
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

/// For each rule, the numbers of the productions in which it occurs.
pub(crate) struct RuleUses {
    /// Where those of each rule end; they begin where those of the rule before it end.
    ends: Vec<u32>,
    productions: Vec<u32>,
}

impl RuleUses {
    /// Sorts pairs of a rule and a production by the rule.
    fn new(rules: usize, pairs: &[(u32, u32)]) -> Self {
        let mut ends = vec![0; rules];
        pairs.iter().for_each(|&(rule, _)| ends[rule as usize] += 1);
        let mut begin = 0;
        for end in &mut ends {
            begin += std::mem::replace(end, begin);
        }
        let mut productions = vec![0; pairs.len()];
        for &(rule, production) in pairs {
            let end = &mut ends[rule as usize];
            productions[*end as usize] = production;
            *end += 1;
        }
        Self { ends, productions }
    }

    /// Returns those of one rule, ascending.
    pub(crate) fn of(&self, rule: usize) -> &[u32] {
        let begin = rule.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.productions[begin as usize..self.ends[rule] as usize]
    }
}

/// The productions in which each rule occurs, each once. A fixpoint looks at a whole production again, so duplicates would take
/// quadratic time.
pub(crate) fn users(grammar: &Grammar) -> RuleUses {
    let mut pairs = pairs(grammar);
    let mut last = vec![u32::MAX; grammar.rules.len()];
    pairs.retain(|&(rule, production)| std::mem::replace(&mut last[rule as usize], production) != production);
    RuleUses::new(grammar.rules.len(), &pairs)
}

/// The productions in which each rule occurs, once for every item.
pub(crate) fn uses(grammar: &Grammar) -> RuleUses {
    RuleUses::new(grammar.rules.len(), &pairs(grammar))
}

/// The rules that are items, with their productions.
fn pairs(grammar: &Grammar) -> Vec<(u32, u32)> {
    let rules = grammar.rules.len() as u32;
    let all =
        productions(grammar).zip(0..).flat_map(|(items, number)| items.iter().map(move |item| (item.symbol.0, number)));
    all.filter(|&(symbol, _)| symbol < rules).collect()
}
