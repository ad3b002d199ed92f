//! An element of a list becomes the elements of a list anywhere below it, each in the shortest text that it needs there. For
//! example, `f(function () { a(); b() })` becomes `a(); b()`, and `int x = f(), y = g();` becomes `f(); g();`. At last, brackets
//! go and leave their content.
//!
//! The unwrapping of *node reduction* (J. Regehr et al., PLDI 2012; S. Herfert et al., *Automatically Reducing Tree-Structured Test
//! Inputs*, ASE 2017) for whole lists: hoisting reaches only the nearest list that fits as it is.

use std::collections::VecDeque;
use std::ops::Range;

use super::hoist::{self, MAX_NODES_BELOW};
use super::wrap::{self, MAX_BRIEF_VAIN_TESTS, MAX_VAIN_TESTS, Proposal, Wraps};
use super::{Search, Stop, Strategy, View, token_list};
use crate::edit::Edit;
use crate::facts::Place;
use grammarc_core::order::is_word;
use grammarc_core::tree::NodeId;
use grammarc_outline::word::is_name;

/// Unwrapping.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "unwrap",
    paper: "replace an element of a list by the elements of a list below it",
    run: |search| {
        wrap::each(search, MAX_VAIN_TESTS, unwrapped)?;
        brackets(search)
    },
};

/// Number of proposals for one element, those that keep most bytes first.
const MAX_LISTS: usize = 8;

/// The same with the smaller limit `MAX_BRIEF_VAIN_TESTS`.
pub(super) fn briefly(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    wrap::each(search, MAX_BRIEF_VAIN_TESTS, unwrapped)?;
    brackets(search)
}

/// Drops the brackets of each pair, with the name before them and alone, and leaves the content. For example, `f(x)` becomes `x`
/// or `f x`.
fn brackets(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    token_list::in_turn(
        search,
        |tokens| tokens.pairs().to_vec(),
        |tokens, &(open, close)| {
            let named = open.checked_sub(1).filter(|&before| is_name(tokens.text(before)));
            let starts = named.into_iter().chain([open]);
            let cut = |range: Range<usize>| (tokens.span(&range), Vec::new());
            starts.filter_map(|start| tokens.changed(vec![cut(start..open + 1), cut(close..close + 1)])).collect()
        },
    )
}

fn unwrapped(view: &View<'_>, wraps: &mut Wraps<'_>) -> Vec<Proposal> {
    let parents = view.tree.parents();
    let mut found = Vec::new();
    for node in view.tree.subtree(view.tree.root()) {
        let Some(element) = hoist::element(view, node) else { continue };
        let around = view.tree.index_of(node).map(|index| parents[index]);
        let separator = around.and_then(|list| separator(view, list)).unwrap_or_default();
        for text in below(view, element, &separator, wraps) {
            let length = view.text.len() + text.len() - view.weight(element);
            found.push(Proposal::Edits { length, edits: vec![Edit::Text { node: element, text }] });
        }
    }
    found
}

/// Returns the text between two elements of a list, such as a comma; none if there is nothing between them.
fn separator(view: &View<'_>, list: NodeId) -> Option<Vec<u8>> {
    let inside = view.tree.parts(list).flat_map(|part| std::iter::once(part).chain(view.tree.parts(part)));
    let mut separators = inside.filter(|&part| view.place(part) == Place::Separator);
    separators.next().map(|part| view.text_of(part).to_vec())
}

/// Returns the texts of the lists below an element, each of whose elements can stand in its place.
fn below(view: &View<'_>, element: NodeId, separator: &[u8], wraps: &mut Wraps<'_>) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut queue: VecDeque<NodeId> = view.parts(element).collect();
    for _ in 0..MAX_NODES_BELOW {
        let Some(next) = queue.pop_front().filter(|_| found.len() < MAX_LISTS) else { break };
        queue.extend(view.tree.parts(next));
        let members = view.tree.parts(next).filter(|&part| matches!(view.place(part), Place::Element { .. }));
        let members: Vec<NodeId> = members.filter_map(|part| hoist::element(view, part)).collect();
        if members.len() < 2 {
            continue;
        }
        let texts = members.iter().map(|&member| wraps.around(view, element, member, view.weight(element)));
        if let Some(texts) = texts.collect::<Option<Vec<_>>>() {
            found.extend(texts.into_iter().reduce(|left, right| joined(joined(left, separator), &right)));
        }
    }
    found
}

/// Returns two texts side by side, with a blank between two words.
fn joined(mut left: Vec<u8>, right: &[u8]) -> Vec<u8> {
    let are_words = |last: &u8| is_word(*last) && right.first().is_some_and(|&first| is_word(first));
    if left.last().is_some_and(are_words) {
        left.push(b' ');
    }
    left.extend(right);
    left
}
