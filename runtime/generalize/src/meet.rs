//! The texts that are instances of two patterns are those of one, or there are none.
//!
//! Two patterns are walked at once: what is fixed in one must be fixed alike in the other, or be in a hole there. So the texts of both
//! have what is fixed in either, and are free where a hole of one lies in a hole of the other.

use std::collections::{HashMap, HashSet};

use super::align::{Seen, aligned_but};
use super::maker::{Maker, variable_at};
use super::units::Unit;
use super::{Hole, Pattern};
use grammarc_core::grammar::Grammar;
use grammarc_core::parse::Outcome;
use grammarc_core::tree::{NodeId, Tree, name_span};
use grammarc_reduce::format::Format;

/// What two patterns have in common.
pub(super) enum Meet {
    /// The instances of this pattern are the only texts that can be instances of both; what either asks of holes comes on top.
    Pattern(Box<Pattern>),
    /// No text is an instance of both.
    Nothing,
    /// It was not found out: names or fields tie what is fixed to what is not.
    Unknown,
}

/// Returns what two patterns have in common.
pub(super) fn meet(language: &Format, one: &Maker<'_>, other: &Pattern) -> Meet {
    let Some(there) = overlaid(&language.grammar, &one.pattern, other) else { return Meet::Nothing };
    match common(language, one, other, &there) {
        Some(pattern) => Meet::Pattern(Box::new(pattern)),
        None => Meet::Unknown,
    }
}

/// Returns what is fixed in the second pattern where the first one has holes; none if both are fixed somewhere, and not alike.
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

fn seen(pattern: &Pattern) -> Seen<'_> {
    Seen { text: &pattern.text, tree: &pattern.tree }
}

/// Returns the pattern of both: an instance of both, with holes where both have one.
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
    // What is asked of holes beyond their kind is asked of what is made, not of this text.
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
    whole(language, Pattern { text, tree, holes })
}

/// Returns a pattern without its constraints.
fn bare(pattern: &Pattern) -> Pattern {
    let mut bare = pattern.clone();
    bare.holes.iter_mut().for_each(|hole| hole.constraints.clear());
    bare
}

/// Returns those of some nodes that are one of the others, or in one.
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
