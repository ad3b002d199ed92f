//! One point of the decisions, run over the cursor. The interpreter consists of such steps, and so does a look at other ways to
//! read a part, and generated code that cannot decide.

use super::regions::Request;
use super::{Count, Cursor, Scope};
use crate::byteset::ByteSet;
use crate::decisions::{Decisions, Point, PointId};
use crate::grammar::{ItemId, ProductionId, Symbol};
use crate::language::{Attempt, Language};
use crate::tree::Builder;

impl<'a> Cursor<'a, PointId> {
    /// Parses a whole input by the decisions of its grammar.
    pub(in crate::parse) fn parse(language: &Language, input: &[u8], builder: &mut Builder) -> Attempt {
        let mut cursor = Cursor::new(language, input, builder);
        cursor.regions.is_walk = true;
        let recognized = cursor.run(language.decisions(), |_, _| {});
        cursor.drop_chart();
        cursor.outcome(recognized)
    }

    /// Runs from the start rule to the end, and returns whether it got there. Calls `watch` at each point.
    pub(in crate::parse) fn run(&mut self, decisions: &'a Decisions, mut watch: impl FnMut(PointId, &Self)) -> bool {
        let grammar = self.grammar();
        if grammar.rule(grammar.start).is_none() {
            self.give_up();
            return false;
        }
        self.begin(Decisions::DONE, ItemId::NONE, Scope::Own);
        let mut next = Some(decisions.entry(grammar.start));
        while let Some(point) = next {
            watch(point, self);
            if point == Decisions::DONE && self.is_at_end() {
                return true;
            }
            next = self.walk(decisions, point).or_else(|| self.by_chart(decisions, point));
        }
        false
    }

    /// Runs a point and returns the next one, or none at the end of the parse.
    pub fn walk(&mut self, decisions: &'a Decisions, id: PointId) -> Option<PointId> {
        match decisions.point(id) {
            Point::Done => self.fail(),
            Point::Terminal { item, follow, next } => {
                if self.scan(*item, follow).is_some() {
                    Some(*next)
                } else {
                    self.fail()
                }
            }
            &Point::Call { item, back } => {
                let (rule, to, scope) = self.callee(decisions, item);
                let called = self.call(back, to, self.caller_item(item), scope);
                self.known_or(rule, called)
            }
            &Point::Tail { item, end } => {
                let (rule, to, scope) = self.callee(decisions, item);
                let called = self.tail(end, to, self.caller_item(item), scope);
                self.known_or(rule, called)
            }
            &Point::Settle { item, next } => {
                if self.settle(item).is_some() {
                    Some(next)
                } else {
                    self.fail()
                }
            }
            &Point::Drive { item, next } => {
                if self.drive(item).is_some() {
                    Some(next)
                } else {
                    self.fail()
                }
            }
            &Point::Count { left, more, stop, choose } => Some(match self.count(left) {
                Count::More => more,
                Count::Stop => stop,
                Count::Either => choose,
            }),
            Point::Choose { branches, otherwise, inner } => {
                if *inner {
                    self.close_shared(decisions, id, branches);
                }
                self.choose(branches, *otherwise)
            }
            Point::End { production, shared } => {
                self.claim(shared);
                self.complete(*production, self.follow(decisions, *production))
            }
            Point::Repeat { shared, follow, to, .. } => {
                self.claim(shared);
                self.repeat(*to, follow)
            }
            Point::Grow { production, shared, recursive, to } => {
                self.claim(shared);
                if *recursive {
                    self.adopt(*production);
                }
                self.grow(*production, *to, self.follow(decisions, *production))
            }
            Point::Stop => self.leave(),
            Point::Chart => {
                self.ask(Request::rule(self.frames.len() - 1, None));
                None
            }
        }
    }

    /// Returns the rule of an item, where it begins, and which labels it sees.
    fn callee(&self, decisions: &Decisions, item: ItemId) -> (Symbol, PointId, Scope) {
        let symbol = self.grammar().items[item.0 as usize].symbol;
        (symbol, decisions.entry(symbol), Scope::of(&self.grammar().rules[symbol.0 as usize]))
    }

    /// Returns the item for the node of a called rule. An item with `pass` stands for the whole calling rule, so the callee's node
    /// gets the item of the caller. For example, where elements are sums, the number in `[1]` gets the item of the element.
    fn caller_item(&self, item: ItemId) -> ItemId {
        if self.grammar().items[item.0 as usize].pass { self.item() } else { item }
    }

    pub(super) fn follow(&self, decisions: &'a Decisions, production: ProductionId) -> &'a ByteSet {
        &decisions.follow[self.grammar().production(production).rule.0 as usize]
    }
}
