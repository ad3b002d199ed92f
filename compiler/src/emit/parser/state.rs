//! Recursive rules: states of one loop. Each state has a function that does its work and returns the next state: `fn
//! parse_list_behind_entry(p) -> Option<State>`. A short one is a closure, `|p| p.repeat(state::LIST, &AFTER_ENTRY)`.
//!
//! A state is a number, `state::LIST_BEHIND_ENTRY`, and its function a row of a table. Functions do not name one another, because
//! rustc follows generic methods from caller to callee and stops after 128 of them.

use std::collections::BTreeMap;

use grammarc_runtime::byteset::ByteSet;
use grammarc_runtime::grammar::{Grammar, ItemId, ProductionId, RuleKind, Symbol, TerminalKind};
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
use super::{CodePlace, Parser, Part, over, written};

const NO_LOOP: &str = "/// There is no rule that comes back to itself, so no loop, and no state of one.\n\
                       type State = std::convert::Infallible;\n";

const LOOP: &str = "/// Where the loop goes on: the number of a row of [`STEPS`].\n\
                    type State = u32;\n\
                    /// Parses from a state to the next one, which it returns; none if the input does not match.\n\
                    type Step = fn(&mut Cursor<'_, State>) -> Option<State>;\n\
                    /// Parses a rule, and all that it consists of, from state to state.\n\
                    fn run(p: &mut Cursor<'_, State>, entry: State, item: ItemId, scope: Scope) -> Option<()> {\n\
                    let outside = p.begin(entry, item, scope);\n\
                    let mut next = Some(entry);\n\
                    while let Some(state) = next {\n\
                    next = STEPS[state as usize](p).or_else(|| p.fail());\n\
                    if p.is_back(&outside) { break; }\n\
                    }\n\
                    p.end(outside);\n\
                    next.map(drop) }\n";

/// Columns of an expression that stands in the table of all states.
const MAX_CLOSURE_COLUMNS: usize = 108;

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
    /// The name of its number, and the expression that completes the rule.
    fn row(self, parser: &Parser<'_>) -> (String, String) {
        let name = |production| parser.names.alternative(production).to_ascii_uppercase();
        match self {
            Self::Leave => ("LEAVE".to_owned(), "p.leave()".to_owned()),
            Self::Close(id) => {
                (format!("CLOSE_{}", name(id)), format!("p.close_and_leave({})", parser.names.production(id)))
            }
            Self::Complete(id) => {
                let follow = parser.follow(parser.grammar.production(id).rule);
                let end = format!("p.complete({}, {follow})", parser.names.production(id));
                (format!("COMPLETE_{}", name(id)), end)
            }
        }
    }
}

/// The rows of the table of all states, by the names of their numbers: functions, then expressions, then ends of rules.
#[derive(Default)]
pub(super) struct Steps {
    functions: BTreeMap<String, String>,
    closures: BTreeMap<String, String>,
    endings: BTreeMap<String, String>,
}

impl Steps {
    /// Takes a part of the parser if it is a state. Returns whether all its code stands in the table.
    pub(super) fn takes(&mut self, name: &str, code: &str) -> bool {
        let is_closure = code.starts_with('|');
        let (rows, number, row) = match name.split_once("::") {
            Some(("ending", number)) => (&mut self.endings, number, code.to_owned()),
            Some((_, number)) if is_closure => (&mut self.closures, number, code.to_owned()),
            Some((_, number)) => (&mut self.functions, number, format!("parse_{}", number.to_lowercase())),
            None => return false,
        };
        rows.insert(number.to_owned(), row);
        is_closure
    }

    /// Writes `STEPS`; nothing if there is no state.
    pub(super) fn table(&self) -> String {
        let sections = [&self.functions, &self.closures, &self.endings];
        let sections = sections.map(|rows| (String::new(), rows.values().cloned().collect()));
        match table::count(&sections) {
            0 => String::new(),
            _ => table::table("The step of each state, by its number.", "STEPS", "Step", &sections),
        }
    }

    /// The modules of the numbers.
    pub(super) fn numbers(&self) -> [Numbers<'static>; 2] {
        let states = self.functions.keys().chain(self.closures.keys());
        let first = (self.functions.len() + self.closures.len()) as u32;
        [
            Numbers {
                module: "state",
                doc: "Where the loop goes on: at the beginning of a rule, or behind a part of it.",
                kind: "u32",
                rows: states.cloned().zip(0..).collect(),
            },
            Numbers {
                module: "ending",
                doc: "Where all that is left to do for a rule is to complete it.",
                kind: "u32",
                rows: self.endings.keys().cloned().zip(first..).collect(),
            },
        ]
    }
}

