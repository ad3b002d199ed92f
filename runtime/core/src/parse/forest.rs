//! Other trees than the first, because an ambiguous input that hooks reject in one reading may be right in another. For example,
//! `a * b;` in C is a product, or a declaration of `b` if `a` is a type.
//!
//! The trees of an input are tried in the order of their priority. After a rejection, the search returns to the latest decision
//! before the rejected place that has an option left, and takes that option.

use crate::earley::Decision;
use crate::language::Language;
use crate::meaning::{Violation, ViolationKind, violations};
use crate::parse::{budget, within};
use crate::regular::Matcher;
use crate::steps;
use crate::tree::Tree;

/// Maximum number of rejected trees. Then the first tree is the answer, with its violations. Each rejected tree takes the time of a
/// parse.
const MAX_REJECTED_TREES: usize = 64;
/// Maximum number of options that lead to no tree. They cost less than a rejected tree, so there may be more.
const MAX_DEAD_ENDS: usize = 1024;
/// Number of steps that all trees may take to be built, for each item and link that the chart may have. For example, where 500 elements
/// hold one another and each may end anywhere, a tree takes as many steps as the chart has items.
const STEPS_PER_CHART_ITEM: u64 = 16;
/// Maximum size in bytes (256 kB) of an input that gets another reading, because that takes a chart.
const MAX_REREAD_BYTES: usize = 1 << 18;

impl Language {
    /// Returns the first tree without violations, given the violations of the very first tree. Returns none if 64 trees have been
    /// rejected before, or if they would take too many steps. Takes a chart of the input, at most of `effort` items and links, and as
    /// many as a chart may have where time matters, and a tree for each rejection. The chart's size is subtracted from `effort`.
    #[doc(hidden)]
    pub fn other_reading(&self, input: &[u8], broken: &[Violation], first: &Tree, effort: &mut usize) -> Option<Tree> {
        if input.len() > MAX_REREAD_BYTES {
            return None;
        }
        let grammar = &self.grammar;
        let matcher = Matcher { grammar, automata: &self.automata, input };
        let earley = self.earley();
        let mut recognized = within(input, effort, |effort| earley.recognize(matcher, effort)).ok()?;
        let mut steps = STEPS_PER_CHART_ITEM * budget(input) as u64;
        let mut tree_from = |least: &[u32]| {
            let (made, taken) = steps::within(steps, || earley.tree_from(matcher, &mut recognized, least));
            steps = steps.saturating_sub(taken);
            made.filter(|_| steps > 0)?.ok()
        };
        let (_, mut decisions) = tree_from(&[])??;
        let mut rejected = end_of_first(broken, first, input);
        let (mut rejections, mut exhausted) = (1, 0);
        while rejections < MAX_REJECTED_TREES && exhausted < MAX_DEAD_ENDS {
            let least = next(&mut decisions, rejected)?;
            match tree_from(&least)? {
                None => (exhausted, rejected) = (exhausted + 1, usize::MAX),
                Some((tree, made)) => {
                    let broken = violations(self.meaning(), input, &tree);
                    if broken.is_empty() {
                        return Some(tree);
                    }
                    rejections += 1;
                    rejected = end_of_first(&broken, &tree, input);
                    decisions = made;
                }
            }
        }
        None
    }
}

impl Language {
    /// Returns a tree of an ambiguous input that differs from the first one; neither violates a field or hook. None also if none is
    /// among the first 64 readings, or if the chart takes more than `effort` items and links.
    #[doc(hidden)]
    pub fn second_tree(&self, input: &[u8], mut effort: usize) -> Option<Tree> {
        let matcher = Matcher { grammar: &self.grammar, automata: &self.automata, input };
        let earley = self.earley();
        let mut recognized = earley.recognize(matcher, &mut effort).ok()?;
        let (first, mut decisions) = earley.tree_from(matcher, &mut recognized, &[]).ok()??;
        let is_valid = |tree: &Tree| violations(self.meaning(), input, tree).is_empty();
        if !is_valid(&first) {
            return None;
        }
        for _ in 0..MAX_REJECTED_TREES {
            let least = next(&mut decisions, usize::MAX)?;
            if let Some((tree, made)) = earley.tree_from(matcher, &mut recognized, &least).ok()? {
                if tree != first && is_valid(&tree) {
                    return Some(tree);
                }
                decisions = made;
            }
        }
        None
    }
}

/// Returns the offset at which the first violation is noticed: the end of its node, or of the input where something later would
/// have helped. For example, a use that a later definition could have met is noticed at the end.
fn end_of_first(broken: &[Violation], tree: &Tree, input: &[u8]) -> usize {
    let end = |violation: &Violation| match violation.kind {
        ViolationKind::Undefined { late: true, .. }
        | ViolationKind::Lies(_)
        | ViolationKind::Differs { .. }
        | ViolationKind::Miscounted { .. } => input.len() + 1,
        _ => tree.node(violation.node).span.end,
    };
    broken.iter().map(end).min().unwrap_or_default()
}

/// Drops the decisions made at `rejected` or behind it, and all decisions without another option. Returns the rest, with the next
/// option of the last decision.
fn next(decisions: &mut Vec<Decision>, rejected: usize) -> Option<Vec<u32>> {
    while let Some(decision) = decisions.pop() {
        if decision.at < rejected && decision.chosen + 1 < decision.options {
            decisions.push(Decision { chosen: decision.chosen + 1, ..decision });
            return Some(decisions.iter().map(|decision| decision.chosen).collect());
        }
    }
    None
}
