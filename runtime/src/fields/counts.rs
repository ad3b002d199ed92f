//! Numbers of repetitions that no `:=` computes: `x{n}` says that `n` is the number of its iterations.

use std::collections::{HashMap, HashSet};

use super::labels::{self, Labels};
use crate::grammar::{Codec, Drive, Expression, Grammar, Item, Label, RuleKind, Symbol};
use crate::hooks::name_span;
use crate::language::Language;
use crate::tree::{Patch, Tree};

/// A repetition with as many iterations as a label says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Counted {
    label: Label,
    codec: Codec,
    /// What its iterations are known by.
    left: Label,
}

/// Returns whether a grammar has repetitions counted by a label that is not computed.
pub(crate) fn has_counts(grammar: &Grammar) -> bool {
    let named = (0..grammar.rules.len() as u32).map(Symbol).filter(|&rule| is_named(grammar, rule));
    named.into_iter().any(|rule| !counted(grammar, rule).is_empty())
}

/// Returns the numbers that are not those of the iterations that they count; ascending.
pub(super) fn corrections(language: &Language, text: &[u8], tree: &Tree, labels: &Labels) -> Vec<Patch> {
    let grammar = &language.grammar;
    let mut known: HashMap<Symbol, Vec<Counted>> = HashMap::new();
    let mut counts: HashMap<(usize, Label), usize> = HashMap::new();
    let mut numbers: Vec<(usize, Counted)> = Vec::new();
    for index in 0..tree.len() {
        let Some(item) = labels::item(grammar, tree, index) else { continue };
        let owner = tree.node(tree.id_at(labels.owners[index]));
        let Some(rule) = owner.production.map(|id| grammar.production(id).rule) else { continue };
        let all = known.entry(rule).or_insert_with(|| counted(grammar, rule));
        numbers.extend(all.iter().filter(|one| item.label == Some(one.label)).map(|&one| (index, one)));
        if let Drive::Iteration(left) = item.drive
            && let Some(one) = all.iter().find(|one| one.left == left)
            && let Some(number) = labels.find(tree, index, one.label)
        {
            *counts.entry((number, left)).or_default() += 1;
        }
    }
    let wrong = |(index, one): (usize, Counted)| {
        let range = name_span(tree, language, tree.id_at(index));
        let count = counts.get(&(index, one.left)).copied().unwrap_or_default() as i128;
        let is_right = one.codec.decode(&text[range.clone()]) == Some(count);
        let text = one.codec.encode(count).filter(|_| !is_right)?;
        Some(Patch { node: tree.id_at(index), range, text })
    };
    numbers.into_iter().filter_map(wrong).collect()
}

/// Returns the repetitions of a rule, hidden rules below it included, that are counted by a label which is not computed.
fn counted(grammar: &Grammar, rule: Symbol) -> Vec<Counted> {
    let items = items_of(grammar, rule);
    let is_computed = |label| items.iter().any(|item| item.label == Some(label) && item.field.is_some());
    let counted = |item: &&Item| {
        let Drive::Count { low, high, left } = item.drive else { return None };
        let Expression::Value { label, codec } = &grammar.expressions[low.0 as usize] else { return None };
        let one = Counted { label: *label, codec: *codec, left };
        (high.is_none_or(|high| high == low) && !is_computed(one.label)).then_some(one)
    };
    items.iter().filter_map(counted).collect()
}

fn items_of(grammar: &Grammar, rule: Symbol) -> Vec<&Item> {
    let (mut open, mut seen, mut items) = (vec![rule], HashSet::new(), Vec::new());
    while let Some(rule) = open.pop() {
        for production in grammar.productions_of(rule) {
            for item in grammar.items_of(production) {
                items.push(item);
                if grammar.rule(item.symbol).is_some() && !is_named(grammar, item.symbol) && seen.insert(item.symbol) {
                    open.push(item.symbol);
                }
            }
        }
    }
    items
}

fn is_named(grammar: &Grammar, rule: Symbol) -> bool {
    grammar.rule(rule).is_some_and(|rule| matches!(rule.kind, RuleKind::Named | RuleKind::Level(_)))
}
