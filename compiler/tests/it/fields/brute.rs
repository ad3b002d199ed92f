//! The definition of a tree with slices and counts, as directly as it can be computed: all ways to split every span, and
//! of them the one whose list of decisions comes first.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use grammarc_runtime::grammar::{
    Check, Drive, Grammar, Item, ItemId, Label, LabelLookup, ProductionId, RuleKind, Symbol, TerminalKind,
};
use grammarc_runtime::regular::{Automata, Matcher, is_match};
use grammarc_runtime::tree::{Builder, Tree};

/// What surrounds an item.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Around {
    /// The end of its slice.
    limit: usize,
    texts: BTreeMap<Label, Vec<u8>>,
    /// How many iterations are left: at least, and at most.
    left: BTreeMap<Label, (usize, usize)>,
}

impl Around {
    /// What a rule sees of it.
    fn inside(&self, params: &[Label]) -> Self {
        let mut inside = self.clone();
        inside.texts.retain(|label, _| params.contains(label));
        inside.left.retain(|label, _| params.contains(label));
        inside
    }
}

impl LabelLookup for Around {
    fn text(&self, label: Label) -> &[u8] {
        self.texts.get(&label).map_or(&[], Vec::as_slice)
    }
}

/// A derivation of a rule: what was decided in it, and how its nodes are built.
struct Derivation {
    decisions: Vec<u32>,
    production: ProductionId,
    span: (usize, usize),
    parts: Vec<Part>,
}

#[derive(Clone)]
enum Part {
    Leaf(Symbol, (usize, usize), ItemId),
    Rule(Rc<Derivation>, ItemId),
}

/// A rule in its surroundings.
type Place = (Symbol, Around);
/// What a rule is asked for: itself, its span, what is above it over the same span.
type Question = (Place, usize, usize, Vec<Place>);

pub(crate) struct Brute<'g> {
    pub(crate) grammar: &'g Grammar,
    pub(crate) automata: &'g Automata,
    pub(crate) input: &'g [u8],
    answers: HashMap<Question, Option<Rc<Derivation>>>,
}

/// Returns the tree of an input.
pub(crate) fn tree(grammar: &Grammar, automata: &Automata, input: &[u8]) -> Option<Tree> {
    let mut brute = Brute { grammar, automata, input, answers: HashMap::new() };
    let around = Around { limit: input.len(), texts: BTreeMap::new(), left: BTreeMap::new() };
    let derivation = brute.first(&(grammar.start, around), 0, input.len(), &[])?;
    let mut builder = Builder::new();
    brute.build(&derivation, ItemId::NONE, &mut builder);
    Some(builder.finish())
}

