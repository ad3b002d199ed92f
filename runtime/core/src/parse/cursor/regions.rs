//! Regions: rules that a chart reads where the cursor cannot decide, while the cursor reads the rest of the input.
//!
//! A region is the smallest named rule around the open decision. The chart begins where the rule does, and finds all its ends. Each end
//! is an option of the rule, and the first tree of the chart tells which comes first: derivations are ordered by their decisions in
//! preorder, so one with another tree of the rule differs there before it differs behind the rule.
//!
//! ```text
//! x = a * (b) + c;         <e> ::= <e> "*" <e> | <t> "(" <e> ")" | <t> …
//!
//!     a * (b) + c          `a * (b)` can be read in two ways, which end with different productions
//!                          the chart of `<e>` from `a` on: ends behind `a`, `(b)` and `c`
//!                          behind `c`, where `;` can follow, the cursor goes on
//! ```

use super::choices::Rest;
use super::{Activation, Cursor, Rigour, Scope};
use crate::decisions::{Decisions, Point, PointId};
use crate::earley::Recognition;
use crate::grammar::{Drive, ItemId, RuleKind, Symbol, TerminalKind};
use crate::parse::budget;
use crate::regular::quick::QuickMap;
use crate::tree::{NodeCopy, NodeMark};

/// Number of nodes and ends that are kept in case that their region is read again.
const MAX_KEPT_NODES: usize = 1 << 14;
/// Number of times that a rule may go back into the complete rules that it has called.
const MAX_RETURNS: usize = 8;
/// Bytes of the rule for each time beside those.
const BYTES_PER_RETURN: usize = 64;
/// Number of times that each byte may be read by charts and to write their trees.
const READS_PER_BYTE: usize = 8;
/// Number of bytes that may be read beside those.
const BASE_READ_BYTES: usize = 1 << 14;
/// Number of regions after which a rule is read by a chart at once, if enough of its calls have become regions.
const MIN_USUAL: u32 = 4;
/// Number of calls for each region, at most, for that.
const MAX_CALLS_PER_REGION: u32 = 4;
/// Number of points that are looked at behind a region.
const MAX_LOOKED_AT: u32 = 16;

/// A part of the input that the cursor gives to a chart.
#[derive(Debug, Clone, Copy)]
pub(super) enum Request<S> {
    /// The rule of a frame, or the named rule around it. The place is one in it; none for the place where the cursor is.
    Rule { frame: usize, place: Option<S> },
    /// The rule of a frame, or the named rule around it, because it goes back to the latest choice again and again. The place is one in it.
    Thrashing { call: u32, frame: usize, place: S },
    /// The running rule once more, to one of its other ends.
    OtherEnd(u32),
}

/// Where a rule begins.
type RuleStart = (Symbol, u32);

impl<S> Request<S> {
    pub(super) fn rule(frame: usize, place: Option<S>) -> Self {
        Self::Rule { frame, place }
    }
}

/// The regions of a parse.
pub(super) struct Regions<'a> {
    /// Whether the cursor walks the decisions, so that it can go on behind a region.
    pub(super) is_walk: bool,
    /// By offset: how often a rule that begins there went back into complete rules that it had called.
    returns: QuickMap<u32, u32>,
    /// The latest call with too many of them that is in no region.
    exempt: u32,
    /// Items and links that charts may still have.
    effort: usize,
    /// By rule and beginning. A rule is often read again as another alternative.
    known: QuickMap<RuleStart, Region>,
    /// Number of nodes and ends in there.
    kept: usize,
    /// Number of bytes that were read by charts and to write their trees.
    read: usize,
    /// The last chart.
    chart: Option<(RuleStart, Recognition<'a>)>,
    latest: LatestRegion,
    /// By rule: one that begins with it and held several regions.
    wider: QuickMap<Symbol, Symbol>,
    /// By rule, from the first region on.
    calls: Vec<Calls>,
    /// The ends that are left of choices.
    others: Vec<OtherEnds>,
}

#[derive(Debug, Default)]
struct Region {
    ends: Vec<usize>,
    /// Trees that were asked for.
    firsts: Vec<FirstTree>,
}

/// The first tree of some ends.
#[derive(Debug)]
struct FirstTree {
    among: Vec<usize>,
    end: usize,
    item: ItemId,
    nodes: NodeCopy,
}

