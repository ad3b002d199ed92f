//! Numbers that count repetitions: where they stand, and which texts must be known before they are chosen.
//!
//! The numbers that count a repetition stand before it. So they are chosen first, small and within the bounds, and the repetition goes on
//! as often as they say.

use std::collections::{HashMap, HashSet};

use grammarc_core::grammar::{
    Codec, Drive, Expression, ExpressionId, FieldId, Grammar, Item, ItemId, Label, ProductionId, Symbol,
};

/// How often something is repeated: at least, and at most.
pub(in crate::fuzz) type Bounds = (ExpressionId, Option<ExpressionId>);

/// Facts about counted repetitions that generation needs. Everything is empty where there are none.
#[derive(Debug, Default)]
pub struct Counts {
    /// The items that are numbers on which a count depends.
    pub(in crate::fuzz) numbers: HashMap<ItemId, Number>,
    /// The slices whose size is one of these numbers.
    pub(in crate::fuzz) measured: HashSet<ItemId>,
    /// Whether there are counted repetitions.
    pub(in crate::fuzz) is_any: bool,
    /// Whether a text has to be parsed to know that its numbers are right.
    pub(in crate::fuzz) is_unsure: bool,
}

/// A number on which a count depends.
#[derive(Debug)]
pub(in crate::fuzz) struct Number {
    pub(in crate::fuzz) label: Label,
    pub(in crate::fuzz) codec: Codec,
    /// The field that computes it, if that reads earlier text only.
    pub(in crate::fuzz) value: Option<FieldId>,
    /// The repetitions whose elements the field counts.
    pub(in crate::fuzz) lists: Vec<(Label, Symbol)>,
    /// The bounds that are known once this number is: all other labels in them stand before it. For example, those of `"a"{n,m}` are known
    /// at `m` in `n:<u8> m:<u8> "a"{n,m}`.
    pub(in crate::fuzz) bounds: Vec<Bounds>,
    /// The repetition that it counts, which says how large it tends to be.
    pub(in crate::fuzz) repeated: Option<Symbol>,
}

impl Counts {
    /// Examines a grammar. `skippable` says of each symbol whether it can be the empty text.
    pub(super) fn new(grammar: &Grammar, skippable: impl FnOnce() -> Vec<bool>) -> Self {
        let is_any = grammar.items.iter().any(|item| matches!(item.drive, Drive::Count { .. }));
        let mut counts = Self { is_any, ..Self::default() };
        if is_any {
            let facts = Facts { is_empty: skippable(), has_field: with_fields(grammar) };
            for id in grammar.alternatives() {
                counts.add(&Alternative { grammar, items: grammar.items_within(id) }, &facts);
            }
        }
        counts
    }

    /// Adds the numbers and slices of one alternative.
    fn add(&mut self, alternative: &Alternative<'_>, facts: &Facts) {
        let Alternative { grammar, items } = alternative;
        let counted = alternative.counted();
        let wanted = alternative.wanted(&counted);
        for (place, &(id, item)) in items.iter().enumerate() {
            let numbers = |drive| grammar.driving(drive).iter().any(|label| wanted.contains_key(label));
            if matches!(item.drive, Drive::Size(_)) && numbers(item.drive) {
                self.measured.insert(id);
            }
            let iterated =
                |body: &Item| matches!(body.drive, Drive::Iteration(_)) && facts.is_empty[body.symbol.0 as usize];
            self.is_unsure |= iterated(item);
            let Some((label, &codec)) = item.label.and_then(|label| wanted.get_key_value(&label)) else { continue };
            let early = item.field.filter(|&field| alternative.is_early(value(grammar, field), place));
            let is_settled = |label: &Label| {
                let mut items = alternative.places(*label).map(|place| items[place].1);
                items.all(|item| !facts.is_filled(item) && (item.field.is_none() || wanted.contains_key(label)))
            };
            let is_known = |id| match early {
                Some(_) => alternative.is_known(id),
                None => alternative.is_driver(*label, id),
            };
            let computed = item.field.map(|field| value(grammar, field));
            self.is_unsure |= computed.is_some_and(|id| !is_known(id) || !alternative.read(id).iter().all(is_settled));
            let mine = counted.iter().filter(|(_, bounds)| alternative.mentions(*bounds, *label));
            let bounds = mine.clone().map(|&(_, bounds)| bounds);
            let number = Number {
                label: *label,
                codec,
                value: early,
                lists: early.map_or_else(Vec::new, |field| alternative.lists(value(grammar, field))),
                bounds: bounds.filter(|&bounds| alternative.is_last(*label, bounds, place)).collect(),
                repeated: mine.map(|(symbol, _)| *symbol).next(),
            };
            self.numbers.insert(id, number);
        }
        // A field that is filled later may get another size.
        let sized = counted.iter().flat_map(|&(_, bounds)| alternative.sized(bounds));
        let mut sized = sized.flat_map(|label| alternative.places(label)).map(|place| items[place].1);
        self.is_unsure |= sized.any(|item| facts.is_filled(item) || item.field.is_some());
    }
}

