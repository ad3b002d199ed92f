//! What rules become: terminals are leaves, calls are written out or go to a head, choices are a `match`, repetitions a `while`.

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Check, Drive, Item, ItemId, ProductionId, Shape, Symbol};
use grammarc_runtime::parse::decisions::{Point, PointId, Shared};
use grammarc_runtime::tree::Role;

use super::super::choice::{Choice, classes, patterns};
use super::super::{is_repeat, kind};
use super::code::{Code, Flow};
use super::place::{Fork, Node, Open, Place};
use super::{Direct, Key, MAX_OPEN};

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
                _ => return None,
            }
        }
        Some(flow)
    }

    /// The statement for a terminal.
    fn leaf(&self, item: ItemId, follow: &ByteSet, place: &mut Place) -> Option<String> {
        let row = &self.parser.grammar.items[item.0 as usize];
        let terminal = self.parser.grammar.terminal(row.symbol)?;
        if !is_plain(row) || row.consume && terminal.nullable {
            return None;
        }
        let (end, kind) = (self.parser.end_of(row.symbol, follow)?, self.kinds.leaf(row.symbol, item)?);
        let end = if std::mem::take(&mut place.is_seen) { "end" } else { &end };
        place.written = place.written.map(|written| written + 1);
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
            let key = self.behind_call(back, &place.open).unwrap_or_else(|| Key::Back(item, back, place.open.clone()));
            flow.end(format!("p.call({}, {})", self.state(key), self.head(row.symbol, item)));
            place.written = None;
            return Some(flow);
        }
        let node = match place.written {
            _ if !self.has_node(row.symbol) => Node::None,
            Some(before) => Node::Behind(before),
            None => Node::Somewhere,
        };
        let open = Open { rule: row.symbol, item: Some(item), back, node };
        place.push(open);
        if is_repeat(self.parser.grammar.rules[row.symbol.0 as usize].kind)
            && kind::is_again(&self.parser.decisions, row.symbol)
        {
            let mut body = self.repetition(place)?;
            if body.leaves() {
                // Its head comes back here.
                body = Flow::new();
                body.end(format!("Some({})", self.state(Key::Loop(place.open.clone()))));
            }
            flow.append(body);
        } else {
            self.begin(&open).into_iter().for_each(|code| flow.push(code));
            flow.append(self.from(self.parser.decisions.entry(row.symbol), place)?);
        }
        place.pop();
        Some(flow)
    }

    /// Returns the loop that is next behind a call, if nothing is to be done before.
    fn behind_call(&self, back: PointId, open: &[Open]) -> Option<Key> {
        let (mut point, mut open) = (back, open.to_vec());
        loop {
            match self.parser.decisions.point(point) {
                Point::Settle { item, next } if self.is_settled(*item) => point = *next,
                Point::End { production, shared } if shared.is_empty() && self.is_splice(*production) => {
                    point = open.pop()?.back;
                    open.last()?;
                }
                Point::Repeat { shared, .. } if shared.is_empty() => return Some(Key::Loop(open)),
                _ => return None,
            }
        }
    }

    /// Whether an item demands nothing that is not so anyway.
    fn is_settled(&self, item: ItemId) -> bool {
        let row = &self.parser.grammar.items[item.0 as usize];
        is_plain(row) && !self.lookahead.of_item(row).is_nullable()
    }

    fn is_splice(&self, production: ProductionId) -> bool {
        self.parser.grammar.production(production).shape == Shape::Splice
    }

    /// Writes the iterations of the innermost rule.
    pub(super) fn repetition(&self, place: &mut Place) -> Option<Flow> {
        let rule = place.top().rule;
        let choice = self.parser.choice(self.parser.decisions.entry(rule))?;
        let [body, _] = choice.branches else { return None };
        let mut bytes = ByteSet::EMPTY;
        for class in classes(&choice) {
            match class.open.as_slice() {
                [0] if body.look.len() == 1 && body.ahead.is_none() => bytes = bytes.union(class.bytes),
                [] | [1] => {}
                _ => return None,
            }
        }
        if bytes.is_empty() {
            return None;
        }
        place.written = None;
        let iteration = self.from(body.to, place)?;
        place.written = None;
        let test = format!("matches!(p.byte(), {})", patterns(&bytes));
        let mut flow = Flow::new();
        flow.push(match iteration.goes_on {
            true => Code::While(test, iteration.code),
            false => Code::If(test, iteration.code),
        });
        Some(flow)
    }

    /// Writes a choice: the next byte decides, or the one behind the token that all begin with.
    fn choose(&self, id: PointId, place: &mut Place) -> Option<Flow> {
        let choice = self.parser.choice(id)?;
        let classes = classes(&choice);
        if choice.otherwise.is_none() && classes.iter().any(|class| class.open.len() > 1) {
            return self.behind(&choice, place);
        }
        let mut arms: Vec<(ByteSet, Flow)> = Vec::new();
        let mut rest = ByteSet::EMPTY;
        let mut fork = Fork::new(place);
        for class in classes {
            let arm = match (class.open.as_slice(), choice.otherwise) {
                ([], None) => {
                    rest = rest.union(class.bytes);
                    continue;
                }
                ([], Some(to)) => self.arm(to, place, &mut fork)?,
                (&[only], _) if choice.branches[only].look.len() == 1 && choice.branches[only].ahead.is_none() => {
                    self.arm(choice.branches[only].to, place, &mut fork)?
                }
                _ => return None,
            };
            match arms.iter_mut().find(|(_, known)| *known == arm) {
                Some((bytes, _)) => *bytes = bytes.union(class.bytes),
                None => arms.push((class.bytes, arm)),
            }
        }
        fork.join(place);
        Some(decide("p.byte()", arms, rest))
    }

    /// Writes what follows one way of a choice.
    fn arm(&self, to: PointId, place: &mut Place, fork: &mut Fork) -> Option<Flow> {
        place.written = fork.before;
        let flow = self.from(to, place)?;
        if flow.goes_on {
            fork.behind.push(place.written);
        }
        Some(flow)
    }

    /// Writes a choice by the byte behind the token that all branches begin with.
    fn behind(&self, choice: &Choice<'_>, place: &mut Place) -> Option<Flow> {
        let mut rest = ByteSet::ALL;
        let mut arms = Vec::new();
        let mut tokens = Vec::new();
        let mut fork = Fork::new(place);
        for branch in choice.branches {
            let (token, follow) = self.first(branch.to)?;
            if follow.is_empty() || rest.intersection(follow) != follow || branch.ahead.is_some() || place.is_seen {
                return None;
            }
            rest = rest.intersection(follow.complement());
            tokens.push((token, self.parser.end_of(token, &follow)?));
            place.is_seen = true;
            arms.push((follow, self.arm(branch.to, place, &mut fork)?));
        }
        fork.join(place);
        tokens.dedup();
        let [(_, end)] = tokens.as_slice() else { return None };
        let mut flow = Flow::new();
        flow.line(format!("let end = {end};"));
        flow.append(decide("p.byte_at(end)", arms, rest));
        Some(flow)
    }

    /// Returns the terminal that everything from a point on begins with, and what can stand behind it.
    fn first(&self, mut point: PointId) -> Option<(Symbol, ByteSet)> {
        let item = |item: &ItemId| &self.parser.grammar.items[item.0 as usize];
        for _ in 0..MAX_OPEN {
            match self.parser.decisions.point(point) {
                Point::Terminal { item: id, follow, .. } => return Some((item(id).symbol, *follow)),
                Point::Call { item: id, .. } | Point::Tail { item: id, .. } => {
                    point = self.parser.decisions.entry(item(id).symbol);
                }
                _ => return None,
            }
        }
        None
    }

    /// The statements that complete a rule by a production.
    fn close(&self, production: ProductionId, shared: &Shared, place: &mut Place) -> Option<Vec<String>> {
        let open = place.top();
        let mut lines = Vec::new();
        let row = self.parser.grammar.production(production);
        for &(from, to) in shared {
            let symbol = self.parser.grammar.items[to.0 as usize].symbol;
            if self.parser.grammar.rule(symbol).is_some() && !self.has_node(symbol) {
                continue;
            }
            // What stands before it has one node each.
            let before = &self.parser.grammar.items[row.items.start as usize..to.0 as usize];
            let is_one = |item: &Item| self.parser.grammar.terminal(item.symbol).is_some();
            if self.is_splice(production) || !before.iter().all(is_one) {
                return None;
            }
            let (from, to) = (self.kinds.first(from), self.kinds.first(to));
            lines.push(format!("p.claim({} + {}, {from}, {to});", self.place_name(row.rule), before.len() + 1));
        }
        let one = match open.item {
            Some(item) => item,
            None => self.any_item(open.rule)?,
        };
        let (role, kind) = self.kinds.node(production, one)?;
        let kind = match (open.item, kind.wrapping_sub(self.kinds.first(one))) {
            (Some(_), _) => kind.to_string(),
            (None, 0) => self.kind_name(open.rule),
            (None, place) => format!("{} + {place}", self.kind_name(open.rule)),
        };
        match role {
            Role::Splice => {}
            Role::Parent => lines.push(format!("p.close({}, {kind});", self.place_name(open.rule))),
            Role::Leaf => {
                lines.push(format!("p.close_leaf({}, {kind});", self.place_name(open.rule)));
                place.written = Some(1);
            }
        }
        Some(lines)
    }
}

