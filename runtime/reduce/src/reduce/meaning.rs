//! The meaning of a candidate: computes its fields, folds the hooks over its tree, and repairs undefined names.
//!
//! A candidate is admissible if the input has each of its faults too, wherever they are. So a bug in how a program
//! treats undefined names can still be reduced. An inadmissible candidate never reaches the oracle. For example, if the
//! input uses an undefined `x` twice, a candidate may do so once.
//!
//! For example, a candidate drops the definition of `x`:
//!
//! 1. Its text is made. If the current text has no faults, and each field depends on the nodes around it only, then the surroundings of the
//!    edits decide: `edit/local.rs` computes the fields and `fold/names.rs` judges the names, without a new tree.
//! 2. Otherwise the edits are applied to a copy of the tree and fields are computed. The fold resumes at the first changed node, because
//!    its state can be rolled back (`fold`).
//! 3. `mend` replaces an undefined name by one that is visible there, and a clashing name by a free text (`texts`).
//! 4. If no name is left, or the text is not smaller than the current one, `dependents` adds edits that drop the uses of `x`, too. The
//!    attempt is repeated, at most [`MAX_CASCADE_ROUNDS`] times.
//! 5. If a fault remains that the input lacks (`budget`), the candidate is skipped, and costs no test.
//!
//! Strategies that drop lines, words or characters do not edit this tree. `whole` repairs their texts, with the help of `inside`.

mod budget;
mod dependents;
mod fold;
mod indent;
mod inside;
mod mend;
mod texts;
mod whole;

use std::cell::{RefCell, RefMut};
use std::collections::HashSet;
use std::ops::Range;
use std::rc::{Rc, Weak};

use budget::Budget;
use fold::{Fold, NameEvents};
use indent::Indentation;
use inside::GrammarView;
use mend::{RepairFold, RepairTerms, Repairs};
pub use texts::Texts;

use super::view::View;
use super::window::PreparedCandidate;
use super::{Hooks, Languages};
use crate::edit::SplicedText;
use crate::edit::{Change, Edit, Joints};
use crate::edit::{FieldIndex, PendingChange};
use crate::format::Format;
use grammarc_core::grammar::{Item, TerminalKind};
use grammarc_core::meaning::fields::{Corrections, corrections, has_counts, is_computed, lying};
use grammarc_core::meaning::{Identity, Violation, violations};
use grammarc_core::tree::{NodeId, Patch, Tree, patched};
use grammarc_trial::trial::Skip;

/// Rounds of computing fields, because one field may be computed from another: a checksum over a length, for example.
/// The limit ends the rounds for fields that contradict each other.
const MAX_FIELD_ROUNDS: usize = 64;
/// Rounds of dropping dependents. For example, `int x;` goes, then `y = x;`, then the uses of `y`. Each round costs a
/// fold.
const MAX_CASCADE_ROUNDS: usize = 8;

/// Checks and repairs every candidate by the fields and hooks of a language.
pub(super) struct Meaning<'s> {
    language: &'s Format,
    mode: Hooks,
    texts: Texts<'s>,
    /// Whether the language has computed fields.
    computes: bool,
    /// Whether the fields that an edit affects can be found from the edit's surroundings.
    is_local: bool,
    /// The meaning of indentation, if it has one.
    layout: Option<Indentation>,
    /// Whether parts that began a line still begin one.
    pub(super) keeps_lines: bool,
    /// The faults of the input.
    original: Budget,
    base: RefCell<Option<Baseline<'s>>>,
    beside: RefCell<GrammarView<'s>>,
}

/// Facts about the current tree, reused for all of its candidates.
struct Baseline<'s> {
    view: Weak<View<'s>>,
    fold: Fold<'s>,
    /// The faults that a candidate may have.
    allowed: Budget,
    /// The nodes that no edit may touch, outermost, ascending.
    kept: Vec<Range<usize>>,
    /// The computed nodes, outermost, ascending: no edit may lie inside them.
    computed: Vec<Range<usize>>,
    /// The fields with a wrong value.
    lying: HashSet<NodeId>,
    /// Whether the tree has no faults.
    is_clean: bool,
    /// The places of labels and names, from the first candidate on.
    index: Option<PlaceIndex>,
}

/// The places of labels and names in a tree.
struct PlaceIndex {
    fields: Option<FieldIndex>,
    names: Option<NameEvents>,
}

