//! Rounds of left recursion that are closed: all ways to read them end at the same place, with the same production. Then the choices
//! that are left inside cannot change the rounds around them, and the first way is the one that counts. The same holds for items that
//! several productions share.
//!
//! ```text
//! f(a, b) + c     the arguments have kept choices; is there another way to read `(a, b)` as a round?
//!                 a second cursor begins at `(`, collects every end, and fails each time: `)` is the only one
//! ```

use super::terminals::Binding;
use super::{Activation, Cursor, Rigour, Scope};
use crate::decisions::{Branch, Decisions, Point, PointId};
use crate::grammar::{Check, Item, ItemId, Label, Plan, ProductionId, Symbol};
use crate::regular::quick::QuickMap;
use crate::tree::Builder;

/// Cursors within one another that look for other ways.
const MAX_NESTED: u32 = 16;
/// Number of steps that a second cursor may take for each byte that was read. A chart takes less than many.
const STEPS_PER_BYTE: u64 = 16;
/// Number of steps that it may take beside those.
const BASE_STEPS: u64 = 64;
/// Rounds that are remembered.
const MAX_KNOWN: usize = 1 << 16;

/// The rounds that are known to be closed.
#[derive(Debug, Default)]
pub(super) struct Closed {
    /// By their beginning.
    known: QuickMap<RoundStart, Round>,
    /// Where items that productions share end, by the place behind them and their beginning; none if there are several ends.
    shared: QuickMap<(PointId, u32), Option<(u32, u32)>>,
    /// Where left-recursive rules go on behind their productions.
    growths: QuickMap<ProductionId, PointId>,
    /// Cursors around this one.
    nested: u32,
    /// Whether texts of rules can decide about later items, once that is known.
    asks_for_texts: Option<bool>,
}

/// Where a round of left recursion begins: a point and an offset, in a block whose column ends at an offset.
type RoundStart = (PointId, u32, u32);

/// The end of a round of left recursion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Round {
    end: u32,
    /// The end without skip, if an item can ask for the text.
    seen: u32,
    production: ProductionId,
}

impl Closed {
    /// Returns the point where a left-recursive rule goes on behind a production.
    fn growth(&mut self, decisions: &Decisions, production: ProductionId) -> Option<PointId> {
        if self.growths.is_empty() {
            self.growths.extend(decisions.points.iter().filter_map(|point| match *point {
                Point::Grow { production, to, .. } => Some((production, to)),
                _ => None,
            }));
        }
        self.growths.get(&production).copied()
    }
}

impl<'a, S: Copy> Cursor<'a, S> {
    /// Returns the end of the text that was read since an offset. If an item can ask for the text of a rule, skip at its end does not
    /// count: two ends at one place may not be alike.
    pub(super) fn seen(&mut self, start: usize) -> u32 {
        let grammar = self.grammar();
        let asks =
            |item: &Item| (item.label.is_some() || item.check != Check::None) && grammar.rule(item.symbol).is_some();
        match *self.closed.asks_for_texts.get_or_insert_with(|| grammar.items.iter().any(asks)) {
            true => self.builder.seen_end(grammar, start) as u32,
            false => self.position as u32,
        }
    }

    /// Returns the binding of the column that a rule has been given; `Err` if it does not know others' labels from its own.
    fn given_column(&self, scope: Scope, at: u32) -> Result<Option<Binding>, ()> {
        match scope {
            Scope::Own => Ok(None),
            Scope::Column => match self.binding(Label::COLUMN) {
                Some(column) if column.end > at as usize => Err(()),
                column => Ok(column),
            },
            Scope::Outer => Err(()),
        }
    }

    /// Returns whether the round that ends here with a production is closed.
    #[cold]
    pub(super) fn is_closed(&mut self, production: ProductionId) -> bool {
        if !self.slices.is_empty() || self.closed.nested == MAX_NESTED {
            return false;
        }
        let decisions = self.language.decisions();
        let (grammar, at) = (self.grammar(), self.rule().round);
        let rule = grammar.production(production).rule;
        let scope = Scope::of(&grammar.rules[rule.0 as usize]);
        let Ok(column) = self.given_column(scope, at) else { return false };
        let is_recursive = grammar.items_of(production).first().is_some_and(|item| item.symbol == rule);
        let from = if is_recursive { self.closed.growth(decisions, production) } else { Some(decisions.entry(rule)) };
        let Some(from) = from else { return false };
        if is_recursive && self.may_stop(decisions, rule, from, at as usize) {
            return false;
        }
        let here = Round { end: self.position as u32, seen: self.seen(at as usize), production };
        let start = (from, at, column.map_or(0, |column| column.end as u32));
        let known = self.closed.known.get(&start).copied();
        let found = known.or_else(|| self.only_round((from, at), scope, column));
        if let (Some(round), None) = (found, known) {
            if self.closed.known.len() == MAX_KNOWN {
                self.closed.known.clear();
            }
            self.closed.known.insert(start, round);
        }
        found == Some(here)
    }

    /// Returns whether the rule could have ended at an offset, where it went on.
    fn may_stop(&self, decisions: &Decisions, rule: Symbol, head: PointId, at: usize) -> bool {
        let Point::Choose { branches, .. } = decisions.point(head) else { return false };
        let place = self.place(at);
        let is_stop = |branch: &&Branch<PointId>| matches!(decisions.point(branch.to), Point::Stop);
        branches.iter().filter(is_stop).any(|branch| branch.admits(&place))
            && self.language.followers.admit_at_end(&self.matcher, rule, at)
    }

