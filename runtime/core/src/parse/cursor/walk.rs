//! One point of the decisions, run over the cursor. The interpreter consists of such steps, and so does a look at other ways to
//! read a part, and generated code that cannot decide.

use super::regions::Request;
use super::{Count, Cursor, Scope};
use crate::byteset::ByteSet;
use crate::decisions::{Branch, Callee, Decisions, OpenBranch, Point, PointId};
use crate::grammar::{ItemId, ProductionId};
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
            next = self.walk_inlined(decisions, point).or_else(|| self.by_chart(decisions, point));
        }
        false
    }

    /// Runs a point and returns the next one, or none at the end of the parse.
    pub(super) fn walk(&mut self, decisions: &'a Decisions, id: PointId) -> Option<PointId> {
        self.walk_inlined(decisions, id)
    }

    /// Does the same inside of its caller: a parse spends most of its time here.
    #[inline(always)]
    fn walk_inlined(&mut self, decisions: &'a Decisions, id: PointId) -> Option<PointId> {
        match decisions.point(id) {
            Point::Done => self.fail(),
            Point::Terminal { item, follow, next } => {
                if self.scan_before(*item, follow).is_some() {
                    Some(*next)
                } else {
                    self.fail()
                }
            }
            &Point::Call { item, back } => {
                let callee = decisions.callee(item);
                let called = self.call(back, callee.entry, self.item_for(item, callee), callee.scope);
                self.usual_or(callee.rule, called)
            }
            &Point::Tail { item, end } => {
                let callee = decisions.callee(item);
                let called = self.tail(end, callee.entry, self.item_for(item, callee), callee.scope);
                self.usual_or(callee.rule, called)
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
                self.choose_by_byte(decisions, id, branches, *otherwise)
            }
            Point::End { production, shared } => {
                if !shared.is_empty() {
                    self.claim(shared);
                }
                if self.has_choice_since() {
                    self.complete(*production, self.follow(decisions, *production))
                } else {
                    self.close_and_leave(*production)
                }
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

    /// Takes the first open branch, as `choose` does, among those that the next byte leaves open.
    #[inline]
    fn choose_by_byte(
        &mut self,
        decisions: &'a Decisions,
        id: PointId,
        branches: &'a [Branch<PointId>],
        otherwise: Option<PointId>,
    ) -> Option<PointId> {
        let Some(by_byte) = decisions.by_byte(id, branches) else { return self.choose(branches, otherwise) };
        let open = by_byte.open(self.input, self.position);
        if let Some((number, to)) = open.only {
            return (number == 0 || self.is_settled()).then_some(to);
        }
        let place = self.place(self.position);
        let is_open = |open: &OpenBranch| open.is_sure || branches[usize::from(open.number)].admits(&place);
        let mut open = open.all.iter();
        // `find` and `any`, since one function for both would be called instead of inlined.
        let first = open.find(|open| is_open(open)).map(|open| usize::from(open.number));
        let to = self.take_branch(first, || open.any(is_open), branches, otherwise)?;
        let is_tested = first.is_some_and(|first| branches[first].ahead.is_some());
        Some(if is_tested { self.behind_ahead(decisions, to) } else { to })
    }

    /// Returns where a branch goes on behind the look-ahead that it begins with, which holds. Where that has a label or the like, it
    /// begins there.
    fn behind_ahead(&self, decisions: &Decisions, to: PointId) -> PointId {
        match *decisions.point(to) {
            Point::Terminal { item, next, .. } if self.grammar().items[item.0 as usize].is_plain() => next,
            _ => to,
        }
    }

    /// Returns the item for the node of a called rule.
    fn item_for(&self, item: ItemId, callee: &Callee) -> ItemId {
        if callee.passes { self.item() } else { item }
    }

    pub(super) fn follow(&self, decisions: &'a Decisions, production: ProductionId) -> &'a ByteSet {
        &decisions.follow[self.grammar().production(production).rule.0 as usize]
    }
}
