//! Recursive rules: states of one loop. Each state has a function that does its work and returns the next state: `fn
//! parse_list_behind_entry(p) -> Option<State>`.
//!
//! A state is a number, `state::LIST_BEHIND_ENTRY`, and its function a row of a table. Functions do not name one another, because
//! rustc follows generic methods from caller to callee and stops after 128 of them.

use std::collections::BTreeMap;

use codegen::Function;
use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Grammar, ItemId, ProductionId, Symbol, TerminalKind};
use grammarc_runtime::parse::cursor::Scope as Labels;
use grammarc_runtime::parse::decisions::{Decisions, Point, PointId};

use super::super::bare::bare;
use super::super::layout::words::mentions;
use super::super::layout::{code, table};
use super::super::names::{Names, Unique, ident};
use super::super::numbers::Numbers;
use super::choice::Choice;
use super::function::first_bytes;
use super::kind::{Kinds, points, successors};
use super::{CodePlace, Parser, Part, over};

/// A state of the loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) rule: Symbol,
    /// The name of its function.
    pub(super) function: String,
}

impl State {
    /// The name of its number.
    pub(super) fn constant(&self) -> String {
        self.function.strip_prefix("parse_").unwrap_or(&self.function).to_uppercase()
    }
}

/// How the loop comes to a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StateOrigin {
    /// The rule is called.
    Entry,
    /// An option is chosen.
    Option,
    /// The call of this rule is complete.
    Behind(Symbol),
    /// Another iteration.
    Again,
}

/// How a state completes a rule, where nothing else is left to do for the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It has no node.
    Leave,
    /// It becomes an application of a production.
    Close(ProductionId),
    /// It becomes one if a byte that can follow it is next, because other options may remain.
    Complete(ProductionId),
}

impl Ending {
    /// The functions of these states, with their documentation.
    const LEAVE: &str = "/// Completes a rule that has no node.\n\
                         fn leave(p: &mut Cursor<'_, State>) -> Option<State> { p.leave() }\n";
    const CLOSE: &str = "/// Completes a rule by a production, of which this is the number.\n\
                         fn close<const PRODUCTION: u32>(p: &mut Cursor<'_, State>) -> Option<State> {\n\
                         p.close_and_leave(ProductionId(PRODUCTION)) }\n";
    const COMPLETE: &str = "/// Completes a rule by a production if the next byte can follow the rule: the numbers of both.\n\
                            fn complete<const PRODUCTION: u32, const FOLLOW: usize>(p: &mut Cursor<'_, State>) -> Option<State> {\n\
                            p.complete(ProductionId(PRODUCTION), &SETS[FOLLOW]) }\n";

    /// The function of a state, as a row of the table, and the name of its number.
    fn row(self, parser: &Parser<'_>) -> (String, String) {
        let name = |production| {
            let path = parser.names.production(production);
            (path.rsplit(':').next().unwrap_or_default().to_owned(), path)
        };
        match self {
            Self::Leave => ("LEAVE".to_owned(), "leave".to_owned()),
            Self::Close(production) => {
                let (name, path) = name(production);
                (format!("CLOSE_{name}"), format!("close::<{{ {path}.0 }}>"))
            }
            Self::Complete(production) => {
                let (name, path) = name(production);
                let rule = parser.grammar.production(production).rule;
                let follow = parser.set_number(parser.decisions.follow[rule.0 as usize]);
                (format!("COMPLETE_{name}"), format!("complete::<{{ {path}.0 }}, {follow}>"))
            }
        }
    }
}

/// Returns the points that the loop can go on at, with the state of each.
pub(super) fn states(
    grammar: &Grammar,
    decisions: &Decisions,
    kinds: &Kinds,
    names: &Names,
) -> BTreeMap<PointId, State> {
    let all = ways(grammar, decisions, kinds);
    let mut unique = Unique::default();
    // A rule has the name `parse_<rule>`, whether it is a function or begins with a state.
    let rules = (0..grammar.rules.len() as u32).map(|rule| unique.of(format!("parse_{}", names.stem(Symbol(rule)))));
    let entries: Vec<String> = rules.collect();
    let name = |(point, (rule, way, production)): (PointId, (Symbol, StateOrigin, Option<ProductionId>))| {
        let function = match way {
            StateOrigin::Entry => entries[rule.0 as usize].clone(),
            _ => {
                let place = production.map_or_else(|| names.stem(rule).to_owned(), |id| names.alternative(id));
                unique.of(format!("parse_{place}{}", way.suffix(names, rule)))
            }
        };
        (point, State { rule, function: ident(&function) })
    };
    all.into_iter().map(name).collect()
}

