//! Numbers of repetitions. For example, in `<x>{n}` the label `n` is the number of iterations of `<x>`. After an edit they are
//! counted again, and the number is corrected.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;

use super::{LabelValues, Mistake, Places};
use crate::grammar::{Codec, Drive, Expression, ExpressionId, Grammar, Item, ItemId, Label, LabelLookup, ProductionId};
use crate::meaning::{Meaning, Violation, ViolationKind};
use crate::tree::Patch;

/// A repetition whose number of iterations comes from labels.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
pub struct CountedRepetition {
    item: ItemId,
    /// The first label in its count.
    pub label: Label,
    pub low: ExpressionId,
    pub high: Option<ExpressionId>,
    /// The label that its iterations have in common.
    pub left: Label,
    /// The codec of the label, if its value is exactly the number of iterations and is not computed.
    codec: Option<Codec>,
    /// Whether the repetition is present whenever the label is. Otherwise, no iterations are no mistake. For example, in
    /// `n:<dec> (":" <x>{n})?` the repetition may be missing.
    is_certain: bool,
}

/// A number in a tree that counts a repetition. For example, the `3` of `3 a b c`.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
pub struct Number {
    /// Its place in preorder.
    pub place: usize,
    /// The production whose label it is.
    production: ProductionId,
    pub counted: CountedRepetition,
}

/// The iterations that a number counts, by their places.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
pub struct Iterations {
    pub count: usize,
    pub first: usize,
    pub last: usize,
}

/// The numbers of a tree that count repetitions.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct Numbers {
    /// Ascending.
    pub all: Vec<Number>,
    /// The iterations of each number, by the number's place and the iterations' label. Numbers without iterations are left out.
    pub iterations: HashMap<(usize, Label), Iterations>,
}

/// Returns the numbers that differ from the number of iterations that they count, ascending.
pub(super) fn mistakes(places: &Places<'_>, meaning: Meaning<'_>, text: &[u8]) -> Vec<Mistake> {
    let Numbers { all, iterations } = Numbers::of(places);
    let wrong = |number: Number| {
        let Number { place, production, counted } = number;
        let iterations = iterations.get(&(place, counted.left));
        let count = iterations.map_or(0, |it| it.count);
        let index = iterations.map_or(place, |it| it.first);
        let asked = counted.asked(places.grammar, &LabelValues { places, text, index, custom: meaning.custom });
        if counted.is_right(asked.as_ref(), count) {
            return None;
        }
        let node = places.tree.id_at(place);
        let written = counted.codec.and_then(|codec| codec.encode(i128::try_from(count).ok()?));
        let patch = written.map(|text| Patch { node, range: places.shown(place), text });
        let kind = ViolationKind::Miscounted { item: counted.item, production, label: counted.label, asked, count };
        Some(Mistake { violation: Violation { node, kind }, patch })
    };
    all.into_iter().filter_map(wrong).collect()
}

/// Collects the numbers of a tree and the iterations that they count.
struct Counting<'p, 'a> {
    places: &'p Places<'a>,
    /// The counted repetitions of each production, filled on demand.
    known: Vec<Option<Vec<CountedRepetition>>>,
    numbers: Vec<Number>,
    runs: Vec<Run>,
}

/// Adjacent iterations of one repetition. For example, `a b c` in `3 a b c`.
struct Run {
    parent: usize,
    left: Label,
    /// The place of the number that counts them, if there is one.
    number: Option<usize>,
    iterations: Iterations,
}

impl Numbers {
    /// Finds the numbers of a tree. O(n log n); no time for a grammar without any.
    #[doc(hidden)]
    pub fn of(places: &Places<'_>) -> Self {
        if !places.uses.has_counts {
            return Self::default();
        }
        let known = vec![None; places.grammar.productions.len()];
        let mut counting = Counting { places, known, numbers: Vec::new(), runs: Vec::new() };
        for place in places.labels.counted() {
            let Some(item) = places.item(place) else { continue };
            if let Some(label) = item.label {
                counting.label(place, label);
            }
            if let Drive::Iteration(left) = item.drive {
                counting.iteration(place, left);
            }
        }
        counting.found()
    }
}

impl Counting<'_, '_> {
    /// Returns the repetitions of a production that labels count.
    fn counted(&mut self, production: ProductionId) -> &[CountedRepetition] {
        let grammar = self.places.grammar;
        self.known[production.0 as usize].get_or_insert_with(|| counted(grammar, production))
    }

