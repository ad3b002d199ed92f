//! Repetitions: hidden rules that choose between going on and stopping.

use grammarc_dsl::ast::{self, Expression, Primary, PrimaryKind, RepetitionKind};
use grammarc_runtime::grammar::{Drive, ExpressionId, Item, RuleKind, Shape, Slot, Symbol, TerminalKind};

use super::groups::Body;
use super::items::{consuming, plain};
use super::scope::Extent;
use super::{DraftProduction, Lowering, Scope, Site, named, terminal_number};
use crate::resolve::{constant, has_constant_count};

/// Most iterations that a repetition may name, because `x{n}` is lowered to `n` items.
const MAX_COUNT: u64 = 1_000;

/// Minimum and maximum of a repetition; no maximum means without end.
pub(super) type RepetitionBounds = (u32, Option<u32>);
/// Minimum and maximum, computed from earlier labels.
type Counts = (ExpressionId, Option<ExpressionId>);

impl<'p> Lowering<'p> {
    /// Lowers the primary of an item with its repetition.
    /// For example, `<x> ** ","` becomes these hidden rules:
    ///
    /// ```text
    /// more: list | (nothing)        list: <x> tail
    /// tail: next tail | (nothing)   next: "," <x>
    /// ```
    pub(super) fn repeated(&mut self, site: Site, item: &ast::Item, scope: &mut Scope) -> Item {
        let Some(repetition) = &item.repetition else { return self.one(site, &item.primary, scope, Body::Group) };
        let counts = self.counts(site, item, &repetition.kind, scope);
        let fence = scope.fence();
        let mut body = self.one(site, &item.primary, scope, Body::Iteration);
        if scope.is_counted(item) {
            body = self.element(site, body);
        }
        let weight = weight(&item.primary);
        let list = match (&repetition.kind, counts) {
            (RepetitionKind::Separated(separator) | RepetitionKind::SeparatedSome(separator), Some(counts)) => {
                let next = self.separated_element(site, body, separator, scope);
                self.driven(site, vec![body, next], counts, weight, scope)
            }
            (_, Some(counts)) => self.driven(site, vec![body], counts, weight, scope),
            (RepetitionKind::Separated(separator), None) => {
                let list = self.separated(site, body, separator, weight, scope);
                plain(self.more(site, list, None, weight))
            }
            (RepetitionKind::SeparatedSome(separator), None) => self.separated(site, body, separator, weight, scope),
            (kind, None) => {
                let bounds = self.bounds(site, kind);
                self.counted(site, body, bounds, weight)
            }
        };
        scope.unfence(fence);
        list
    }

    /// Returns the minimum and maximum of a repetition whose counts are labels.
    /// For example, in `n:<u8> <x>{n}` both are the expression `n`.
    fn counts(&mut self, site: Site, item: &ast::Item, kind: &RepetitionKind, scope: &mut Scope) -> Option<Counts> {
        if !has_constant_count(item) {
            return match kind {
                RepetitionKind::Exactly(count) => self.early(count, scope).map(|count| (count, Some(count))),
                RepetitionKind::AtLeast(low) => self.early(low, scope).map(|low| (low, None)),
                RepetitionKind::Between(low, high) => {
                    let (low, high) = (self.early(low, scope)?, self.early(high, scope)?);
                    Some((low, Some(high)))
                }
                _ => None,
            };
        }
        let count = scope.driven(item, Extent::Count)?;
        let bounds = match kind {
            RepetitionKind::SeparatedSome(_) => (1, None),
            kind => self.bounds(site, kind),
        };
        let count = self.within(count, bounds);
        Some((count, Some(count)))
    }

    /// Builds a repetition that earlier labels count. A second body is the body of all iterations but the first.
    /// For example, in a list with separators the first body is `<x>`, and the second one is `"," <x>`.
    fn driven(&mut self, site: Site, bodies: Vec<Item>, (low, high): Counts, weight: u32, scope: &mut Scope) -> Item {
        let left = scope.fresh();
        let mut next = None;
        for body in bodies.into_iter().rev() {
            let body = if body.drive == Drive::None { body } else { self.wrapped(site, body) };
            let symbol = self.reserve(site.owner, RuleKind::Repeat);
            let rest = Item { drive: Drive::Next(left), ..plain(next.unwrap_or(symbol)) };
            let body = Item { drive: Drive::Iteration(left), ..consuming(body) };
            self.drafts[symbol.0 as usize].count = Some(left);
            self.define(symbol, steps(vec![body, rest], weight));
            next = Some(symbol);
        }
        let first = next.map(plain).unwrap_or_else(|| plain(Symbol(0)));
        Item { drive: Drive::Count { low, high, left }, ..first }
    }

    /// Wraps every iteration in one node, so that they can be counted.
    /// For example, `n := count(l)` needs the number of nodes of `l:<x>*`.
    fn element(&mut self, site: Site, body: Item) -> Item {
        let is_node = match terminal_number(body.symbol).map(|number| self.terminals[number].kind) {
            Some(kind) => !matches!(kind, TerminalKind::Ahead { .. }),
            None => {
                let draft = &self.drafts[body.symbol.0 as usize];
                let is_element = |production: &DraftProduction| production.shape == Shape::Element;
                let is_group = draft.kind == RuleKind::Group && draft.productions.iter().all(is_element);
                matches!(draft.kind, RuleKind::Named | RuleKind::Level(_)) || is_group
            }
        };
        if is_node {
            return body;
        }
        plain(self.hidden(site, RuleKind::Group, vec![DraftProduction::new(vec![body], Shape::Element)]))
    }