/// A region, with the rules around it that begin there.
#[derive(Debug, Default)]
struct LatestRegion {
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
struct Calls {
    all: u32,
    regions: u32,
}

#[derive(Debug)]
struct OtherEnds {
    rule: Symbol,
    ends: Vec<usize>,
}

impl Regions<'_> {
    pub(super) fn new(input: &[u8]) -> Self {
        Self {
            is_walk: false,
            returns: QuickMap::default(),
            exempt: 0,
            effort: budget(input),
            known: QuickMap::default(),
            kept: 0,
            read: 0,
            chart: None,
            latest: LatestRegion::default(),
            calls: Vec::new(),
            wider: QuickMap::default(),
            others: Vec::new(),
        }
    }

    /// Returns whether so much was read up to an offset, by charts and to write their trees, that a chart of the whole input would have
    /// been faster. For example, a chart of each declaration may read the next ones as its parameters, as they were declared before
    /// ANSI C.
    fn is_wasteful(&self, start: u32) -> bool {
        self.read > BASE_READ_BYTES + READS_PER_BYTE * start as usize
    }

    /// Returns the first tree of these ends, if it is known.
    fn first(&self, key: RuleStart, ends: &[usize]) -> Option<&FirstTree> {
        let serves = |first: &&FirstTree| ends.contains(&first.end) && ends.iter().all(|end| first.among.contains(end));
        self.known.get(&key)?.firsts.iter().find(serves)
    }

    /// Keeps a tree, if there is room for it.
    fn keep(&mut self, key: RuleStart, first: FirstTree) {
        if self.kept <= MAX_KEPT_NODES {
            self.kept += first.nodes.len() + first.among.len();
            self.known.entry(key).or_default().firsts.push(first);
        }
    }

    /// Makes room for another region.
    fn tidy(&mut self) {
        if self.kept > MAX_KEPT_NODES || self.known.len() > MAX_KEPT_NODES {
            self.kept = 0;
            self.known.clear();
        }
    }
}

