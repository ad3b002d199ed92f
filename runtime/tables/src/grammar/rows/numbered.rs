//! Rows without the facts that follow from their order. A rule gives only the number of its productions, and a
//! production only the number of its items. Their ranges are filled in from one table to the next. For example, rules
//! with 2 and 1 productions get the ranges `0..2` and `2..3`. Sets of bytes are given by their number.

use std::borrow::Cow;
use std::mem::{forget, replace};

use super::{item, production, rule};
use crate::byteset::ByteSet;
use crate::grammar::{Item, Plan, Production, Rule, RuleKind, Shape, Slot, Symbol, Terminal};

/// Placeholder of a number that follows from the order. No alternative has so many items.
const OPEN: u16 = u16::MAX;
/// Placeholder of the rule that a production belongs to.
const ITS_RULE: Symbol = Symbol(u32::MAX);

/// Makes a set of these bytes.
pub const fn set(bytes: &[u8]) -> ByteSet {
    ByteSet::of(bytes)
}

/// Makes a placeholder of the set of this number, until the table is whole. For example, `numbered(7)` becomes the
/// eighth set of the table.
pub const fn numbered(set: u64) -> ByteSet {
    ByteSet::new([set, 0, 0, 0], false)
}

/// Returns the set that a placeholder stands for.
const fn found(sets: &[ByteSet], open: ByteSet) -> ByteSet {
    sets[open.words()[0] as usize]
}

/// Makes a named rule with this number of productions.
pub const fn named(name: &'static str, productions: u32, plan: Plan, sets: [u64; 2], cost: u32) -> Rule {
    rule(name, RuleKind::Named, 0..productions, plan, [numbered(sets[0]), numbered(sets[1])], cost)
}

/// Makes a precedence level of a rule, with the name of the rule before it.
pub const fn level(lowest: Symbol, productions: u32, plan: Plan, sets: [u64; 2], cost: u32) -> Rule {
    rule("", RuleKind::Level(lowest), 0..productions, plan, [numbered(sets[0]), numbered(sets[1])], cost)
}

/// Makes a group, with the name of the rule before it.
pub const fn group(productions: u32, plan: Plan, sets: [u64; 2], cost: u32) -> Rule {
    rule("", RuleKind::Group, 0..productions, plan, [numbered(sets[0]), numbered(sets[1])], cost)
}

/// Makes a repetition, with the name of the rule before it.
pub const fn repetition(plan: Plan, sets: [u64; 2], cost: u32) -> Rule {
    rule("", RuleKind::Repeat, 0..2, plan, [numbered(sets[0]), numbered(sets[1])], cost).nullable()
}

/// Makes the rule of an anonymous node, with the name of the rule before it.
pub const fn anonymous(productions: u32, plan: Plan, sets: [u64; 2], cost: u32) -> Rule {
    rule("", RuleKind::Anonymous, 0..productions, plan, [numbered(sets[0]), numbered(sets[1])], cost)
}

impl Rule {
    /// Sets the name where it differs from the name of the rule before.
    #[must_use]
    pub const fn of(mut self, name: &'static str) -> Self {
        forget(replace(&mut self.name, Cow::Borrowed(name)));
        self
    }
}

/// Makes a production with this number of items and a node of its rule.
pub const fn node(items: u32, predict: u64, cost: u32) -> Production {
    node_of(ITS_RULE, items, predict, cost)
}

/// Makes a production of a precedence level, with a node of the rule that was written.
pub const fn node_of(symbol: Symbol, items: u32, predict: u64, cost: u32) -> Production {
    open(items, Shape::Node(symbol), predict, cost)
}

/// Makes a production with a node of its rule that has no children.
pub const fn opaque_node(symbol: Symbol, items: u32, predict: u64, cost: u32) -> Production {
    open(items, Shape::Leaf(symbol), predict, cost)
}

/// Makes a production with a node that readers do not see.
pub const fn element(items: u32, predict: u64, cost: u32) -> Production {
    open(items, Shape::Element, predict, cost)
}

/// Makes a production without a node.
pub const fn splice(items: u32, predict: u64, cost: u32) -> Production {
    open(items, Shape::Splice, predict, cost)
}

/// Makes a production without items and without a node, for example the end of a repetition.
pub const fn empty(predict: u64) -> Production {
    splice(0, predict, 0).nullable()
}

