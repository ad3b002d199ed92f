//! How each item is written, found once: most items have no label, no condition and no hook, and a driver that asks for each of these takes
//! as long as their texts.

use grammarc_core::grammar::{Check, Drive, Grammar, Hook, Item, Regular, RuleKind, Slot, Symbol, TerminalKind};

/// How an item of a production is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::fuzz) enum ItemStep {
    /// It is a place for skip.
    Skip,
    /// Nothing but one text: `"["`.
    Literal,
    /// Nothing but a named rule: `<value>`.
    Rule,
    /// Nothing but a hidden rule or a terminal: `[0-9]+`.
    Part,
    /// With a label, a condition, a drive or hooks: `a:<word>`.
    Marked,
}

/// Finds the step of every item.
pub(super) fn of_items(grammar: &Grammar, is_separator: impl Fn(Symbol) -> bool) -> Vec<ItemStep> {
    let of = |item: &Item| match item {
        _ if item.slot == Slot::Skip || is_separator(item.symbol) => ItemStep::Skip,
        _ if is_marked(grammar, item) => ItemStep::Marked,
        _ if is_literal(grammar, item.symbol) => ItemStep::Literal,
        _ if is_nested(grammar, item) => ItemStep::Rule,
        _ => ItemStep::Part,
    };
    grammar.items.iter().map(of).collect()
}

fn is_marked(grammar: &Grammar, item: &Item) -> bool {
    let is_hooked = grammar.hooks_of(item).iter().any(Hook::acts);
    item.label.is_some() || item.check != Check::None || item.drive != Drive::None || is_hooked
}

fn is_literal(grammar: &Grammar, symbol: Symbol) -> bool {
    grammar.terminal(symbol).is_some_and(|terminal| {
        let is_text = matches!(terminal.kind, TerminalKind::Token | TerminalKind::Leaf);
        is_text && matches!(grammar.regulars[terminal.regular.0 as usize], Regular::Literal { fold: false, .. })
    })
}

/// Returns whether an item's symbol is one level deeper than the item.
pub(in crate::fuzz) fn is_nested(grammar: &Grammar, item: &Item) -> bool {
    let rule = grammar.rule(item.symbol);
    !item.pass && rule.is_some_and(|rule| matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)))
}