impl<S: Copy> Cursor<'_, S> {
    /// Counts a return into the complete rule of a frame. If a rule returns too often into the rules that it calls, asks for its region,
    /// where they are read once, and returns false.
    pub(super) fn count_return(&mut self, frame: usize) -> bool {
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

impl<'a> Cursor<'a, PointId> {
    /// Asks for the region of the called rule, if one begins here.
    #[inline]
    pub(super) fn known_or(&mut self, rule: Symbol, called: Option<PointId>) -> Option<PointId> {
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

    /// Reads the part that the cursor has asked for, and returns where it goes on. `point` is where the cursor is.
    #[cold]
    pub(super) fn by_chart(&mut self, decisions: &'a Decisions, point: PointId) -> Option<PointId> {
        while let Some(request) = self.request.take() {
            let next = match self.region(decisions, request, point) {
                Some((frame, rule, ends)) => {
                    self.undecided = false;
                    self.rewind(frame);
                    self.read_region(decisions, rule, ends)
                }
                None => match request {
                    Request::Thrashing { call, .. } => {
                        self.undecided = false;
                        self.regions.exempt = call;
                        self.fail()
                    }
                    Request::Rule { .. } | Request::OtherEnd(_) => return None,
                },
            };
            if next.is_some() {
                return next;
            }
        }
        None
    }

    /// Returns the frame and the rule that a chart reads, and the ends that are left of it; none for all of them. Goes back to the choice
    /// that has asked.
    fn region(
        &mut self,
        decisions: &Decisions,
        request: Request<PointId>,
        point: PointId,
    ) -> Option<(usize, Symbol, Option<Vec<usize>>)> {
        if self.rigour == Rigour::Lenient || !self.slices.is_empty() {
            return None;
        }
        match request {
            Request::Rule { frame, place } => {
                let smallest = self.named_rule(decisions, frame, place.unwrap_or(point))?;
                let (frame, rule) = self.widened(decisions, smallest);
                Some((frame, rule, None))
            }
            Request::Thrashing { frame, place, .. } => {
                let smallest = self.named_rule(decisions, frame, place)?;
                let (frame, rule) = self.widened(decisions, smallest);
                let latest = self.choices.pop()?;
                self.restore(&latest.saved);
                Some((frame, rule, None))
            }
            Request::OtherEnd(number) => {
                let others = &mut self.regions.others[number as usize];
                Some((self.frames.len() - 1, others.rule, Some(std::mem::take(&mut others.ends))))
            }
        }
    }

    /// Returns the frame and the rule of the smallest region around a point of the running rule. What is in it does not depend on labels
    /// around it. None if that is the start rule.
    fn named_rule(&self, decisions: &Decisions, mut frame: usize, mut point: PointId) -> Option<(usize, Symbol)> {
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
    fn widened(&mut self, decisions: &Decisions, smallest: (usize, Symbol)) -> (usize, Symbol) {
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

    /// Goes back to the beginning of the rule of a frame, and drops all its choices.
    fn rewind(&mut self, frame: usize) {
        self.frames.truncate(frame + 1);
        let rule = self.rule_mut();
        (rule.choices, rule.labels, rule.round) = (rule.base, 0, rule.start);
        let &mut Activation { start, mark, open, base, .. } = rule;
        self.choices.drop_to(base);
        (self.open, self.position) = (open, start as usize);
        while self.claims.pop_if(|claimed| !claimed.is_before(mark)).is_some() {}
        self.builder.truncate(mark, start as usize);
        self.step();
    }

    /// Reads the running rule by a chart, to the first of some ends, or of all of them. The other ends are kept as a choice.
    fn read_region(&mut self, decisions: &'a Decisions, rule: Symbol, among: Option<Vec<usize>>) -> Option<PointId> {
        let &Activation { start, item, mark, .. } = self.rule();
        if self.regions.is_wasteful(start) {
            self.give_up();
            return None;
        }
        let key = (rule, start);
        if self.regions.calls.is_empty() {
            self.regions.calls.resize(self.grammar().rules.len(), Calls::default());
        }
        self.regions.calls[rule.0 as usize].regions += 1;
        if !self.regions.known.contains_key(&key) {
            self.explore(key, (item, mark))?;
        }
        let mut ends = among.unwrap_or_else(|| {
            let all = self.regions.known[&key].ends.iter().copied();
            all.filter(|end| self.can_go_on(decisions, *end)).collect()
        });
        if ends.is_empty() {
            return self.fail();
        }
        let saved = self.save();
        let known = self.regions.first(key, &ends);
        let known = known.filter(|first| self.builder.paste(&first.nodes, (first.item, item))).map(|first| first.end);
        let end = known.map_or_else(|| self.write(key, (item, mark), &ends), Some)?;
        ends.retain(|other| *other != end);
        if !ends.is_empty() {
            if self.choices.height() == 0 {
                self.regions.others.clear();
            }
            self.choices.push(saved, self.frames.call(), Rest::Ends(self.regions.others.len() as u32));
            self.regions.others.push(OtherEnds { rule, ends });
            self.rule_mut().choices = self.choices.height();
        }
        self.position = end;
        self.leave()
    }

    /// Finds the ends of a rule, and the first of all its trees.
    fn explore(&mut self, key: RuleStart, node: (ItemId, NodeMark)) -> Option<()> {
        let ends: Vec<usize> = self.chart(key)?.ends().collect();
        self.regions.tidy();
        self.regions.known.insert(key, Region { ends: ends.clone(), firsts: Vec::new() });
        if !ends.is_empty() {
            self.write(key, node, &ends)?;
            self.builder.truncate(node.1, key.1 as usize);
        }
        Some(())
    }

    /// Writes the first tree of some ends, and returns its end.
    fn write(&mut self, key: RuleStart, (item, mark): (ItemId, NodeMark), ends: &[usize]) -> Option<usize> {
        self.chart(key)?;
        let (earley, matcher, builder) = (self.language.earley(), self.matcher, &mut *self.builder);
        let chart = self.regions.chart.as_mut().map(|(_, chart)| chart);
        let Some(end) = chart.and_then(|chart| earley.write(matcher, chart, ends, item, builder)) else {
            self.give_up();
            return None;
        };
        self.regions.read += end - key.1 as usize;
        let nodes = self.builder.copy(mark);
        self.regions.keep(key, FirstTree { among: ends.to_vec(), end, item, nodes });
        Some(end)
    }

    /// Fills a chart with the texts of a rule, or returns the last one again. If it would be too large, the whole input is left to
    /// Earley.
    fn chart(&mut self, key: RuleStart) -> Option<&Recognition<'a>> {
        let earley = self.language.earley();
        if self.regions.chart.as_ref().is_none_or(|(of, _)| *of != key) {
            self.drop_chart();
            let found = earley.texts(self.matcher, key.0, key.1 as usize, &mut self.regions.effort);
            self.regions.chart = found.ok().map(|chart| (key, chart));
            self.regions.read += self.regions.chart.as_ref().map_or(0, |(_, chart)| chart.furthest - key.1 as usize);
        }
        if self.regions.chart.is_none() {
            self.give_up();
        }
        self.regions.chart.as_ref().map(|(_, chart)| chart)
    }

    /// Leaves the memory of the last chart for the next one.
    pub(super) fn drop_chart(&mut self) {
        let chart = self.regions.chart.take();
        chart.into_iter().for_each(|(_, chart)| self.language.earley().keep(chart));
    }

    /// Returns whether the caller of the running rule may go on if the rule ends there. Looks at the next terminal.
    fn can_go_on(&self, decisions: &Decisions, end: usize) -> bool {
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
