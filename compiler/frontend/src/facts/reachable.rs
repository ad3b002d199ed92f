//! Which symbols a text of the grammar can use.

use grammarc_runtime::grammar::{Grammar, Symbol};

use super::productions_of;

/// Returns for each symbol, rules first, whether the start symbol reaches it.
pub fn of_symbols(grammar: &Grammar) -> Vec<bool> {
    let mut reached = vec![false; grammar.rules.len() + grammar.terminals.len()];
    let mut pending: Vec<Symbol> = vec![grammar.start];
    while let Some(symbol) = pending.pop() {
        if std::mem::replace(&mut reached[symbol.0 as usize], true) {
            continue;
        }
        if let Some(terminal) = grammar.terminal(symbol) {
            pending.extend(terminal.word);
        }
        for items in grammar.rule(symbol).into_iter().flat_map(|rule| productions_of(grammar, rule)) {
            pending.extend(items.iter().map(|item| item.symbol));
        }
    }
    reached
}