/// Returns the points that the loop can go on at, with the state of each, and all names so far.
pub(super) fn states(
    grammar: &Grammar,
    decisions: &Decisions,
    kinds: &Kinds,
    names: &Names,
) -> (BTreeMap<PointId, State>, Unique) {
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
    let states = all.into_iter().map(name).collect();
    (states, unique)
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
    /// The loop that goes from one state to the next, if the code refers to a state.
    pub(super) fn run_loop(&self) -> &'static str {
        let is_state = |part: &Part| matches!(part, Part::State(..));
        if self.asked.borrow().iter().any(is_state) { LOOP } else { NO_LOOP }
    }

    /// The name of the function of an option: that of its alternative if it has only one, or the symbol that it begins with.
    pub(super) fn option_name(&self, option: PointId, rule: Symbol) -> String {
        if let Some(name) = self.options.borrow().get(&option) {
            return name.clone();
        }
        let alternative = productions(self.decisions, &points(self.decisions, rule)).remove(&option).flatten();
        let wish = alternative.map(|id| self.names.alternative(id)).unwrap_or_else(|| {
            let symbol = self.symbol_at(option).unwrap_or(rule);
            format!("{}_from_{}", self.names.stem(rule), self.names.stem(symbol))
        });
        let name = ident(&self.unique.borrow_mut().of(format!("parse_{wish}")));
        self.options.borrow_mut().insert(option, name.clone());
        name
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

    /// Writes a state: a closure that stands in the table of all states if it is one expression, and its function otherwise.
    pub(super) fn state_code(&self, rule: Symbol, point: PointId) -> String {
        if let Some(end) = self.end_state(point, rule) {
            return format!("|p| {}", end.row(self).1);
        }
        let Some(State { function: name, .. }) = self.states.get(&point) else { return String::new() };
        let is_entry = self.decisions.entry(rule) == point;
        let body = is_entry.then(|| self.part_state(rule)).flatten();
        let body = body.unwrap_or_else(|| self.point(point, rule, CodePlace::State));
        let p = if mentions(&bare(&body), "p") { "p" } else { "_" };
        let is_named = is_entry && self.grammar.rules[rule.0 as usize].kind == RuleKind::Named;
        if !is_named && body.len() <= MAX_CLOSURE_COLUMNS && !body.contains('\n') && !body.contains("match ") {
            return format!("|{p}| {body}");
        }
        // Only the beginning of a rule has its text as documentation: the names of the others say where they are.
        let mut function = if is_entry { self.function_of(name, rule, "", p) } else { over(name, p) };
        function.ret("Option<State>").line(body);
        written(function)
    }

    /// Writes the entry of an optional or repeated part as one call of the cursor; none where `point` has to write the choice.
    fn part_state(&self, rule: Symbol) -> Option<String> {
        let (choice, body) = self.part_or_nothing(rule)?;
        let tried = || self.tried_part_state(rule, &choice);
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
                Some(format!("p.tail_if({}, {to}, {item}, Scope::{scope:?})", self.is_next(&bytes, callee)))
            }
            Some(bytes) => {
                let back = match self.decisions.point(end) {
                    // Nothing is chosen where one iteration ends and another begins.
                    Point::Repeat { shared, .. } if shared.is_empty() => self.state(self.decisions.entry(rule)),
                    _ => self.state(end),
                };
                Some(format!("p.call_if({}, {back}, {to}, {item}, Scope::{scope:?})", self.is_next(&bytes, callee)))
            }
            None => {
                let Some(bytes) = two_sets(&choice) else { return tried() };
                let part = self.first(bytes[0], callee);
                let follow = self.after(bytes[1], &self.names.constant(rule));
                let (back, _) = (self.state(end), choice.otherwise.map(|to| self.state(to)));
                Some(format!("p.try_{name}([{part}, {follow}], &WITHOUT, {back}, {to}, {item}, Scope::{scope:?})"))
            }
        }
    }

    /// Writes the entry of an optional part whose presence the next byte does not always tell: a table of branches to try.
    fn tried_part_state(&self, rule: Symbol, choice: &Choice<'_>) -> Option<String> {
        let mut targets = choice.branches.iter().map(|branch| branch.to).chain(choice.otherwise);
        if !targets.all(|to| self.states.contains_key(&to)) {
            return None;
        }
        let rows = choice.branches.iter().map(|branch| self.row(&self.state(branch.to), branch, 0, rule));
        let table = self.table("State", &rows.collect::<Vec<_>>(), self.names.constant(rule));
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
        let Some(symbol) = self.symbol_at(point) else { return String::new() };
        let is_leaf = self.grammar.terminal(symbol).is_some_and(|terminal| terminal.kind != TerminalKind::Token);
        let name = self.grammar.name(symbol);
        if is_leaf { name.to_owned() } else { format!("<{name}>") }
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