    /// Returns the end of all rounds that begin at a point and an offset, if there is but one.
    fn only_round(&mut self, (from, at): (PointId, u32), scope: Scope, column: Option<Binding>) -> Option<Round> {
        self.beside(at, |cursor| {
            if let Some(column) = column {
                cursor.bind(Binding { before: None, ..column });
            }
            cursor.rounds(cursor.language.decisions(), from, scope)
        })
    }

    /// Runs a second cursor from an offset on, which knows as much as this one and takes its steps, but not too many.
    fn beside<T>(&mut self, at: u32, run: impl FnOnce(&mut Cursor<'_, PointId>) -> T) -> T {
        let mut builder = Builder::new();
        let mut cursor = Cursor::<PointId>::over(self.language, self.input, &mut builder);
        cursor.position = at as usize;
        let steps = self.steps.min(BASE_STEPS + STEPS_PER_BYTE * (self.position as u64 - u64::from(at)));
        (cursor.steps, cursor.returns, cursor.furthest) = (steps, self.returns, self.furthest);
        cursor.closed = std::mem::take(&mut self.closed);
        cursor.closed.nested += 1;
        let found = run(&mut cursor);
        cursor.closed.nested -= 1;
        self.steps = (self.steps - (steps - cursor.steps)).max(1);
        self.returns = cursor.returns;
        self.closed = std::mem::take(&mut cursor.closed);
        found
    }
}

impl<'a> Cursor<'a, PointId> {
    /// Drops the choices inside of the items that productions share before a point, if the items end here in all ways to read them.
    /// For example, `struct { int a; } x;` and `struct { int a; };` share the members, in which each type has kept a choice. Reads the
    /// items once more, in all ways that are still open.
    pub(super) fn close_shared(&mut self, decisions: &'a Decisions, point: PointId, branches: &[Branch<PointId>]) {
        let &Activation { open, choices, round, .. } = self.rule();
        if choices == self.choices.height() || open != self.open || self.closed.nested == MAX_NESTED {
            return;
        }
        // A lenient parse goes back into the items, so that it finds the furthest failure.
        if self.rigour == Rigour::Lenient {
            return;
        }
        let place = self.place(self.position);
        let is_first = branches.first().is_some_and(|first| first.admits(&place));
        // A label or a size from before the items may decide how they are read.
        if is_first || self.labels().is_some() || !self.slices.is_empty() {
            return;
        }
        let rule = decisions.rule_of(point);
        if self.grammar().rules[rule.0 as usize].plan == Plan::Loop {
            return;
        }
        let start = (point, round);
        let known = self.closed.shared.get(&start).copied();
        let found = known.unwrap_or_else(|| {
            let entry = decisions.entry(rule);
            let found = self.beside(round, |cursor| cursor.shared_end(cursor.language.decisions(), entry, point));
            if self.closed.shared.len() == MAX_KNOWN {
                self.closed.shared.clear();
            }
            self.closed.shared.insert(start, found);
            found
        });
        if found == Some((self.position as u32, self.seen(round as usize))) {
            self.choices.drop_above(choices);
        }
    }

    /// Reads a rule up to a point of it in all ways, and returns where that is, if it is always the same place.
    fn shared_end(&mut self, decisions: &'a Decisions, entry: PointId, point: PointId) -> Option<(u32, u32)> {
        let start = self.position;
        self.begin(Decisions::DONE, ItemId::NONE, Scope::Own);
        let call = self.frames.call();
        let (mut found, mut next) = (None, Some(entry));
        while let Some(id) = next {
            let is_own = self.frames.call() == call;
            next = match decisions.point(id) {
                _ if is_own && id == point => {
                    let end = (self.position as u32, self.seen(start));
                    if found.is_some_and(|found| found != end) {
                        return None;
                    }
                    found = Some(end);
                    self.fail()
                }
                Point::End { .. } | Point::Tail { .. } | Point::Repeat { .. } if is_own => self.fail(),
                _ => self.walk(decisions, id),
            };
        }
        found.filter(|_| self.request.is_none() && self.open == 0)
    }

    /// Runs all rounds from a point on, and returns their end if they have one alone.
    fn rounds(&mut self, decisions: &'a Decisions, from: PointId, scope: Scope) -> Option<Round> {
        let start = self.position;
        self.begin(Decisions::DONE, ItemId::NONE, scope);
        let call = self.frames.call();
        let (mut found, mut next) = (None, Some(from));
        while let Some(id) = next {
            let is_own = self.frames.call() == call;
            next = match decisions.point(id) {
                Point::Grow { production, .. } if is_own => {
                    let rule = self.grammar().production(*production).rule;
                    if self.follow(decisions, *production).admits(self.input, self.position)
                        && self.language.followers.admit(&self.matcher, rule, self.position)
                    {
                        let round =
                            Round { end: self.position as u32, seen: self.seen(start), production: *production };
                        if found.is_some_and(|found| found != round) {
                            return None;
                        }
                        found = Some(round);
                    }
                    self.fail()
                }
                Point::Stop if is_own => self.fail(),
                _ => match self.known_round(id).filter(|_| !is_own) {
                    Some(Round { end, production, .. }) => {
                        self.position = end as usize;
                        self.rule_mut().round = end;
                        self.step();
                        self.closed.growth(decisions, production)
                    }
                    None => self.walk(decisions, id),
                },
            };
        }
        found.filter(|_| self.request.is_none() && self.open == 0)
    }

    /// Returns the known round that begins here. It leaves no nodes, so it cannot be taken where items ask for texts.
    fn known_round(&self, id: PointId) -> Option<Round> {
        if self.closed.asks_for_texts != Some(false) || self.closed.known.is_empty() {
            return None;
        }
        let column = self.binding(Label::COLUMN).map_or(0, |column| column.end as u32 + 1);
        self.closed.known.get(&(id, self.position as u32, column)).copied()
    }
}