/// Returns for each point of a rule the only production that can complete the rule from there; none if there are several.
fn productions(decisions: &Decisions, points: &[PointId]) -> BTreeMap<PointId, Option<ProductionId>> {
    let mut found: BTreeMap<PointId, Option<ProductionId>> = BTreeMap::new();
    loop {
        let mut changed = false;
        // Most points lead to those that were reached after them.
        for &id in points.iter().rev() {
            let known: Vec<Option<ProductionId>> = match decisions.point(id) {
                Point::End { production, .. } | Point::Repeat { production, .. } | Point::Grow { production, .. } => {
                    vec![Some(*production)]
                }
                point => successors(point).iter().filter_map(|to| found.get(to).copied()).collect(),
            };
            let Some(&first) = known.first() else { continue };
            let joined = first.filter(|_| known.iter().all(|other| *other == first));
            changed |= found.insert(id, joined) != Some(joined);
        }
        if !changed {
            return found;
        }
    }
}

impl StateOrigin {
    /// The end of the name of a state of a rule.
    fn suffix(self, names: &Names, rule: Symbol) -> String {
        match self {
            Self::Entry | Self::Option => String::new(),
            Self::Again => "_again".to_owned(),
            Self::Behind(callee) => {
                let (callee, owner) = (names.stem(callee), format!("{}_", names.stem(rule)));
                format!("_behind_{}", callee.strip_prefix(&*owner).unwrap_or(callee))
            }
        }
    }
}

/// Returns the points that the loop can go on at: the rule of each, how the loop comes there, and the production if it is known.
fn ways(
    grammar: &Grammar,
    decisions: &Decisions,
    kinds: &Kinds,
) -> BTreeMap<PointId, (Symbol, StateOrigin, Option<ProductionId>)> {
    let mut states = BTreeMap::new();
    for rule in (0..grammar.rules.len() as u32).map(Symbol).filter(|rule| kinds.is_reached(*rule)) {
        if kinds.is_state(rule) {
            let points = points(decisions, rule);
            let productions = productions(decisions, &points);
            let targets = points.iter().flat_map(|id| targets(grammar, decisions, kinds, *id));
            for (target, way) in std::iter::once((decisions.entry(rule), StateOrigin::Entry)).chain(targets) {
                let production = productions.get(&target).copied().flatten();
                states.entry(target).or_insert((rule, way, production));
            }
        }
    }
    states
}

