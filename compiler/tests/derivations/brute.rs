//! The definition of the tree, as directly as it can be computed: for every rule and span the derivation whose list of
//! decisions comes first, by comparing whole lists over all ways to split the span.

use std::collections::HashMap;
use std::rc::Rc;

use grammarc_runtime::grammar::{Check, Grammar, Item, ItemId, Label, ProductionId, Symbol, TerminalKind};
use grammarc_runtime::regular::{Automata, Matcher, is_match};
use grammarc_runtime::tree::{Builder, Tree};

use crate::random::LABEL;

/// A derivation of a rule over a span.
struct Derivation {
    /// The number of the production in its rule, then what its items decide.
    decisions: Vec<u32>,
    production: ProductionId,
    start: usize,
    end: usize,
    parts: Vec<Part>,
}

#[derive(Clone)]
enum Part {
    Leaf { symbol: Symbol, start: usize, end: usize, item: ItemId },
    Rule { derivation: Rc<Derivation>, item: ItemId },
}

/// A rule and the text of its parameter.
type Key = (u32, Vec<u8>);
/// What a rule is asked for: itself, its span, what is above it over the same span.
type Question = (Key, usize, usize, Vec<Key>);

pub(crate) struct Brute<'g> {
    grammar: &'g Grammar,
    automata: &'g Automata,
    input: &'g [u8],
    answers: HashMap<Question, Option<Rc<Derivation>>>,
}

/// Where a production is being derived.
#[derive(Clone)]
struct Place {
    start: usize,
    end: usize,
    /// The rules over the same span: its own, and those above it.
    above: Vec<Key>,
}

/// Returns the tree of an input.
pub(crate) fn tree(grammar: &Grammar, automata: &Automata, input: &[u8]) -> Option<Tree> {
    let mut brute = Brute { grammar, automata, input, answers: HashMap::new() };
    let derivation = brute.best(((grammar.start.0, Vec::new()), 0, input.len(), Vec::new()))?;
    let mut builder = Builder::new();
    build(grammar, &derivation, ItemId::NONE, &mut builder);
    Some(builder.finish())
}

fn build(grammar: &Grammar, derivation: &Derivation, item: ItemId, builder: &mut Builder) {
    let mark = builder.mark();
    for part in &derivation.parts {
        match part {
            Part::Leaf { symbol, start, end, item } => builder.leaf(*symbol, *start..*end, *item),
            Part::Rule { derivation, item } => build(grammar, derivation, *item, builder),
        }
    }
    builder.close(grammar, derivation.production, mark, derivation.start..derivation.end, item);
}

impl Brute<'_> {
    fn best(&mut self, question: Question) -> Option<Rc<Derivation>> {
        if let Some(answer) = self.answers.get(&question) {
            return answer.clone();
        }
        let ((rule, text), start, end, mut above) = question.clone();
        above.push((rule, text.clone()));
        above.sort();
        let place = Place { start, end, above };
        let productions = self.grammar.productions_of(Symbol(rule)).enumerate();
        let answer = productions.into_iter().find_map(|(number, production)| {
            let first = self.grammar.production(production).items.start;
            let (rest, parts) = self.items(&place, production, first, start, &text)?;
            let decisions = std::iter::once(number as u32).chain(rest).collect();
            Some(Rc::new(Derivation { decisions, production, start, end, parts }))
        });
        self.answers.insert(question, answer.clone());
        answer
    }

    /// The first list for the items from `next` on, from `at` to the end of the place.
    fn items(
        &mut self,
        place: &Place,
        production: ProductionId,
        next: u32,
        at: usize,
        text: &[u8],
    ) -> Option<(Vec<u32>, Vec<Part>)> {
        if next == self.grammar.production(production).items.end {
            return (at == place.end).then(Default::default);
        }
        let item = self.grammar.items[next as usize];
        let mut best: Option<(Vec<u32>, Vec<Part>)> = None;
        for (decisions, part, end) in self.ways(place, &item, ItemId(next), at, text) {
            if end > place.end || !self.holds(&item, at, end, text) {
                continue;
            }
            let after = if item.label.is_some() { &self.input[at..end] } else { text };
            let Some((rest, parts)) = self.items(place, production, next + 1, end, after) else { continue };
            let all: Vec<u32> = decisions.into_iter().chain(rest).collect();
            if best.as_ref().is_none_or(|(found, _)| all < *found) {
                best = Some((all, part.into_iter().chain(parts).collect()));
            }
        }
        best
    }

    /// The ways to derive one item: what is decided, what stands in the tree, where it ends.
    fn ways(
        &mut self,
        place: &Place,
        item: &Item,
        id: ItemId,
        at: usize,
        text: &[u8],
    ) -> Vec<(Vec<u32>, Option<Part>, usize)> {
        let mut ways = Vec::new();
        if let Some(terminal) = self.grammar.terminal(item.symbol) {
            let labels = |_: Label| text;
            let matcher = Matcher { grammar: self.grammar, automata: self.automata, input: self.input };
            for (rank, end) in matcher.ends(item.symbol, at, &labels).into_iter().enumerate() {
                let leaf = Part::Leaf { symbol: item.symbol, start: at, end, item: id };
                let is_ahead = matches!(terminal.kind, TerminalKind::Ahead { .. });
                ways.push((vec![rank as u32], (!is_ahead).then_some(leaf), end));
            }
            return ways;
        }
        let params = &self.grammar.rules[item.symbol.0 as usize].params;
        let passed = if params.contains(&LABEL) { text.to_vec() } else { Vec::new() };
        for end in at..=place.end {
            let same = at == place.start && end == place.end;
            let above = if same { place.above.clone() } else { Vec::new() };
            let key = (item.symbol.0, passed.clone());
            if above.contains(&key) {
                continue;
            }
            if let Some(derivation) = self.best((key, at, end, above)) {
                ways.push((derivation.decisions.clone(), Some(Part::Rule { derivation, item: id }), end));
            }
        }
        ways
    }

    fn holds(&self, item: &Item, start: usize, end: usize, text: &[u8]) -> bool {
        let found = &self.input[start..end];
        let checked = match item.check {
            Check::None => true,
            Check::Text { fold: true, .. } => found.eq_ignore_ascii_case(text),
            Check::Text { fold: false, .. } => found == text,
            Check::Except(id) => !is_match(self.grammar, self.automata, id, found, &|_: Label| text),
        };
        checked && !(item.consume && start == end)
    }
}