/// Facts about the grammar as a whole.
struct Facts {
    /// By symbol: whether it can be the empty text.
    is_empty: Vec<bool>,
    /// By rule: whether a computed field stands in it or below it.
    has_field: Vec<bool>,
}

impl Facts {
    /// Returns whether something inside of an item is filled when all is written.
    fn is_filled(&self, item: &Item) -> bool {
        self.has_field.get(item.symbol.0 as usize) == Some(&true)
    }
}

/// The items of an alternative and of its hidden rules, in the order of the text.
struct Alternative<'g> {
    grammar: &'g Grammar,
    items: Vec<(ItemId, &'g Item)>,
}

impl Alternative<'_> {
    /// Returns the counted repetitions.
    fn counted(&self) -> Vec<(Symbol, Bounds)> {
        let counted = |(_, item): &(ItemId, &Item)| match item.drive {
            Drive::Count { low, high, .. } => Some((item.symbol, (low, high))),
            _ => None,
        };
        self.items.iter().filter_map(counted).collect()
    }

    /// Returns the numbers on which counts depend, directly or through computed fields, and their codecs. For example, for `"a"{2 * n}`
    /// that is `n`.
    fn wanted(&self, counted: &[(Symbol, Bounds)]) -> HashMap<Label, Codec> {
        let mut open: Vec<ExpressionId> =
            counted.iter().flat_map(|&(_, (low, high))| [Some(low), high]).flatten().collect();
        let mut found = HashMap::new();
        while let Some(id) = open.pop() {
            match &self.grammar.expressions[id.0 as usize] {
                Expression::Binary { left, right, .. } => open.extend([*left, *right]),
                Expression::Value { label, codec } if found.insert(*label, *codec).is_none() => {
                    let fields = self.places(*label).filter_map(|place| self.items[place].1.field);
                    open.extend(fields.map(|field| value(self.grammar, field)));
                }
                _ => {}
            }
        }
        found
    }

    fn places(&self, label: Label) -> impl Iterator<Item = usize> {
        (0..self.items.len()).filter(move |&place| self.items[place].1.label == Some(label))
    }

    /// Returns whether everything that an expression mentions stands before a place.
    fn is_early(&self, id: ExpressionId, place: usize) -> bool {
        self.grammar.labels_of(id).into_iter().all(|label| self.stands_before(label, place))
    }

    fn stands_before(&self, label: Label, place: usize) -> bool {
        self.places(label).next().is_some_and(|first| first < place)
    }

    /// Returns whether an expression is known as soon as the labels in it are written.
    fn is_known(&self, id: ExpressionId) -> bool {
        match &self.grammar.expressions[id.0 as usize] {
            Expression::Count(_) => {
                let by_itself =
                    |(_, symbol): (Label, Symbol)| self.grammar.rule(symbol).is_some_and(|rule| rule.params.is_empty());
                matches!(self.lists(id)[..], [only] if by_itself(only))
            }
            // A field that is filled later may get another size, which moves the offset.
            Expression::Offset(_) => false,
            Expression::Binary { left, right, .. } => self.is_known(*left) && self.is_known(*right),
            _ => true,
        }
    }

    /// Returns the items whose elements an expression counts.
    fn lists(&self, id: ExpressionId) -> Vec<(Label, Symbol)> {
        match &self.grammar.expressions[id.0 as usize] {
            Expression::Count(label) => self.places(*label).map(|place| (*label, self.items[place].1.symbol)).collect(),
            Expression::Binary { left, right, .. } => [self.lists(*left), self.lists(*right)].concat(),
            _ => Vec::new(),
        }
    }

    /// Returns whether the part that a number is computed from takes its own size or count from the number, so that both agree.
    fn is_driver(&self, number: Label, value: ExpressionId) -> bool {
        let is_driven = |item: &Item| {
            !matches!(item.drive, Drive::Next(_) | Drive::Iteration(_))
                && self.grammar.driving(item.drive).contains(&number)
        };
        let inside = |symbol| {
            let mut productions = self.grammar.rule(symbol).into_iter().flat_map(|rule| rule.productions.clone());
            productions.next().map_or(&[][..], |first| self.grammar.items_of(ProductionId(first)))
        };
        let has = |place: usize| {
            let item = self.items[place].1;
            is_driven(item) || matches!(inside(item.symbol), [only] if is_driven(only))
        };
        self.extents(value).into_iter().any(|label| self.places(label).any(has))
    }

    /// Returns the labels whose texts an expression reads.
    fn read(&self, id: ExpressionId) -> Vec<Label> {
        match &self.grammar.expressions[id.0 as usize] {
            Expression::Count(_) => Vec::new(),
            Expression::Binary { left, right, .. } => [self.read(*left), self.read(*right)].concat(),
            _ => self.grammar.labels_of(id),
        }
    }

    /// Returns the labels whose extent an expression asks for.
    fn extents(&self, id: ExpressionId) -> Vec<Label> {
        match &self.grammar.expressions[id.0 as usize] {
            Expression::Size(label) | Expression::Count(label) => vec![*label],
            Expression::Binary { left, right, .. } => [self.extents(*left), self.extents(*right)].concat(),
            _ => Vec::new(),
        }
    }

    /// Returns the labels whose sizes bounds depend on.
    fn sized(&self, (low, high): Bounds) -> Vec<Label> {
        [Some(low), high].into_iter().flatten().flat_map(|id| self.extents(id)).collect()
    }

    fn labels(&self, (low, high): Bounds) -> Vec<Label> {
        [Some(low), high].into_iter().flatten().flat_map(|id| self.grammar.labels_of(id)).collect()
    }

    fn mentions(&self, bounds: Bounds, label: Label) -> bool {
        self.labels(bounds).contains(&label)
    }

    /// Returns whether bounds are known as soon as the number at a place is: all other labels in them stand before it.
    fn is_last(&self, number: Label, bounds: Bounds, place: usize) -> bool {
        self.labels(bounds).into_iter().all(|label| label == number || self.stands_before(label, place))
    }
}

fn value(grammar: &Grammar, field: FieldId) -> ExpressionId {
    grammar.fields[field.0 as usize].value
}

/// Returns for every rule whether a computed field stands in it or below it.
fn with_fields(grammar: &Grammar) -> Vec<bool> {
    let mut rules = vec![false; grammar.rules.len()];
    grammar.until_settled(|id| {
        let rule = grammar.production(id).rule.0 as usize;
        let has_field = |item: &Item| item.field.is_some() || rules.get(item.symbol.0 as usize) == Some(&true);
        let is_new = !rules[rule] && grammar.items_of(id).iter().any(has_field);
        rules[rule] |= is_new;
        is_new
    });
    rules
}
