//! The productions of each rule as texts and symbols to fill: what another expansion of a node looks like.
//!
//! This is the second source of replacements of the Fuzzing Book's grammar reducer; the first are the subtrees of a node.

use std::ops::Range;

use super::Part;
use crate::grammar::{Grammar, Item, ProductionId, Slot, Symbol, TerminalKind};

/// Returns the parts of all productions, and for each production which of them are its own.
pub(super) fn of(grammar: &Grammar, minimal: &[Vec<u8>]) -> (Vec<Range<u32>>, Vec<Part>) {
    let mut all = Vec::new();
    let productions = (0..grammar.productions.len() as u32).map(ProductionId);
    let ranges = productions.map(|production| {
        let start = all.len() as u32;
        all.extend(parts(grammar, minimal, production));
        start..all.len() as u32
    });
    (ranges.collect(), all)
}

fn parts(grammar: &Grammar, minimal: &[Vec<u8>], production: ProductionId) -> Vec<Part> {
    let mut parts = Vec::new();
    for item in grammar.items_of(production) {
        match part(grammar, minimal, item) {
            Part::Text(text) => push_text(&mut parts, &text),
            symbol @ Part::Symbol(_) => parts.push(symbol),
        }
    }
    parts
}

/// Returns what an item is filled with: what is hidden or has one text only is given as text.
fn part(grammar: &Grammar, minimal: &[Vec<u8>], item: &Item) -> Part {
    let fixed = || Part::Text(minimal[item.symbol.0 as usize].clone().into());
    let is_rule = grammar.rule(item.symbol).is_some();
    let visible = if is_rule { !grammar.is_hidden(item.symbol) } else { is_open(grammar, item.symbol) };
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
