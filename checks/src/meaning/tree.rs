//! The tree of a text: of all derivations, the one whose list of decisions is least. For example, with `<s> ::= <s> <s> | "a"` the first
//! alternative is the decision 0.
//!
//! Decisions are in preorder: the number of the alternative at every rule and group, and one more iteration before the end of
//! every repetition. Derivations with a node below another of the same rule, level and span are not considered.

use std::collections::HashMap;
use std::fmt::Write;
use std::rc::Rc;

use grammarc_runtime::grammar::{Grammar, RuleKind, Slot, TerminalKind};
use grammarc_runtime::tree::{NodeId, Tree};

use super::texts::{NOTHING, Places, places};
use super::{Ends, Expr, Id, Labels, Meaning};

/// A derivation of an expression over a span: its decisions, and its nodes as they are drawn.
#[derive(Debug, Clone, Default)]
struct DrawnDerivation {
    decisions: Vec<usize>,
    drawn: String,
}

impl DrawnDerivation {
    fn decided(decision: usize, rest: Self) -> Self {
        Self { decisions: std::iter::once(decision).chain(rest.decisions).collect(), ..rest }
    }

    fn followed(self, rest: Self) -> Self {
        Self { decisions: [self.decisions, rest.decisions].concat(), drawn: self.drawn + &rest.drawn }
    }
}

/// The rule that is being derived, with its span. `above` lists the rules over the same span, itself included.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct RuleSpan {
    rule: usize,
    start: usize,
    end: usize,
    above: Vec<usize>,
    lasts: Ends,
}

/// An expression over a span: the memo key, because the best derivation depends on nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Part {
    id: Id,
    span: (usize, usize),
    labels: Labels,
    /// Rules above it over the same span.
    above: Vec<usize>,
    /// Where its last byte may end that was not skipped.
    lasts: Ends,
}

/// No constraint on the end of the last byte that was not skipped.
const ANY: Ends = Ends::MAX;

struct Trees<'m> {
    meaning: &'m Meaning,
    places: Places<'m>,
    rules: HashMap<RuleSpan, Option<Rc<DrawnDerivation>>>,
    parts: HashMap<Part, Option<Rc<DrawnDerivation>>>,
}

impl Meaning {
    /// Returns the tree of a text as [`drawn`] draws it; `None` if the text is not in the language.
    pub fn tree(&mut self, text: &[u8]) -> Option<String> {
        self.learn(text);
        let places = Places::of(self, text);
        let mut trees = Trees { meaning: self, places, rules: HashMap::new(), parts: HashMap::new() };
        let outside = RuleSpan { rule: usize::MAX, start: 0, end: text.len(), above: Vec::new(), lasts: ANY };
        trees.first(self.start, (0, text.len(), ANY), &Labels::new(), &outside).map(|derivation| derivation.drawn)
    }
}

