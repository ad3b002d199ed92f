//! Drops a node together with a second change that makes it droppable: a part of it moves elsewhere, or its dependents change.
//!
//! Dropping and hoisting change one place only, and stop where every node contains something that the oracle needs. For
//! example, in `[] 'a` neither `[]` nor `'` can go, but `'[]` has both. Here a second place, with a minimal text,
//! changes too: it takes a part of the dropped node, inside the shortest text that the grammar requires around the
//! part. If the dropped node defines names, their uses are replaced by texts without names.

use super::wrap::{MAX_BRIEF_VAIN_TESTS, MAX_VAIN_TESTS, Proposal, Wraps, each};
use super::{Search, Stop, Strategy, View, hoist};
use crate::edit::Edit;
use grammarc_core::grammar::{Grammar, Item};
use grammarc_core::meaning::{ViolationKind, violations};
use grammarc_core::tree::NodeId;
use grammarc_generate::shortest::texts_by;

/// Drops a node and moves a part of it elsewhere.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "rescue",
    paper: "remove a node, and insert its important part in place of a minimal string",
    run: |search| until(search, MAX_VAIN_TESTS),
};

/// Number of nodes to drop, in preorder: the larger nodes come first.
const MAX_REMOVALS: usize = 1024;
/// Number of moves to examine for one dropped node.
const MAX_MOVES_PER_REMOVAL: usize = 512;
/// Number of moves to examine for all dropped nodes, to bound time and memory.
const MAX_MOVES: usize = 1 << 16;
/// Number of uses of dropped names that are replaced. Each costs a parse.
const MAX_REPLACED_USES: usize = 8;

/// The same with the smaller limit `MAX_BRIEF_VAIN_TESTS`.
pub(super) fn briefly(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    until(search, MAX_BRIEF_VAIN_TESTS)
}

fn until(search: &mut Search<'_, '_>, in_vain: usize) -> Result<(), Stop> {
    let unbound = search.obeys_hooks().then(|| unbound(&search.languages().grammar.grammar));
    each(search, in_vain, |view, wraps| {
        let removals = removals(view);
        let mut proposals = rescued(view, &removals, wraps);
        if let Some(unbound) = &unbound {
            let removals = removals.iter().filter(|removal| defines(view, removal.edit.node()));
            proposals.extend(removals.filter_map(|removal| released(view, removal, unbound)));
        }
        proposals
    })
}

/// An edit that drops a node or hoists another one in its place.
struct Removal {
    edit: Edit,
    /// The hoisted node; none if the node is dropped.
    by: Option<NodeId>,
}

impl Removal {
    /// Returns by how many bytes the text gets shorter.
    fn gain(&self, view: &View<'_>) -> usize {
        view.weight(self.edit.node()) - self.by.map_or(0, |by| view.weight(by))
    }

    /// Returns whether the edit removes a node with everything below it.
    fn takes(&self, view: &View<'_>, node: NodeId) -> bool {
        view.weight(node) > 0 && self.by.is_none_or(|by| !is_in(view, node, by) && !is_in(view, by, node))
    }

    /// Returns whether the edit keeps a node with everything below it.
    fn spares(&self, view: &View<'_>, node: NodeId) -> bool {
        let gone = self.edit.node();
        let is_apart = !is_in(view, node, gone) && !is_in(view, gone, node);
        is_apart || self.by.is_some_and(|by| is_in(view, node, by))
    }
}

fn is_in(view: &View<'_>, node: NodeId, around: NodeId) -> bool {
    let place = |id| view.tree.index_of(id).unwrap_or(0);
    (place(around)..place(around) + view.tree.size(around)).contains(&place(node))
}

/// Returns the edits that drop a droppable node, or hoist a node in the place of one around it.
fn removals(view: &View<'_>) -> Vec<Removal> {
    let nodes = view.tree.subtree(view.tree.root()).filter(|&node| view.weight(node) > 0);
    let of = |node| {
        let dropped = view.is_droppable(node).then_some(Removal { edit: Edit::Drop(node), by: None });
        let hoisted =
            hoist::nearest(view, node).map(move |by| Removal { edit: Edit::Hoist { node, by }, by: Some(by) });
        dropped.into_iter().chain(hoisted)
    };
    nodes.flat_map(of).take(MAX_REMOVALS).collect()
}

