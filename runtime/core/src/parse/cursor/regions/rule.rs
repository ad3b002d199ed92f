//! The rule that becomes a region: the smallest named rule around an open decision, or a larger one that is read again and again.

use super::{MAX_KEPT_NODES, Regions, Request};
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

/// A region, with the rules around it that begin there.
#[derive(Debug, Default)]
pub(super) struct LatestRegion {
    start: u32,
    rule: Option<Symbol>,
    around: Vec<RuleCall>,
}

/// A rule that runs.
#[derive(Debug)]
struct RuleCall {
    frame: usize,
    rule: Symbol,
    call: u32,
}

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
    /// Asks for the region of the called rule, if one begins here.
    #[inline]
    pub(in crate::parse::cursor) fn known_or(&mut self, rule: Symbol, called: Option<PointId>) -> Option<PointId> {
        if self.regions.calls.is_empty() { called } else { self.known_region(rule, called) }
    }

    fn known_region(&mut self, rule: Symbol, called: Option<PointId>) -> Option<PointId> {
        called?;
        let of_rule = &mut self.regions.calls[rule.0 as usize];
        of_rule.all += 1;
        if of_rule.regions == 0 || !self.slices.is_empty() {
            return called;
        }
        let is_usual = of_rule.regions >= MIN_USUAL && of_rule.regions > of_rule.all / MAX_CALLS_PER_REGION;
        if is_usual || self.regions.known.contains_key(&(rule, self.position as u32)) {
            self.ask(Request::rule(self.frames.len() - 1, called));
            return None;
        }
        called
    }

    /// Returns the frame and the rule of the smallest region around a point of the running rule. It does not depend on labels around
    /// it. None if that is the start rule.
    pub(super) fn named_rule(
        &self,
        decisions: &Decisions,
        mut frame: usize,
        mut point: PointId,
    ) -> Option<(usize, Symbol)> {
        while point != Decisions::DONE {
            let rule = decisions.rule_of(point);
            let (caller, back) = self.frames.caller(frame).filter(|(_, back)| *back != Decisions::DONE)?;
            let is_level_of_caller = self.family(rule) == self.family(decisions.rule_of(back))
                && self.frames.start(caller) == self.frames.start(frame);
            if Scope::of(&self.grammar().rules[rule.0 as usize]) == Scope::Own && !is_level_of_caller {
                return Some((frame, rule));
            }
            (frame, point) = (caller, back);
        }
        None
    }

    /// Returns the largest rule that begins where a rule does and that has held several regions with one beginning before. For example,
    /// an expression with conversions is read again at each level of precedence, and for each kind of statement.
    pub(super) fn widened(&mut self, decisions: &Decisions, smallest: (usize, Symbol)) -> (usize, Symbol) {
        let (frame, rule) = smallest;
        let start = self.frames.start(frame);
        let around = self.rules_from(decisions, smallest);
        let Regions { known, latest, wider, .. } = &mut self.regions;
        if latest.start == start && latest.rule != Some(rule) && !known.contains_key(&(rule, start)) {
            let is_common = |it: &&RuleCall| latest.around.iter().any(|other| other.call == it.call);
            if let Some(common) = around.iter().find(is_common) {
                wider.extend(latest.rule.map(|inner| (inner, common.rule)));
                wider.extend((rule != common.rule).then_some((rule, common.rule)));
            }
        }
        let mut widest = smallest;
        for it in &around {
            if wider.get(&widest.1) == Some(&it.rule) {
                widest = (it.frame, it.rule);
            }
        }
        *latest = LatestRegion { start, rule: Some(widest.1), around };
        widest
    }

    /// Returns the calls of named rules that begin where a rule does, itself first.
    fn rules_from(&self, decisions: &Decisions, (frame, rule): (usize, Symbol)) -> Vec<RuleCall> {
        let mut found = vec![RuleCall { frame, rule, call: self.frames.call_of(frame) }];
        let mut at = frame;
        while let Some((frame, back)) = self.frames.caller(at) {
            let is_start = self.frames.caller(frame).is_none_or(|(_, back)| back == Decisions::DONE);
            if is_start || self.frames.start(frame) != self.frames.start(at) {
                break;
            }
            let rule = decisions.rule_of(back);
            if Scope::of(&self.grammar().rules[rule.0 as usize]) == Scope::Own {
                found.push(RuleCall { frame, rule, call: self.frames.call_of(frame) });
            }
            at = frame;
        }
        found
    }

    /// Returns the rule whose level of precedence a rule is, or the rule itself.
    fn family(&self, rule: Symbol) -> Symbol {
        match self.grammar().rules[rule.0 as usize].kind {
            RuleKind::Level(lowest) => lowest,
            _ => rule,
        }
    }
}
