//! The text behind a region: an end is an option only if the caller may go on there.

use crate::decisions::{Decisions, Point, PointId};
use crate::grammar::{Drive, ItemId, TerminalKind};
use crate::parse::cursor::Cursor;

/// Number of points that are looked at behind a region.
const MAX_LOOKED_AT: u32 = 16;

impl Cursor<'_, PointId> {
    /// Returns whether the caller of the running rule may go on if the rule ends there. Looks at the next terminal.
    pub(super) fn can_go_on(&self, decisions: &Decisions, end: usize) -> bool {
        let caller = self.frames.caller(self.frames.len() - 1);
        caller.is_none_or(|(frame, back)| self.is_next(decisions, back, frame, end, MAX_LOOKED_AT))
    }

    /// Returns whether something that comes at a point of a frame's rule, or behind that rule, can begin at an offset.
    fn is_next(&self, decisions: &Decisions, point: PointId, frame: usize, at: usize, left: u32) -> bool {
        let Some(left) = left.checked_sub(1) else { return true };
        let grammar = self.grammar();
        let next = |point| self.is_next(decisions, point, frame, at, left);
        let of_rule = |item: ItemId, behind: PointId| {
            let rule = grammar.items[item.0 as usize].symbol;
            grammar.rules[rule.0 as usize].first.admits(self.input, at)
                || self.language.followers.may_be_empty(&self.matcher, rule, at) && next(behind)
        };
        match decisions.point(point) {
            Point::Done => at == self.input.len(),
            &Point::Terminal { item, next: behind, .. } => {
                let row = &grammar.items[item.0 as usize];
                match grammar.terminal(row.symbol).map(|terminal| (terminal.kind, terminal.nullable)) {
                    Some((TerminalKind::Token | TerminalKind::Leaf, false)) if row.drive == Drive::None => {
                        self.matcher.may_match(row.symbol, at)
                    }
                    Some((TerminalKind::Ahead { .. }, _)) => next(behind),
                    _ => true,
                }
            }
            &Point::Call { item, back } => of_rule(item, back),
            &Point::Tail { item, end } => of_rule(item, end),
            Point::Choose { branches, otherwise, .. } => {
                let place = self.place(at);
                branches.iter().any(|branch| branch.admits(&place) && next(branch.to)) || otherwise.is_some_and(next)
            }
            &(Point::Settle { next: behind, .. }
            | Point::Grow { to: behind, .. }
            | Point::Repeat { to: behind, .. }) => next(behind),
            Point::End { .. } | Point::Stop => {
                let caller = self.frames.caller(frame);
                caller.is_none_or(|(frame, back)| self.is_next(decisions, back, frame, at, left))
            }
            Point::Drive { .. } | Point::Count { .. } | Point::Chart => true,
        }
    }
}
