//! The fold over a candidate. Where it finds a fault that the input lacks, it tries another name. So a definition can
//! be dropped although it has uses.

use std::collections::HashMap;

use super::budget::Budget;
use super::fold::NodeEvent;
use super::texts::Texts;
use crate::format::Format;
use crate::reduce::Hooks;
use grammarc_core::grammar::{Namespace, Symbol};
use grammarc_core::meaning::replay::{self, HookedItem};
use grammarc_core::meaning::{Identity, Offer, PendingUse, State, ViolationKind, reads};
use grammarc_core::tree::{NodeId, Patch, Tree, name_span};

/// Number of repairs of one candidate: further faults are not repaired, because so many repairs hardly ever succeed.
const MAX_REPAIRS: usize = 100;

/// The result of the fold over a candidate.
#[derive(Debug, Default)]
pub(super) struct Repairs {
    /// Replacement names, in the order of the fold.
    pub(super) patches: Vec<Patch>,
    /// Nodes with a fault that could not be repaired.
    pub(super) wrong: Vec<NodeId>,
}

/// How faults are repaired: the language, its texts, and whether names may be replaced at all.
#[derive(Clone, Copy)]
pub(super) struct RepairTerms<'a, 's> {
    pub(super) language: &'s Format,
    pub(super) texts: &'a Texts<'s>,
    pub(super) mode: Hooks,
}

/// The fold over one candidate.
pub(super) struct RepairFold<'a, 's> {
    terms: RepairTerms<'a, 's>,
    pub(super) text: &'a [u8],
    pub(super) tree: &'a Tree,
    /// The faults that are allowed.
    pub(super) budget: Budget,
    mended: Repairs,
    /// Replacements found at the start of an item, by the place of the item, until its end.
    offered: HashMap<usize, Vec<u8>>,
}

impl<'a, 's> RepairFold<'a, 's> {
    pub(super) fn new(terms: RepairTerms<'a, 's>, (text, tree): (&'a [u8], &'a Tree), budget: Budget) -> Self {
        let (mended, offered) = (Repairs::default(), HashMap::new());
        Self { terms, text, tree, budget, mended, offered }
    }

    /// Folds the rest of a tree, given the faults before it, and the number of deferred names in each open node.
    pub(super) fn run(
        mut self,
        state: &mut State,
        found: &[Identity],
        mut pending: Vec<usize>,
        rest: Vec<NodeEvent<'s>>,
    ) -> Repairs {
        for identity in found {
            self.budget.take(identity);
        }
        for here in rest {
            if here.event.is_end {
                if here.event.settles {
                    state.settle(pending.pop().unwrap_or_default());
                }
                self.after(state, &here);
                let mut lost = Vec::new();
                replay::close(state, here.hooks, |of, waiting, names| lost.push((of, waiting, names.to_vec())));
                lost.into_iter().for_each(|(of, waiting, names)| self.lost(of, waiting, &names));
            } else {
                self.before(state, &here);
                pending.extend(here.event.settles.then(|| state.pending()));
            }
            if self.is_hopeless() {
                return self.mended;
            }
        }
        let mut lost = Vec::new();
        replay::finish(state, &self.terms.language.grammar, |of, waiting, names| {
            lost.push((of, waiting, names.to_vec()))
        });
        lost.into_iter().for_each(|(of, waiting, names)| self.lost(of, waiting, &names));
        self.mended
    }

    /// Returns whether the candidate will be dropped, whatever the rest of it is.
    fn is_hopeless(&self) -> bool {
        self.terms.mode == Hooks::Discard && !self.mended.wrong.is_empty()
    }

    fn before(&mut self, state: &mut State, here: &NodeEvent<'_>) {
        let span =
            if reads(here.hooks) { name_span(&self.terms.language.grammar, self.tree, here.node.id) } else { 0..0 };
        let met =
            HookedItem { hooks: here.hooks, text: &self.text[span.clone()], start: span.start, key: here.event.place };
        let wrongs = replay::before(self.terms.language.custom, state, &met);
        if let Some(wrong) = self.not_allowed(wrongs).into_iter().next() {
            let wanted = self.wanted(here);
            let offered = if self.may_repair() { self.offers(state, &wrong, wanted) } else { Vec::new() };
            let fits = |text: &Vec<u8>| self.terms.texts.has(wanted, text);
            match offered.into_iter().find(fits) {
                Some(text) => _ = self.offered.insert(here.event.place, text),
                None => self.mended.wrong.push(here.node.id),
            }
        }
    }

