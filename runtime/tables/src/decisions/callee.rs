//! Rules as they are called: a row for each item, so that a call looks at one place.

use super::PointId;
use crate::grammar::{Grammar, Item, Rule, RuleKind, Symbol};

/// The rule of an item, as the item calls it.
#[derive(Debug, Clone, Copy)]
pub struct Callee {
    /// Its symbol.
    pub rule: Symbol,
    /// Where it begins.
    pub entry: PointId,
    /// Which labels it sees.
    pub scope: Scope,
    /// Whether the item stands for the whole calling rule, so the callee's node gets the item of the caller. For example, where
    /// elements are sums, the number in `[1]` gets the item of the element.
    pub passes: bool,
}

impl Callee {
    /// Returns the callee of each item; the row of a terminal is not used.
    pub(super) fn all(grammar: &Grammar, entries: &[PointId]) -> Vec<Self> {
        let of_item = |item: &Item| match grammar.rule(item.symbol) {
            Some(rule) => Self {
                rule: item.symbol,
                entry: entries[item.symbol.0 as usize],
                scope: Scope::of(rule),
                passes: item.pass,
            },
            None => Self { rule: item.symbol, entry: PointId(0), scope: Scope::Own, passes: false },
        };
        grammar.items.iter().map(of_item).collect()
    }
}

/// Which labels a rule sees. For example, in `n:<dec> (":" <x>){n}` the group sees `n`, and `<x>` does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Its own labels: the rule is named.
    Own,
    /// Its own labels and the column of the block around it: the rule is named, and lines begin in it.
    Column,
    /// The labels of the rule around it: the rule is hidden.
    Outer,
}

impl Scope {
    /// Returns which labels a rule sees.
    pub fn of(rule: &Rule) -> Self {
        match rule.kind {
            RuleKind::Named | RuleKind::Level(_) if rule.params.is_empty() => Self::Own,
            RuleKind::Named | RuleKind::Level(_) => Self::Column,
            RuleKind::Group | RuleKind::Repeat | RuleKind::Anonymous => Self::Outer,
        }
    }
}
