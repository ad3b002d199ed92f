//! The meaning of a text that was made without the tree: by dropping lines, tokens or characters, or by renaming words.
//!
//! There is no earlier state to resume, so the text is parsed and folded from the start. A text without a tree is accepted.

use std::collections::HashSet;
use std::rc::Rc;

use super::fold::NodeEvent;
use super::mend::{RepairFold, RepairTerms, Repairs};
use super::{ComputedCandidate, Meaning, is_within};
use crate::reduce::view::View;
use grammarc_core::meaning::{State, Violation, ViolationKind, violations};
use grammarc_core::parse::EngineChoice;
use grammarc_core::tree::{NodeId, Patch, Tree};
use grammarc_trial::trial::{SharedText, Skip};

/// Length in bytes from which on a text is parsed by the deterministic engine alone, because Earley would take too
/// long.
const MIN_ENGINE_ONLY_BYTES: usize = 4096;
/// Longest text, in bytes, that is parsed with its fields ignored: any field then has any size, so there are many readings.
const MAX_FIELDLESS_BYTES: usize = 64;
/// Fuel of that parse, in items and links of the chart, so that it ends soon.
const FIELDLESS_FUEL: usize = 1 << 14;
/// Length in bytes from which on a text is not checked at all: the check would take longer than most tests.
pub(super) const MAX_CHECKED_BYTES: usize = 1 << 16;

impl<'s> Meaning<'s> {
    /// Repairs a text that replaces the current one: computes its fields and replaces its names. Returns it with the
    /// patches, which apply one list after another.
    pub(in crate::reduce) fn mend_text(
        &self,
        view: &Rc<View<'s>>,
        text: Vec<u8>,
        is_smaller: impl Fn(&[u8]) -> bool,
    ) -> Result<(SharedText, Vec<Vec<Patch>>), Skip> {
        if let Some(prepared) = self.changed_inside(view, &text, &is_smaller) {
            return prepared.map(|prepared| (prepared.text, prepared.patches));
        }
        let Some((tree, found)) = self.read(&text) else { return Ok((text.into(), Vec::new())) };
        if is_within(&found, &self.original) {
            return Ok((text.into(), Vec::new()));
        }
        let frozen = self.frozen_in(&found);
        let mut changed = ComputedCandidate { text, tree, patches: Vec::new(), from: 0, lies: Vec::new() };
        changed.compute(self, &frozen)?;
        let Repairs { patches, wrong } = self.mend_from_start(&changed);
        if !wrong.is_empty() {
            return Err(Skip::Inadmissible);
        }
        if !patches.is_empty() {
            changed.patch(patches);
            changed.compute(self, &frozen)?;
        }
        if !is_smaller(&changed.text) {
            return Err(Skip::NotSmaller);
        }
        // Check the hooks again, because they may read fields that were computed from the replaced names.
        if !is_within(&violations(self.language.meaning(), &changed.text, &changed.tree), &self.original) {
            return Err(Skip::Inadmissible);
        }
        Ok((changed.text.into(), changed.patches))
    }

    /// Returns the tree of a text and its faults; none if it has no tree, or the parse would take too long.
    fn read(&self, text: &[u8]) -> Option<(Tree, Vec<Violation>)> {
        let language = self.language;
        let is_long = text.len() >= MIN_ENGINE_ONLY_BYTES;
        let tree = match text.len() {
            MAX_CHECKED_BYTES.. => return None,
            MIN_ENGINE_ONLY_BYTES.. => language.parsing().by(EngineChoice::Engine).run(text).ok()?,
            length => match language.parsing().tree(text) {
                Some(tree) => tree,
                None if length > MAX_FIELDLESS_BYTES || !language.is_bound() => return None,
                None => language.parsing().without_fields().within(&mut { FIELDLESS_FUEL }).tree(text)?,
            },
        };
        let found = violations(language.meaning(), text, &tree);
        let is_done = found.is_empty() || is_long;
        let other = if is_done { None } else { language.other_reading(text, &found, &tree, &mut { usize::MAX }) };
        Some(other.map_or((tree, found), |tree| (tree, Vec::new())))
    }

    /// Returns the wrong fields that the input has too. They are matched by identity, because node ids differ between texts.
    fn frozen_in(&self, found: &[Violation]) -> HashSet<NodeId> {
        let mut budget = self.original.clone();
        let is_lie = |kind: &ViolationKind| {
            matches!(kind, ViolationKind::Lies(_) | ViolationKind::Differs { .. } | ViolationKind::Miscounted { .. })
        };
        let lies = found.iter().filter(|violation| is_lie(&violation.kind));
        lies.filter(|lie| budget.take(&lie.identity())).map(|lie| lie.node).collect()
    }

    /// Folds the hooks over a text from its start.
    fn mend_from_start(&self, changed: &ComputedCandidate) -> Repairs {
        let grammar = &self.language.grammar;
        if grammar.hooks.is_empty() {
            return Repairs::default();
        }
        let ComputedCandidate { text, tree, .. } = changed;
        let events = self.language.meaning().matters().events(grammar, tree, 0..tree.len());
        let here = |event| NodeEvent::new(grammar, tree, event);
        let terms = RepairTerms { language: self.language, texts: &self.texts, mode: self.mode };
        let mending = RepairFold::new(terms, (text, tree), self.original.clone());
        mending.run(&mut State::new(grammar), &[], Vec::new(), events.into_iter().map(here).collect())
    }
}
