//! The deterministic engine run from tables: walks the [`Decisions`] of a grammar, for languages that are not compiled. For
//! example, `grammarc parse -g json.bnf` runs it.

use std::collections::HashSet;

use crate::byteset::ByteSet;
use crate::decisions::{Decisions, Point, PointId};
use crate::grammar::{Grammar, ItemId, ProductionId, Terminal, TerminalKind};
use crate::language::{Attempt, Language};
use crate::parse::cursor::{Count, Cursor, Scope};
use crate::parse::{Failure, Room};
use crate::regular::{Matcher, no_labels};
use crate::tree::Builder;

/// Parses a whole input: the [`Engine`](crate::language::Engine) of a language that is not compiled.
pub fn parse(language: &Language, input: &[u8], builder: &mut Builder) -> Attempt {
    let mut cursor = Cursor::new(language, input, builder);
    let recognized = run(&mut cursor, language.decisions(), &mut ());
    cursor.finish(recognized)
}

/// Explains why an input is not in the language: parses twice more, and returns the furthest offset and the terminals expected
/// there.
///
/// The list of expected terminals may be incomplete, because the engine does not try the other options once an earlier one has
/// succeeded. Only Earley finds all. O(n) time, and memory for the nesting alone.
pub fn explain(language: &Language, input: &[u8]) -> Failure {
    let (grammar, decisions) = (&language.grammar, &language.decisions().shallow());
    let mut furthest = FurthestOffset(0);
    run(&mut Cursor::new(language, input, &mut Builder::new()).lenient(), decisions, &mut furthest);
    let empty = decisions.empty_items(grammar, &empty_terminals(language, input, furthest.0));
    let mut sought =
        ReachedPoints { decisions, empty: &empty, offset: furthest.0, points: Vec::new(), seen: HashSet::new() };
    run(&mut Cursor::new(language, input, &mut Builder::new()).lenient(), decisions, &mut sought);
    let end = sought.points.contains(&Decisions::DONE);
    let mut expected = decisions.terminals(grammar, sought.points, &empty);
    expected.sort_unstable();
    expected.dedup();
    Failure { offset: furthest.0, expected, end, room: Room::Free }
}

/// Returns for each terminal whether it matches the empty text at this offset. For example, `[0-9]*` before `x`. Labels are not
/// known here, so a terminal that depends on a label counts as not empty. Where it does match the empty text, the parse itself
/// goes on behind it.
fn empty_terminals(language: &Language, input: &[u8], offset: usize) -> Vec<bool> {
    let grammar = &language.grammar;
    let matcher = Matcher { grammar, automata: &language.automata, input };
    let is_empty = |(number, terminal): (usize, &Terminal)| {
        let symbol = grammar.terminal_symbol(number);
        let is_text = matches!(terminal.kind, TerminalKind::Text { .. });
        terminal.nullable && !is_text && matcher.ends(symbol, offset, &no_labels).contains(&offset)
    };
    grammar.terminals.iter().enumerate().map(is_empty).collect()
}

/// Watches a parse.
trait ParseObserver {
    /// A point is reached.
    fn reach(&mut self, point: PointId, cursor: &Cursor<'_, PointId>);
}

/// Nobody watches.
impl ParseObserver for () {
    fn reach(&mut self, _: PointId, _: &Cursor<'_, PointId>) {}
}

/// The furthest offset at which something was looked for.
struct FurthestOffset(usize);

impl ParseObserver for FurthestOffset {
    fn reach(&mut self, _: PointId, cursor: &Cursor<'_, PointId>) {
        self.0 = self.0.max(cursor.position());
    }
}

/// The points reached at one offset, and the points that come next where a rule can end there.
struct ReachedPoints<'a> {
    decisions: &'a Decisions,
    /// Which items are empty there.
    empty: &'a [bool],
    offset: usize,
    points: Vec<PointId>,
    seen: HashSet<PointId>,
}

impl ParseObserver for ReachedPoints<'_> {
    fn reach(&mut self, point: PointId, cursor: &Cursor<'_, PointId>) {
        // An item may still refuse the text behind it, so this point does not tell yet which terminals can follow.
        if cursor.position() != self.offset || matches!(self.decisions.point(point), Point::Settle { .. }) {
            return;
        }
        // If the rule can end here, its caller's terminals are expected too.
        for point in std::iter::once(point).chain(cursor.waiting()) {
            if !self.seen.insert(point) {
                return;
            }
            self.points.push(point);
            if point == Decisions::DONE || !self.decisions.can_end(point, self.empty) {
                return;
            }
        }
    }
}

/// Runs from the start rule to the end, and returns whether it got there.
fn run<'a>(cursor: &mut Cursor<'a, PointId>, decisions: &'a Decisions, watch: &mut impl ParseObserver) -> bool {
    let grammar = cursor.grammar();
    if grammar.rule(grammar.start).is_none() {
        cursor.give_up();
        return false;
    }
    cursor.begin(Decisions::DONE, ItemId::NONE, Scope::Own);
    let mut interpreter = Interpreter { grammar, decisions, cursor };
    let mut next = Some(decisions.entry(grammar.start));
    while let Some(point) = next {
        watch.reach(point, interpreter.cursor);
        if point == Decisions::DONE {
            return true;
        }
        next = interpreter.step(point);
    }
    false
}

/// A parse under way.
struct Interpreter<'a, 'c> {
    grammar: &'a Grammar,
    decisions: &'a Decisions,
    cursor: &'c mut Cursor<'a, PointId>,
}

impl<'a> Interpreter<'a, '_> {
    /// Runs a point and returns the next one, or none at the end of the parse.
    fn step(&mut self, id: PointId) -> Option<PointId> {
        match self.decisions.point(id) {
            Point::Done => None,
            Point::Terminal { item, follow, next } => {
                if self.cursor.scan(*item, follow).is_some() {
                    Some(*next)
                } else {
                    self.cursor.fail()
                }
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
                if self.cursor.settle(item).is_some() {
                    Some(next)
                } else {
                    self.cursor.fail()
                }
            }
            &Point::Drive { item, next } => {
                if self.cursor.drive(item).is_some() {
                    Some(next)
                } else {
                    self.cursor.fail()
                }
            }
            &Point::Count { left, more, stop, choose } => Some(match self.cursor.count(left) {
                Count::More => more,
                Count::Stop => stop,
                Count::Either => choose,
            }),
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
        (self.decisions.entry(symbol), Scope::of(&self.grammar.rules[symbol.0 as usize]))
    }

    /// Returns the item for the node of a called rule. An item with `pass` stands for the whole calling rule, so the callee's node
    /// gets the item of the caller. For example, where elements are sums, the number in `[1]` gets the item of the element.
    fn caller_item(&self, item: ItemId) -> ItemId {
        if self.grammar.items[item.0 as usize].pass { self.cursor.item() } else { item }
    }

    fn follow(&self, production: ProductionId) -> &'a ByteSet {
        &self.decisions.follow[self.grammar.production(production).rule.0 as usize]
    }
}
