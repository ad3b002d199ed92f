//! The code of rules: terminals are leaves, calls are inlined or go to a head, choices are a `match`, repetitions a `while`.

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{ItemId, Plan, ProductionId};
use grammarc_runtime::parse::decisions::{Point, PointId, SharedItems};
use grammarc_runtime::tree::NodeEffect;

use super::super::choice::{Choice, patterns};
use super::super::{is_repeat, kind};
use super::code::{Code, Flow};
use super::once::Once;
use super::place::{Fork, Open, Place, Time};
use super::ways::{Fallback, Test, decide, decide_on, matched, ways};
use super::{Direct, Key};
use crate::plan::next_bytes::{first, is_plain};

impl Direct<'_> {
    /// Writes the innermost rule from a point on. The code goes on where the rule is complete.
    pub(super) fn from(&self, point: PointId, place: &mut Place) -> Option<Flow> {
        let mut flow = Flow::new();
        let mut next = Some(point);
        while let Some(id) = next.take() {
            match self.parser.decisions.point(id) {
                Point::Terminal { item, follow, next: then } => {
                    flow.line(self.leaf(*item, follow, place)?);
                    next = Some(*then);
                }
                &Point::Call { item, back } | &Point::Tail { item, end: back } => {
                    flow.append(self.call(item, back, place)?);
                    next = flow.goes_on.then_some(back);
                }
                &Point::Settle { item, next: then } if self.is_settled(item) => next = Some(then),
                Point::Choose { .. } => flow.append(self.choose(id, place)?),
                Point::End { production, shared } => {
                    self.close(*production, shared, place)?.into_iter().for_each(|line| flow.line(line));
                }
                Point::Repeat { shared, .. } if shared.is_empty() => {
                    if place.open.len() <= place.before {
                        flow.end(format!("Some({})", self.state(Key::Loop(place.open.clone()))));
                    }
                }
                Point::Grow { production, shared, recursive, .. } => {
                    let head = recursive.then(|| ItemId(self.parser.grammar.production(*production).items.start));
                    let others = shared.iter().copied().filter(|(_, to)| Some(*to) != head).collect();
                    self.close(*production, &others, place)?.into_iter().for_each(|line| flow.line(line));
                    place.set_time(Time::Last);
                    place.written = None;
                    if place.open.len() <= place.before {
                        flow.append(self.another_round(place));
                    }
                }
                _ => return None,
            }
        }
        Some(flow)
    }

    /// The statement for a terminal.
    fn leaf(&self, item: ItemId, follow: &ByteSet, place: &mut Place) -> Option<String> {
        let row = &self.parser.grammar.items[item.0 as usize];
        let terminal = self.parser.grammar.terminal(row.symbol)?;
        if !is_plain(row) || row.pass || row.consume && terminal.nullable {
            return None;
        }
        let (end, kind) = (self.parser.end_of(row.symbol, follow)?, self.leaf_kind(row.symbol, item)?);
        let end = if std::mem::take(&mut place.is_seen) { "end" } else { &end };
        place.count();
        place.last = item;
        Some(format!("p.leaf({kind}, {end})?;"))
    }

    fn call(&self, item: ItemId, back: PointId, place: &mut Place) -> Option<Flow> {
        let row = &self.parser.grammar.items[item.0 as usize];
        if !is_plain(row) {
            return None;
        }
        let mut flow = Flow::new();
        if self.heads.contains(&row.symbol) {
            place.is_seen = false;
            if place.is_once && place.open.len() == 1 {
                return self.return_head(item, back, place);
            }
            if self.is_last(back, &place.open) {
                flow.end(format!("Some({})", self.head(item, &place.top())));
                return Some(flow);
            }
            let key = self.behind_call(back, &place.open).unwrap_or_else(|| Key::Back(item, back, place.open.clone()));
            flow.end(format!("p.call({}, {})", self.state(key), self.head(item, &place.top())));
            place.written = None;
            return Some(flow);
        }
        let open = self.opened(item, back, place)?;
        // The rule of a function cannot go to a state by itself, so it matches again a token that it has seen.
        let must_call = |once: &Once| place.is_once && place.open.len() == 1 && *once != Once::Whole;
        if let Some(&once) = self.once.get(&row.symbol).filter(|once| !place.is_seen || must_call(once)) {
            place.is_seen = false;
            return Some(self.call_once(item, once, open, place));
        }
        place.push(open);
        if is_repeat(self.parser.grammar.rules[row.symbol.0 as usize].kind)
            && kind::is_again(self.parser.decisions, row.symbol)
        {
            let mut body = self.repetition(place)?;
            if body.leaves() {
                // Its head comes back here.
                body = Flow::new();
                body.end(format!("Some({})", self.state(Key::Loop(place.open.clone()))));
            }
            flow.append(body);
        } else {
            self.begin(place).into_iter().for_each(|code| flow.push(code));
            flow.append(self.from(self.parser.decisions.entry(row.symbol), place)?);
            if flow.goes_on && self.parser.grammar.rules[row.symbol.0 as usize].plan == Plan::Loop {
                flow.append(self.rounds(place)?);
            }
        }
        place.pop();
        Some(flow)
    }

    /// Returns whether a call is a tail call: behind it, the code would only go back to the waiting state.
    fn is_last(&self, back: PointId, open: &[Open]) -> bool {
        let mut point = back;
        for rule in open.iter().rev() {
            let at_end =
                |production: ProductionId, shared: &SharedItems| shared.is_empty() && self.nodes.is_splice(production);
            match self.parser.decisions.point(point) {
                Point::End { production, shared } if at_end(*production, shared) => point = rule.back,
                _ => return false,
            }
        }
        true
    }

    /// Returns the loop that is next behind a call, if nothing has to be done before it.
    fn behind_call(&self, back: PointId, open: &[Open]) -> Option<Key> {
        let (mut point, mut open) = (back, open.to_vec());
        loop {
            match self.parser.decisions.point(point) {
                Point::Settle { item, next } if self.is_settled(*item) => point = *next,
                Point::End { production, shared } if shared.is_empty() && self.nodes.is_splice(*production) => {
                    point = open.pop()?.back;
                    open.last()?;
                }
                Point::Repeat { shared, .. } if shared.is_empty() => return Some(Key::Loop(open)),
                _ => return None,
            }
        }
    }

    /// Whether an item has no further demands. Progress needs no test: an iteration that the next bytes decide is not empty.
    fn is_settled(&self, item: ItemId) -> bool {
        is_plain(&self.parser.grammar.items[item.0 as usize])
    }

    /// Writes the iterations of the innermost rule.
    pub(super) fn repetition(&self, place: &mut Place) -> Option<Flow> {
        let rule = place.top().rule;
        let choice = self.parser.choice(self.parser.decisions.entry(rule))?;
        let [body, .., _] = choice.branches else { return None };
        let tests = ways(&choice)?.into_iter().filter(|(_, to)| *to == Some(body.to)).map(|(test, _)| test);
        let tests: Vec<Test> = tests.collect();
        if tests.is_empty() {
            return None;
        }
        place.written = None;
        let iteration = self.from(body.to, place)?;
        place.written = None;
        let (on, patterns) = matched(&[&tests]);
        let test = format!("matches!({on}, {})", patterns.concat());
        let mut flow = Flow::new();
        flow.push(match iteration.goes_on {
            true => Code::While(test, iteration.code),
            false => Code::If(test, iteration.code),
        });
        Some(flow)
    }

    /// Writes a choice. The next bytes decide, or the byte behind the token that all branches begin with.
    fn choose(&self, id: PointId, place: &mut Place) -> Option<Flow> {
        let choice = self.parser.choice(id)?;
        let Some(ways) = ways(&choice) else { return self.behind(&choice, place) };
        let mut written: Vec<(PointId, Flow)> = Vec::new();
        let mut arms: Vec<(Vec<Test>, Flow)> = Vec::new();
        let mut rest = Vec::new();
        let mut fork = Fork::new(place);
        for (test, to) in ways {
            let Some(to) = to else {
                rest.push(test);
                continue;
            };
            let arm = match written.iter().find(|(known, _)| *known == to) {
                Some((_, arm)) => arm.clone(),
                None => self.arm(to, place, &mut fork)?,
            };
            written.push((to, arm.clone()));
            match arms.iter_mut().find(|(_, known)| *known == arm) {
                Some((tests, _)) => tests.push(test),
                None => arms.push((vec![test], arm)),
            }
        }
        fork.join(place);
        // The arm of the fallback stands last.
        if let Some(place) = choice.otherwise.and_then(|last| {
            let (_, flow) = written.iter().find(|(known, _)| *known == last)?;
            arms.iter().position(|(_, arm)| arm == flow)
        }) {
            let last = arms.remove(place);
            arms.push(last);
        }
        Some(decide(arms, &rest))
    }

    /// Writes one way of a choice.
    fn arm(&self, to: PointId, place: &mut Place, fork: &mut Fork) -> Option<Flow> {
        fork.begin(place);
        let mut flow = Flow::new();
        self.gifts(to, place)?.into_iter().for_each(|line| flow.line(line));
        if self.early(to, place) {
            flow.line("p.open();".to_owned());
        }
        flow.append(self.from(to, place)?);
        if flow.goes_on {
            fork.goes_on(place);
        }
        Some(flow)
    }

    /// Writes a choice by the byte behind the token that all branches begin with.
    fn behind(&self, choice: &Choice<'_>, place: &mut Place) -> Option<Flow> {
        if choice.otherwise.is_some() {
            return None;
        }
        let mut rest = ByteSet::ALL;
        let mut arms = Vec::new();
        let mut tokens = Vec::new();
        let mut fork = Fork::new(place);
        for branch in choice.branches {
            let (token, follow) = first(self.nodes, branch.to)?;
            if follow.is_empty() || rest.intersection(follow) != follow || branch.ahead.is_some() || place.is_seen {
                return None;
            }
            rest = rest.intersection(follow.complement());
            tokens.push((token, self.parser.end_of(token, &follow)?));
            place.is_seen = true;
            arms.push((patterns(&follow), self.arm(branch.to, place, &mut fork)?));
        }
        fork.join(place);
        tokens.dedup();
        let [(_, end)] = tokens.as_slice() else { return None };
        let mut flow = Flow::new();
        flow.line(format!("let end = {end};"));
        let rest = if rest == ByteSet::EMPTY { Fallback::Nothing } else { Fallback::Fails };
        flow.append(decide_on("p.byte_at(end)".to_owned(), arms, rest));
        Some(flow)
    }

    /// The statements that complete a rule by a production.
    fn close(&self, production: ProductionId, shared: &SharedItems, place: &mut Place) -> Option<Vec<String>> {
        let open = place.top();
        let mut lines = Vec::new();
        for &(from, to) in shared {
            let symbol = self.parser.grammar.items[to.0 as usize].symbol;
            if self.nodes.is_wrapped(to) {
                if !self.nodes.is_given(production, (from, to)) {
                    return None;
                }
                continue;
            }
            if self.parser.grammar.rule(symbol).is_some() && !self.nodes.has_node(symbol) {
                continue;
            }
            let place = self.shared_place(production, to, &open)?;
            let (from, to) = self.first_kinds((from, to), &open);
            lines.push(format!("p.claim({place}, {from}, {to});"));
        }
        let (role, kind) = self.own_kind(production, &open)?;
        let name = self.place_name(open.rule);
        match (role, open.time) {
            (NodeEffect::Splice, _) => {}
            (NodeEffect::Parent, Time::First) => lines.push(format!("p.close({name}, {kind});")),
            (NodeEffect::Parent, Time::Last) => lines.push(format!("p.around({name}, {kind});")),
            (NodeEffect::Leaf, Time::First) => {
                lines.push(format!("p.close_leaf({name}, {kind});"));
                place.written = Some(1);
            }
            (NodeEffect::Leaf, Time::Last) => return None,
        }
        Some(lines)
    }
}

impl Direct<'_> {
    /// Returns how a production of an open rule shows in the tree (spliced, parent or leaf), and the kind of its node.
    pub(super) fn own_kind(&self, production: ProductionId, open: &Open) -> Option<(NodeEffect, String)> {
        let one = match open.item {
            Some(item) => item,
            None => self.any_item(open.rule)?,
        };
        let (role, kind) = self.kinds.node(production, one)?;
        let kind = match (open.item, kind.wrapping_sub(self.kinds.first(one))) {
            (Some(item), _) => self.node_kind(production, item, kind),
            (None, 0) => self.first_kind(open),
            (None, distance) => format!("{} + {}", self.first_kind(open), self.form(production, distance)),
        };
        Some((role, kind))
    }
}
