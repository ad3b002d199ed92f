//! The place of each item, and the items that make up one list.
//!
//! `x*` is a rule `[x R]` or nothing; `x+`, `x{m,}` put copies of `x` before it; `x ++ s` puts one `x` before a rule of
//! elements `[s x]`. So a list is found from its rule, and its first elements are those before every use of that rule.

use super::{List, Place};
use grammarc_core::grammar::{Grammar, Item, Production, RuleKind, Slot, Symbol};

/// Returns the place of every item, and the lists that places refer to.
pub(super) fn of(grammar: &Grammar, minimal: &[Vec<u8>]) -> (Vec<Place>, Vec<List>) {
    let shortest = |item: &Item| &minimal[item.symbol.0 as usize];
    let mut places: Vec<Place> = grammar.items.iter().map(|item| alone(item, shortest(item))).collect();
    let mut lists = Vec::new();
    let tails: Vec<Option<Tail>> = (0..grammar.rules.len()).map(|rule| tail(grammar, Symbol(rule as u32))).collect();
    for (number, item) in grammar.items.iter().enumerate() {
        if let Some(Some(tail)) = tails.get(item.symbol.0 as usize)
            && !is_inside(grammar, &tails, number)
        {
            let copies = copies(grammar, number, tail.element);
            let list = lists.len() as u32;
            lists.push(List { element: tail.element, minimum: minimum(grammar, number, copies.len()) });
            for (place, &copy) in copies.iter().rev().enumerate() {
                places[copy] = Place::Element { list, first: place == 0 };
            }
            members(&tails, item.symbol, |member| places[member] = Place::Element { list, first: false });
        }
    }
    (places, lists)
}

/// Returns the place of an item that belongs to no list, given its shortest text.
pub(super) const fn alone(item: &Item, shortest: &[u8]) -> Place {
    match item.slot {
        Slot::Skip => Place::Skip,
        Slot::Separator => Place::Separator,
        Slot::Item if item.consume || shortest.is_empty() => Place::Optional,
        Slot::Item => Place::Fixed,
    }
}

/// One rule of a repetition that can go on: `[item … next]`, or nothing. For example, the rule of `x*` has the element
/// `x`, and goes on with itself.
struct Tail {
    /// The item of the iteration.
    item: usize,
    /// The repeated symbol, without separator.
    element: Symbol,
    /// The rule that goes on: itself, or the next of a bounded number.
    next: Symbol,
}

fn tail(grammar: &Grammar, rule: Symbol) -> Option<Tail> {
    let row = grammar.rule(rule).filter(|row| row.kind == RuleKind::Repeat)?;
    let production = &grammar.productions[row.productions.start as usize];
    let numbers = production.items.start as usize..production.items.end as usize;
    let item = numbers.clone().find(|&number| grammar.items[number].consume)?;
    let last = &grammar.items[numbers.last()?];
    let goes_on = !last.consume && grammar.rule(last.symbol).is_some_and(|next| next.kind == RuleKind::Repeat);
    goes_on.then(|| Tail { item, element: element(grammar, grammar.items[item].symbol), next: last.symbol })
}

/// Returns the element of an iteration, for example `x` of `[s x]`.
fn element(grammar: &Grammar, iteration: Symbol) -> Symbol {
    let items = grammar.rule(iteration).filter(|row| row.kind == RuleKind::Group).map(|row| {
        let production: &Production = &grammar.productions[row.productions.start as usize];
        &grammar.items[production.items.start as usize..production.items.end as usize]
    });
    let Some(items) = items else { return iteration };
    if !items.iter().any(|item| item.slot == Slot::Separator) {
        return iteration;
    }
    items.iter().rfind(|item| item.slot == Slot::Item).map_or(iteration, |item| item.symbol)
}

/// Returns whether the item continues a repetition instead of starting it.
fn is_inside(grammar: &Grammar, tails: &[Option<Tail>], number: usize) -> bool {
    let production = grammar.productions.partition_point(|row| row.items.end as usize <= number);
    tails[grammar.productions[production].rule.0 as usize].is_some()
}

/// Returns the copies of the repeated symbol right before the item, the last first. For example, both `x` in `x x R`,
/// for `x{2,}`.
fn copies(grammar: &Grammar, number: usize, element: Symbol) -> Vec<usize> {
    let production = grammar.productions.partition_point(|row| row.items.end as usize <= number);
    let before = grammar.productions[production].items.start as usize..number;
    let solid = before.rev().filter(|&other| grammar.items[other].slot != Slot::Skip);
    solid
        .take_while(|&other| grammar.items[other].symbol == element && grammar.items[other].slot == Slot::Item)
        .collect()
}

/// Returns how many elements a list must keep: none if the rule that holds it is itself an iteration that may be left out.
fn minimum(grammar: &Grammar, number: usize, copies: usize) -> u32 {
    let production = grammar.productions.partition_point(|row| row.items.end as usize <= number);
    let holder = grammar.productions[production].rule;
    let hidden = grammar.rule(holder).is_some_and(|row| row.kind == RuleKind::Group);
    let mut uses = grammar.items.iter().filter(|item| item.symbol == holder).peekable();
    let optional = hidden && uses.peek().is_some() && uses.all(|item| item.consume);
    if optional { 0 } else { copies as u32 }
}

/// Calls `found` with the item of every iteration of the list that begins with the rule.
fn members(tails: &[Option<Tail>], first: Symbol, mut found: impl FnMut(usize)) {
    let mut rule = first;
    while let Some(tail) = &tails[rule.0 as usize] {
        found(tail.item);
        if tail.next == rule {
            break;
        }
        rule = tail.next;
    }
}