    fn wrapped(&mut self, site: Site, item: Item) -> Item {
        plain(self.hidden(site, RuleKind::Group, vec![DraftProduction::new(vec![item], Shape::Splice)]))
    }

    /// Returns minimum and maximum; a number that is too high is reported.
    /// For example, `?` has the bounds 0 and 1, and `{2,}` has the minimum 2 and no maximum.
    pub(super) fn bounds(&mut self, site: Site, kind: &RepetitionKind) -> RepetitionBounds {
        let mut number = |expression: &Expression| {
            let value = constant(expression)?;
            if value > MAX_COUNT {
                self.too_large(site.file, &expression.span, "this count", MAX_COUNT);
            }
            u32::try_from(value.min(MAX_COUNT)).ok()
        };
        let bounds = match kind {
            RepetitionKind::OneOrMore => Some((1, None)),
            RepetitionKind::Optional => Some((0, Some(1))),
            RepetitionKind::Exactly(count) => number(count).map(|count| (count, Some(count))),
            RepetitionKind::AtLeast(low) => number(low).map(|low| (low, None)),
            RepetitionKind::Between(low, high) => number(low).zip(number(high)).map(|(low, high)| (low, Some(high))),
            RepetitionKind::ZeroOrMore | RepetitionKind::Separated(_) | RepetitionKind::SeparatedSome(_) => None,
        };
        bounds.unwrap_or((0, None))
    }

    /// Lowers `<a>{2,4}` to the minimum, followed by the optional rest.
    /// For example:
    ///
    /// ```text
    /// <a>{2,4}   becomes   <a> <a> (<a> (<a>)?)?
    /// <a>{2,}    becomes   <a> <a> <a>*
    /// ```
    fn counted(&mut self, site: Site, body: Item, (min, max): RepetitionBounds, weight: u32) -> Item {
        let tail = match max {
            None => Some(self.star(site, body, weight)),
            Some(max) => (min..max).fold(None, |tail, _| Some(self.more(site, body, tail, weight))),
        };
        let mut items = vec![body; min as usize];
        items.extend(tail.map(plain));
        match items[..] {
            [one] => one,
            _ => plain(self.hidden(site, RuleKind::Group, vec![DraftProduction::new(items, Shape::Splice)])),
        }
    }

    /// `x*`.
    fn star(&mut self, site: Site, body: Item, weight: u32) -> Symbol {
        let symbol = self.reserve(site.owner, RuleKind::Repeat);
        self.define(symbol, steps(vec![consuming(body), plain(symbol)], weight));
        symbol
    }

    /// `x*`, as a symbol for skip.
    pub(super) fn star_of(&mut self, site: Site, body: Item) -> Symbol {
        self.star(site, body, 1)
    }

    /// `x?`.
    pub(super) fn optional(&mut self, site: Site, body: Item) -> Symbol {
        self.more(site, body, None, 1)
    }

    /// `(x tail)?`.
    fn more(&mut self, site: Site, body: Item, tail: Option<Symbol>, weight: u32) -> Symbol {
        let items = std::iter::once(consuming(body)).chain(tail.map(plain)).collect();
        self.hidden(site, RuleKind::Repeat, steps(items, weight))
    }

    /// `x ++ s`.
    fn separated(&mut self, site: Site, body: Item, separator: &Primary, weight: u32, scope: &mut Scope) -> Item {
        let element = self.separated_element(site, body, separator, scope);
        let tail = self.star(site, element, weight);
        let list = DraftProduction::new(vec![body, plain(tail)], Shape::Splice);
        plain(self.hidden(site, RuleKind::Group, vec![list]))
    }

    /// `s x`: every element but the first.
    fn separated_element(&mut self, site: Site, body: Item, separator: &Primary, scope: &mut Scope) -> Item {
        let first = self.drafts.len();
        let mut items = vec![self.one(site, separator, scope, Body::Group)];
        items.extend(self.skip_after(site, items[0]));
        let mut inner: Vec<&mut Item> = items.iter_mut().collect();
        for draft in &mut self.drafts[first..] {
            let spliced = draft.productions.iter_mut().filter(|production| production.shape == Shape::Splice);
            inner.extend(spliced.flat_map(|production| &mut production.items));
        }
        for item in inner.into_iter().filter(|item| item.slot == Slot::Item) {
            item.slot = Slot::Separator;
        }
        items.push(body);
        plain(self.hidden(site, RuleKind::Group, vec![DraftProduction::new(items, Shape::Element)]))
    }
}

/// Returns how often a repetition goes on for each time that it stops: the weight of its only alternative, if it repeats a group of
/// one.
/// For example, `(<x> @w(9))*` goes on nine times for each stop.
fn weight(primary: &Primary) -> u32 {
    match &primary.kind {
        PrimaryKind::Group(alternatives) => match &alternatives[..] {
            [only] => named::weight(only),
            _ => 1,
        },
        _ => 1,
    }
}

/// The productions of a repetition: it goes on, or stops.
/// For example, `<x>*` has the productions `<x> self` and nothing, in this order, so it matches as much as it can.
fn steps(items: Vec<Item>, weight: u32) -> Vec<DraftProduction> {
    let more = DraftProduction { weight, ..DraftProduction::new(items, Shape::Splice) };
    vec![more, DraftProduction::new(Vec::new(), Shape::Splice)]
}