/// Proposes to move a part of a removed node to the place of a minimal string elsewhere.
fn rescued(view: &View<'_>, removals: &[Removal], wraps: &mut Wraps<'_>) -> Vec<Proposal> {
    let nodes = view.tree.subtree(view.tree.root()).filter(|&node| view.weight(node) > 0);
    let gaps: Vec<NodeId> = nodes.filter(|&node| view.text_of(node) == view.minimal(node)).collect();
    let (mut found, mut left) = (Vec::new(), MAX_MOVES);
    for removal in removals {
        let below = view.tree.subtree(removal.edit.node()).filter(|&kept| removal.takes(view, kept));
        let gaps: Vec<NodeId> = gaps.iter().copied().filter(|&gap| removal.spares(view, gap)).collect();
        let pairs = below.flat_map(|kept| gaps.iter().map(move |&gap| (kept, gap)));
        for (kept, gap) in pairs.take(MAX_MOVES_PER_REMOVAL.min(left)) {
            left -= 1;
            let around = wraps.around(view, gap, kept, view.weight(gap) + removal.gain(view));
            let Some(text) = around.filter(|text| text != view.text_of(gap)) else { continue };
            let length = view.text.len() + text.len() - view.weight(gap) - removal.gain(view);
            let edits = vec![Edit::Text { node: gap, text }, removal.edit.clone()];
            found.push(Proposal::Edits { length, edits });
        }
    }
    found
}

/// Returns the text after a removal, with all uses of undefined names replaced; none if there were no such uses. For
/// example, without `int x;`, `return x;` becomes `return 0;`.
fn released(view: &View<'_>, removal: &Removal, unbound: &[Option<Vec<u8>>]) -> Option<Proposal> {
    let (_, spliced) = view.change(std::slice::from_ref(&removal.edit))?;
    let mut text = spliced.text;
    for uses in 0..=MAX_REPLACED_USES {
        let now = View::parse(view.language, &text)?;
        let violations = violations(view.language.meaning(), &now.text, &now.tree);
        let Some(violation) = violations.iter().find(|it| matches!(it.kind, ViolationKind::Undefined { .. })) else {
            return (uses > 0).then_some(Proposal::Text(text));
        };
        let edit = around_use(&now, violation.node, unbound)?;
        text = now.change(&[edit])?.1.text;
    }
    None
}

/// Returns the edit that replaces the nearest node around a use by a text without names.
fn around_use(view: &View<'_>, usage: NodeId, unbound: &[Option<Vec<u8>>]) -> Option<Edit> {
    let (grammar, parents) = (&view.language.grammar, view.tree.parents());
    let mut node = usage;
    loop {
        let item = grammar.item(view.tree.node(node).item);
        let text = unbound[view.tree.wanted(grammar, node).0 as usize].as_ref();
        if let Some(text) =
            text.filter(|text| !item.is_some_and(|item| is_use(grammar, item)) && **text != view.text_of(node))
        {
            return Some(Edit::Text { node, text: text.clone() });
        }
        let around = parents[view.tree.index_of(node)?];
        if around == node {
            return None;
        }
        node = around;
    }
}

/// Returns for each symbol a shortest text that uses no name; none if every text does.
fn unbound(grammar: &Grammar) -> Vec<Option<Vec<u8>>> {
    texts_by(grammar, |production| !grammar.items_of(production).iter().any(|item| is_use(grammar, item)))
}

fn defines(view: &View<'_>, node: NodeId) -> bool {
    let grammar = &view.language.grammar;
    let items = view.tree.subtree(node).filter_map(|id| grammar.item(view.tree.node(id).item));
    items.flat_map(|item| grammar.hooks_of(item)).any(|hook| hook.defines().is_some())
}

fn is_use(grammar: &Grammar, item: &Item) -> bool {
    grammar.hooks_of(item).iter().any(|hook| hook.uses().is_some())
}
