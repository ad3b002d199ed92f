//! Which rules are functions, and which are states of the loop.

use grammarc_runtime::grammar::{Grammar, Plan, RuleKind, Symbol};
use grammarc_runtime::parse::decisions::{Decisions, Point, PointId};

use grammarc_runtime::components::components;

/// How deeply functions call one another. Parts of rules are closures that generic functions of the cursor call, and rustc follows
/// 128 nested instances of one function: `<pair>{0,130}` would be more. So a rule above a deeper nesting is a state.
const MAX_CALLS: usize = 48;

/// The facts about each rule that choose its code, by symbol.
#[derive(Debug)]
pub struct Kinds {
    states: Vec<bool>,
    choices: Vec<bool>,
    reached: Vec<bool>,
    /// How many items call each rule.
    callers: Vec<u32>,
}

impl Kinds {
    /// Finds the recursive rules, where the repetition of a list does not count.
    pub fn new(grammar: &Grammar, decisions: &Decisions) -> Self {
        let rules = || (0..grammar.rules.len() as u32).map(Symbol);
        let calls: Vec<Vec<Symbol>> = rules().map(|rule| calls(grammar, decisions, rule)).collect();
        let edges: Vec<Vec<usize>> =
            calls.iter().map(|calls| calls.iter().map(|rule| rule.0 as usize).collect()).collect();
        let components = components(&edges);
        let mut sizes = vec![0; edges.len()];
        components.iter().for_each(|&component| sizes[component] += 1);
        let is_state = |rule: Symbol| {
            let row = &grammar.rules[rule.0 as usize];
            sizes[components[rule.0 as usize]] > 1
                || calls[rule.0 as usize].contains(&rule)
                || row.plan == Plan::Loop
                || row.count.is_some()
                || row.kind == RuleKind::Repeat && is_again(decisions, rule) && !is_simple(decisions, rule)
        };
        let mut states: Vec<bool> = rules().map(is_state).collect();
        cut(&edges, &mut states);
        let mut reached = vec![false; grammar.rules.len()];
        reaches(&calls, grammar.start)
            .into_iter()
            .chain([grammar.start])
            .for_each(|rule| reached[rule.0 as usize] = true);
        let mut callers = vec![0; grammar.rules.len()];
        let called = calls.iter().zip(&reached).filter(|(_, is_reached)| **is_reached).flat_map(|(calls, _)| calls);
        called.for_each(|rule| callers[rule.0 as usize] += 1);
        Self { states, choices: rules().map(|rule| has_choice(decisions, rule)).collect(), reached, callers }
    }

    /// Returns whether a rule is a state of the loop; otherwise it is a function.
    pub fn is_state(&self, rule: Symbol) -> bool {
        self.states[rule.0 as usize]
    }

    /// Returns whether options of a rule may remain when it is complete.
    pub fn has_choice(&self, rule: Symbol) -> bool {
        self.choices[rule.0 as usize]
    }

    /// Returns whether one item alone calls a rule.
    pub fn is_called_once(&self, rule: Symbol) -> bool {
        self.callers[rule.0 as usize] == 1
    }

    /// Returns whether the start rule reaches a rule by points that are parsed at all.
    pub fn is_reached(&self, rule: Symbol) -> bool {
        self.reached[rule.0 as usize]
    }
}

/// Returns the points of a rule, in the order of first reach.
pub fn points(decisions: &Decisions, rule: Symbol) -> Vec<PointId> {
    let mut found = vec![decisions.entry(rule)];
    let mut next = 0;
    while let Some(&id) = found.get(next) {
        next += 1;
        for successor in successors(decisions.point(id)) {
            if !found.contains(&successor) {
                found.push(successor);
            }
        }
    }
    found
}

/// Returns where a point goes on in its own rule.
pub fn successors(point: &Point) -> Vec<PointId> {
    match point {
        Point::Terminal { next, .. } | Point::Settle { next, .. } | Point::Drive { next, .. } => vec![*next],
        Point::Count { more, stop, choose, .. } => vec![*more, *stop, *choose],
        Point::Call { back, .. } => vec![*back],
        Point::Tail { end, .. } => vec![*end],
        Point::Choose { branches, otherwise, .. } => {
            branches.iter().map(|branch| branch.to).chain(*otherwise).collect()
        }
        Point::Repeat { to, .. } | Point::Grow { to, .. } => vec![*to],
        Point::End { .. } | Point::Stop | Point::Chart | Point::Done => Vec::new(),
    }
}

fn calls(grammar: &Grammar, decisions: &Decisions, rule: Symbol) -> Vec<Symbol> {
    let called = |id| match decisions.point(id) {
        Point::Call { item, .. } | Point::Tail { item, .. } => Some(grammar.items[item.0 as usize].symbol),
        _ => None,
    };
    points(decisions, rule).into_iter().filter_map(called).collect()
}

/// Turns rules into states where functions would nest too deep. Without states, no rule is recursive.
fn cut(calls: &[Vec<usize>], states: &mut [bool]) {
    let mut heights: Vec<Option<usize>> = vec![None; calls.len()];
    let mut waiting: Vec<usize> = (0..calls.len()).collect();
    while let Some(&rule) = waiting.last() {
        let functions = || calls[rule].iter().copied().filter(|&callee| !states[callee]);
        let missing: Vec<usize> = functions().filter(|&callee| heights[callee].is_none()).collect();
        if !missing.is_empty() && !states[rule] {
            waiting.extend(missing);
            continue;
        }
        waiting.pop();
        let height = functions().filter_map(|callee| heights[callee]).max().map_or(0, |highest| highest + 1);
        states[rule] |= height > MAX_CALLS;
        heights[rule] = Some(height);
    }
}

/// Returns the rules that a rule leads to.
fn reaches(calls: &[Vec<Symbol>], from: Symbol) -> Vec<Symbol> {
    let mut seen = vec![false; calls.len()];
    let mut found = calls[from.0 as usize].clone();
    found.retain(|rule| !std::mem::replace(&mut seen[rule.0 as usize], true));
    let mut next = 0;
    while let Some(&rule) = found.get(next) {
        next += 1;
        let more = calls[rule.0 as usize].iter().filter(|rule| !std::mem::replace(&mut seen[rule.0 as usize], true));
        found.extend(more.copied());
    }
    found
}

fn has_choice(decisions: &Decisions, rule: Symbol) -> bool {
    let is_conflict = |id: &PointId| match decisions.point(*id) {
        Point::Choose { branches, .. } => {
            let pairs = branches.iter().enumerate().flat_map(|(n, a)| branches[..n].iter().map(move |b| (a, b)));
            pairs.into_iter().any(|(a, b)| !a.excludes(b))
        }
        _ => false,
    };
    points(decisions, rule).iter().any(is_conflict)
}

/// Whether a repetition iterates.
pub fn is_again(decisions: &Decisions, rule: Symbol) -> bool {
    points(decisions, rule).iter().any(|id| matches!(decisions.point(*id), Point::Repeat { .. }))
}

/// Whether a repetition is a choice between one iteration and its end.
fn is_simple(decisions: &Decisions, rule: Symbol) -> bool {
    let Point::Choose { branches, .. } = decisions.point(decisions.entry(rule)) else { return false };
    let [_, stop] = branches.as_slice() else { return false };
    matches!(decisions.point(stop.to), Point::End { .. })
}

/// Whether a rule of this kind may be a loop inside a function.
pub fn is_repeat(kind: RuleKind) -> bool {
    kind == RuleKind::Repeat
}
