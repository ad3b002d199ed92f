//! A text made without the tree, as an edit of the tree. If it differs from the current text inside a single node,
//! only the dependents of that node have to be checked.

use std::ops::Range;
use std::rc::Rc;

use super::whole::MAX_CHECKED_BYTES;
use super::{Meaning, PreparedCandidate, Refusal, View};
use crate::edit::Edit;
use grammarc_core::meaning::fields::is_computed;
use grammarc_core::tree::{NodeId, Tree};
use grammarc_trial::trial::{SharedText, Skip};

/// The current text parsed by the grammar, cached while a strategy views the text in another language.
#[derive(Default)]
pub(super) struct GrammarView<'s> {
    text: SharedText,
    view: Option<Rc<View<'s>>>,
}

/// Longest node, in bytes, that is parsed again: for a longer one the whole text is as quick. Leaves may be longer.
const MAX_REPARSED_BYTES: usize = 256;
/// Number of nodes to try, the innermost first. Each may cost a parse.
const MAX_TRIED_NODES: usize = 4;

impl<'s> Meaning<'s> {
    /// Works out a text that differs from the current one inside one node. The node must not be computed, and its new
    /// text must be one of its symbol. For example, `x = 12;` to `x = 1;` is an edit of the number. None if there is no
    /// such node.
    pub(super) fn changed_inside(
        &self,
        view: &Rc<View<'s>>,
        text: &[u8],
        is_smaller: &impl Fn(&[u8]) -> bool,
    ) -> Option<Result<PreparedCandidate, Skip>> {
        if view.text.len() > MAX_CHECKED_BYTES {
            return None;
        }
        let view = self.by_grammar(view)?;
        let edit = [common_start_first, common_end_first].iter().find_map(|differing| {
            let (old, new) = differing(&view.text, text);
            let around = around(&view.tree, &old).into_iter().rev().take(MAX_TRIED_NODES);
            around.filter_map(|id| self.other_text(&view, id, (&old, &text[new.clone()]))).next()
        });
        let edits = [edit?];
        view.change(&edits).filter(|(_, spliced)| spliced.text == text)?;
        let mut base = self.base_for(&view);
        let base = base.as_mut().filter(|base| base.permits(&view, &edits[0]))?;
        Some(self.attempt(&view, base, &edits, is_smaller).map_err(|Refusal { skip, .. }| skip))
    }

    /// Returns the edit that replaces the bytes `old` of a node by `new`, if the result is a text of the node's symbol.
    fn other_text(&self, view: &View<'s>, id: NodeId, (old, new): (&Range<usize>, &[u8])) -> Option<Edit> {
        let node = view.tree.node(id);
        let item = self.language.grammar.item(node.item)?;
        let text = [&view.text[node.span.start..old.start], new, &view.text[old.end..node.span.end]].concat();
        let is_short = view.tree.size(id) == 1 || node.span.len() <= MAX_REPARSED_BYTES;
        let may_be = is_short && !is_computed(&self.language.grammar, item) && self.texts.has(item.symbol, &text);
        may_be.then_some(Edit::Text { node: id, text })
    }

    /// Returns the current text parsed by the grammar.
    fn by_grammar(&self, view: &Rc<View<'s>>) -> Option<Rc<View<'s>>> {
        if std::ptr::eq(view.language, self.language) {
            return (view.tree.len() > 1).then(|| Rc::clone(view));
        }
        let mut beside = self.beside.borrow_mut();
        if beside.text != view.text {
            *beside =
                GrammarView { text: view.text.clone(), view: View::parse(self.language, &view.text).map(Rc::new) };
        }
        beside.view.clone()
    }
}

/// Returns where two texts differ, behind their longest common prefix. For example, from `aab` to `ab` that is 1..2 and
/// 1..1.
fn common_start_first(old: &[u8], new: &[u8]) -> (Range<usize>, Range<usize>) {
    let start = common(old.iter().zip(new));
    let end = common(old[start..].iter().rev().zip(new[start..].iter().rev()));
    (start..old.len() - end, start..new.len() - end)
}

/// Returns where two texts differ, before their longest common suffix. For example, from `aab` to `ab` that is 0..1 and
/// 0..0.
fn common_end_first(old: &[u8], new: &[u8]) -> (Range<usize>, Range<usize>) {
    let end = common(old.iter().rev().zip(new.iter().rev()));
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let start = common(old.iter().zip(new));
    (start..old.len(), start..new.len())
}

fn common<'a>(mut pairs: impl Iterator<Item = (&'a u8, &'a u8)>) -> usize {
    pairs.by_ref().take_while(|(one, other)| one == other).count()
}

/// Returns the nodes around a byte range, the outermost first.
fn around(tree: &Tree, range: &Range<usize>) -> Vec<NodeId> {
    let holds = |id: &NodeId| {
        let span = tree.node(*id).span;
        span.start <= range.start && range.end <= span.end && !span.is_empty()
    };
    let root = Some(tree.root()).filter(holds);
    std::iter::successors(root, |&id| tree.children(id).find(holds)).collect()
}
