//! The deterministic engine run from tables: walks the [`Decisions`] of a grammar, for languages that are not compiled.

use crate::byteset::ByteSet;
use crate::grammar::{Grammar, ItemId, ProductionId, Symbol};
use crate::language::{Attempt, Language};
use crate::parse::cursor::{Cursor, Scope};
use crate::parse::decisions::{Branch, Decisions, Point, PointId};
use crate::tree::Builder;

/// Parses a whole input: the [`Engine`](crate::language::Engine) of a language that is not compiled.
pub fn parse(language: &Language, input: &[u8], builder: &mut Builder) -> Attempt {
    run(language, input, builder, &mut ())
}

/// The furthest offset at which a parse failed, and what could have stood there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// In bytes.
    pub offset: usize,
    /// The terminals, in the order in which they were looked for, each once.
    pub expected: Vec<Symbol>,
}

/// Parses once more and returns why the input is not in the language; none if that is not what the engine finds.
pub fn explain(language: &Language, input: &[u8]) -> Option<Failure> {
    let mut furthest = Furthest::default();
    if run(language, input, &mut Builder::new(), &mut furthest) != Attempt::Failed {
        return None;
    }
    let (grammar, decisions) = (&language.grammar, language.decisions());
    let mut expected = Vec::new();
    for place in &furthest.places {
        match *place {
            Place::Terminal(item) => expected.push(grammar.items[item.0 as usize].symbol),
            Place::Point(point) => decisions.terminals(grammar, point, &mut expected),
        }
    }
    let mut seen = std::collections::HashSet::new();
    expected.retain(|symbol| seen.insert(*symbol));
    Some(Failure { offset: furthest.offset, expected })
}

/// Watches a parse.
trait Watch {
    /// Whether [`Watch::missing`] does anything.
    const WATCHES: bool;

    /// Nothing that could have stood at this offset did.
    fn missing(&mut self, offset: usize, place: Place);
}

/// Nobody watches.
impl Watch for () {
    const WATCHES: bool = false;

    fn missing(&mut self, _: usize, _: Place) {}
}

/// Remembers what was missing furthest on.
#[derive(Debug, Default)]
struct Furthest {
    offset: usize,
    places: Vec<Place>,
}

/// What was looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The terminal of an item.
    Terminal(ItemId),
    /// Whatever can come next at a point.
    Point(PointId),
}

impl Watch for Furthest {
    const WATCHES: bool = true;

    fn missing(&mut self, offset: usize, place: Place) {
        if offset > self.offset {
            self.offset = offset;
            self.places.clear();
        }
        if offset == self.offset && !self.places.contains(&place) {
            self.places.push(place);
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
    while let Some(point) = next.filter(|point| *point != Decisions::DONE) {
        next = interpreter.step(point);
    }
    if next.is_some() && interpreter.cursor.position() < input.len() {
        interpreter.watch.missing(interpreter.cursor.position(), Place::Point(Decisions::DONE));
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
            Point::Terminal { item, follow, next } => self.terminal(*item, follow, *next),
            &Point::Call { item, back } => {
                let (to, scope) = self.callee(item);
                self.cursor.call(back, to, self.caller_item(item), scope)
            }
            &Point::Tail { item, end } => {
                let (to, scope) = self.callee(item);
                self.cursor.tail(end, to, self.caller_item(item), scope)
            }
            &Point::Settle { item, next } => {
                if self.cursor.settle(item) {
                    return Some(next);
                }
                self.watch.missing(self.cursor.item_start(), Place::Terminal(item));
                self.cursor.fail()
            }
            Point::Choose { branches, otherwise, .. } => self.choose(branches, *otherwise),
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

    fn terminal(&mut self, item: ItemId, follow: &ByteSet, next: PointId) -> Option<PointId> {
        let at = self.cursor.position();
        if self.cursor.scan(item, follow) {
            return Some(next);
        }
        self.watch.missing(at, Place::Terminal(item));
        self.cursor.fail()
    }

    fn choose(&mut self, branches: &'a [Branch<PointId>], otherwise: Option<PointId>) -> Option<PointId> {
        for branch in branches.iter().filter(|_| W::WATCHES) {
            if !branch.admits(self.cursor.input(), self.cursor.position()) {
                self.watch.missing(self.cursor.position(), Place::Point(branch.to));
            }
        }
        self.cursor.choose(branches, otherwise)
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
