//! Repetitions: hidden rules that choose between going on and stopping.

use grammarc_dsl::ast::{self, Expression, Primary, RepetitionKind};
use grammarc_runtime::grammar::{Item, RuleKind, Shape, Slot, Symbol};

use super::groups::Body;
use super::items::{consuming, plain};
use super::{DraftProduction, Lowering, Scope, Site};
use crate::resolve::constant;

/// The highest number that may stand in a repetition.
const MAX_COUNT: u64 = 1_000;

/// How often something is matched; none for no upper end.
pub(super) type Bounds = (u32, Option<u32>);

impl<'p> Lowering<'p> {
    /// Lowers the primary of an item with its repetition.
    pub(super) fn repeated(&mut self, site: Site, item: &ast::Item, scope: &mut Scope) -> Item {
        let Some(repetition) = &item.repetition else { return self.one(site, &item.primary, scope, Body::Group) };
        let body = self.one(site, &item.primary, scope, Body::Iteration);
        match &repetition.kind {
            RepetitionKind::Separated(separator) => {
                let list = self.separated(site, body, separator, scope);
                plain(self.optional(site, list))
            }
            RepetitionKind::SeparatedSome(separator) => self.separated(site, body, separator, scope),
            kind => {
                let bounds = self.bounds(site, kind);
                self.counted(site, body, bounds)
            }
        }
    }

    /// Returns how often; a count by label is any number for now, and one that is too high is reported.
    pub(super) fn bounds(&mut self, site: Site, kind: &RepetitionKind) -> Bounds {
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

    /// The minimum, then what may follow it.
    fn counted(&mut self, site: Site, body: Item, (min, max): Bounds) -> Item {
        let tail = match max {
            None => Some(self.star(site, body)),
            Some(max) => (min..max).fold(None, |tail, _| Some(self.more(site, body, tail))),
        };
        let mut items = vec![body; min as usize];
        items.extend(tail.map(plain));
        match items[..] {
            [one] => one,
            _ => plain(self.hidden(site, RuleKind::Group, vec![DraftProduction::new(items, Shape::Splice)])),
        }
    }

    /// `x*`.
    fn star(&mut self, site: Site, body: Item) -> Symbol {
        let symbol = self.reserve(site.owner, RuleKind::Repeat);
        let more = DraftProduction::new(vec![consuming(body), plain(symbol)], Shape::Splice);
        self.define(symbol, vec![more, DraftProduction::new(Vec::new(), Shape::Splice)]);
        symbol
    }

    /// `x?`.
    pub(super) fn optional(&mut self, site: Site, body: Item) -> Symbol {
        self.more(site, body, None)
    }

    /// `(x tail)?`.
    fn more(&mut self, site: Site, body: Item, tail: Option<Symbol>) -> Symbol {
        let items = std::iter::once(consuming(body)).chain(tail.map(plain)).collect();
        let productions = [items, Vec::new()].map(|items| DraftProduction::new(items, Shape::Splice));
        self.hidden(site, RuleKind::Repeat, productions.into())
    }

    /// `x ++ s`.
    fn separated(&mut self, site: Site, body: Item, separator: &Primary, scope: &mut Scope) -> Item {
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
        let element = self.hidden(site, RuleKind::Group, vec![DraftProduction::new(items, Shape::Element)]);
        let tail = self.star(site, plain(element));
        let list = DraftProduction::new(vec![body, plain(tail)], Shape::Splice);
        plain(self.hidden(site, RuleKind::Group, vec![list]))
    }
}