/// The reason why a candidate is not tested, and the nodes that could be dropped to make it admissible. For example, if
/// `int x;` is dropped, the uses of `x` could be dropped, too.
struct Refusal {
    skip: Skip,
    dependents: Vec<Dependent>,
}

/// An admissible candidate.
#[derive(Debug, Clone)]
struct AdmissibleText {
    text: Vec<u8>,
    patches: Vec<Vec<Patch>>,
    /// The first place that differs from the current tree.
    from: usize,
    /// The repaired nodes. If the repair made the candidate too long, they may be dropped instead.
    dependents: Vec<Dependent>,
}

/// A node of a candidate, by the place in the current tree that it comes from. For example, a copy of node 7 is 7.
type Dependent = usize;

/// A candidate with computed fields.
struct ComputedCandidate {
    text: Vec<u8>,
    tree: Tree,
    patches: Vec<Vec<Patch>>,
    /// The first place that differs from the current tree.
    from: usize,
    lies: Vec<Identity>,
}

impl<'s> Meaning<'s> {
    /// Begins with the input; none if its language has neither fields nor hooks.
    pub(super) fn new(languages: &Languages<'s>, mode: Hooks, view: &View<'s>) -> Option<Self> {
        let language = languages.grammar;
        let layout = Indentation::of(&language.grammar, language.facts().blank);
        if mode == Hooks::Off || !texts::has_meaning(language) && layout.is_none() {
            return None;
        }
        let is_parsed = languages.is_parsed(view);
        let found = if is_parsed { violations(language.meaning(), &view.text, &view.tree) } else { Vec::new() };
        let original = Budget::of(&found);
        let computes = layout.is_some()
            || has_counts(&language.grammar)
            || language.grammar.items.iter().any(|item| is_computed(&language.grammar, item));
        let is_local = layout.is_none() && FieldIndex::fits(&language.grammar);
        let (texts, base, beside) = (Texts::new(language), RefCell::new(None), RefCell::default());
        let keeps_lines = false;
        Some(Self { language, mode, texts, computes, is_local, layout, keeps_lines, original, base, beside })
    }

    /// Returns the text with fewer columns: with the least indentation of all blocks, then of each block alone.
    pub(super) fn shrunk_blocks(&self, view: &View<'_>) -> Vec<Vec<u8>> {
        let Some(layout) = self.layout.as_ref().filter(|_| std::ptr::eq(view.language, self.language)) else {
            return Vec::new();
        };
        let grammar = &self.language.grammar;
        let mut wide = Vec::new();
        let all = layout.patches_with(grammar, &view.text, &view.tree, |place, step| {
            wide.extend((step.len() > 1).then_some(place));
            true
        });
        let one = |&wide: &usize| layout.patches_with(grammar, &view.text, &view.tree, |place, _| place == wide);
        let each = if wide.len() > 1 { wide.iter().map(one).collect() } else { Vec::new() };
        let patches = std::iter::once(all).chain(each).filter(|patches: &Vec<Patch>| !patches.is_empty());
        patches.map(|patches| patched(&view.text, &patches)).collect()
    }

    /// Returns whether the input has each fault of a text too.
    pub(super) fn admits(&self, view: &View<'_>) -> bool {
        is_within(&violations(self.language.meaning(), &view.text, &view.tree), &self.original)
    }

    /// Builds the text of a candidate, with computed fields and repaired names.
    pub(super) fn prepare(
        &self,
        view: &Rc<View<'s>>,
        edits: Vec<Edit>,
        is_smaller: impl Fn(&[u8]) -> bool,
    ) -> Result<PreparedCandidate, Skip> {
        let mut base = self.base_for(view);
        let Some(base) = base.as_mut() else { return Err(Skip::Void) };
        let count = edits.len();
        let mut edits: Vec<Edit> = edits.into_iter().filter(|edit| base.permits(view, edit)).collect();
        if edits.is_empty() && count > 0 {
            return Err(Skip::Inadmissible);
        }
        for _ in 0..MAX_CASCADE_ROUNDS {
            let Refusal { skip, dependents } = match self.attempt(view, base, &edits, &is_smaller) {
                Ok(prepared) => return Ok(prepared),
                Err(refused) => refused,
            };
            let before = edits.len();
            let more = dependents::without(view, &dependents, &edits);
            edits.extend(more.into_iter().filter(|edit| base.permits(view, edit)));
            if edits.len() == before {
                return Err(skip);
            }
        }
        Err(Skip::Inadmissible)
    }