impl Brute<'_> {
    fn build(&self, derivation: &Derivation, item: ItemId, builder: &mut Builder) {
        let mark = builder.mark();
        for part in &derivation.parts {
            match part {
                Part::Leaf(symbol, (start, end), item) => builder.leaf(*symbol, *start..*end, *item),
                Part::Rule(inner, item) => self.build(inner, *item, builder),
            }
        }
        builder.close(self.grammar, derivation.production, mark, derivation.span.0..derivation.span.1, item);
    }

    /// The first derivation of a rule over a span, given the rules of the grammar file above it over the same span.
    fn first(&mut self, place: &Place, start: usize, end: usize, above: &[Place]) -> Option<Rc<Derivation>> {
        let mut above = above.to_vec();
        let question = (place.clone(), start, end, above.clone());
        if let Some(answer) = self.answers.get(&question) {
            return answer.clone();
        }
        let kind = self.grammar.rules[place.0.0 as usize].kind;
        if matches!(kind, RuleKind::Named | RuleKind::Level(_)) {
            above.push(place.clone());
            above.sort();
        }
        let mut found = None;
        for (number, production) in self.grammar.productions_of(place.0).enumerate() {
            let is_open = self.grammar.rules[place.0.0 as usize].count.is_none_or(|left| {
                let (low, high) = place.1.left[&left];
                if number == 0 { high > 0 } else { low == 0 }
            });
            if is_open && found.is_none() {
                let items = self.grammar.production(production).items.clone();
                let rest = self.rest(items.start, items.end, &place.1, (start, start, end), &above);
                found = rest.map(|(mut decisions, parts)| {
                    decisions.insert(0, number as u32);
                    Rc::new(Derivation { decisions, production, span: (start, end), parts })
                });
            }
        }
        self.answers.insert(question, found.clone());
        found
    }

    /// The first way to derive the items from `next` to `last` over the rest of a span; `(start, at, end)` is where the
    /// production begins, where the items do, and where both end.
    fn rest(
        &mut self,
        next: u32,
        last: u32,
        around: &Around,
        (start, at, end): (usize, usize, usize),
        above: &[Place],
    ) -> Option<(Vec<u32>, Vec<Part>)> {
        if next == last {
            return (at == end).then(Default::default);
        }
        let item = self.grammar.items[next as usize];
        let mut best: Option<(Vec<u32>, Vec<Part>)> = None;
        for (decisions, part, to) in self.ways(&item, ItemId(next), around, (start, at, end), above) {
            if !self.holds(&item, around, at, to) {
                continue;
            }
            let mut after = around.clone();
            if let Some(label) = item.label {
                after.texts.insert(label, self.input[at..to].to_vec());
            }
            if let Some((more, parts)) = self.rest(next + 1, last, &after, (start, to, end), above) {
                let all = [decisions, more].concat();
                if best.as_ref().is_none_or(|(known, _)| all < *known) {
                    best = Some((all, part.into_iter().chain(parts).collect()));
                }
            }
        }
        best
    }

    /// The ways to derive one item: what is decided, what stands in the tree, where it ends.
    fn ways(
        &mut self,
        item: &Item,
        id: ItemId,
        around: &Around,
        (start, at, end): (usize, usize, usize),
        above: &[Place],
    ) -> Vec<(Vec<u32>, Option<Part>, usize)> {
        let Some(inner) = self.driven(item, around, at) else { return Vec::new() };
        let fills = |to: usize| !matches!(item.drive, Drive::Size(_)) || to == inner.limit;
        if let Some(terminal) = self.grammar.terminal(item.symbol) {
            let matcher = Matcher { grammar: self.grammar, automata: self.automata, input: &self.input[..inner.limit] };
            let ends = matcher.ends(item.symbol, at, &|label| around.text(label));
            let is_node = !matches!(terminal.kind, TerminalKind::Ahead { .. });
            let way = |(rank, to): (usize, usize)| {
                (vec![rank as u32], is_node.then_some(Part::Leaf(item.symbol, (at, to), id)), to)
            };
            return ends.into_iter().enumerate().filter(|(_, to)| *to <= end && fills(*to)).map(way).collect();
        }
        let place = (item.symbol, inner.inside(&self.grammar.rules[item.symbol.0 as usize].params));
        let mut ways = Vec::new();
        for to in (at..=end.min(inner.limit)).filter(|to| fills(*to)) {
            let above = if (at, to) == (start, end) { above } else { &[] };
            if !above.contains(&place)
                && let Some(derivation) = self.first(&place, at, to, above)
            {
                ways.push((derivation.decisions.clone(), Some(Part::Rule(derivation, id)), to));
            }
        }
        ways
    }

    /// What surrounds what is in an item; none if there is not as much as it asks for.
    fn driven(&self, item: &Item, around: &Around, at: usize) -> Option<Around> {
        let mut inner = around.clone();
        let bytes_left = around.limit - at;
        match item.drive {
            Drive::Here => unreachable!("the grammars here have no layout"),
            Drive::None | Drive::Iteration(_) => {}
            Drive::Size(size) => {
                let size = self.grammar.evaluate(size, around)?;
                inner.limit = at + usize::try_from(size).ok().filter(|size| *size <= bytes_left)?;
            }
            Drive::Count { low, high, left } => {
                let low = usize::try_from(self.grammar.evaluate(low, around)?).ok()?;
                let high = match high {
                    Some(high) => usize::try_from(self.grammar.evaluate(high, around)?).ok()?,
                    None => usize::MAX,
                };
                if low > bytes_left || low > high {
                    return None;
                }
                inner.left.insert(left, (low, high));
            }
            Drive::Next(left) => {
                let (low, high) = inner.left[&left];
                let high = if high == usize::MAX { high } else { high - 1 };
                inner.left.insert(left, (low.saturating_sub(1), high));
            }
        }
        Some(inner)
    }

    fn holds(&self, item: &Item, around: &Around, start: usize, end: usize) -> bool {
        let text = &self.input[start..end];
        let may_be_empty = match item.drive {
            Drive::Iteration(left) => around.left[&left].0 > 0,
            _ => false,
        };
        let checked = match item.check {
            Check::None => true,
            Check::Text { label, fold: false } => text == around.text(label),
            Check::Text { label, fold: true } => text.eq_ignore_ascii_case(around.text(label)),
            Check::Except(id) => !is_match(self.grammar, self.automata, id, text, &|label| around.text(label)),
        };
        checked && (!item.consume || may_be_empty || start < end)
    }
}
