//! Adjacent lists: joins two lists, or moves elements of one list to an empty one.
//!
//! For example, deletion alone cannot get from `[[0],[0]]` to `[[0,0]]`; in Hypothesis the choices that end one list
//! and begin the next are deleted (D. MacIver, A. Donaldson, ECOOP 2020).

use super::{Strategy, View, agenda::change_each, fixpoint, hoist};
use crate::edit::{Candidate, Edit};
use crate::facts::{Part, Place};
use grammarc_core::grammar::{ItemId, ProductionId};
use grammarc_core::tree::NodeId;

/// Joining and splitting lists.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "join",
    paper: "MacIver & Donaldson, ECOOP 2020: join adjacent lists, or share the elements of one between them",
    run: |search| {
        fixpoint(search, |search| {
            search.parse_again();
            change_each(search, joined)
        })
    },
};

/// Number of places to split one list at. Each costs a test.
const MAX_SPLITS: usize = 8;
/// Number of sibling parts to search for an empty list, so that long lists take linear time.
const MAX_SIBLINGS: usize = 64;
/// Number of nodes on the way down from a part to its list. A list further down belongs to another part.
const MAX_CHAIN_NODES: usize = 16;

/// The elements of a list that are parts of one node.
struct SiblingList {
    /// The node to drop with the list: it includes the separator before the list.
    part: NodeId,
    holder: NodeId,
    number: u32,
    elements: Vec<NodeId>,
}

/// Returns the candidates that join or split adjacent lists among the parts of a node.
fn joined(view: &View<'_>, node: NodeId) -> Vec<Candidate> {
    let parts: Vec<NodeId> = view.tree.parts(node).collect();
    let mut found = Vec::new();
    let lists: Vec<SiblingList> = parts.iter().filter_map(|&part| list(view, part)).collect();
    for pair in lists.windows(2) {
        found.extend(join(view, &pair[0], &pair[1]));
    }
    for list in lists.iter().filter(|list| list.elements.len() > 1) {
        let production = |node: NodeId| view.tree.node(node).production;
        let is_empty =
            |&node: &NodeId| production(node) == production(list.holder) && elements(view, node).next().is_none();
        if let Some(empty) = parts.iter().take(MAX_SIBLINGS).find_map(|&part| chain(view, part).find(is_empty)) {
            found.extend((1..list.elements.len()).take(MAX_SPLITS).map(|at| split(view, list, at, empty)));
        }
    }
    found
}

/// Returns the outermost list on the way down the heaviest parts.
fn list(view: &View<'_>, part: NodeId) -> Option<SiblingList> {
    let holder = chain(view, part).find(|&node| elements(view, node).next().is_some())?;
    let number = elements(view, holder).next()?.0;
    let elements = elements(view, holder).filter(|&(list, _)| list == number).map(|(_, element)| element).collect();
    Some(SiblingList { part, holder, number, elements })
}

/// Returns a part without the separator before it, and the heaviest parts below.
fn chain(view: &View<'_>, part: NodeId) -> impl Iterator<Item = NodeId> {
    let heaviest = |&node: &NodeId| view.tree.parts(node).max_by_key(|&part| view.weight(part));
    std::iter::successors(Some(hoist::element(view, part).unwrap_or(part)), heaviest).take(MAX_CHAIN_NODES)
}

/// Returns the parts of a node that are elements of lists, each with the number of its list.
fn elements(view: &View<'_>, node: NodeId) -> impl Iterator<Item = (u32, NodeId)> {
    view.tree.parts(node).filter_map(|part| match view.place(part) {
        Place::Element { list, .. } => Some((list, part)),
        _ => None,
    })
}

/// Moves the elements of the second list to the end of the first.
fn join(view: &View<'_>, first: &SiblingList, second: &SiblingList) -> Option<Candidate> {
    let (&last, &from, &to) = (first.elements.last()?, second.elements.first()?, second.elements.last()?);
    let at = |node: NodeId| view.tree.node(node).span;
    let text = [
        &view.text[at(first.holder).start..at(last).end],
        &separator(view, first.number),
        &view.text[at(from).start..at(to).end],
        &view.text[at(last).end..at(first.holder).end],
    ];
    (first.number == second.number).then(|| {
        let edits = vec![Edit::Text { node: first.holder, text: text.concat() }, Edit::Drop(second.part)];
        Candidate::Edits(edits)
    })
}

/// Moves the elements from number `at` on to an empty list. For example, `[[0,1],[]]` becomes `[[0],[1]]`.
fn split(view: &View<'_>, list: &SiblingList, at: usize, empty: NodeId) -> Candidate {
    let span = |node: NodeId| view.tree.node(node).span;
    let whole = span(list.holder);
    let (first, last) = (list.elements[0], list.elements[list.elements.len() - 1]);
    let moved = hoist::element(view, list.elements[at]).unwrap_or(list.elements[at]);
    let (before, after) = (&view.text[whole.start..span(first).start], &view.text[span(last).end..whole.end]);
    let kept = &view.text[span(first).start..span(list.elements[at - 1]).end];
    let gone = &view.text[span(moved).start..span(last).end];
    let edit = |node, text: &[u8]| Edit::Text { node, text: [before, text, after].concat() };
    Candidate::Edits(vec![edit(list.holder, kept), edit(empty, gone)])
}

/// Returns a shortest text between two elements of a list, for example `,` in a JSON array.
fn separator(view: &View<'_>, list: u32) -> Vec<u8> {
    let (grammar, facts) = (&view.language.grammar, view.language.facts());
    let is_next = |&number: &u32| facts.place(ItemId(number)) == Place::Element { list, first: false };
    let next = (0..grammar.items.len() as u32).find(is_next).and_then(|number| grammar.item(ItemId(number)));
    let group = next.and_then(|item| grammar.rule(item.symbol)).map(|rule| ProductionId(rule.productions.start));
    let parts = group.map_or_else(Vec::new, |production| facts.expansion(production));
    match &parts[..] {
        [Part::Text(text), Part::Symbol(_)] => text.to_vec(),
        _ => Vec::new(),
    }
}
