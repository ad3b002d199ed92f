//! The deterministic engine run from tables: walks the [`Decisions`] of a grammar, for languages that are not compiled.

use std::collections::HashSet;

use crate::byteset::ByteSet;
use crate::grammar::{Grammar, ItemId, ProductionId};
use crate::language::{Attempt, Language};
use crate::parse::cursor::{Cursor, Scope};
use crate::parse::Failure;
use crate::parse::decisions::{Decisions, Point, PointId};
use crate::tree::Builder;

/// Parses a whole input: the [`Engine`](crate::language::Engine) of a language that is not compiled.
pub fn parse(language: &Language, input: &[u8], builder: &mut Builder) -> Attempt {
    run(language, input, builder, &mut ())
}

/// Parses twice more and returns how far the engine came and what it looked for there; none unless it finds that the input
/// is not in the language.
pub fn explain(language: &Language, input: &[u8]) -> Option<Failure> {
    let mut furthest = Furthest(0);
    if run(language, input, &mut Builder::new(), &mut furthest) != Attempt::Failed {
        return None;
    }
    let (grammar, decisions) = (&language.grammar, language.decisions());
    let mut sought = Sought { decisions, offset: furthest.0, points: Vec::new(), seen: HashSet::new() };
    run(language, input, &mut Builder::new(), &mut sought);
    let mut expected = Vec::new();
    let end = sought.points.contains(&Decisions::DONE);
    decisions.terminals(grammar, sought.points, &mut expected);
    expected.sort_unstable();
    expected.dedup();
    Some(Failure { offset: furthest.0, expected, end })
}

/// Watches a parse.
trait Watch {
    /// A point is reached.
    fn reach(&mut self, point: PointId, cursor: &Cursor<'_, PointId>);
}

/// Nobody watches.
impl Watch for () {
    fn reach(&mut self, _: PointId, _: &Cursor<'_, PointId>) {}
}

/// The furthest offset at which something was looked for.
struct Furthest(usize);

impl Watch for Furthest {
    fn reach(&mut self, _: PointId, cursor: &Cursor<'_, PointId>) {
        self.0 = self.0.max(cursor.position());
    }
}

/// The points reached at one offset, and those that come next where a rule can end there.
struct Sought<'a> {
    decisions: &'a Decisions,
    offset: usize,
    points: Vec<PointId>,
    seen: HashSet<PointId>,
}

impl Watch for Sought<'_> {
    fn reach(&mut self, point: PointId, cursor: &Cursor<'_, PointId>) {
        // A text that an item may yet refuse says nothing of what comes after it.
        if cursor.position() != self.offset || matches!(self.decisions.point(point), Point::Settle { .. }) {
            return;
        }
        // What waits outside of a rule comes into sight if the rule can end here.
        for point in std::iter::once(point).chain(cursor.waiting()) {
            if !self.seen.insert(point) {
                return;
            }
            self.points.push(point);
            if point == Decisions::DONE || !self.decisions.can_end(point) {
                return;
            }
        }
    }
}

fn run(language: &Language, input: &[u8], builder: &mut Builder, watch: &mut impl Watch) -> Attempt {
    let (grammar, decisions) = (&language.grammar, language.decisions());
    let mut cursor = Cursor::new(language, input, builder);
    if grammar.rule(grammar.start).is_none() {
        cursor.give_up();
        return cursor.finish(false);
    }
    cursor.begin(Decisions::DONE, ItemId::NONE, Scope::Own);
    let mut interpreter = Interpreter { grammar, decisions, cursor, watch };
    let mut next = Some(decisions.entry(grammar.start));
    while let Some(point) = next {
        interpreter.watch.reach(point, &interpreter.cursor);
        if point == Decisions::DONE {
            break;
        }
        next = interpreter.step(point);
    }
    interpreter.cursor.finish(next.is_some())
}

/// A parse under way.
struct Interpreter<'a, 'w, W> {
    grammar: &'a Grammar,
    decisions: &'a Decisions,
    cursor: Cursor<'a, PointId>,
    watch: &'w mut W,
}

impl<'a, W: Watch> Interpreter<'a, '_, W> {
    /// Runs a point and returns the next one, or none when all is over.
    fn step(&mut self, id: PointId) -> Option<PointId> {
        match self.decisions.point(id) {
            Point::Done => None,
            Point::Terminal { item, follow, next } => {
                if self.cursor.scan(*item, follow) { Some(*next) } else { self.cursor.fail() }
            }
            &Point::Call { item, back } => {
                let (to, scope) = self.callee(item);
                self.cursor.call(back, to, self.caller_item(item), scope)
            }
            &Point::Tail { item, end } => {
                let (to, scope) = self.callee(item);
                self.cursor.tail(end, to, self.caller_item(item), scope)
            }
            &Point::Settle { item, next } => {
                if self.cursor.settle(item) { Some(next) } else { self.cursor.fail() }
            }
            Point::Choose { branches, otherwise, .. } => self.cursor.choose(branches, *otherwise),
            Point::End { production, shared } => {
                self.cursor.claim(shared);
                self.cursor.complete(*production, self.follow(*production))
            }
            Point::Repeat { shared, follow, to, .. } => {
                self.cursor.claim(shared);
                self.cursor.repeat(*to, follow)
            }
            Point::Grow { production, shared, recursive, to } => {
                self.cursor.claim(shared);
                if *recursive {
                    self.cursor.adopt(*production);
                }
                self.cursor.grow(*production, *to, self.follow(*production))
            }
            Point::Stop => self.cursor.leave(),
            Point::Chart => {
                self.cursor.give_up();
                None
            }
        }
    }

    /// Returns where the rule of an item begins, and which labels it sees.
    fn callee(&self, item: ItemId) -> (PointId, Scope) {
        let symbol = self.grammar.items[item.0 as usize].symbol;
        (self.decisions.entry(symbol), Scope::of(self.grammar.rules[symbol.0 as usize].kind))
    }

    /// Returns the item for the node of a called rule: an item that stands for the whole rule passes the caller's on.
    fn caller_item(&self, item: ItemId) -> ItemId {
        if self.grammar.items[item.0 as usize].pass { self.cursor.item() } else { item }
    }

    fn follow(&self, production: ProductionId) -> &'a ByteSet {
        &self.decisions.follow[self.grammar.production(production).rule.0 as usize]
    }
}