impl Trees<'_> {
    /// Returns the first derivation of an expression over a span, in which the last byte that was not skipped ends at an allowed place.
    fn first(&mut self, id: Id, over: BoundedSpan, labels: &Labels, place: &RuleSpan) -> Option<DrawnDerivation> {
        let (at, end, lasts) = over;
        if self.places.ends(id, at, labels) >> end & 1 == 0 || self.places.lasts(id, at, end, labels) & lasts == 0 {
            return None;
        }
        let same = (at, end) == (place.start, place.end);
        let above = if same { place.above.clone() } else { Vec::new() };
        let part = Part { id, span: (at, end), labels: labels.clone(), above, lasts };
        if let Some(known) = self.parts.get(&part) {
            return known.as_deref().cloned();
        }
        let found = self.derived(id, over, labels, place);
        self.parts.insert(part, found.clone().map(Rc::new));
        found
    }

    /// Like [`Trees::first`], without the memo. The text alone allows a derivation.
    fn derived(&mut self, id: Id, over: BoundedSpan, labels: &Labels, place: &RuleSpan) -> Option<DrawnDerivation> {
        let meaning = self.meaning;
        let (at, end, lasts) = over;
        match &meaning.exprs[id] {
            Expr::Text { .. } | Expr::Byte(_) | Expr::Token { .. } | Expr::Ahead { .. } | Expr::Back { .. } => {
                Some(DrawnDerivation::default())
            }
            Expr::Sequence(parts) => self.sequence(parts, over, labels, place),
            Expr::Choice(options) => options.iter().enumerate().find_map(|(number, &option)| {
                Some(DrawnDerivation::decided(number, self.first(option, over, labels, place)?))
            }),
            Expr::Repeat { body, min, max } => {
                let bounds = self.places.bounds(min, max.as_ref(), at, labels)?;
                self.repeat(*body, bounds, over, labels, place)
            }
            &Expr::Rule(rule) => self.rule(rule, over, place),
            Expr::Except { body, .. } | Expr::Same { body, .. } => {
                let kept = self.places.lasts(id, at, end, labels) & lasts;
                self.first(*body, (at, end, kept), labels, place)
            }
            Expr::Keyword { body, .. } | Expr::Label { body, .. } => self.first(*body, over, labels, place),
            Expr::Leaf { body, name } => {
                let found = self.first(*body, (at, end, ANY), labels, place)?;
                Some(DrawnDerivation {
                    drawn: format!("{}[{at}-{end}] ", name.as_deref().unwrap_or_default()),
                    ..found
                })
            }
            &Expr::Node(body) => {
                let found = self.first(body, over, labels, place)?;
                Some(DrawnDerivation { drawn: format!("_[{at}-{end}]({}) ", found.drawn.trim_end()), ..found })
            }
            &Expr::Skip(body) => {
                let found = self.first(body, (at, end, ANY), labels, place)?;
                Some(DrawnDerivation { drawn: format!("~{}", found.drawn), ..found })
            }
        }
    }

    /// Returns the first derivation over all splits of the span.
    fn sequence(
        &mut self,
        parts: &[Id],
        over: BoundedSpan,
        labels: &Labels,
        place: &RuleSpan,
    ) -> Option<DrawnDerivation> {
        let (at, end, lasts) = over;
        let Some((&first, rest)) = parts.split_first() else {
            return (at == end && lasts & NOTHING != 0).then(DrawnDerivation::default);
        };
        let mut best = None;
        for middle in places(self.places.ends(first, at, labels)).filter(|&middle| middle <= end) {
            for (after, own) in self.places.labelled(first, at, middle, labels) {
                if self.places.sequence(rest, middle, &after) >> end & 1 == 0 {
                    continue;
                }
                for (own, lasts) in split(own, lasts) {
                    let Some(begin) = self.first(first, (at, middle, own), labels, place) else { continue };
                    let Some(rest) = self.sequence(rest, (middle, end, lasts), &after, place) else { continue };
                    better(&mut best, begin.followed(rest));
                }
            }
        }
        best
    }

    fn repeat(
        &mut self,
        body: Id,
        (min, max): (u32, u32),
        (at, end, lasts): BoundedSpan,
        labels: &Labels,
        place: &RuleSpan,
    ) -> Option<DrawnDerivation> {
        let is_end = at == end && lasts & NOTHING != 0;
        if max == 0 {
            return is_end.then(DrawnDerivation::default);
        }
        let left = (min.saturating_sub(1), max - 1);
        let mut best = None;
        let middles = places(self.places.ends(body, at, labels)).filter(|&middle| middle <= end);
        for middle in middles.filter(|&middle| min > 0 || middle > at).collect::<Vec<_>>() {
            for (own, lasts) in split(ANY, lasts) {
                let Some(begin) = self.first(body, (at, middle, own), labels, place) else { continue };
                let Some(rest) = self.repeat(body, left, (middle, end, lasts), labels, place) else { continue };
                better(&mut best, begin.followed(rest));
            }
        }
        match (min, best) {
            (1.., best) => best,
            (0, Some(best)) => Some(DrawnDerivation::decided(0, best)),
            (0, None) => is_end.then(|| DrawnDerivation { decisions: vec![1], ..DrawnDerivation::default() }),
        }
    }

    fn rule(&mut self, rule: usize, (start, end, lasts): BoundedSpan, outside: &RuleSpan) -> Option<DrawnDerivation> {
        let same = (start, end) == (outside.start, outside.end);
        let mut above = if same { outside.above.clone() } else { Vec::new() };
        if above.contains(&rule) {
            return None;
        }
        above.push(rule);
        above.sort_unstable();
        let place = RuleSpan { rule, start, end, above, lasts };
        if let Some(known) = self.rules.get(&place) {
            return known.as_deref().cloned();
        }
        let meaning = self.meaning;
        let found = meaning.rules[rule].options.iter().enumerate().find_map(|(number, option)| {
            let found = self.first(option.body, (start, end, lasts), &Labels::new(), &place)?;
            let drawn = match option.alternative {
                Some(alternative) => {
                    let name = &meaning.rules[rule].name;
                    format!("{name}/{alternative}[{start}-{end}]({}) ", found.drawn.trim_end())
                }
                None => found.drawn.clone(),
            };
            Some(DrawnDerivation::decided(number, DrawnDerivation { drawn, ..found }))
        });
        self.rules.insert(place, found.clone().map(Rc::new));
        found
    }
}

