//! Numbers of repetitions. For example, in `<x>{n}` the label `n` is the number of iterations of `<x>`. After an edit they are
//! counted again, and the number is corrected.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;

use super::{LabelValues, Mistake, Places, labels};
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

/// The iterations of a repetition that a number counts, by their places. For example, `a b c` in `3 a b c`. Inside of another
/// repetition each iteration of that one has its own: `a b` and `c d` in `2: a b; c d;`.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
pub struct Iterations {
    /// The node that they stand in.
    pub parent: usize,
    pub count: usize,
    /// The first one; a place in the parent if there is none.
    pub first: usize,
    pub last: usize,
}

/// The numbers of a tree that count repetitions.
#[derive(Debug, Default)]
#[doc(hidden)]
pub struct Numbers {
    /// Ascending.
    pub all: Vec<Number>,
    /// The iterations of each number, by the number's place and the iterations' label, ascending. A repetition without iterations is
    /// here only if it stands in an iteration of another one.
    pub iterations: HashMap<(usize, Label), Vec<Iterations>>,
}

/// Returns the numbers that differ from the number of iterations that they count, ascending.
pub(super) fn mistakes(places: &Places<'_>, meaning: Meaning<'_>, text: &[u8]) -> Vec<Mistake> {
    let Numbers { all, iterations } = Numbers::of(places);
    let wrong = |number: Number| {
        let Number { place, production, counted } = number;
        let all = iterations.get(&(place, counted.left)).map_or(&[][..], Vec::as_slice);
        let asked_at = |index| {
            let known = LabelValues { places, text, index, custom: meaning.custom };
            counted.asked(places.grammar, &known)
        };
        let known = all.iter().map(|it| (Some(it.count), asked_at(it.first)));
        let missing = all.is_empty().then(|| (None, asked_at(place)));
        let wrong = |(count, asked): &(Option<usize>, Option<_>)| !counted.is_right(asked.as_ref(), *count);
        let (count, asked) = known.chain(missing).find(wrong)?;
        let count = count.unwrap_or_default();
        let node = places.tree.id_at(place);
        let codec = counted.codec.filter(|_| all.iter().all(|it| it.count == count));
        let written = codec.and_then(|codec| codec.encode(i128::try_from(count).ok()?));
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
    /// By their parents and labels; the place of the number that counts them, if there is one.
    iterations: BTreeMap<(usize, Label), (Option<usize>, Iterations)>,
}

impl Numbers {
    /// Finds the numbers of a tree. O(n log n); no time for a grammar without any.
    #[doc(hidden)]
    pub fn of(places: &Places<'_>) -> Self {
        if !places.uses.has_counts {
            return Self::default();
        }
        let known = vec![None; places.grammar.productions.len()];
        let mut counting = Counting { places, known, numbers: Vec::new(), iterations: BTreeMap::new() };
        for place in places.labels.counted() {
            let Some(item) = places.item(place) else { continue };
            if let Some(label) = item.label {
                counting.label(place, label);
            }
            if let Drive::Iteration(left) = item.drive {
                counting.iteration(place, left);
            }
            counting.parent(place);
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
        let iterations = self.iterations_in(parent, place, left);
        if iterations.count == 0 {
            iterations.first = place;
        }
        (iterations.count, iterations.last) = (iterations.count + 1, place);
    }

    /// Begins the repetitions that surely stand in a node: the items of a hidden rule, for example of an iteration of another repetition.
    fn parent(&mut self, place: usize) {
        let grammar = self.places.grammar;
        let Some(production) = self.places.tree.node_at(place).production else { return };
        if !grammar.is_hidden(grammar.production(production).rule) {
            return;
        }
        let inside = (place + 1).min(labels::range(self.places.tree, place).end - 1);
        for item in grammar.items_of(production) {
            if let Drive::Count { left, .. } = item.drive {
                self.iterations_in(place, inside, left);
            }
        }
    }

    /// Returns the iterations with a label in a node, none of them at first; `inside` is a place in the node.
    fn iterations_in(&mut self, parent: usize, inside: usize, left: Label) -> &mut Iterations {
        let places = self.places;
        let counted = places.production(inside).and_then(|id| self.counted(id).iter().find(|one| one.left == left));
        let label = counted.map(|one| one.label);
        let begun = || {
            let number = label.and_then(|label| places.find(inside, label));
            (number, Iterations { parent, count: 0, first: inside, last: inside })
        };
        &mut self.iterations.entry((parent, left)).or_insert_with(begun).1
    }

    fn found(self) -> Numbers {
        let mut iterations: HashMap<(usize, Label), Vec<Iterations>> = HashMap::new();
        for ((_, left), (number, of)) in self.iterations {
            if let Some(number) = number {
                iterations.entry((number, left)).or_default().push(of);
            }
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

    /// Returns whether these are the iterations of the numbers that labels ask for. If there is no such repetition, it may be missing.
    #[doc(hidden)]
    pub fn is_right(&self, asked: Option<&RangeInclusive<usize>>, count: Option<usize>) -> bool {
        match count {
            None => !self.is_certain || asked.is_some_and(|asked| asked.contains(&0)),
            Some(count) => asked.is_some_and(|asked| asked.contains(&count)),
        }
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