    /// Replaces the current tree by that of a committed candidate.
    pub(super) fn committed(&self, last: &View<'s>, view: &Rc<View<'s>>, from: usize) {
        let mut base = self.base.borrow_mut();
        if let Some(base) = base.as_mut().filter(|base| std::ptr::eq(base.view.as_ptr(), last)) {
            base.fold.update(&view.tree, &last.tree, from);
            base.is_clean &= base.allowed.is_empty();
            base.see(self.language, view);
        }
    }

    fn base_for(&self, view: &Rc<View<'s>>) -> RefMut<'_, Option<Baseline<'s>>> {
        let mut base = self.base.borrow_mut();
        if !base.as_ref().is_some_and(|base| std::ptr::eq(base.view.as_ptr(), Rc::as_ptr(view))) {
            *base = Some(self.base_of(view));
        }
        base
    }

    fn base_of(&self, view: &Rc<View<'s>>) -> Baseline<'s> {
        // The current text may have more faults than the input, because hooks were ignored for a while. They may remain.
        let now = Budget::of(&violations(self.language.meaning(), &view.text, &view.tree));
        let mut fold = Fold::new(self.language);
        fold.update(&view.tree, &view.tree, 0);
        let (kept, computed, lying) = (Vec::new(), Vec::new(), HashSet::new());
        let (allowed, is_clean) = (self.original.or(&now), now.is_empty());
        let mut base = Baseline { view: Weak::new(), fold, allowed, kept, computed, lying, is_clean, index: None };
        base.see(self.language, view);
        base
    }

    fn attempt(
        &self,
        view: &View<'s>,
        base: &mut Baseline<'s>,
        edits: &[Edit],
        is_smaller: &impl Fn(&[u8]) -> bool,
    ) -> Result<PreparedCandidate, Refusal> {
        let refused = |skip| Refusal { skip, dependents: Vec::new() };
        let (language, facts) = (self.language, self.language.facts());
        let change = Change::of(&view.tree, &language.grammar, facts, edits);
        let mut change = change.ok_or_else(|| refused(Skip::Void))?;
        change.grow(&view.tree, &language.grammar, &view.text, |symbol, text| self.texts.tree(symbol, text));
        let joints = Joints { blank: facts.blank, keeps_lines: self.keeps_lines };
        let mut spliced = change.splice(&view.text, joints);
        let text = std::mem::take(&mut spliced.text);
        if !is_smaller(&text) {
            return Err(refused(Skip::NotSmaller));
        }
        let known = self.known(view, base, (&change, &spliced), &text);
        // A debug build takes the slow path too, to compare the results.
        let checked = cfg!(debug_assertions).then(|| known.clone()).flatten();
        let prepared = match known {
            Some(known) if checked.is_none() => known.map_err(refused)?,
            _ => self.worked_out(view, base, (&change, &spliced), text).inspect_err(|refused| {
                debug_assert!(!matches!(checked, Some(Ok(_))), "{:?} for {edits:?}", refused.skip);
            })?,
        };
        debug_assert!(checked.is_none_or(|known| known.is_ok_and(|known| known.text == prepared.text)), "{edits:?}");
        if !is_smaller(&prepared.text) {
            return Err(Refusal { skip: Skip::NotSmaller, dependents: prepared.dependents });
        }
        let AdmissibleText { text, patches, from, .. } = prepared;
        Ok(PreparedCandidate { text: text.into(), change: Some((change, spliced)), patches, from })
    }

    /// Works out a candidate from the surroundings of its edits alone; none if these are not enough to decide.
    fn known(
        &self,
        view: &View<'s>,
        base: &mut Baseline<'s>,
        (change, spliced): (&Change, &SplicedText),
        text: &[u8],
    ) -> Option<Result<AdmissibleText, Skip>> {
        if !base.is_clean || !self.is_local {
            return None;
        }
        let (language, tree) = (self.language, &view.tree);
        let grammar = &language.grammar;
        let index = base.index.get_or_insert_with(|| PlaceIndex {
            fields: self.computes.then(|| FieldIndex::new(language, tree)),
            names: (!grammar.hooks.is_empty()).then(|| NameEvents::new(&base.fold, &view.text, tree)),
        });
        let regions = change.regions(tree, spliced);
        let changing = PendingChange { language, tree, change, spliced, regions: &regions };
        let mut text = text.to_vec();
        let patches = match &index.fields {
            Some(fields) => fields.correct(changing, &mut text)?,
            None => Vec::new(),
        };
        let places: Vec<usize> = patches.iter().filter_map(|patch| tree.index_of(patch.node)).collect();
        if places.iter().any(|&place| base.fold.is_read(tree, place)) {
            return None;
        }
        let is_right = |patch: &Patch| match grammar.item(tree.node(patch.node).item) {
            Some(item) if !repeats_only(language, item) => self.texts.has(item.symbol, &patch.text),
            _ => true,
        };
        let is_accepted = match &index.names {
            Some(names) => base.fold.accepts(names, changing, (&view.text, &text))?,
            None => true,
        };
        let is_mended = patches.iter().all(is_right);
        if !is_accepted || !is_mended {
            let is_final = self.mode == Hooks::Discard && base.allowed.is_empty() && !is_accepted;
            return is_final.then_some(Err(Skip::Inadmissible));
        }
        let from = places.into_iter().chain(change.first()).min().unwrap_or(tree.len());
        let patches = if patches.is_empty() { Vec::new() } else { vec![patches] };
        Some(Ok(AdmissibleText { text, patches, from, dependents: Vec::new() }))
    }

    /// Works out a candidate from its tree.
    fn worked_out(
        &self,
        view: &View<'s>,
        base: &mut Baseline<'s>,
        (change, spliced): (&Change, &SplicedText),
        text: Vec<u8>,
    ) -> Result<AdmissibleText, Refusal> {
        let refused = |skip| Refusal { skip, dependents: Vec::new() };
        let mut tree = view.tree.clone();
        change.apply(&mut tree, spliced);
        let from = change.first().unwrap_or(tree.len());
        let copies = change.copies(&view.tree);
        let frozen = base.frozen(view, &copies);
        let mut changed = ComputedCandidate { text, tree, patches: Vec::new(), from, lies: Vec::new() };
        changed.compute(self, &frozen).map_err(refused)?;
        let Repairs { patches, wrong } = self.mend(view, base, &changed, self.mode);
        let mended: Vec<NodeId> = patches.iter().map(|patch| patch.node).collect();
        if wrong.is_empty() && !patches.is_empty() {
            changed.patch(patches);
            let rounds = changed.patches.len();
            changed.compute(self, &frozen).map_err(refused)?;
            // Check the hooks again, because they may read fields that were computed from the replaced names.
            if changed.patches.len() > rounds && !self.mend(view, base, &changed, Hooks::Discard).wrong.is_empty() {
                return Err(refused(Skip::Inadmissible));
            }
        }
        let origin = |node: &NodeId| dependents::origin(view, &copies, *node);
        let depends = |nodes: &[NodeId]| match self.mode {
            Hooks::Repair => nodes.iter().filter_map(origin).collect(),
            Hooks::Discard | Hooks::Off => Vec::new(),
        };
        let mut budget = base.allowed.clone();
        if !wrong.is_empty() {
            let nodes = [wrong, mended].concat();
            return Err(Refusal { skip: Skip::Inadmissible, dependents: depends(&nodes) });
        }
        if !changed.lies.iter().all(|lie| budget.take(lie)) {
            return Err(refused(Skip::Inadmissible));
        }
        let ComputedCandidate { text, patches, from, .. } = changed;
        Ok(AdmissibleText { text, patches, from, dependents: depends(&mended) })
    }

    /// Folds the hooks over a candidate.
    fn mend(&self, view: &View<'s>, base: &mut Baseline<'s>, changed: &ComputedCandidate, mode: Hooks) -> Repairs {
        if self.language.grammar.hooks.is_empty() {
            return Repairs::default();
        }
        let ComputedCandidate { text, tree, from, .. } = changed;
        let terms = RepairTerms { language: self.language, texts: &self.texts, mode };
        let mending = RepairFold::new(terms, (text, tree), base.allowed.clone());
        base.fold.replay((&view.text, &view.tree), (tree, *from), |state, found, pending, rest| {
            mending.run(state, found, pending, rest)
        })
    }
}

impl<'s> Baseline<'s> {
    /// Collects the nodes of the current tree that must not be edited.
    fn see(&mut self, language: &Format, view: &Rc<View<'s>>) {
        self.view = Rc::downgrade(view);
        let (grammar, tree) = (&language.grammar, &view.tree);
        (self.kept, self.computed, self.index) = (Vec::new(), Vec::new(), None);
        for place in 0..tree.len() {
            let node = tree.node(tree.id_at(place));
            let Some(item) = grammar.item(node.item) else { continue };
            let is_free = |ranges: &[Range<usize>]| ranges.last().is_none_or(|last| last.end <= place);
            let range = || place..place + tree.size(node.id);
            if grammar.hooks_of(item).iter().any(|hook| hook.meaning().keeps) && is_free(&self.kept) {
                self.kept.push(range());
            }
            let is_indent = grammar.terminal(item.symbol).is_some_and(|it| matches!(it.kind, TerminalKind::Indent(_)));
            if (is_indent || is_computed(grammar, item)) && is_free(&self.computed) {
                self.computed.push(range());
            }
        }
        self.lying = lying(language.meaning(), &view.text, tree);
    }

