//! Regions: rules that a chart reads where the cursor cannot decide, while the cursor reads the rest of the input.
//!
//! A region is the largest rule with one beginning: the smallest named rule around the open decision, or the largest rule around it that
//! begins at the same byte and is no repetition, because smaller ones are read again and again from there. The chart finds all ends of the
//! rule. Each end is an option of the rule, and the first tree of the chart tells which comes first: derivations are ordered by their
//! decisions in preorder, so one with another tree of the rule differs there before it differs behind the rule.
//!
//! ```text
//! x = a * (b) + c;         <e> ::= <e> "*" <e> | <t> "(" <e> ")" | <t> …
//!
//!     a * (b) + c          `a * (b)` can be read in two ways, which end with different productions
//!                          the chart of `<e>` from `a` on: ends behind `a`, `(b)` and `c`
//!                          behind the end of the first tree the cursor goes on, and comes back for another end if that fails
//! ```

mod rule;

use super::choices::Rest;
use super::{Activation, Cursor, Rigour};
use crate::decisions::{Decisions, PointId};
use crate::earley::Recognition;
use crate::grammar::{ItemId, Symbol};
use crate::parse::{CHART_ITEMS_PER_BYTE, budget};
use crate::regular::quick::QuickMap;
use crate::tree::{NodeCopy, NodeMark};
use rule::Calls;

/// Number of nodes and ends that are kept in case that their region is read again.
const MAX_KEPT_NODES: usize = 1 << 14;
/// Number of items and links that charts may have had at the beginning of a region, beside those for each byte before it.
const BASE_REGION_ITEMS: usize = 1 << 16;

/// A part of the input that the cursor gives to a chart.
#[derive(Debug, Clone, Copy)]
pub(super) enum Request<S> {
    /// All of it: the cursor cannot go on.
    Whole,
    /// The region around a place in the rule of a frame; without a place, around the place where the cursor is.
    Rule { frame: usize, place: Option<S> },
    /// The region around a place in the rule of a frame, because it goes back to the latest choice again and again.
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
    /// Items and links that charts may still have, of the budget of the whole input.
    effort: usize,
    /// By rule and beginning. A rule is often read again as another alternative.
    known: QuickMap<RuleStart, Region>,
    /// Number of nodes and ends in there.
    kept: usize,
    /// The last chart.
    chart: Option<(RuleStart, Recognition<'a>)>,
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
            chart: None,
            calls: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Returns whether charts have had more items so far than a chart of the bytes before an offset may have. Then a chart of the whole
    /// input is faster. For example, a chart of each declaration may read the next ones as its parameters, as they were declared before
    /// ANSI C.
    fn is_wasteful(&self, start: u32, whole: &[u8]) -> bool {
        budget(whole) - self.effort > BASE_REGION_ITEMS + CHART_ITEMS_PER_BYTE * start as usize
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

impl<'a> Cursor<'a, PointId> {
    /// Reads the part that the cursor has asked for, and returns where it goes on. `point` is where the cursor is.
    #[cold]
    pub(super) fn by_chart(&mut self, decisions: &'a Decisions, point: PointId) -> Option<PointId> {
        while let Some(request) = self.request.take() {
            let next = match self.region(decisions, request, point) {
                Some((frame, rule, ends)) => {
                    self.rewind(frame);
                    self.read_region(rule, ends)
                }
                None => match request {
                    Request::Thrashing { call, .. } => {
                        self.regions.exempt = call;
                        self.fail()
                    }
                    Request::Whole | Request::Rule { .. } | Request::OtherEnd(_) => {
                        self.give_up();
                        return None;
                    }
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
            Request::Whole => None,
            Request::Rule { frame, place } => {
                let (frame, rule) = self.largest_rule(decisions, frame, place.unwrap_or(point))?;
                Some((frame, rule, None))
            }
            Request::Thrashing { frame, place, .. } => {
                let (frame, rule) = self.largest_rule(decisions, frame, place)?;
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
    fn read_region(&mut self, rule: Symbol, among: Option<Vec<usize>>) -> Option<PointId> {
        let &Activation { start, item, mark, .. } = self.rule();
        if self.regions.is_wasteful(start, self.whole) {
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
        let mut ends = among.unwrap_or_else(|| self.regions.known[&key].ends.clone());
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
}
