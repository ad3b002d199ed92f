//! Heads: rules that have code of their own, and are not written out where they are called. Every cycle of calls needs one, and
//! large rules are heads too.

use std::collections::BTreeSet;

use grammarc_runtime::grammar::{Grammar, Plan, RuleKind, Symbol};
use grammarc_runtime::parse::decisions::{Decisions, Point, PointId};

use super::kind::{self, is_repeat};

/// Points beyond which a rule with several callers is written out once.
const LARGE_RULE_POINTS: usize = 48;

/// Callers beyond which a loop that heads interrupt is written out once.
const MOST_TORN: usize = 3;

/// Rules within one another beyond which the innermost is written out once.
const DEEP_RULES: usize = 12;

/// A call of a rule.
#[derive(Debug, Clone, Copy)]
struct Call {
    callee: Symbol,
    /// Whether a choice leads to it: another way may be more usual.
    chosen: bool,
}

struct Heads<'a> {
    grammar: &'a Grammar,
    calls: Vec<Vec<Call>>,
    /// The number of points of each rule.
    points: Vec<usize>,
    found: BTreeSet<Symbol>,
}

/// Returns the heads that the start rule leads to.
pub fn heads(grammar: &Grammar, decisions: &Decisions) -> BTreeSet<Symbol> {
    let rules = || (0..grammar.rules.len() as u32).map(Symbol);
    let calls = rules().map(|rule| calls(grammar, decisions, rule)).collect();
    let points = rules().map(|rule| kind::points(decisions, rule).len()).collect();
    let mut heads = Heads { grammar, calls, points, found: BTreeSet::new() };
    heads.find();
    heads.found
}

/// Returns the calls of a rule; the repetition itself at the end of an iteration is none.
fn calls(grammar: &Grammar, decisions: &Decisions, rule: Symbol) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![(decisions.entry(rule), false)];
    while let Some((id, chosen)) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        let point = decisions.point(id);
        if let Point::Call { item, .. } | Point::Tail { item, .. } = point {
            calls.push(Call { callee: grammar.items[item.0 as usize].symbol, chosen });
        }
        let is_choice = matches!(point, Point::Choose { .. }) && !is_repeat(grammar.rules[rule.0 as usize].kind);
        let next: Vec<PointId> = kind::successors(point);
        waiting.extend(next.into_iter().map(|next| (next, chosen || is_choice)));
    }
    calls
}

impl Heads<'_> {
    /// Finds a head on every cycle of calls, then the rules that are too large or too deep.
    fn find(&mut self) {
        loop {
            match self.inside_out() {
                Ok(rules) => return self.split(&rules),
                Err(cycle) => self.cut(&cycle),
            }
        }
    }

    /// Chooses a rule on a way from a rule back to itself: best one that a choice leads to.
    fn cut(&mut self, cycle: &[Call]) {
        let is_named = |call: &&Call| self.grammar.rules[call.callee.0 as usize].kind == RuleKind::Named;
        let chosen = cycle.iter().filter(is_named).find(|call| call.chosen);
        let named = chosen.or_else(|| cycle.iter().find(is_named)).or(cycle.first());
        self.found.extend(named.map(|call| call.callee));
    }

    /// Returns the reachable rules, callees first, where a callee is written out in its caller. The error is a cycle of such calls.
    fn inside_out(&self) -> Result<Vec<Symbol>, Vec<Call>> {
        let mut order = Vec::new();
        let mut done = BTreeSet::new();
        for root in std::iter::once(self.grammar.start).chain(self.found.iter().copied()) {
            // Rules within one another, and how many calls of each were looked at.
            let mut path = if done.contains(&root) { Vec::new() } else { vec![(root, 0)] };
            while let Some((rule, next)) = path.last_mut() {
                let Some(call) = self.calls[rule.0 as usize].get(*next) else {
                    done.insert(*rule);
                    order.push(*rule);
                    path.pop();
                    continue;
                };
                *next += 1;
                let callee = call.callee;
                if let Some(begin) =
                    path.iter().position(|(rule, _)| *rule == callee).filter(|_| !self.found.contains(&callee))
                {
                    return Err(path[begin..]
                        .iter()
                        .map(|&(rule, next)| self.calls[rule.0 as usize][next - 1])
                        .collect());
                }
                if !self.found.contains(&callee) && !done.contains(&callee) {
                    path.push((callee, 0));
                }
            }
        }
        Ok(order)
    }

    /// Whether a rule is a loop that a head interrupts: it would need states of its own for each caller.
    fn is_torn(&self, rule: usize) -> bool {
        let is_loop = self.grammar.rules[rule].plan == Plan::Loop;
        is_loop && self.calls[rule].iter().any(|call| self.found.contains(&call.callee))
    }

    /// Finds rules that are too large to write out for each of several callers, and rules that nest too deep.
    fn split(&mut self, rules: &[Symbol]) {
        let mut callers = vec![0; self.calls.len()];
        let called = rules.iter().flat_map(|rule| &self.calls[rule.0 as usize]);
        called.for_each(|call| callers[call.callee.0 as usize] += 1);
        let mut depths = vec![1; self.calls.len()];
        for rule in rules.iter().map(|rule| rule.0 as usize) {
            for call in self.calls[rule].iter().filter(|call| !self.found.contains(&call.callee)) {
                self.points[rule] += self.points[call.callee.0 as usize];
                depths[rule] = depths[rule].max(depths[call.callee.0 as usize] + 1);
            }
            let is_torn = self.is_torn(rule) && callers[rule] > MOST_TORN;
            if depths[rule] > DEEP_RULES || self.points[rule] > LARGE_RULE_POINTS && callers[rule] > 1 || is_torn {
                self.found.insert(Symbol(rule as u32));
            }
        }
    }
}
