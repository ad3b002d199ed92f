//! Which rules and tokens stand in an application of a rule, under which labels and how often. From it the compiler derives the
//! methods of views, and whether they return one node, an option or several.

use super::{Role, Roles};
use crate::grammar::{Grammar, Item, ItemId, Production, ProductionId, RuleKind, Shape, Slot, Symbol, TerminalKind};

/// Number of a label: its first row of that name in [`Grammar::labels`]. Two labels of one name have the same number. For
/// example, `value` in two alternatives of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelId(pub u32);

impl LabelId {
    /// Returns the name.
    pub fn name(self, grammar: &Grammar) -> &str {
        &grammar.labels[self.0 as usize].name
    }
}

/// The parts of an application of a rule, in the order in which they first stand there. Helper rules are looked through.
///
/// For example, for `<array> ::= "[" first:<value> ("," <value>)* "]"` the parts are `"["`, `<value>` as `first`, `","`,
/// `<value>` without a label, which may be missing or there many times, and `"]"`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contents {
    /// Each symbol once for each label that it has.
    pub parts: Vec<RulePart>,
    /// How many parts each label has. For example, `sign:(<plus> | <minus>)` is always there, though neither part is. Without a
    /// label are the rules and tokens that have none.
    pub counts: Vec<(Option<LabelId>, Multiplicity)>,
}

/// How often something stands in an application of a rule. For example, `<x>` in `<x>*` is not certain, and there may be many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Multiplicity {
    /// At least once.
    pub is_certain: bool,
    /// Perhaps more than once.
    pub is_many: bool,
}

impl Multiplicity {
    const ONE: Self = Self { is_certain: true, is_many: false };
    const NONE: Self = Self { is_certain: false, is_many: false };

    fn then(self, after: Self) -> Self {
        Self { is_certain: self.is_certain || after.is_certain, is_many: true }
    }

    fn or(self, other: Self) -> Self {
        Self { is_certain: self.is_certain && other.is_certain, is_many: self.is_many || other.is_many }
    }
}

/// A rule or terminal in an application of another rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RulePart {
    /// The label before it, or before the group that it stands in.
    pub label: Option<LabelId>,
    /// The helper rule that it stands in, if that is a list or an option. For example, `<members>` for the `<member>` of an
    /// object.
    pub through: Option<Symbol>,
    /// A named rule, a terminal, or a labelled group of terminals.
    pub symbol: Symbol,
    /// How often it stands there.
    pub count: Multiplicity,
    /// Whether it stands between the elements of a list.
    pub is_separator: bool,
}

impl RulePart {
    fn key(&self) -> (Option<u32>, Option<Symbol>, Symbol, bool) {
        (self.label.map(|label| label.0), self.through, self.symbol, self.is_separator)
    }
}

impl Contents {
    /// Returns how many parts a label has.
    pub fn count(&self, label: LabelId) -> Multiplicity {
        let found = self.counts.iter().find(|(it, _)| *it == Some(label));
        found.map_or(Multiplicity::NONE, |&(_, count)| count)
    }

    fn of_symbol(symbol: Symbol, roles: &Roles) -> Self {
        let part = RulePart { label: None, through: None, symbol, count: Multiplicity::ONE, is_separator: false };
        let counts = if roles.of(symbol) == Role::Shown { vec![(None, Multiplicity::ONE)] } else { Vec::new() };
        Self { parts: vec![part], counts }
    }

    /// Returns the parts of two neighbours.
    fn then(mut self, after: &Self) -> Self {
        for part in &after.parts {
            match self.parts.iter_mut().find(|before| before.key() == part.key()) {
                Some(before) => before.count = before.count.then(part.count),
                None => self.parts.push(*part),
            }
        }
        for &(label, count) in &after.counts {
            match self.counts.iter_mut().find(|(before, _)| *before == label) {
                Some((_, before)) => *before = before.then(count),
                None => self.counts.push((label, count)),
            }
        }
        self
    }

    /// Returns the parts of a choice.
    fn or(mut self, other: &Self) -> Self {
        for part in &mut self.parts {
            match other.parts.iter().find(|it| it.key() == part.key()) {
                Some(same) => part.count = part.count.or(same.count),
                None => part.count.is_certain = false,
            }
        }
        for part in &other.parts {
            if self.parts.iter().all(|it| it.key() != part.key()) {
                self.parts.push(RulePart { count: part.count.or(Multiplicity::NONE), ..*part });
            }
        }
        for (label, count) in &mut self.counts {
            let same = other.counts.iter().find(|(it, _)| it == label);
            *count = count.or(same.map_or(Multiplicity::NONE, |&(_, count)| count));
        }
        for &(label, count) in &other.counts {
            if self.counts.iter().all(|(it, _)| *it != label) {
                self.counts.push((label, count.or(Multiplicity::NONE)));
            }
        }
        self
    }

