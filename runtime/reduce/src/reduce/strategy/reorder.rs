//! Reorders the parts of a node, so that results that differ only in order become equal.
//!
//! The pass `reorder_spans` of Hypothesis (D. MacIver, A. Donaldson, ECOOP 2020): elements of lists and other
//! adjacent parts of one kind are sorted, or else two neighbours change places. Beyond that, a node from elsewhere
//! moves among them, into the place of a part with the minimal text of its kind.

use std::collections::BTreeMap;

use super::{Strategy, View, agenda::change_each, hoist};
use crate::edit::{Candidate, Edit};
use crate::facts::Place;
use grammarc_core::grammar::Symbol;
use grammarc_core::order;
use grammarc_core::tree::NodeId;

/// Another order.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "reorder",
    paper: "MacIver & Donaldson, ECOOP 2020: sort adjacent elements, swap neighbours, fill gaps",
    run: |search| {
        search.parse_again();
        change_each(search, orders)?;
        change_each(search, moves)
    },
};

/// Number of nodes to examine as the node that moves into a gap. Each that fits costs a test.
const MAX_EXAMINED_NODES: usize = 64;
/// Number of swaps of neighbours in one node. Each costs a test.
const MAX_SWAPS: usize = 16;

/// Parts of one node that the grammar requires by the same symbol.
type Siblings = Vec<NodeId>;

/// Returns other orders of the parts of a node: sorted, or with two neighbours swapped that are not in order. For
/// example, `[b, c, a]` becomes `[a, b, c]`, or else `[b, a, c]`.
fn orders(view: &View<'_>, node: NodeId) -> Vec<Candidate> {
    let orders = siblings(view, node).into_values().flat_map(|places| {
        let sorted = sorted(view, &places, places.clone());
        let pairs = places.windows(2).map(|pair| (pair, self::sorted(view, &places, pair.to_vec())));
        let swaps: Vec<Vec<Edit>> =
            pairs.filter_map(|(pair, sorted)| permuted(view, pair, &sorted)).take(MAX_SWAPS).collect();
        permuted(view, &places, &sorted).into_iter().chain(swaps)
    });
    orders.map(Candidate::Edits).collect()
}

/// Returns candidates that fill a gap among the parts of a node with a node from elsewhere, and sort the parts. The
/// moved node leaves a minimal text behind.
fn moves(view: &View<'_>, node: NodeId) -> Vec<Candidate> {
    let around = view.tree.node(node).span;
    let is_apart = |&other: &NodeId| {
        let span = view.tree.node(other).span;
        span.end <= around.start || span.start >= around.end
    };
    let mut found = Vec::new();
    for (symbol, places) in siblings(view, node) {
        let is_gap = |&place: &NodeId| view.text_of(place) == view.minimal(place);
        let Some(gap) = places.iter().position(is_gap) else { continue };
        let nodes = view.tree.subtree(view.tree.root()).take(MAX_EXAMINED_NODES).filter(is_apart);
        let fits = |&other: &NodeId| wanted(view, other) == symbol && !is_gap(&other);
        for other in nodes.filter(fits) {
            let mut order = places.clone();
            order[gap] = other;
            let edits = permuted(view, &places, &sorted(view, &places, order)).into_iter().flatten();
            found.push(Candidate::Edits(edits.chain([Edit::Minimal(other)]).collect()));
        }
    }
    found
}

/// Returns the parts of a node that occur several times, by kind.
fn siblings(view: &View<'_>, node: NodeId) -> BTreeMap<Symbol, Siblings> {
    let mut kinds: BTreeMap<Symbol, Siblings> = BTreeMap::new();
    for part in view.tree.parts(node) {
        let part = hoist::element(view, part).unwrap_or(part);
        kinds.entry(wanted(view, part)).or_default().push(part);
    }
    kinds.retain(|_, places| {
        places.len() > 1 && (has_places(view, places[1]) || !between(view, places).trim_ascii().is_empty())
    });
    kinds
}

/// Returns whether a part is no element of a list. The order of elements without a separator matters, as in digits.
fn has_places(view: &View<'_>, node: NodeId) -> bool {
    matches!(view.place(node), Place::Fixed | Place::Optional)
}

/// Returns the text between the first two places.
fn between<'a>(view: &'a View<'_>, places: &[NodeId]) -> &'a [u8] {
    &view.text[view.tree.node(places[0]).span.end..view.tree.node(places[1]).span.start]
}

fn wanted(view: &View<'_>, node: NodeId) -> Symbol {
    view.tree.wanted(&view.language.grammar, node)
}

/// Returns the order that gives the least text, with the present separator between any two nodes.
fn sorted(view: &View<'_>, places: &[NodeId], mut order: Siblings) -> Siblings {
    let between = between(view, places);
    order.sort_by(|&left, &right| {
        let (left, right) = (view.text_of(left), view.text_of(right));
        order::compare(&[left, between, right].concat(), &[right, between, left].concat())
    });
    order
}

/// Returns the edits that put the nodes of `order` into the places; none if that changes nothing.
fn permuted(view: &View<'_>, places: &[NodeId], order: &[NodeId]) -> Option<Vec<Edit>> {
    let moved = places.iter().zip(order).filter(|&(&place, &by)| view.text_of(place) != view.text_of(by));
    let edits: Vec<Edit> = moved.map(|(&node, &by)| Edit::Hoist { node, by }).collect();
    (!edits.is_empty()).then_some(edits)
}
