//! The productions of each rule as texts and symbols to fill, from which other expansions of a node are made.
//!
//! This is the second source of replacements of the Fuzzing Book's grammar reducer; the first are the subtrees of a node.

use super::Part;
use grammarc_core::grammar::{Grammar, Item, Regular, Rule, RuleKind, Slot, Terminal, TerminalKind};

/// Returns the part that each item is.
pub(super) fn of(grammar: &Grammar, minimal: &[Vec<u8>]) -> Vec<Part> {
    let tables = Tables { rules: &grammar.rules, terminals: &grammar.terminals, regulars: &grammar.regulars };
    let part = |item: &Item| match tables.is_filled(item) {
        true => Part::Symbol(item.symbol),
        false => Part::Text(minimal[item.symbol.0 as usize].clone().into()),
    };
    grammar.items.iter().map(part).collect()
}

/// Returns parts without empty texts, and with one text where there are several in a row. For example, `[`, an empty
/// text and `]` become `[]`.
pub(super) fn joined(parts: &[Part]) -> Vec<Part> {
    let mut joined = Vec::new();
    for part in parts {
        match (joined.last_mut(), part) {
            (_, Part::Text(text)) if text.is_empty() => {}
            (Some(Part::Text(before)), Part::Text(text)) => before.to_mut().extend_from_slice(text),
            _ => joined.push(part.clone()),
        }
    }
    joined
}

/// The tables of a grammar that tell hidden rules, and terminals with one text only.
pub(super) struct Tables<'a> {
    pub(super) rules: &'a [Rule],
    pub(super) terminals: &'a [Terminal],
    pub(super) regulars: &'a [Regular],
}

impl Tables<'_> {
    /// Returns whether an item is a symbol to fill. A hidden rule or a terminal with one text only is a text. For
    /// example, in JSON `number` is filled, and `":"` is a text.
    pub(super) const fn is_filled(&self, item: &Item) -> bool {
        if !matches!(item.slot, Slot::Item) {
            return false;
        }
        let number = item.symbol.0 as usize;
        if number < self.rules.len() {
            return matches!(self.rules[number].kind, RuleKind::Named | RuleKind::Level(_));
        }
        let terminal = &self.terminals[number - self.rules.len()];
        let has_text = matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf);
        has_text && !matches!(self.regulars[terminal.regular.0 as usize], Regular::Literal { .. })
    }
}
