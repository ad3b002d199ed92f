//! Other trees than the first: what hooks reject may be right in another reading.
//!
//! The trees of an input are tried in the order of their priority. At a rejection the latest decision before it that has an
//! option left takes the next one.

use crate::earley::Decision;
use crate::language::Language;
use crate::meaning::{Violation, Wrong, violations};
use crate::regular::Matcher;
use crate::tree::Tree;

/// After how many rejections the first tree is the answer.
const REJECTIONS: usize = 64;
/// How often an option may turn out to be none.
const EXHAUSTED: usize = 1024;
/// In longer inputs no other reading is looked for, in bytes: it takes a chart.
const LONGEST: usize = 1 << 18;

impl Language {
    /// Returns the first tree that breaks nothing, given what the very first one breaks; none if it is not found after 64
    /// rejections. A chart of the input is made, and a tree for each rejection. The chart is of as many items and links as `effort`
    /// says, at most, and takes from that.
    #[doc(hidden)]
    pub fn other_reading(&self, input: &[u8], broken: &[Violation], first: &Tree, effort: &mut usize) -> Option<Tree> {
        if input.len() > LONGEST {
            return None;
        }
        let grammar = &self.grammar;
        let matcher = Matcher { grammar, automata: &self.automata, input };
        let earley = self.earley();
        let recognized = earley.recognize(matcher, effort).ok()?;
        let (_, mut decisions) = earley.tree_from(matcher, &recognized, &[])?;
        let mut rejected = end_of_first(broken, first, input);
        let (mut rejections, mut exhausted) = (1, 0);
        while rejections < REJECTIONS && exhausted < EXHAUSTED {
            let least = next(&mut decisions, rejected)?;
            match earley.tree_from(matcher, &recognized, &least) {
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

/// Where the first violation is noticed: at the end of its node, or of the input where something later would have helped.
fn end_of_first(broken: &[Violation], tree: &Tree, input: &[u8]) -> usize {
    let end = |violation: &Violation| match violation.wrong {
        Wrong::Undefined { late: true, .. } | Wrong::Lies(_) | Wrong::Differs { .. } | Wrong::Miscounted { .. } => {
            input.len() + 1
        }
        _ => tree.node(violation.node).span.end,
    };
    broken.iter().map(end).min().unwrap_or_default()
}

/// Drops the decisions made at `rejected` or behind it and all that have no other option left, and returns the rest with
/// the next option of the last one.
fn next(decisions: &mut Vec<Decision>, rejected: usize) -> Option<Vec<u32>> {
    while let Some(decision) = decisions.pop() {
        if decision.at < rejected && decision.chosen + 1 < decision.options {
            decisions.push(Decision { chosen: decision.chosen + 1, ..decision });
            return Some(decisions.iter().map(|decision| decision.chosen).collect());
        }
    }
    None
}
