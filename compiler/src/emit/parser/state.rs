//! Rules that come back to themselves: states of one loop, each an arm of `fn step(p, state) -> Option<State>`.

use std::collections::BTreeMap;

use codegen::{Enum, Scope};
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Grammar, ItemId, ProductionId, Symbol, TerminalKind};
use grammarc_runtime::parse::cursor::Scope as Labels;
use grammarc_runtime::parse::decisions::{Decisions, Point, PointId};

use super::super::layout::{code, code_doc};
use super::choice::Choice;
use super::function::first_bytes;
use super::kind::{Kinds, points};
use super::{Parser, Part, Place, camel};

/// A state of the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct State {
    pub(super) rule: Symbol,
    /// Which of the states of its rule it is, from 0.
    number: usize,
}

/// A state where all that is left to do for a rule is to complete it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It has no node.
    Leave,
    /// It becomes an application of a production.
    Close(ProductionId),
}

impl Ending {
    /// How the state is declared.
    fn variant(self) -> &'static str {
        match self {
            Self::Leave => "Leave",
            Self::Close(_) => "Close(u32)",
        }
    }

    /// What is done there.
    fn arm(self) -> &'static str {
        match self {
            Self::Leave => "State::Leave => p.leave(),\n",
            Self::Close(_) => "State::Close(production) => p.close_and_leave(production),\n",
        }
    }
}

/// Returns the points that the loop can go on at, with the state of each.
pub(super) fn states(grammar: &Grammar, decisions: &Decisions, kinds: &Kinds) -> BTreeMap<PointId, State> {
    let mut counts = vec![0; grammar.rules.len()];
    let number = |(point, rule): (PointId, Symbol)| {
        let count = &mut counts[rule.0 as usize];
        let number = std::mem::replace(count, *count + 1);
        (point, State { rule, number })
    };
    rules(grammar, decisions, kinds).into_iter().map(number).collect()
}

/// Returns the points that the loop can go on at, with the rule of each.
fn rules(grammar: &Grammar, decisions: &Decisions, kinds: &Kinds) -> BTreeMap<PointId, Symbol> {
    let mut states = BTreeMap::new();
    for rule in (0..grammar.rules.len() as u32).map(Symbol).filter(|rule| kinds.is_reached(*rule)) {
        if kinds.is_state(rule) {
            states.insert(decisions.entry(rule), rule);
            let targets = points(decisions, rule).into_iter().flat_map(|id| targets(grammar, decisions, kinds, id));
            states.extend(targets.map(|target| (target, rule)));
        }
    }
    states
}

/// Returns where the loop goes on after a point that cannot be reached by falling through.
fn targets(grammar: &Grammar, decisions: &Decisions, kinds: &Kinds, id: PointId) -> Vec<PointId> {
    let calls_state = |item: ItemId| kinds.is_state(grammar.items[item.0 as usize].symbol);
    match decisions.point(id) {
        Point::Call { item, back } if calls_state(*item) => vec![*back],
        Point::Tail { item, end } if calls_state(*item) => vec![*end],
        Point::Repeat { to, .. } | Point::Grow { to, .. } => vec![*to],
        Point::Count { more, stop, choose, .. } => vec![*more, *stop, *choose],
        Point::Choose { branches, otherwise, .. } => {
            let is_tried = |(number, branch): (usize, _)| {
                let others = branches.iter().enumerate().filter(|(other, _)| *other != number);
                let is_alone = others.into_iter().all(|(_, other)| parts_at_once(branch, other));
                (!is_alone).then_some(branch.to)
            };
            let tried: Vec<PointId> = branches.iter().enumerate().filter_map(is_tried).collect();
            // Where an option is tried, what is left when none is open stands in the same table.
            let otherwise = otherwise.filter(|_| !tried.is_empty());
            tried.into_iter().chain(otherwise).collect()
        }
        _ => Vec::new(),
    }
}

type Branch = grammarc_runtime::parse::decisions::Branch<PointId>;

/// Whether the first byte alone tells two branches apart.
fn parts_at_once(one: &Branch, other: &Branch) -> bool {
    let first = |branch: &Branch| branch.look.iter().find(|(distance, _)| *distance == 0).map(|(_, set)| *set);
    match (first(one), first(other)) {
        (Some(one), Some(other)) => one.intersection(other).is_empty(),
        _ => false,
    }
}

