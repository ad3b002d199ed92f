//! Which rules derive the empty text: a fixpoint with a worklist, linear in the size of the grammar.
//!
//! There are two answers. Earley scans a terminal even where it matches nothing, so for it only rules without any terminal
//! count; what can begin or follow a text must see through such terminals and look-aheads.

use grammarc_runtime::grammar::{Grammar, Item};

use super::{productions, users};

/// Which symbols can be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nullable {
    /// By rule.
    pub rules: Vec<bool>,
    /// By terminal; all false if terminals do not count.
    pub terminals: Vec<bool>,
}

impl Nullable {
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

/// Returns what is empty without help of any terminal.
pub fn without_terminals(grammar: &Grammar) -> Nullable {
    with(grammar, vec![false; grammar.terminals.len()])
}

/// Returns what can be empty where terminals match nothing, look-aheads included.
pub fn with_terminals(grammar: &Grammar) -> Nullable {
    with(grammar, grammar.terminals.iter().map(|terminal| terminal.nullable).collect())
}

/// Returns what can be empty where these terminals can.
pub fn with(grammar: &Grammar, terminals: Vec<bool>) -> Nullable {
    let users = users(grammar);
    let all: Vec<&[Item]> = productions(grammar).collect();
    let mut nullable = Nullable { rules: vec![false; grammar.rules.len()], terminals };
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