/// Returns the points that the loop jumps to from a point. Points that are reached by falling through are not among them.
fn targets(grammar: &Grammar, decisions: &Decisions, kinds: &Kinds, id: PointId) -> Vec<(PointId, StateOrigin)> {
    let callee = |item: &ItemId| grammar.items[item.0 as usize].symbol;
    match decisions.point(id) {
        Point::Call { item, back } | Point::Tail { item, end: back } if kinds.is_state(callee(item)) => {
            vec![(*back, StateOrigin::Behind(callee(item)))]
        }
        Point::Repeat { to, .. } | Point::Grow { to, .. } => vec![(*to, StateOrigin::Again)],
        Point::Count { more, stop, choose, .. } => [*more, *stop, *choose].map(|to| (to, StateOrigin::Option)).into(),
        Point::Choose { branches, otherwise, .. } => {
            let is_tried = |(number, branch): (usize, _)| {
                let others = branches.iter().enumerate().filter(|(other, _)| *other != number);
                let is_alone = others.into_iter().all(|(_, other)| parts_at_once(branch, other));
                (!is_alone).then_some(branch.to)
            };
            let tried: Vec<PointId> = branches.iter().enumerate().filter_map(is_tried).collect();
            // Where options are tried, the fallback is a state too, because `p.choose` takes both.
            let otherwise = otherwise.filter(|_| !tried.is_empty());
            tried.into_iter().chain(otherwise).map(|to| (to, StateOrigin::Option)).collect()
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
    /// The loop that goes from one state to the next.
    pub(super) fn run_loop(&self) -> String {
        let states = self.asked_states();
        if states.is_empty() {
            return "/// There is no rule that comes back to itself, so no loop, and no state of one.\n\
                    type State = std::convert::Infallible;\n"
                .to_owned();
        }
        let ends = || states.iter().filter_map(|&(point, rule)| self.end_state(point, rule));
        let of =
            |function: &'static str, is_meant: fn(Ending) -> bool| if ends().any(is_meant) { function } else { "" };
        let leave = if self.leaves_out.get() { Ending::LEAVE } else { of(Ending::LEAVE, |end| end == Ending::Leave) };
        let close = of(Ending::CLOSE, |end| matches!(end, Ending::Close(_)));
        let complete = of(Ending::COMPLETE, |end| matches!(end, Ending::Complete(_)));
        format!(
            "/// Where the loop goes on: the number of a row of [`STEPS`].\n\
             type State = u32;\n\
             /// Parses from a state to the next one, which it returns; none if the input does not match.\n\
             type Step = fn(&mut Cursor<'_, State>) -> Option<State>;\n\
             /// Parses a rule, and all that it consists of, from state to state.\n\
             fn run(p: &mut Cursor<'_, State>, entry: State, item: ItemId, scope: Scope) -> Option<()> {{\n\
             let outside = p.begin(entry, item, scope);\n\
             let mut next = Some(entry);\n\
             while let Some(state) = next {{\n\
             next = STEPS[state as usize](p).or_else(|| p.fail());\n\
             if p.is_back(&outside) {{ break; }}\n\
             }}\n\
             p.end(outside);\n\
             next.map(drop) }}\n{leave}{close}{complete}"
        )
    }

    /// Writes the table of the functions of all states, and the modules of their numbers, given the code that refers to them.
    pub(super) fn steps(&self, code: &str) -> (String, Vec<Numbers<'static>>) {
        let states = self.asked_states();
        if states.is_empty() {
            return (String::new(), Vec::new());
        }
        let (mut functions, mut endings) = (BTreeMap::new(), BTreeMap::new());
        for &(point, rule) in &states {
            if let Some(end) = self.end_state(point, rule) {
                let (name, row) = end.row(self);
                endings.insert(name, row);
            } else if let Some(state) = self.states.get(&point)
                && code.contains(&format!("fn {}(", state.function))
            {
                functions.insert(state.constant(), state.function.clone());
            }
        }
        if self.leaves_out.get() {
            let (name, row) = Ending::Leave.row(self);
            endings.insert(name, row);
        }
        endings.retain(|name, _| mentions(code, &format!("ending::{name}")));
        let rows: Vec<String> = functions.values().chain(endings.values()).cloned().collect();
        let numbered = |names: &BTreeMap<String, String>, first: u32| names.keys().cloned().zip(first..).collect();
        let modules = vec![
            Numbers {
                module: "state",
                doc: "Where the loop goes on: at the beginning of a rule, or behind a part of it.",
                kind: "u32",
                rows: numbered(&functions, 0),
            },
            Numbers {
                module: "ending",
                doc: "Where all that is left to do for a rule is to complete it.",
                kind: "u32",
                rows: numbered(&endings, functions.len() as u32),
            },
        ];
        (filled(&rows), modules)
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

    /// Returns how a rule is completed at a point; none if something else is left to do there.
    pub(super) fn end_state(&self, point: PointId, rule: Symbol) -> Option<Ending> {
        match self.decisions.point(point) {
            // A part that is left out leaves nothing else to choose.
            Point::End { .. } if self.is_left_out(point, rule) => Some(Ending::Leave),
            Point::End { shared, .. } if !shared.is_empty() => None,
            Point::End { production, .. } if self.kinds.has_choice(rule) => Some(Ending::Complete(*production)),
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

    /// The expression for a state.
    pub(super) fn state_value(&self, point: PointId) -> String {
        let Some(state) = self.states.get(&point) else { unreachable!("the loop goes on at states") };
        match self.end_state(point, state.rule) {
            Some(end) => format!("ending::{}", end.row(self).0),
            None => format!("state::{}", state.constant()),
        }
    }

    /// The function of a state; none for one that is shared by several rules.
    pub(super) fn state_function(&self, rule: Symbol, point: PointId) -> Option<Function> {
        let State { function: name, .. } = self.states.get(&point)?;
        let is_entry = self.decisions.entry(rule) == point;
        let body = is_entry.then(|| self.part_state(rule)).flatten();
        let body = body.unwrap_or_else(|| self.point(point, rule, CodePlace::State));
        let p = if mentions(&bare(&body), "p") { "p" } else { "_" };
        // Only the beginning of a rule has its text as documentation: the names of the others say where they are.
        let mut function = if is_entry { self.function_of(name, rule, "", p) } else { over(name, p) };
        function.ret("Option<State>").line(body);
        Some(function).filter(|_| self.end_state(point, rule).is_none())
    }

    /// Writes the entry of an optional or repeated part as one call of the cursor; none where `point` has to write the choice.
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
        let scope = Labels::of(&self.grammar.rules[callee.0 as usize]);
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
                    Point::Repeat { shared, .. } if shared.is_empty() => self.state(self.decisions.entry(rule)),
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

    /// Writes the entry of an optional part whose presence the next byte does not always tell: a table of branches to try.
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

    /// Names the item at a point; empty at the end.
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

/// Writes `STEPS`, the table of the functions of all states.
fn filled(rows: &[String]) -> String {
    let head = format!(
        "\n/// The functions of the states, by their numbers.\n\
         static STEPS: [Step; {}] = [",
        rows.len()
    );
    table::filled(&head, &[(String::new(), rows.to_vec())], "];")
}

/// Returns the bytes that two branches begin with, if these are all that is known of them.
fn two_sets(choice: &Choice<'_>) -> Option<[ByteSet; 2]> {
    let [part, follow] = choice.branches else { return None };
    match (&*part.look, &*follow.look, part.ahead.or(follow.ahead)) {
        (&[(0, part)], &[(0, follow)], None) => Some([part, follow]),
        _ => None,
    }
}
