//! The parts of a node in another order: what differs only in that becomes alike.
//!
//! The pass `reorder_spans` of Hypothesis (D. MacIver, A. Donaldson, ECOOP 2020): elements of lists and other parts of one kind that
//! stand side by side are sorted, or else two neighbours change places. Beyond that, what stands elsewhere moves among them, into
//! the place of the least text of its kind.

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
    paper: "MacIver & Donaldson, ECOOP 2020: sort what stands side by side, swap neighbours, fill gaps",
    run: |search| {
        search.parse_again();
        change_each(search, orders)?;
        change_each(search, moves)
    },
};

/// How many nodes are looked at for what could move into a gap.
const REACH: usize = 64;
/// How many pairs of neighbours are tried to be swapped in one node.
const SWAPS: usize = 16;

/// Parts of one node that are asked for by the same symbol.
type Siblings = Vec<NodeId>;

/// Returns other orders of the parts of a node: sorted, or with two neighbours swapped that are not in order.
fn orders(view: &View<'_>, node: NodeId) -> Vec<Candidate> {
    let orders = siblings(view, node).into_values().flat_map(|places| {
        let sorted = sorted(view, &places, places.clone());
        let pairs = places.windows(2).map(|pair| (pair, self::sorted(view, &places, pair.to_vec())));
        let swaps: Vec<Vec<Edit>> =
            pairs.filter_map(|(pair, sorted)| permuted(view, pair, &sorted)).take(SWAPS).collect();
        permuted(view, &places, &sorted).into_iter().chain(swaps)
    });
    orders.map(Candidate::Edits).collect()
}

/// Returns what else could stand in the gaps among the parts of a node, with all of them sorted. A gap is left where it stood.
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
        let nodes = view.tree.subtree(view.tree.root()).take(REACH).filter(is_apart);
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

/// Returns the parts of a node of which there are several of one kind.
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

/// Returns whether a part is no element of a list. Where nothing separates elements, their order says what they mean.
fn has_places(view: &View<'_>, node: NodeId) -> bool {
    matches!(view.place(node), Place::Fixed | Place::Optional)
}

/// Returns what stands between the first two places.
fn between<'a>(view: &'a View<'_>, places: &[NodeId]) -> &'a [u8] {
    &view.text[view.tree.node(places[0]).span.end..view.tree.node(places[1]).span.start]
}

fn wanted(view: &View<'_>, node: NodeId) -> Symbol {
    view.tree.wanted(&view.language.grammar, node)
}

/// Returns the order of least text, with what now stands between the first two places between any two.
fn sorted(view: &View<'_>, places: &[NodeId], mut order: Siblings) -> Siblings {
    let between = between(view, places);
    order.sort_by(|&left, &right| {
        let (left, right) = (view.text_of(left), view.text_of(right));
        order::compare(&[left, between, right].concat(), &[right, between, left].concat())
    });
    order
}

/// Returns the edits that put other nodes in some places; none if that changes nothing.
fn permuted(view: &View<'_>, places: &[NodeId], order: &[NodeId]) -> Option<Vec<Edit>> {
    let moved = places.iter().zip(order).filter(|&(&place, &by)| view.text_of(place) != view.text_of(by));
    let edits: Vec<Edit> = moved.map(|(&node, &by)| Edit::Hoist { node, by }).collect();
    (!edits.is_empty()).then_some(edits)
}