    /// Returns whether an edit touches no `@keep` node and does not lie inside a computed one. For example, a digit of
    /// a computed length may not be dropped, but its whole record may.
    fn permits(&self, view: &View<'_>, edit: &Edit) -> bool {
        // A void edit is allowed here, because `Change::of` refuses it later.
        let Some(place) = view.tree.index_of(edit.node()) else { return true };
        let end = place + view.tree.size(edit.node());
        let touches = |ranges: &[Range<usize>], end: usize| {
            let first = ranges.partition_point(|range| range.end <= place);
            ranges.get(first).is_some_and(|range| range.start < end)
        };
        !touches(&self.kept, end) && !touches(&self.computed, place + 1)
    }

    /// Returns the fields of a changed tree that are wrong in the current one already, copies included.
    fn frozen(&self, view: &View<'_>, copies: &[(NodeId, Range<usize>)]) -> HashSet<NodeId> {
        let mut frozen = self.lying.clone();
        for place in self.lying.iter().filter_map(|&id| view.tree.index_of(id)) {
            for (first, places) in copies.iter().filter(|(_, places)| places.contains(&place)) {
                frozen.insert(NodeId(first.0 + (place - places.start) as u32));
            }
        }
        frozen
    }
}

impl ComputedCandidate {
    /// Computes all fields that were right before, until nothing changes any more.
    fn compute(&mut self, meaning: &Meaning<'_>, frozen: &HashSet<NodeId>) -> Result<(), Skip> {
        let language = meaning.language;
        if !meaning.computes {
            return Ok(());
        }
        for _ in 0..MAX_FIELD_ROUNDS {
            let layout = meaning.layout.as_ref();
            let moved = layout.map(|layout| layout.patches(&language.grammar, &self.text, &self.tree));
            if let Some(moved) = moved.filter(|moved| !moved.is_empty()) {
                self.patch(moved);
            }
            let Corrections { patches, lies } =
                corrections(language.meaning(), &self.text, &self.tree, |node| frozen.contains(&node));
            if patches.is_empty() {
                self.lies = lies;
                return Ok(());
            }
            let is_right = |patch: &Patch| match language.grammar.item(self.tree.node(patch.node).item) {
                Some(item) if !repeats_only(language, item) => meaning.texts.has(item.symbol, &patch.text),
                _ => true,
            };
            if !patches.iter().all(is_right) {
                return Err(Skip::Inadmissible);
            }
            self.patch(patches);
        }
        Err(Skip::Inadmissible)
    }

    fn patch(&mut self, mut patches: Vec<Patch>) {
        patches.sort_by_cached_key(|patch| patch.range.start);
        patches.dedup_by_key(|patch| patch.node);
        let first = patches.iter().filter_map(|patch| self.tree.index_of(patch.node)).min();
        self.from = first.map_or(self.from, |first| first.min(self.from));
        self.text = patched(&self.text, &patches);
        self.tree.patch(&patches);
        self.patches.push(patches);
    }
}

/// Returns whether an item is nothing but the repeated text of a label.
fn repeats_only(language: &Format, item: &Item) -> bool {
    let terminal = language.grammar.terminal(item.symbol);
    terminal.is_some_and(|terminal| matches!(terminal.kind, TerminalKind::Text { .. }))
}

/// Returns whether a budget has room for all of the violations.
fn is_within(violations: &[Violation], budget: &Budget) -> bool {
    let mut left = budget.clone();
    violations.iter().all(|violation| left.take(&violation.identity()))
}