const fn open(items: u32, shape: Shape, predict: u64, cost: u32) -> Production {
    production(ITS_RULE, 0..items, shape, numbered(predict), cost).alternative(OPEN)
}

/// Makes an item whose number in its alternative follows from the order.
pub const fn next(symbol: Symbol) -> Item {
    item(symbol, OPEN)
}

/// Makes an item for a skip.
pub const fn skip(symbol: Symbol) -> Item {
    next(symbol).slot(Slot::Skip)
}

/// Makes an item for the separator of a list.
pub const fn separator(symbol: Symbol) -> Item {
    next(symbol).slot(Slot::Separator)
}

impl Item {
    /// Sets its number in its alternative, where that does not follow from the order.
    #[must_use]
    pub const fn at(mut self, index: u16) -> Self {
        self.index = index;
        self
    }
}

/// Gives rules their sets and productions, and hidden rules their names.
pub const fn rules<const N: usize>(sets: &[ByteSet], mut rows: [Rule; N]) -> [Rule; N] {
    let (mut name, mut productions, mut i) = ("", 0, 0);
    while i < N {
        match rows[i].name {
            Cow::Borrowed(given) if !given.is_empty() => name = given,
            _ => forget(replace(&mut rows[i].name, Cow::Borrowed(name))),
        }
        let end = productions + rows[i].productions.end;
        rows[i].productions = productions..end;
        (rows[i].first, rows[i].follow) = (found(sets, rows[i].first), found(sets, rows[i].follow));
        (productions, i) = (end, i + 1);
    }
    rows
}

/// Gives productions their set, rule, items and number.
pub const fn productions<const N: usize>(
    sets: &[ByteSet],
    rules: &[Rule],
    mut rows: [Production; N],
) -> [Production; N] {
    let (mut items, mut rule) = (0, 0);
    while rule < rules.len() {
        let (first, end) = (rules[rule].productions.start as usize, rules[rule].productions.end as usize);
        let mut i = first;
        while i < end {
            let row = &mut rows[i];
            (row.rule, row.predict) = (Symbol(rule as u32), found(sets, row.predict));
            if let Shape::Node(ITS_RULE) = row.shape {
                row.shape = Shape::Node(row.rule);
            }
            if row.alternative == OPEN {
                row.alternative = alternative(&rules[rule], i - first);
            }
            let last = items + row.items.end;
            row.items = items..last;
            (items, i) = (last, i + 1);
        }
        rule += 1;
    }
    rows
}

/// Returns the default number of the alternative of a production.
pub const fn alternative(rule: &Rule, number: usize) -> u16 {
    if matches!(rule.kind, RuleKind::Repeat) { 0 } else { number as u16 }
}

/// Gives items their numbers.
pub const fn items<const N: usize>(productions: &[Production], mut rows: [Item; N]) -> [Item; N] {
    let mut production = 0;
    while production < productions.len() {
        let (mut i, mut before) = (productions[production].items.start as usize, 0);
        while i < productions[production].items.end as usize {
            let row = &mut rows[i];
            if row.index == OPEN {
                row.index = index(&productions[production], row.slot, before);
            }
            before = index_after(row, before);
            i += 1;
        }
        production += 1;
    }
    rows
}

/// Returns the default number of an item in its alternative, after `before` others. For example, a skip after the
/// first item has number 0, as that item.
pub const fn index(production: &Production, slot: Slot, before: u16) -> u16 {
    match (production.shape, slot) {
        // A repetition is one item of the alternative around it.
        (Shape::Splice, _) => 0,
        (_, Slot::Skip) => before.saturating_sub(1),
        (_, Slot::Item | Slot::Separator) => before,
    }
}

/// Returns the default number of the next item in an alternative, after this item.
pub const fn index_after(item: &Item, before: u16) -> u16 {
    if matches!(item.slot, Slot::Item) { item.index + 1 } else { before }
}

/// Gives terminals their sets.
pub const fn terminals<const N: usize>(sets: &[ByteSet], mut rows: [Terminal; N]) -> [Terminal; N] {
    let mut i = 0;
    while i < N {
        rows[i].first = found(sets, rows[i].first);
        i += 1;
    }
    rows
}