    fn after(&mut self, state: &mut State, here: &NodeEvent<'_>) {
        if !reads(here.hooks) {
            return;
        }
        let span = name_span(&self.terms.language.grammar, self.tree, here.node.id);
        let offered = self.offered.remove(&here.event.place);
        let text = offered.as_deref().unwrap_or(&self.text[span.clone()]);
        let met = HookedItem { hooks: here.hooks, text, start: span.start, key: here.event.place };
        let mark = state.mark();
        let wrongs = replay::after(self.terms.language.custom, state, &met);
        let wrongs = self.not_allowed(wrongs);
        let Some(wrong) = wrongs.first() else {
            self.mended.patches.extend(offered.map(|text| Patch { node: here.node.id, range: span, text }));
            return;
        };
        state.rollback(mark);
        if self.may_repair() {
            let wanted = self.wanted(here);
            let others = self.offers(state, wrong, wanted);
            let mut fits = |text: &[u8]| {
                let mark = state.mark();
                let wrongs = replay::after(self.terms.language.custom, state, &HookedItem { text, ..met });
                state.rollback(mark);
                wrongs.is_empty()
            };
            let other = match wrong {
                ViolationKind::Taken { .. } => self.terms.texts.first(wanted, fits),
                _ => others.into_iter().find(|text| self.terms.texts.has(wanted, text) && fits(text)),
            };
            if let Some(text) = other {
                replay::after(self.terms.language.custom, state, &HookedItem { text: &text, ..met });
                self.mended.patches.push(Patch { node: here.node.id, range: span, text });
                return;
            }
        }
        replay::after(self.terms.language.custom, state, &met);
        self.mended.wrong.push(here.node.id);
    }

    /// Repairs a use of an undefined name, if no other hook reads its text.
    fn lost(&mut self, namespace: Namespace, waiting: PendingUse, names: &[Vec<u8>]) {
        if self.budget.take(&Identity::Undefined(namespace, waiting.text)) {
            return;
        }
        let node = self.tree.id_at(waiting.key);
        let item = self.terms.language.grammar.item(self.tree.node(node).item);
        let hooks = item.map_or(&[][..], |item| self.terms.language.grammar.hooks_of(item));
        let is_alone = hooks.iter().filter(|hook| hook.reads()).count() == 1;
        let other = match item {
            Some(item) if is_alone && self.may_repair() => shortest(names.iter().map(Vec::as_slice))
                .into_iter()
                .find(|text| self.terms.texts.has(item.symbol, text)),
            _ => None,
        };
        match other {
            Some(text) => {
                let range = name_span(&self.terms.language.grammar, self.tree, node);
                self.mended.patches.push(Patch { node, range, text });
            }
            None => self.mended.wrong.push(node),
        }
    }

    fn may_repair(&self) -> bool {
        self.terms.mode == Hooks::Repair && self.mended.patches.len() < MAX_REPAIRS
    }

    fn wanted(&self, here: &NodeEvent<'_>) -> Symbol {
        self.terms.language.grammar.item(here.node.item).map_or(here.node.symbol, |item| item.symbol)
    }

    /// Returns the faults that the budget does not allow.
    fn not_allowed(&mut self, wrongs: Vec<ViolationKind>) -> Vec<ViolationKind> {
        wrongs.into_iter().filter(|wrong| !self.budget.take(&wrong.identity())).collect()
    }

    /// Returns replacement texts for a fault, the shortest first. For example, for an undefined `foo` these are the
    /// visible names.
    fn offers(&self, state: &State, wrong: &ViolationKind, wanted: Symbol) -> Vec<Vec<u8>> {
        match wrong {
            ViolationKind::Undefined { namespace, .. } => shortest(state.visible(*namespace)),
            ViolationKind::NotOffered { function, .. } => {
                match self.terms.language.custom.map(|custom| custom.pre(*function, state)) {
                    Some(offer @ (Offer::Only(_) | Offer::OneOf(_))) => {
                        shortest(offer.listed().unwrap_or_default().iter().map(Vec::as_slice))
                    }
                    Some(offer @ Offer::NoneOf(_)) => {
                        self.terms.texts.first(wanted, |text| offer.admits(text)).into_iter().collect()
                    }
                    _ => Vec::new(),
                }
            }
            ViolationKind::Lies(_)
            | ViolationKind::Differs { .. }
            | ViolationKind::Miscounted { .. }
            | ViolationKind::Taken { .. }
            | ViolationKind::Rejected { .. } => Vec::new(),
        }
    }
}

/// Sorts texts by length; texts of the same length keep their order. For example, `bar`, `x`, `foo` become `x`, `bar`,
/// `foo`.
fn shortest<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = texts.map(<[u8]>::to_vec).collect();
    texts.sort_by_cached_key(Vec::len);
    texts
}