/// Whether an item asks for nothing but its symbol, and perhaps for some text.
fn is_plain(item: &Item) -> bool {
    item.label.is_none() && item.check == Check::None && item.drive == Drive::None && !item.pass
}

/// Writes what a byte decides; `rest` are the bytes on which nothing is open.
fn decide(on: &str, mut arms: Vec<(ByteSet, Flow)>, rest: ByteSet) -> Flow {
    let mut flow = Flow::new();
    if arms.len() == 1 && rest == ByteSet::EMPTY {
        flow.append(arms.remove(0).1);
        return flow;
    }
    // The last arm takes what is left: what fails, or else what does nothing.
    if rest != ByteSet::EMPTY {
        let mut fails = Flow::new();
        fails.end("None".to_owned());
        arms.push((rest, fails));
    } else {
        arms.sort_by_key(|(_, arm)| arm.code.is_empty());
    }
    let Some((_, last)) = arms.pop() else { return flow };
    flow.goes_on = last.goes_on || arms.iter().any(|(_, arm)| arm.goes_on);
    let has_one = arms.len() == 1 && last.code.is_empty();
    match arms.as_slice() {
        [(bytes, arm)] if has_one => {
            flow.code.push(Code::If(format!("matches!({on}, {})", patterns(bytes)), arm.code.clone()));
        }
        arms => {
            let arms = arms.iter().map(|(bytes, arm)| (patterns(bytes), arm.code.clone()));
            let arms = arms.chain([("_".to_owned(), last.code)]).collect();
            flow.code.push(Code::Match(on.to_owned(), arms));
        }
    }
    flow
}
