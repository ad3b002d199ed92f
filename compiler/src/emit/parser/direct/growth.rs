//! Nodes that are put around what is there already: left recursion is a loop, in which each round puts another one around all
//! since the rule began; and what is shared with others shows only behind it whether it has a node.

use grammarc_runtime::grammar::{ItemId, Plan, ProductionId, Symbol};
use grammarc_runtime::parse::decisions::{Point, PointId, Shared};

use super::super::kind;
use super::code::{BREAK, Code, Flow};
use super::place::{Node, Open, Place, Time};
use super::ways::{Test, matched, ways};
use super::{Direct, Key};

/// The tails of a left-recursive rule: the bytes that each begins with, and what is done there.
type Tails = Vec<(Vec<Test>, Flow)>;

impl Direct<'_> {
    /// Returns whether it shows only at the end of a rule which nodes it has.
    pub(super) fn is_late(&self, rule: Symbol) -> bool {
        let grammar = self.parser.grammar;
        grammar.rules[rule.0 as usize].plan == Plan::Loop
            || self.has_node(rule) && grammar.productions_of(rule).any(|id| self.is_splice(id))
    }

    /// Returns whether each application of a rule has exactly one node around all of it, its own or that of the rule it stands for.
    pub(super) fn has_one_node(&self, rule: Symbol) -> bool {
        let grammar = self.parser.grammar;
        let stands =
            |id: ProductionId| matches!(grammar.items_of(id), [item] if item.pass && self.has_node(item.symbol));
        grammar.productions_of(rule).all(|id| !self.is_splice(id) || stands(id))
    }

    /// Begins the node of the innermost rule from a point on, if it surely has one and nothing of it is written.
    pub(super) fn early(&self, point: PointId, place: &mut Place) -> bool {
        let open = place.top();
        let is_begun = open.time == Time::First || open.node == Node::None || place.written != Some(0);
        let splices = |(id, _): &(ProductionId, &Shared)| self.is_splice(*id);
        if is_begun || self.ends(point).iter().any(splices) {
            return false;
        }
        place.set_time(Time::First);
        place.count();
        true
    }

    /// Returns the productions that a rule may be completed by from a point on.
    pub(super) fn ends(&self, point: PointId) -> Vec<(ProductionId, &Shared)> {
        let (mut seen, mut found) = (vec![point], Vec::new());
        let mut next = 0;
        while let Some(&id) = seen.get(next) {
            next += 1;
            match self.parser.decisions.point(id) {
                Point::End { production, shared }
                | Point::Repeat { production, shared, .. }
                | Point::Grow { production, shared, .. } => found.push((*production, shared)),
                point => seen.extend(kind::successors(point)),
            }
        }
        found
    }

    /// Returns the loop of a left-recursive rule.
    fn loop_of(&self, rule: Symbol) -> Option<PointId> {
        let points = kind::points(&self.parser.decisions, rule);
        points.into_iter().find_map(|id| match self.parser.decisions.point(id) {
            Point::Grow { to, .. } => Some(*to),
            _ => None,
        })
    }

    /// Writes the rounds of the innermost rule, in a function of their own if what is in them comes back later.
    pub(super) fn rounds(&self, place: &mut Place) -> Option<Flow> {
        let tails = self.tails(place)?;
        Some(if tails.iter().any(|(_, flow)| flow.leaves()) { self.another_round(place) } else { written(tails) })
    }

    /// Writes the rounds of the innermost rule here.
    pub(super) fn rounds_here(&self, place: &mut Place) -> Option<Flow> {
        Some(written(self.tails(place)?))
    }

    /// Goes where the rounds of the innermost rule are written.
    pub(super) fn another_round(&self, place: &mut Place) -> Flow {
        place.set_time(Time::Last);
        let mut flow = Flow::new();
        flow.end(format!("Some({})", self.state(Key::Loop(place.open.clone()))));
        flow
    }

    fn tails(&self, place: &mut Place) -> Option<Tails> {
        place.set_time(Time::Last);
        let choice = self.parser.choice(self.loop_of(place.top().rule)?)?;
        let mut tails: Vec<(Vec<Test>, PointId)> = Vec::new();
        for (test, to) in ways(&choice)? {
            let Some(to) = to.filter(|to| *self.parser.decisions.point(*to) != Point::Stop) else { continue };
            match tails.iter_mut().find(|(_, known)| *known == to) {
                Some((tests, _)) => tests.push(test),
                None => tails.push((vec![test], to)),
            }
        }
        let tail = |(tests, to): (Vec<Test>, PointId)| Some((tests, self.tail(to, place)?));
        let tails: Option<Tails> = tails.into_iter().map(tail).collect();
        tails.filter(|tails| !tails.is_empty())
    }

    /// Writes a round: what is there becomes the first part of a larger whole.
    fn tail(&self, to: PointId, place: &mut Place) -> Option<Flow> {
        let grammar = self.parser.grammar;
        place.written = None;
        place.last = ItemId::NONE;
        let ends = self.ends(to);
        let &(production, _) = ends.first()?;
        if ends.iter().any(|(other, _)| *other != production) {
            return None;
        }
        let open = place.top();
        let (from, first) = (self.first_kind(&open), ItemId(grammar.production(production).items.start));
        let mut flow = Flow::new();
        flow.line(format!("p.give({}, {from}, {});", self.place_name(open.rule), self.kinds.first(first)));
        flow.append(self.from(to, place)?);
        place.written = None;
        Some(flow)
    }

    /// Returns whether the node of a shared item, which others may be put around, is given to another one as soon as the
    /// productions part.
    pub(super) fn is_given(&self, production: ProductionId, pair: (ItemId, ItemId)) -> bool {
        let rule = self.parser.grammar.production(production).rule;
        let calls = |id: &PointId| match self.parser.decisions.point(*id) {
            Point::Call { item, back } if *item == pair.0 => Some(*back),
            _ => None,
        };
        let back = kind::points(&self.parser.decisions, rule).iter().find_map(calls);
        let Some(Point::Choose { branches, otherwise, .. }) = back.map(|id| self.parser.decisions.point(id)) else {
            return false;
        };
        let ways = || branches.iter().map(|branch| branch.to).chain(*otherwise);
        let leads = |to: &PointId| self.ends(*to).iter().any(|(id, _)| *id == production);
        ways().filter(leads).all(|to| self.are_given(to, pair))
    }

    fn are_given(&self, point: PointId, pair: (ItemId, ItemId)) -> bool {
        self.ends(point).iter().all(|(_, shared)| shared.contains(&pair))
    }

    /// Writes that the node of the item which was completed last belongs to another one, as that shows from a point on.
    pub(super) fn gifts(&self, point: PointId, place: &Place) -> Option<Vec<String>> {
        let ends = self.ends(point);
        let &(production, shared) = ends.first()?;
        let is_meant = |pair: &&(ItemId, ItemId)| pair.0 == place.last && self.is_wrapped(pair.1);
        let meant = shared.iter().filter(is_meant).filter(|pair| self.are_given(point, **pair));
        let gift = |pair: &(ItemId, ItemId)| {
            let (from, to) = self.first_kinds(*pair, &place.top());
            let place = self.shared_place(production, pair.1, &place.top())?;
            Some(format!("p.give({place}, {from}, {to});"))
        };
        meant.map(gift).collect()
    }

    /// Returns whether other nodes may be put around the one of an item.
    pub(super) fn is_wrapped(&self, item: ItemId) -> bool {
        let symbol = self.parser.grammar.items[item.0 as usize].symbol;
        self.parser.grammar.rule(symbol).is_some() && self.is_late(symbol)
    }

    /// The first kinds of what is parsed for two items of the innermost rule.
    pub(super) fn first_kinds(&self, pair: (ItemId, ItemId), open: &Open) -> (String, String) {
        let kind = |item: ItemId| match self.parser.grammar.items[item.0 as usize].pass {
            true => self.first_kind(open),
            false => self.kinds.first(item).to_string(),
        };
        (kind(pair.0), kind(pair.1))
    }

    /// Where the node of a shared item stands, if what stands before it has one node each.
    pub(super) fn shared_place(&self, production: ProductionId, item: ItemId, open: &Open) -> Option<String> {
        let grammar = self.parser.grammar;
        let before = &grammar.items[grammar.production(production).items.start as usize..item.0 as usize];
        let are_one = before.iter().all(|item| grammar.terminal(item.symbol).is_some());
        if open.node == Node::None || !are_one {
            return None;
        }
        let name = self.place_name(open.rule);
        match before.len() + usize::from(open.time == Time::First) {
            0 => Some(name),
            distance => Some(format!("{name} + {distance}")),
        }
    }
}

/// Writes rounds as long as there are some.
fn written(mut tails: Tails) -> Flow {
    let tests: Vec<&[Test]> = tails.iter().map(|(tests, _)| tests.as_slice()).collect();
    let (on, patterns) = matched(&tests);
    let mut flow = Flow::new();
    if let ([_], [pattern]) = (tails.as_slice(), patterns.as_slice()) {
        let (test, (_, tail)) = (format!("matches!({on}, {pattern})"), tails.remove(0));
        flow.push(if tail.goes_on { Code::While(test, tail.code) } else { Code::If(test, tail.code) });
        return flow;
    }
    let goes_on = tails.iter().any(|(_, tail)| tail.goes_on);
    let arms = patterns.into_iter().zip(tails).map(|(pattern, (_, tail))| (pattern, tail.code));
    let last = if goes_on { vec![Code::Line(BREAK.to_owned())] } else { Vec::new() };
    let arms = arms.chain([("_".to_owned(), last)]).collect();
    flow.push(if goes_on { Code::Loop(on, arms) } else { Code::Match(on, arms) });
    flow
}
