//! Which rules derive the empty text: a fixpoint with a worklist, linear in the size of the grammar.
//!
//! There are two answers. Earley scans a terminal even where it matches nothing, so for it only rules without any terminal count.
//! FIRST and FOLLOW must see through terminals that match nothing, and through look-aheads.
//!
//! For example, the rule `<a> ::= [0-9]*` is empty by the second answer alone, since `[0-9]*` is a terminal.

use grammarc_runtime::grammar::{Grammar, Item};

use super::{productions, users};

/// Which symbols can be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NullableSymbols {
    /// By rule.
    pub rules: Vec<bool>,
    /// By terminal; all false if terminals do not count.
    pub terminals: Vec<bool>,
}

impl NullableSymbols {
    /// Returns whether the item can be empty. An iteration that must consume something cannot.
    pub fn item(&self, item: &Item) -> bool {
        let number = item.symbol.0 as usize;
        !item.consume && self.rules.get(number).copied().unwrap_or_else(|| self.terminals[number - self.rules.len()])
    }

    /// Returns whether all items can be empty.
    pub fn all(&self, items: &[Item]) -> bool {
        items.iter().all(|item| self.item(item))
    }
}

/// Returns the rules that derive the empty text without any terminal.
pub fn without_terminals(grammar: &Grammar) -> NullableSymbols {
    with(grammar, vec![false; grammar.terminals.len()])
}

/// Returns the symbols that can be empty, terminals that match nothing and look-aheads included.
pub fn with_terminals(grammar: &Grammar) -> NullableSymbols {
    with(grammar, grammar.terminals.iter().map(|terminal| terminal.nullable).collect())
}

/// Returns the symbols that can be empty, given the terminals that can.
pub fn with(grammar: &Grammar, terminals: Vec<bool>) -> NullableSymbols {
    let users = users(grammar);
    let all: Vec<&[Item]> = productions(grammar).collect();
    let mut nullable = NullableSymbols { rules: vec![false; grammar.rules.len()], terminals };
    let mut pending: Vec<u32> = (0..all.len() as u32).rev().collect();
    while let Some(production) = pending.pop() {
        let rule = grammar.productions[production as usize].rule.0 as usize;
        if !nullable.rules[rule] && nullable.all(all[production as usize]) {
            nullable.rules[rule] = true;
            pending.extend(users.of(rule));
        }
    }
    nullable
}
