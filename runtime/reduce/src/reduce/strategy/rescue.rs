//! What matters in a part moves elsewhere, or what depends on the part gets on without it, so that it can go.
//!
//! Dropping and hoisting look at one place alone, and stop where something of every part matters: in `[] 'a` neither `[]` nor
//! `'` can go, but `'[]` has both. Here a part goes together with a change in one other place, where the simplest text stands
//! anyway: something of the part takes that place, in the shortest text that the grammar asks for around it. Where the part
//! defines names, what uses them becomes a text that uses none.

use super::wrap::{FEW, MANY, Proposal, Wraps, each};
use super::{Search, Stop, Strategy, View, hoist};
use crate::edit::Edit;
use grammarc_core::grammar::{Grammar, Hook, Item};
use grammarc_core::meaning::{Wrong, violations};
use grammarc_core::tree::NodeId;
use grammarc_generate::shortest::texts_by;

/// A part goes, and something of it stays elsewhere.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "rescue",
    paper: "drop a node, and put what matters of it where a minimal string stands",
    run: |search| until(search, MANY),
};

/// So many parts are looked at, the outermost of what comes first.
const REMOVALS: usize = 1024;
/// So many ways are looked at to rescue something of one part, and of all of them.
const PAIRS: usize = 512;
const ALL: usize = 1 << 16;
/// So many uses of what is gone are replaced.
const USES: usize = 8;

/// Does the same until a few proposals were in vain.
pub(super) fn briefly(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    until(search, FEW)
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

/// A part that may go.
struct Removal {
    edit: Edit,
    /// What stays of it, if anything.
    by: Option<NodeId>,
}

impl Removal {
    /// Returns by how many bytes the text gets shorter.
    fn gain(&self, view: &View<'_>) -> usize {
        view.weight(self.edit.node()) - self.by.map_or(0, |by| view.weight(by))
    }

    /// Returns whether a node below it goes, with all that is below that.
    fn takes(&self, view: &View<'_>, node: NodeId) -> bool {
        view.weight(node) > 0 && self.by.is_none_or(|by| !is_in(view, node, by) && !is_in(view, by, node))
    }

    /// Returns whether a node stays with all that is below it.
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

/// Returns what may go: what can be dropped, and what is around a node that may take its place.
fn removals(view: &View<'_>) -> Vec<Removal> {
    let nodes = view.tree.subtree(view.tree.root()).filter(|&node| view.weight(node) > 0);
    let of = |node| {
        let dropped = view.is_droppable(node).then_some(Removal { edit: Edit::Drop(node), by: None });
        let hoisted =
            hoist::nearest(view, node).map(move |by| Removal { edit: Edit::Hoist { node, by }, by: Some(by) });
        dropped.into_iter().chain(hoisted)
    };
    nodes.flat_map(of).take(REMOVALS).collect()
}

/// Proposes that something of a part takes the place of a minimal string elsewhere, and the part goes.
fn rescued(view: &View<'_>, removals: &[Removal], wraps: &mut Wraps) -> Vec<Proposal> {
    let nodes = view.tree.subtree(view.tree.root()).filter(|&node| view.weight(node) > 0);
    let gaps: Vec<NodeId> = nodes.filter(|&node| view.text_of(node) == view.minimal(node)).collect();
    let (mut found, mut left) = (Vec::new(), ALL);
    for removal in removals {
        let below = view.tree.subtree(removal.edit.node()).filter(|&kept| removal.takes(view, kept));
        let gaps: Vec<NodeId> = gaps.iter().copied().filter(|&gap| removal.spares(view, gap)).collect();
        let pairs = below.flat_map(|kept| gaps.iter().map(move |&gap| (kept, gap)));
        for (kept, gap) in pairs.take(PAIRS.min(left)) {
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

/// Returns the text without a part in which nothing uses the names that it defined; none if nothing did.
fn released(view: &View<'_>, removal: &Removal, unbound: &[Option<Vec<u8>>]) -> Option<Proposal> {
    let (_, spliced) = view.change(std::slice::from_ref(&removal.edit))?;
    let mut text = spliced.text;
    for uses in 0..=USES {
        let now = View::parse(view.language, &text)?;
        let violations = violations(view.language.meaning(), &now.text, &now.tree);
        let Some(violation) = violations.iter().find(|it| matches!(it.wrong, Wrong::Undefined { .. })) else {
            return (uses > 0).then_some(Proposal::Text(text));
        };
        let edit = around_use(&now, violation.node, unbound)?;
        text = now.change(&[edit])?.1.text;
    }
    None
}

/// Returns the nearest node around a use that can get on without it, and what it becomes.
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

/// Returns a shortest text of each symbol that uses no name, if it has one.
fn unbound(grammar: &Grammar) -> Vec<Option<Vec<u8>>> {
    texts_by(grammar, |production| !grammar.items_of(production).iter().any(|item| is_use(grammar, item)))
}

fn defines(view: &View<'_>, node: NodeId) -> bool {
    let grammar = &view.language.grammar;
    let items = view.tree.subtree(node).filter_map(|id| grammar.item(view.tree.node(id).item));
    items.flat_map(|item| grammar.hooks_of(item)).any(|hook| matches!(hook, Hook::Def { .. }))
}

fn is_use(grammar: &Grammar, item: &Item) -> bool {
    grammar.hooks_of(item).iter().any(|hook| matches!(hook, Hook::Use { .. }))
}