/// A span, and where its last byte may end that was not skipped.
type BoundedSpan = (usize, usize, Ends);

/// Splits the allowed ends `lasts` of the last byte that was not skipped between a part and its successor. The byte is in the
/// successor, or, if that has no such byte, in the part.
fn split(own: Ends, lasts: Ends) -> Vec<(Ends, Ends)> {
    if lasts == ANY { vec![(own, ANY)] } else { vec![(own, lasts & !NOTHING), (own & lasts, NOTHING)] }
}

fn better(best: &mut Option<DrawnDerivation>, other: DrawnDerivation) {
    if best.as_ref().is_none_or(|best| other.decisions < best.decisions) {
        *best = Some(other);
    }
}

/// Draws a tree that an engine found: `rule/alternative[from-to](children)`. Leaves have no alternative, and only tokens and opaque rules
/// have a name. `_` stands for an anonymous node, `~` marks skipped text. For example, `a` by `<s> ::= "a"` is drawn as `s/0[0-1]([0-1])`.
pub fn drawn(grammar: &Grammar, tree: &Tree) -> String {
    let mut out = String::new();
    draw(grammar, tree, tree.root(), &mut out);
    out + " "
}

fn draw(grammar: &Grammar, tree: &Tree, id: NodeId, out: &mut String) {
    let node = tree.node(id);
    let production = node.production.map(|production| grammar.production(production));
    if grammar.item(node.item).is_some_and(|item| item.slot == Slot::Skip) {
        out.push('~');
    }
    match (grammar.rule(node.symbol), production) {
        (Some(rule), _) if rule.kind == RuleKind::Anonymous => out.push('_'),
        (Some(rule), _) if rule.opaque => *out += &rule.name,
        (Some(rule), Some(production)) => *out += &format!("{}/{}", rule.name, production.alternative),
        _ => *out += token_name(grammar, &node.symbol),
    }
    // Writing to a string cannot fail.
    let _ = write!(out, "[{}-{}]", node.span.start, node.span.end);
    if grammar.rule(node.symbol).is_some_and(|rule| !rule.opaque) {
        out.push('(');
        for (number, child) in tree.children(id).enumerate() {
            out.push_str(if number > 0 { " " } else { "" });
            draw(grammar, tree, child, out);
        }
        out.push(')');
    }
}

fn token_name<'g>(grammar: &'g Grammar, symbol: &grammarc_runtime::grammar::Symbol) -> &'g str {
    let terminal = grammar.terminal(*symbol);
    let named = terminal.filter(|terminal| terminal.kind == TerminalKind::Token || terminal.opaque);
    named.map_or("", |terminal| &terminal.name)
}
