//! The productions of each rule as texts and symbols to fill: what another expansion of a node looks like.
//!
//! This is the second source of replacements of the Fuzzing Book's grammar reducer; the first are the subtrees of a node.

use super::{Expansion, Part};
use crate::grammar::{Grammar, Item, ProductionId, RuleKind, Slot, Symbol, TerminalKind};

/// Returns the expansions of every rule in the order of its productions.
pub(super) fn of(grammar: &Grammar, minimal: &[Vec<u8>]) -> Vec<Vec<Expansion>> {
    let rules = (0..grammar.rules.len()).map(|rule| Symbol(rule as u32));
    rules.map(|rule| grammar.productions_of(rule).map(|id| expansion(grammar, minimal, id)).collect()).collect()
}

fn expansion(grammar: &Grammar, minimal: &[Vec<u8>], production: ProductionId) -> Expansion {
    let mut parts = Vec::new();
    for item in grammar.items_of(production) {
        match part(grammar, minimal, item) {
            Part::Text(text) => push_text(&mut parts, &text),
            symbol @ Part::Symbol(_) => parts.push(symbol),
        }
    }
    Expansion { production, parts: parts.into() }
}

/// Returns what an item is filled with: what is hidden or has one text only is given as text.
fn part(grammar: &Grammar, minimal: &[Vec<u8>], item: &Item) -> Part {
    let fixed = || Part::Text(minimal[item.symbol.0 as usize].clone().into());
    let visible = match grammar.rule(item.symbol) {
        Some(rule) => matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)),
        None => is_open(grammar, item.symbol),
    };
    if visible && item.slot == Slot::Item { Part::Symbol(item.symbol) } else { fixed() }
}

/// Returns whether a terminal has more than one text.
fn is_open(grammar: &Grammar, terminal: Symbol) -> bool {
    let Some(row) = grammar.terminal(terminal) else { return false };
    let matches = matches!(row.kind, TerminalKind::Token | TerminalKind::Leaf);
    matches && !matches!(grammar.regulars[row.regular.0 as usize], crate::grammar::Regular::Literal { .. })
}

fn push_text(parts: &mut Vec<Part>, text: &[u8]) {
    match parts.last_mut() {
        _ if text.is_empty() => {}
        Some(Part::Text(before)) => before.to_mut().extend_from_slice(text),
        _ => parts.push(Part::Text(text.to_vec().into())),
    }
}