    fn label(&mut self, place: usize, label: Label) {
        let Some(production) = self.places.production(place) else { return };
        let number = |&counted| Number { place, production, counted };
        let here: Vec<Number> = self.counted(production).iter().filter(|one| one.label == label).map(number).collect();
        self.numbers.extend(here);
    }

    fn iteration(&mut self, place: usize, left: Label) {
        let parent = self.places.labels.parent(place);
        if let Some(run) = self.runs.last_mut().filter(|run| (run.parent, run.left) == (parent, left)) {
            (run.iterations.count, run.iterations.last) = (run.iterations.count + 1, place);
            return;
        }
        let Some(production) = self.places.production(place) else { return };
        let counts = self.counted(production).iter().find(|one| one.left == left).map(|one| one.label);
        let number = counts.and_then(|label| self.places.find(place, label));
        self.runs.push(Run { parent, left, number, iterations: Iterations { count: 1, first: place, last: place } });
    }

    fn found(self) -> Numbers {
        let mut iterations: HashMap<(usize, Label), Iterations> = HashMap::new();
        for Run { left, number, iterations: run, .. } in self.runs {
            let Some(number) = number else { continue };
            let of = iterations
                .entry((number, left))
                .and_modify(|of| (of.count, of.last) = (of.count + run.count, run.last));
            of.or_insert(run);
        }
        Numbers { all: self.numbers, iterations }
    }
}

impl CountedRepetition {
    /// Returns the numbers of iterations that labels ask for; none if these are no valid numbers. For example, `3..=5`.
    #[doc(hidden)]
    pub fn asked(&self, grammar: &Grammar, known: &impl LabelLookup) -> Option<RangeInclusive<usize>> {
        let high = self.high.map_or(Some(usize::MAX), |high| grammar.amount(high, known));
        grammar.amount(self.low, known).zip(high).map(|(low, high)| low..=high).filter(|asked| !asked.is_empty())
    }

    #[doc(hidden)]
    pub fn is_right(&self, asked: Option<&RangeInclusive<usize>>, count: usize) -> bool {
        asked.is_some_and(|asked| asked.contains(&count)) || count == 0 && !self.is_certain
    }
}

/// Returns the repetitions of a production, hidden rules below it included, that labels count.
fn counted(grammar: &Grammar, production: ProductionId) -> Vec<CountedRepetition> {
    let all = grammar.items_within(production);
    let is_computed = |label| all.iter().any(|(_, item)| item.label == Some(label) && item.field.is_some());
    let hidden = all.iter().filter(|(_, item)| grammar.is_hidden(item.symbol));
    let productions = hidden.flat_map(|(_, item)| grammar.productions_of(item.symbol));
    let together: Vec<Vec<(ItemId, &Item)>> =
        std::iter::once(production).chain(productions).map(|id| surely_in(grammar, id)).collect();
    let counted = |&(id, item): &(ItemId, &Item)| {
        let Drive::Count { low, high, left } = item.drive else { return None };
        let mut labels = [Some(low), high].into_iter().flatten().flat_map(|id| grammar.labels_of(id));
        let label = labels.next()?;
        let codec = match &grammar.expressions[low.0 as usize] {
            Expression::Value { codec, .. } if high == Some(low) && !is_computed(label) => Some(*codec),
            _ => None,
        };
        let is_label = |(_, item): &(ItemId, &Item)| item.label == Some(label);
        let is_certain = together.iter().any(|items| items.iter().any(is_label) && items.iter().any(|it| it.0 == id));
        Some(CountedRepetition { item: id, label, low, high, left, codec, is_certain })
    };
    all.iter().filter_map(counted).collect()
}

/// Returns the items that are present whenever a production is applied: its own, and the items of hidden rules with one production.
/// For example, the items of a group `("," <x>)`, but not those of `("a" | "b")`.
fn surely_in(grammar: &Grammar, production: ProductionId) -> Vec<(ItemId, &Item)> {
    let (mut open, mut seen, mut found) = (vec![production], HashSet::new(), Vec::new());
    while let Some(production) = open.pop() {
        for (id, item) in items(grammar, production) {
            found.push((id, item));
            if grammar.is_hidden(item.symbol) && seen.insert(item.symbol) {
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
