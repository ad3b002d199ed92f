//! Replaces a node by a small part of it, inside the shortest text that the grammar requires around the part.
//!
//! Hoisting needs a node that may stand in the other's place as it is. Here any node below will do. For example, in
//! `UPDATE t SET a = (SELECT b FROM c)` the name `c` alone becomes `SELECT * FROM c`.

use std::collections::{BTreeMap, HashSet};

use super::{Search, Stop, Strategy, View};
use crate::edit::{Candidate, Edit};
use crate::facts::Contexts;
use crate::format::Format;
use grammarc_core::grammar::Symbol;
use grammarc_core::order;
use grammarc_core::tree::NodeId;

/// Hoisting with the missing context around the hoisted node.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "wrap",
    paper: "replace a node by a node below it, inside the shortest text that fits around it",
    run: |search| each(search, MAX_VAIN_TESTS, wrapped),
};

/// Number of failed tests in a row after which the strategy ends.
pub(super) const MAX_VAIN_TESTS: usize = 256;
/// The same limit inside `auto`, in tests. It is lower, because other stages run as well.
pub(super) const MAX_BRIEF_VAIN_TESTS: usize = 32;
/// Number of proposals to examine for each one that is tested: most are not in the language.
const PROPOSALS_PER_TEST: usize = 16;
/// Number of pairs of nodes to examine for proposals, because all pairs of a deep tree would be too many.
const MAX_NODE_PAIRS: usize = 1 << 16;

/// A text to test.
pub(super) enum Proposal {
    /// Edits, each applied to the result of the previous one.
    Edits {
        /// Length in bytes, without the blanks inserted between words.
        length: usize,
        edits: Vec<Edit>,
    },
    Text(Vec<u8>),
}

impl Proposal {
    fn length(&self) -> usize {
        match self {
            Self::Edits { length, .. } => *length,
            Self::Text(text) => text.len(),
        }
    }

    fn text(self, view: &View<'_>) -> Option<Vec<u8>> {
        match self {
            Self::Edits { edits, .. } => Some(edits.iter().try_fold(view.clone(), edited)?.text.to_vec()),
            Self::Text(text) => Some(text),
        }
    }
}

/// Returns the text and the tree after an edit.
fn edited<'s>(view: View<'s>, edit: &Edit) -> Option<View<'s>> {
    let (change, mut spliced) = view.change(std::slice::from_ref(edit))?;
    let View { language, mut tree, .. } = view;
    change.apply(&mut tree, &spliced);
    Some(View { language, text: std::mem::take(&mut spliced.text).into(), tree })
}

/// The same with the smaller limit `MAX_BRIEF_VAIN_TESTS`.
pub(super) fn briefly(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    each(search, MAX_BRIEF_VAIN_TESTS, wrapped)
}

/// Commits the first interesting proposal and starts again, until `in_vain` proposals have failed. A proposal must be
/// in the language of the current tree; otherwise it is not tested.
pub(super) fn each(
    search: &mut Search<'_, '_>,
    in_vain: usize,
    propose: impl Fn(&View<'_>, &mut Wraps<'_>) -> Vec<Proposal>,
) -> Result<(), Stop> {
    let mut wraps = Wraps::of(search.view().language);
    loop {
        search.parse_again();
        let view = search.view();
        if !std::ptr::eq(wraps.language, view.language) {
            // A text that was an island tree may now be in the language of the grammar.
            wraps = Wraps::of(view.language);
        }
        let proposals = from_both_ends(propose(&view, &mut wraps));
        let mut seen = HashSet::new();
        let texts =
            proposals.into_iter().take(in_vain * PROPOSALS_PER_TEST).filter_map(|proposal| proposal.text(&view));
        let texts = texts.filter(|text| order::compare(text, &view.text).is_lt() && is_parsed(&view, text));
        let texts = texts.filter(|text| seen.insert(text.clone())).take(in_vain);
        if search.first(texts.map(|text| ((), Candidate::Text(text))))?.is_none() {
            return Ok(());
        }
    }
}

/// Alternates between the smallest and the largest proposals, because the smallest texts are seldom interesting and the
/// largest ones gain little. For example, lengths 1, 2, 3, 4 come in the order 1, 4, 2, 3.
fn from_both_ends(mut proposals: Vec<Proposal>) -> Vec<Proposal> {
    proposals.sort_by_cached_key(Proposal::length);
    let large = proposals.split_off(proposals.len().div_ceil(2));
    let mut large = large.into_iter().rev();
    proposals.into_iter().flat_map(|small| std::iter::once(small).chain(large.next())).collect()
}

fn is_parsed(view: &View<'_>, text: &[u8]) -> bool {
    View::parse(view.language, text).or_else(|| View::parse_freely(view.language, text)).is_some()
}

/// A cache: for each symbol of one language looked up so far, the shortest texts around all symbols in it.
pub(super) struct Wraps<'s> {
    language: &'s Format,
    contexts: BTreeMap<Symbol, Contexts>,
}

impl<'s> Wraps<'s> {
    fn of(language: &'s Format) -> Self {
        Self { language, contexts: BTreeMap::new() }
    }

    /// Returns the shortest text that may replace `place` and contains the text of `node`; none if it has `limit` bytes or more.
    pub(super) fn around(&mut self, view: &View<'_>, place: NodeId, node: NodeId, limit: usize) -> Option<Vec<u8>> {
        let (grammar, facts) = (&view.language.grammar, view.language.facts());
        let wanted = view.tree.wanted(grammar, place);
        let contexts = self.contexts.entry(wanted).or_insert_with(|| Contexts::of(grammar, facts, wanted));
        let (derived, text) = (view.tree.derived(grammar, node), view.text_of(node));
        if contexts.cost(derived).saturating_add(text.len()) >= limit {
            return None;
        }
        contexts.around(grammar, facts, derived, text).filter(|text| text.len() < limit)
    }
}

fn wrapped(view: &View<'_>, wraps: &mut Wraps<'_>) -> Vec<Proposal> {
    let nodes = view.tree.subtree(view.tree.root());
    let pairs = nodes.flat_map(|node| view.tree.subtree(node).skip(1).map(move |below| (node, below)));
    let propose = |(node, below)| {
        let text = wraps.around(view, node, below, view.weight(node))?;
        let length = view.text.len() - view.weight(node) + text.len();
        Some(Proposal::Edits { length, edits: vec![Edit::Text { node, text }] })
    };
    pairs.filter(|&(_, below)| view.weight(below) > 0).take(MAX_NODE_PAIRS).filter_map(propose).collect()
}
