//! Numbers of repetitions: `x{n}` says that `n` is the number of its iterations, and so does a number that drives one.

use std::collections::{HashMap, HashSet};

use super::{Around, Mistake, Places};
use crate::grammar::{
    Codec, Drive, Expression, ExpressionId, Grammar, Item, ItemId, Label, ProductionId, RuleKind, Symbol,
};
use crate::hooks::{Violation, Wrong};
use crate::language::Language;
use crate::tree::Patch;

/// A repetition with as many iterations as labels say.
#[derive(Debug, Clone, Copy)]
struct Counted {
    item: ItemId,
    /// The first label that says how many.
    label: Label,
    low: ExpressionId,
    high: Option<ExpressionId>,
    /// What its iterations are known by.
    left: Label,
    /// How the label is written, if it is nothing but the number of the iterations, and not computed.
    codec: Option<Codec>,
    /// Whether the repetition is there wherever the label is: else none of its iterations says nothing.
    is_certain: bool,
}

/// Returns whether a grammar has repetitions that labels count.
pub(crate) fn has_counts(grammar: &Grammar) -> bool {
    grammar.items.iter().any(|item| matches!(item.drive, Drive::Count { .. }))
}

/// Returns the numbers that are not those of the iterations that they count; ascending.
pub(super) fn mistakes(places: &Places<'_>, language: &Language, text: &[u8]) -> Vec<Mistake> {
    let (grammar, tree) = (places.grammar, places.tree);
    if !has_counts(grammar) {
        return Vec::new();
    }
    let mut known: HashMap<ProductionId, Vec<Counted>> = HashMap::new();
    // Of each number and repetition: how many iterations, and the first of them.
    let mut counts: HashMap<(usize, Label), (usize, usize)> = HashMap::new();
    let mut numbers: Vec<(usize, ProductionId, Counted)> = Vec::new();
    for index in 0..tree.len() {
        let Some((item, production)) = places.item(index).zip(places.production(index)) else { continue };
        let all = known.entry(production).or_insert_with(|| counted(grammar, production));
        let here = all.iter().filter(|one| item.label == Some(one.label));
        numbers.extend(here.map(|&one| (index, production, one)));
        if let Drive::Iteration(left) = item.drive
            && let Some(one) = all.iter().find(|one| one.left == left)
            && let Some(number) = places.find(index, one.label)
        {
            counts.entry((number, left)).or_insert((0, index)).0 += 1;
        }
    }
    let wrong = |(index, production, one): (usize, ProductionId, Counted)| {
        let (count, first) = counts.get(&(index, one.left)).copied().unwrap_or((0, index));
        let known = Around { places, text, index: first, custom: language.custom };
        let low = grammar.amount(one.low, &known);
        let high = one.high.map_or(Some(usize::MAX), |high| grammar.amount(high, &known));
        let asked = low.zip(high).filter(|(low, high)| low <= high);
        let is_right = asked.is_some_and(|(low, high)| low <= count && count <= high);
        if is_right || count == 0 && !one.is_certain {
            return None;
        }
        let node = tree.id_at(index);
        let written = one.codec.and_then(|codec| codec.encode(i128::try_from(count).ok()?));
        let patch = written.map(|text| Patch { node, range: places.shown(index), text });
        let wrong = Wrong::Miscounted { item: one.item, production, label: one.label, asked, count };
        Some(Mistake { violation: Violation { node, wrong }, patch })
    };
    numbers.into_iter().filter_map(wrong).collect()
}

/// Returns the repetitions of a production, hidden rules below it included, that labels count.
fn counted(grammar: &Grammar, production: ProductionId) -> Vec<Counted> {
    let productions = productions_below(grammar, production);
    let all = || productions.iter().flat_map(|&id| items(grammar, id));
    let is_computed = |label| all().any(|(_, item)| item.label == Some(label) && item.field.is_some());
    let together: Vec<Vec<(ItemId, &Item)>> = productions.iter().map(|&id| surely_in(grammar, id)).collect();
    let counted = |(id, item): (ItemId, &Item)| {
        let Drive::Count { low, high, left } = item.drive else { return None };
        let mut labels = [Some(low), high].into_iter().flatten().flat_map(|id| grammar.labels_of(id));
        let label = labels.next()?;
        let codec = match &grammar.expressions[low.0 as usize] {
            Expression::Value { codec, .. } if high == Some(low) && !is_computed(label) => Some(*codec),
            _ => None,
        };
        let is_label = |(_, item): &(ItemId, &Item)| item.label == Some(label);
        let is_certain = together.iter().any(|items| items.iter().any(is_label) && items.iter().any(|it| it.0 == id));
        Some(Counted { item: id, label, low, high, left, codec, is_certain })
    };
    all().filter_map(counted).collect()
}

/// Returns a production and those of the hidden rules below it.
fn productions_below(grammar: &Grammar, production: ProductionId) -> Vec<ProductionId> {
    let (mut open, mut seen, mut found) = (vec![production], HashSet::new(), Vec::new());
    while let Some(production) = open.pop() {
        found.push(production);
        for (_, item) in items(grammar, production) {
            if is_hidden(grammar, item.symbol) && seen.insert(item.symbol) {
                open.extend(grammar.productions_of(item.symbol));
            }
        }
    }
    found
}

/// Returns the items that stand wherever a production is applied: its own, and those of hidden rules with one production.
fn surely_in(grammar: &Grammar, production: ProductionId) -> Vec<(ItemId, &Item)> {
    let (mut open, mut seen, mut found) = (vec![production], HashSet::new(), Vec::new());
    while let Some(production) = open.pop() {
        for (id, item) in items(grammar, production) {
            found.push((id, item));
            if is_hidden(grammar, item.symbol) && seen.insert(item.symbol) {
                let mut productions = grammar.productions_of(item.symbol);
                let first = productions.next();
                open.extend(first.filter(|_| productions.len() == 0));
            }
        }
    }
    found
}

fn items(grammar: &Grammar, production: ProductionId) -> impl Iterator<Item = (ItemId, &Item)> {
    let first = grammar.production(production).items.start;
    grammar.items_of(production).iter().enumerate().map(move |(place, item)| (ItemId(first + place as u32), item))
}

fn is_hidden(grammar: &Grammar, symbol: Symbol) -> bool {
    grammar.rule(symbol).is_some_and(|rule| !matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)))
}
