//! The texts that are instances of two patterns are the instances of a third one, or there are none.
//!
//! Two patterns are walked in parallel: a fixed part of one must be the same in the other, or lie in a hole there. So the common instances
//! have the fixed parts of both, and are free where a hole of one lies in a hole of the other: `[<number>,2]` and `[1,<number>]` give
//! `[1,2]`.

use std::collections::{HashMap, HashSet};

use super::align::{ParsedText, aligned_but};
use super::maker::{Maker, variable_at};
use super::units::Unit;
use super::{Hole, Pattern};
use grammarc_core::grammar::Grammar;
use grammarc_core::parse::Outcome;
use grammarc_core::tree::{NodeId, Tree, name_span};
use grammarc_reduce::format::Format;

/// The common instances of two patterns.
pub(super) enum Intersection {
    /// Only instances of this pattern can be instances of both. The constraints of both are still to be checked.
    Pattern(Box<Pattern>),
    /// No text is an instance of both.
    Nothing,
    /// Unknown, because names or fields tie fixed parts to holes.
    Unknown,
}

/// Returns the common instances of two patterns.
pub(super) fn meet(language: &Format, one: &Maker<'_>, other: &Pattern) -> Intersection {
    let Some(there) = overlaid(&language.grammar, &one.pattern, other) else { return Intersection::Nothing };
    match common(language, one, other, &there) {
        Some(pattern) => Intersection::Pattern(Box::new(pattern)),
        None => Intersection::Unknown,
    }
}

/// Maps the holes of the first pattern to nodes that are fixed in the second one; none if fixed parts of the two differ. For example,
/// `[<number>,2]` and `[1,<number>]` map the first hole to the `1`.
fn overlaid(grammar: &Grammar, one: &Pattern, other: &Pattern) -> Option<HashMap<NodeId, NodeId>> {
    let open = |pattern: &Pattern| -> HashSet<NodeId> { pattern.holes.iter().map(|hole| hole.node).collect() };
    let (left, right) = (open(one), open(other));
    let mut there = HashMap::new();
    let (here, beside) = (seen(one), seen(other));
    let is_free = |node: NodeId, met: NodeId| left.contains(&node) || right.contains(&met);
    let is_same = aligned_but(grammar, here, beside, is_free, |node, met| {
        if left.contains(&node) && !right.contains(&met) {
            there.insert(node, met);
        }
    });
    is_same.then_some(there)
}

fn seen(pattern: &Pattern) -> ParsedText<'_> {
    ParsedText { text: &pattern.text, tree: &pattern.tree }
}

/// Returns the pattern of the common instances: a common instance, with holes where both patterns have one.
fn common(language: &Format, one: &Maker<'_>, other: &Pattern, there: &HashMap<NodeId, NodeId>) -> Option<Pattern> {
    let grammar = &language.grammar;
    let mut units: Vec<Unit> = Vec::new();
    let mut texts: Vec<&[u8]> = Vec::new();
    for unit in &one.holes {
        if let Some(&met) = unit.nodes.iter().find_map(|node| there.get(node)) {
            units.push(unit.clone());
            texts.push(&other.text[name_span(grammar, &other.tree, met)]);
        }
    }
    let text = one.filler.spliced(&units, &texts)?.text;
    let (Outcome::Valid(tree) | Outcome::Invalid(tree, _)) = language.parsing().judge(&text) else {
        return None;
    };
    // Constraints are checked on the texts that are made later, not on this one.
    let left = bare(&one.pattern).matched(grammar, &text, &tree)?;
    let right = bare(other).matched(grammar, &text, &tree)?;
    let mut nodes = inner(&tree, &left, &right);
    nodes.extend(inner(&tree, &right, &left));
    nodes.sort_by_cached_key(|&node| tree.index_of(node));
    nodes.dedup();
    let hole = |&node: &NodeId| {
        let symbol = tree.wanted(grammar, node);
        let name = grammar.name(symbol).to_owned().into();
        Hole { node, symbol, name, variable: None, constraints: Vec::new() }
    };
    let holes = nodes.iter().map(hole).collect();
    whole(language, Pattern { text: text.to_vec(), tree, holes })
}

/// Returns a pattern without its constraints.
fn bare(pattern: &Pattern) -> Pattern {
    let mut bare = pattern.clone();
    bare.holes.iter_mut().for_each(|hole| hole.constraints.clear());
    bare
}

/// Keeps the nodes that are one of `others`, or lie inside one.
fn inner(tree: &Tree, nodes: &[NodeId], others: &[NodeId]) -> Vec<NodeId> {
    let open: HashSet<NodeId> = others.iter().flat_map(|&node| tree.subtree(node)).collect();
    nodes.iter().copied().filter(|node| open.contains(node)).collect()
}

/// Closes the holes of names that are fixed in another place.
fn whole(language: &Format, mut pattern: Pattern) -> Option<Pattern> {
    let filler = Maker::new(language, pattern.clone(), 0).ok()?.filler;
    let tree = &pattern.tree;
    let open: HashSet<NodeId> = pattern.holes.iter().flat_map(|hole| tree.subtree(hole.node)).collect();
    pattern.holes.retain(|hole| {
        let variable = variable_at(&filler, hole.node).map(|number| &filler.variables[number as usize]);
        variable.is_none_or(|variable| variable.nodes.iter().all(|node| open.contains(node)))
    });
    Some(pattern)
}
