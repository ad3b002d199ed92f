//! Nodes that are put around existing nodes. Left recursion is a loop: each round puts another node around all nodes since the
//! rule began. Where productions share a prefix, only the text behind the prefix shows whether a node goes around it.

use grammarc_runtime::grammar::{ItemId, ProductionId};
use grammarc_runtime::parse::decisions::{Point, PointId, SharedItems};

use super::code::{BREAK, Code, Flow};
use super::place::{Node, Open, Place, Time};
use super::ways::{Test, matched, ways};
use super::{Direct, Key};

/// The tails of a left-recursive rule: the bytes that each begins with, and its code.
type Tails = Vec<(Vec<Test>, Flow)>;

impl Direct<'_> {
    /// Begins the node of the innermost rule from a point on, if it surely has one and nothing of it is written.
    pub(super) fn early(&self, point: PointId, place: &mut Place) -> bool {
        let open = place.top();
        let is_begun = open.time == Time::First || open.node == Node::None || place.written != Some(0);
        let splices = |(id, _): &(ProductionId, &SharedItems)| self.nodes.is_splice(*id);
        if is_begun || self.nodes.ends(point).iter().any(splices) {
            return false;
        }
        place.set_time(Time::First);
        place.count();
        true
    }

    /// Writes the rounds of the innermost rule. If a round calls a head, they are a function of their own, to which the head
    /// returns.
    pub(super) fn rounds(&self, place: &mut Place) -> Option<Flow> {
        let tails = self.tails(place)?;
        Some(if tails.iter().any(|(_, flow)| flow.leaves()) { self.another_round(place) } else { written(tails) })
    }

    /// Writes the rounds of the innermost rule here.
    pub(super) fn rounds_here(&self, place: &mut Place) -> Option<Flow> {
        Some(written(self.tails(place)?))
    }

    /// Goes to the state with the rounds of the innermost rule.
    pub(super) fn another_round(&self, place: &mut Place) -> Flow {
        place.set_time(Time::Last);
        let mut flow = Flow::new();
        flow.end(format!("Some({})", self.state(Key::Loop(place.open.clone()))));
        flow
    }

    fn tails(&self, place: &mut Place) -> Option<Tails> {
        place.set_time(Time::Last);
        let choice = self.parser.choice(self.nodes.loop_of(place.top().rule)?)?;
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

    /// Writes a round: the node so far becomes the first part of a larger one. After `1 + 2`, the tail `+ 3` makes `(1 + 2) + 3`.
    fn tail(&self, to: PointId, place: &mut Place) -> Option<Flow> {
        let grammar = self.parser.grammar;
        place.written = None;
        place.last = ItemId::NONE;
        let ends = self.nodes.ends(to);
        let &(production, _) = ends.first()?;
        if ends.iter().any(|(other, _)| *other != production) {
            return None;
        }
        let open = place.top();
        let (from, first) = (self.first_kind(&open), ItemId(grammar.production(production).items.start));
        let mut flow = Flow::new();
        flow.line(format!("p.give({}, {from}, {});", self.place_name(open.rule), self.first_of(first)));
        flow.append(self.from(to, place)?);
        place.written = None;
        Some(flow)
    }

    /// Writes the calls of `p.give` at a point which shows that the last item's node belongs to another item.
    pub(super) fn gifts(&self, point: PointId, place: &Place) -> Option<Vec<String>> {
        let ends = self.nodes.ends(point);
        let &(production, shared) = ends.first()?;
        let is_meant = |pair: &&(ItemId, ItemId)| pair.0 == place.last && self.nodes.is_wrapped(pair.1);
        let meant = shared.iter().filter(is_meant).filter(|pair| self.nodes.are_given(point, **pair));
        let gift = |pair: &(ItemId, ItemId)| {
            let (from, to) = self.first_kinds(*pair, &place.top());
            let place = self.shared_place(production, pair.1, &place.top())?;
            Some(format!("p.give({place}, {from}, {to});"))
        };
        meant.map(gift).collect()
    }

    /// Returns the first kinds of two items of the innermost rule.
    pub(super) fn first_kinds(&self, pair: (ItemId, ItemId), open: &Open) -> (String, String) {
        let kind = |item: ItemId| match self.parser.grammar.items[item.0 as usize].pass {
            true => self.first_kind(open),
            false => self.first_of(item),
        };
        (kind(pair.0), kind(pair.1))
    }

    /// Returns the place of a shared item's node; none unless the number of nodes before it is known.
    pub(super) fn shared_place(&self, production: ProductionId, item: ItemId, open: &Open) -> Option<String> {
        let before = self.nodes.before(production, item).filter(|_| open.node != Node::None)?;
        let name = self.place_name(open.rule);
        match before + usize::from(open.time == Time::First) {
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
