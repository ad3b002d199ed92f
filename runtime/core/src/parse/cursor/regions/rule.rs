//! The rule that becomes a region: the largest rule with one beginning around an open decision, or around a place to which the cursor goes
//! back again and again.

use super::{MAX_KEPT_NODES, Request};
use crate::decisions::{Decisions, PointId};
use crate::grammar::{RuleKind, Symbol};
use crate::parse::cursor::{Cursor, Scope};

/// Number of times that a rule may go back into the complete rules that it has called.
const MAX_RETURNS: usize = 8;
/// Bytes of the rule for each time beside those.
const BYTES_PER_RETURN: usize = 64;
/// Number of regions after which a rule is read by a chart at once, if enough of its calls have become regions.
const MIN_USUAL: u32 = 4;
/// Number of calls for each region, at most, for that.
const MAX_CALLS_PER_REGION: u32 = 4;

/// How often a rule was called, and how often it became a region.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Calls {
    pub(super) all: u32,
    pub(super) regions: u32,
}

impl<S: Copy> Cursor<'_, S> {
    /// Counts a return into the complete rule of a frame. If a rule returns too often into the rules that it calls, asks for its region,
    /// where they are read once, and returns false.
    pub(in crate::parse::cursor) fn count_return(&mut self, frame: usize) -> bool {
        let Some((call, frame, place)) = self.frames.around(frame) else { return true };
        if self.regions.returns.len() > MAX_KEPT_NODES {
            self.regions.returns.clear();
        }
        if self.regions.exempt == call {
            return true;
        }
        let start = self.frames.start(frame);
        let count = self.regions.returns.entry(start).or_default();
        *count += 1;
        let read = self.position.saturating_sub(start as usize);
        let is_thrashing = *count as usize > MAX_RETURNS + read / BYTES_PER_RETURN;
        if is_thrashing {
            self.ask(Request::Thrashing { call, frame, place });
        }
        !is_thrashing
    }
}

impl Cursor<'_, PointId> {
    /// Asks for the region of the called rule, if enough of its calls have become regions.
    #[inline]
    pub(in crate::parse::cursor) fn usual_or(&mut self, rule: Symbol, called: Option<PointId>) -> Option<PointId> {
        if self.regions.calls.is_empty() { called } else { self.usual_region(rule, called) }
    }

    fn usual_region(&mut self, rule: Symbol, called: Option<PointId>) -> Option<PointId> {
        called?;
        let of_rule = &mut self.regions.calls[rule.0 as usize];
        of_rule.all += 1;
        let is_usual = of_rule.regions >= MIN_USUAL && of_rule.regions > of_rule.all / MAX_CALLS_PER_REGION;
        if is_usual && self.slices.is_empty() {
            self.ask(Request::rule(self.frames.len() - 1, called));
            return None;
        }
        called
    }

    /// Returns the frame and the rule of the region around a point of a frame's rule: the largest rule that begins where the smallest
    /// named rule around the point does. The larger ones are called by no repetition, and none depends on labels around it. None if that
    /// is the start rule.
    ///
    /// For example, an expression with conversions is read again at each level of precedence, and for each kind of statement, so the
    /// statement that begins with it is the region. The list of all statements, which begins there as well, goes on far behind it.
    pub(super) fn largest_rule(
        &self,
        decisions: &Decisions,
        mut frame: usize,
        mut point: PointId,
    ) -> Option<(usize, Symbol)> {
        let mut found = None;
        while point != Decisions::DONE {
            let rule = decisions.rule_of(point);
            let Some((caller, back)) = self.frames.caller(frame).filter(|(_, back)| *back != Decisions::DONE) else {
                break;
            };
            let is_beyond = |(inner, _): (usize, Symbol)| {
                self.frames.start(inner) != self.frames.start(frame) || self.is_repetition(rule)
            };
            if found.is_some_and(is_beyond) {
                break;
            }
            if Scope::of(&self.grammar().rules[rule.0 as usize]) == Scope::Own {
                found = Some((frame, rule));
            }
            (frame, point) = (caller, back);
        }
        found
    }

    /// Returns whether a rule is a hidden repetition, which goes on with itself behind each iteration.
    fn is_repetition(&self, rule: Symbol) -> bool {
        let grammar = self.grammar();
        let goes_on = |production| grammar.items_of(production).last().is_some_and(|last| last.symbol == rule);
        grammar.rules[rule.0 as usize].kind == RuleKind::Repeat && grammar.productions_of(rule).any(goes_on)
    }
}