    /// Returns the parts without punctuation, separators and white space. A rule that stands in a separator and elsewhere counts in both
    /// places: of `<mark>? <e> ++ ("," <mark>)`, there can be many `<mark>`.
    fn named(mut self, roles: &Roles) -> Self {
        let separators: Vec<RulePart> = self.parts.iter().filter(|part| part.is_separator).copied().collect();
        for part in self.parts.iter_mut().filter(|part| !part.is_separator && part.label.is_none()) {
            let same = separators.iter().find(|it| it.symbol == part.symbol && it.label.is_none());
            part.count = same.map_or(part.count, |separator| part.count.then(separator.count));
        }
        self.parts.retain(|part| part.label.is_some() || !part.is_separator && roles.of(part.symbol) == Role::Shown);
        self
    }

    /// Returns the parts as those of an item that has a label.
    fn labelled(mut self, label: LabelId) -> Self {
        let unlabelled = self.parts.iter_mut().filter(|part| part.label.is_none());
        unlabelled.for_each(|part| (part.label, part.through) = (Some(label), None));
        match self.counts.iter_mut().find(|(label, _)| label.is_none()) {
            Some((unlabelled, _)) => *unlabelled = Some(label),
            None => self.counts.extend((!self.parts.is_empty()).then_some((Some(label), Multiplicity::ONE))),
        }
        self
    }
}

/// The contents of all rules whose nodes do not show.
///
/// They are a least fixed point. For example, a repetition `<r> ::= <b> <r> | ""` begins with `""`, then is a `<b>` that may be
/// missing, then many. So nothing recurses, however deeply groups and counts nest.
#[derive(Debug, Clone, Default)]
pub(super) struct HelperContents(Vec<Option<Contents>>);

impl HelperContents {
    pub(super) fn new(grammar: &Grammar, roles: &Roles) -> Self {
        let mut inner = Self(vec![None; grammar.rules.len()]);
        grammar.until_settled(|id| {
            let production = grammar.production(id);
            let owner = match production.shape {
                Shape::Node(named) if roles.of(named) == Role::Helper => named,
                _ if roles.of(production.rule) == Role::Helper => production.rule,
                _ => return false,
            };
            let Some(contents) = inner.production(grammar, roles, id) else { return false };
            let before = &inner.0[owner.0 as usize];
            let after = match before.clone() {
                Some(before) => before.or(&contents),
                None => contents,
            };
            let is_new = before.as_ref() != Some(&after);
            inner.0[owner.0 as usize] = Some(after);
            is_new
        });
        inner
    }

    /// Returns the parts of a rule that does not show.
    pub(super) fn of(&self, symbol: Symbol) -> Option<&Contents> {
        self.0.get(symbol.0 as usize)?.as_ref()
    }

    /// Returns the parts of a production, or none while it leads to a rule of which nothing is known.
    pub(super) fn production(&self, grammar: &Grammar, roles: &Roles, id: ProductionId) -> Option<Contents> {
        let Production { items, .. } = grammar.production(id);
        items.clone().zip(grammar.items_of(id)).try_fold(Contents::default(), |before, (number, item)| {
            Some(before.then(&self.item(grammar, roles, item, ItemId(number))?))
        })
    }

    fn item(&self, grammar: &Grammar, roles: &Roles, item: &Item, id: ItemId) -> Option<Contents> {
        if item.slot == Slot::Skip {
            return Some(Contents::default());
        }
        let mut contents = self.symbol(grammar, roles, item.symbol)?;
        if roles.place(id).is_between {
            contents.parts.iter_mut().for_each(|part| part.is_separator = true);
            contents.counts.retain(|(label, _)| label.is_some());
        }
        Some(match roles.label(id) {
            Some(label) if roles.of(item.symbol) == Role::Helper => contents.named(roles).labelled(label),
            Some(label) => contents.labelled(label),
            None => contents,
        })
    }

    fn symbol(&self, grammar: &Grammar, roles: &Roles, symbol: Symbol) -> Option<Contents> {
        let Some(rule) = grammar.rule(symbol) else {
            let is_ahead = matches!(grammar.terminal(symbol).map(|it| it.kind), Some(TerminalKind::Ahead { .. }));
            return Some(if is_ahead { Contents::default() } else { Contents::of_symbol(symbol, roles) });
        };
        let shown = if let RuleKind::Level(named) = rule.kind { named } else { symbol };
        if roles.of(shown) != Role::Helper {
            return Some(Contents::of_symbol(shown, roles));
        }
        let contents = self.0[shown.0 as usize].clone()?;
        if rule.kind != RuleKind::Named {
            return Some(contents);
        }
        let mut contents = contents.named(roles);
        if roles.is_list(shown) {
            contents.parts.iter_mut().for_each(|part| part.through = Some(shown));
        }
        Some(contents)
    }

    /// Returns the parts of a choice between productions; none of no production, or where nothing is known.
    pub(super) fn any(&self, grammar: &Grammar, roles: &Roles, productions: &[ProductionId]) -> Option<Contents> {
        let mut each = productions.iter().filter_map(|&id| self.production(grammar, roles, id));
        let first = each.next()?;
        Some(each.fold(first, |before, other| before.or(&other)))
    }
}