impl Parser<'_> {
    /// The states, and the loop that goes from one to the next.
    pub(super) fn run_loop(&self) -> String {
        let states = self.asked_states();
        if states.is_empty() {
            return "/// There is no rule that comes back to itself, so no loop, and no state of one.\n\
                    type State = std::convert::Infallible;\n"
                .to_owned();
        }
        let done = self.done.borrow();
        let arm = |&(point, rule): &(PointId, Symbol)| {
            let title = if self.decisions.entry(rule) == point { self.title(rule) } else { String::new() };
            format!("{title}{} => {{ {} }}\n", self.state(point), done.get(&point).map_or("None", String::as_str))
        };
        let arms: String =
            states.iter().filter(|(point, rule)| self.end_state(*point, *rule).is_none()).map(arm).collect();
        let ends: String = self.ends(&states).into_iter().map(Ending::arm).collect();
        let mut scope = Scope::new();
        scope.push_enum(self.state_type(&states));
        format!(
            "{}\n/// Parses a rule, and all that it consists of, from state to state.\n\
             fn run(p: &mut Cursor<'_, State>, entry: State, item: u32, scope: Scope) -> Option<()> {{\n\
             let outside = p.begin(State::Done, item, scope);\n\
             let mut next = Some(entry);\n\
             while let Some(state) = next {{\n\
             if matches!(state, State::Done) {{ break; }}\n\
             next = step(p, state).or_else(|| p.fail());\n}}\n\
             p.end(outside);\n\
             next.map(drop) }}\n\
             /// Does what is to do at a state, and returns the next one; none if the input does not match.\n\
             fn step(p: &mut Cursor<'_, State>, state: State) -> Option<State> {{\n\
             match state {{ State::Done => None, {ends} {arms} }} }}\n",
            scope.to_string()
        )
    }

    /// The states that the code refers to, in order.
    fn asked_states(&self) -> Vec<(PointId, Symbol)> {
        let asked = self.asked.borrow();
        let state = |part: &Part| match *part {
            Part::State(rule, point) => Some((point, rule)),
            _ => None,
        };
        asked.iter().filter_map(state).collect()
    }

    fn state_type(&self, named: &[(PointId, Symbol)]) -> Enum {
        let mut states = Enum::new("State");
        states
            .doc("Where the loop goes on. `Done`: the rule that it was begun for is complete.")
            .derive("Debug")
            .derive("Clone")
            .derive("Copy");
        states.new_variant("Done");
        self.ends(named).into_iter().for_each(|end| {
            states.new_variant(end.variant());
        });
        for state in named.iter().filter(|(point, rule)| self.end_state(*point, *rule).is_none()) {
            states.new_variant(self.state_name(state.0));
        }
        states
    }

    /// How a rule is completed, where that is all that is left to do for it.
    pub(super) fn end_state(&self, point: PointId, rule: Symbol) -> Option<Ending> {
        match self.decisions.point(point) {
            // Once that is chosen, nothing else is left to choose.
            Point::End { .. } if self.is_left_out(point, rule) => Some(Ending::Leave),
            Point::End { shared, .. } if !shared.is_empty() || self.kinds.has_choice(rule) => None,
            Point::End { .. } if self.is_nothing(point) => Some(Ending::Leave),
            Point::End { production, .. } => Some(Ending::Close(*production)),
            _ => None,
        }
    }

    /// Whether a point is where a part is left out.
    pub(super) fn is_left_out(&self, point: PointId, rule: Symbol) -> bool {
        let choice = self.part_or_nothing(rule).map(|(choice, _)| choice);
        choice.is_some_and(|choice| choice.branches.len() == 2 && choice.branches[1].to == point)
    }

    /// Returns one of each kind of ending that some states are.
    fn ends(&self, states: &[(PointId, Symbol)]) -> Vec<Ending> {
        let ends: Vec<Ending> = states.iter().filter_map(|&(point, rule)| self.end_state(point, rule)).collect();
        let leave = ends.iter().find(|end| matches!(end, Ending::Leave));
        let close = ends.iter().find(|end| matches!(end, Ending::Close(_)));
        leave.into_iter().chain(close).copied().collect()
    }

    /// The name of a state: its rule, and which of the rule's states it is, unless it is the first.
    pub(super) fn state_name(&self, point: PointId) -> String {
        let Some(&State { rule, number }) = self.states.get(&point) else { return "Done".to_owned() };
        match self.end_state(point, rule) {
            Some(Ending::Leave) => return "Leave".to_owned(),
            Some(Ending::Close(production)) => return format!("Close({})", production.0),
            None => {}
        }
        let name = camel(self.names.stem(rule));
        let is_plain = !name.contains("At") && !["Done", "Leave", "Close"].contains(&name.as_str());
        if number == 0 && is_plain { name } else { format!("{name}At{number}") }
    }

    /// The rule that the states from here on belong to.
    fn title(&self, rule: Symbol) -> String {
        format!("#[doc = {}]\n", code_doc(&self.texts[rule.0 as usize]))
    }

    /// Keeps what is done at a state for the loop.
    pub(super) fn write_state(&self, point: PointId, rule: Symbol) {
        let body = match self.decisions.entry(rule) == point {
            true => self.part_state(rule).unwrap_or_else(|| self.point(point, rule, Place::State)),
            false => self.point(point, rule, Place::State),
        };
        self.done.borrow_mut().insert(point, body);
    }

    /// What is done where a part that may be left out or be there several times is the call of a rule that is a state.
    fn part_state(&self, rule: Symbol) -> Option<String> {
        let (choice, body) = self.part_or_nothing(rule)?;
        let tried = || self.tried_part_state(&choice);
        let &(Point::Call { item, back: end } | Point::Tail { item, end }) = self.decisions.point(body) else {
            return if first_bytes(&choice).is_none() { tried() } else { None };
        };
        let callee = self.grammar.items[item.0 as usize].symbol;
        if !self.kinds.is_state(callee) {
            return if first_bytes(&choice).is_none() { tried() } else { None };
        }
        let scope = Labels::of(self.grammar.rules[callee.0 as usize].kind);
        let (to, item) = (self.state(self.decisions.entry(callee)), self.item(item));
        let is_tail = matches!(self.decisions.point(body), Point::Tail { .. });
        let name = if is_tail { "tail" } else { "call" };
        match first_bytes(&choice) {
            Some(_) if self.kinds.has_choice(rule) => None,
            Some(bytes) if is_tail => {
                Some(format!("p.tail_if({}, {to}, {item}, Scope::{scope:?})", self.is_next(&bytes)))
            }
            Some(bytes) => {
                let back = match self.decisions.point(end) {
                    // Nothing is chosen where one iteration ends and another begins.
                    Point::Repeat { shared, .. } if shared.is_empty() => "state".to_owned(),
                    _ => self.state(end),
                };
                Some(format!("p.call_if({}, {back}, {to}, {item}, Scope::{scope:?})", self.is_next(&bytes)))
            }
            None => {
                let Some(bytes) = two_sets(&choice) else { return tried() };
                let [part, follow] = bytes.map(|set| self.set(set));
                let (back, _) = (self.state(end), choice.otherwise.map(|to| self.state(to)));
                self.leaves_out.set(true);
                Some(format!("p.try_{name}([{part}, {follow}], &WITHOUT, {back}, {to}, {item}, Scope::{scope:?})"))
            }
        }
    }

    /// What is done where the next byte does not always tell whether such a part is there.
    fn tried_part_state(&self, choice: &Choice<'_>) -> Option<String> {
        let mut targets = choice.branches.iter().map(|branch| branch.to).chain(choice.otherwise);
        if !targets.all(|to| self.states.contains_key(&to)) {
            return None;
        }
        let rows = choice.branches.iter().map(|branch| self.row(&self.state(branch.to), branch, 0));
        let table = self.table("State", rows.collect());
        let otherwise = choice.otherwise.map_or_else(|| "None".into(), |to| format!("Some({})", self.state(to)));
        Some(format!("p.choose({table}, {otherwise})"))
    }

    /// Where a point is, for people: a sentence without its full stop.
    pub(super) fn about(&self, point: PointId) -> String {
        let is_entry = self.states.get(&point).is_some_and(|state| self.decisions.entry(state.rule) == point);
        match self.place_name(point) {
            _ if is_entry => "from the beginning on".to_owned(),
            name if name.is_empty() => "at the end".to_owned(),
            name => format!("from {} on", code(&name)),
        }
    }

    /// What stands at a point; nothing at the end.
    fn place_name(&self, point: PointId) -> String {
        let before = |item: &ItemId| {
            let symbol = self.grammar.items[item.0 as usize].symbol;
            let is_leaf = self.grammar.terminal(symbol).is_some_and(|terminal| terminal.kind != TerminalKind::Token);
            let name = self.grammar.name(symbol);
            if is_leaf { name.to_owned() } else { format!("<{name}>") }
        };
        match self.decisions.point(point) {
            Point::Terminal { item, .. } | Point::Call { item, .. } | Point::Tail { item, .. } => before(item),
            Point::Settle { item, .. } | Point::Drive { item, .. } => before(item),
            Point::Count { choose, .. } => self.place_name(*choose),
            Point::Choose { branches, .. } => {
                branches.first().map_or_else(String::new, |branch| self.place_name(branch.to))
            }
            Point::End { .. } | Point::Repeat { .. } | Point::Grow { .. } | Point::Stop => String::new(),
            Point::Chart | Point::Done => String::new(),
        }
    }
}

/// Returns the bytes that two branches begin with, if these are all that is known of them.
fn two_sets(choice: &Choice<'_>) -> Option<[ByteSet; 2]> {
    let [part, follow] = choice.branches else { return None };
    match (&*part.look, &*follow.look, part.ahead.or(follow.ahead)) {
        (&[(0, part)], &[(0, follow)], None) => Some([part, follow]),
        _ => None,
    }
}
