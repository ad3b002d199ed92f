//! What a text means that was made without the tree: by dropping lines, tokens or characters, by renaming words.
//!
//! There is nothing to go on from, so it is parsed, and folded from the start. A text without a tree has no meaning to break.

use std::collections::HashSet;
use std::rc::Rc;

use super::fold::Here;
use super::mend::{Mended, Mending};
use super::{Changed, Meaning, is_within};
use crate::reduce::view::View;
use crate::trial::Skip;
use grammarc_core::meaning::{State, Violation, Wrong, violations};
use grammarc_core::parse::EngineChoice;
use grammarc_core::tree::{NodeId, Patch, Tree};

/// Longer texts are parsed by the deterministic engine alone, in bytes.
const LONG: usize = 4096;
/// Longer texts are not read without believing their fields: then anything may be of any size, so there are many readings.
const SHORT: usize = 64;
/// How many items and links a chart for that may have.
const STEPS: usize = 1 << 14;
/// Longer texts are not looked at.
pub(super) const LONGEST: usize = 1 << 16;

impl<'s> Meaning<'s> {
    /// Works out a text that takes the place of the current one: its fields computed, its names repaired. Returns it with what
    /// was changed, to be made one list after another.
    pub(in crate::reduce) fn mend_text(
        &self,
        view: &Rc<View<'s>>,
        text: Vec<u8>,
        is_smaller: impl Fn(&[u8]) -> bool,
    ) -> Result<(Vec<u8>, Vec<Vec<Patch>>), Skip> {
        if let Some(prepared) = self.changed_inside(view, &text, &is_smaller) {
            return prepared.map(|prepared| (prepared.text, prepared.patches));
        }
        let Some((tree, found)) = self.read(&text) else { return Ok((text, Vec::new())) };
        if is_within(&found, &self.original) {
            return Ok((text, Vec::new()));
        }
        let frozen = self.frozen_in(&found);
        let mut changed = Changed { text, tree, patches: Vec::new(), from: 0, lies: Vec::new() };
        changed.compute(self, &frozen)?;
        let Mended { patches, wrong } = self.mend_from_start(&changed);
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
        // Hooks may look at what is computed from other names.
        if !is_within(&violations(self.language.meaning(), &changed.text, &changed.tree), &self.original) {
            return Err(Skip::Inadmissible);
        }
        Ok((changed.text, changed.patches))
    }

    /// Returns the tree of a text and what is wrong with it; none if it has none, or that would take long to find out.
    fn read(&self, text: &[u8]) -> Option<(Tree, Vec<Violation>)> {
        let language = self.language;
        let is_long = text.len() >= LONG;
        let tree = match text.len() {
            LONGEST.. => return None,
            LONG.. => language.parsing().by(EngineChoice::Engine).run(text).ok()?,
            length => match View::parse(language, text) {
                Some(view) => view.tree,
                None if length > SHORT || !language.is_bound() => return None,
                None => language.parsing().without_fields().within(&mut { STEPS }).tree(text)?,
            },
        };
        let found = violations(language.meaning(), text, &tree);
        let is_done = found.is_empty() || is_long;
        let other = if is_done { None } else { language.other_reading(text, &found, &tree, &mut { usize::MAX }) };
        Some(other.map_or((tree, found), |tree| (tree, Vec::new())))
    }

    /// Returns the fields whose lies are those of the input, as far as can be told: nodes do not last from text to text.
    fn frozen_in(&self, found: &[Violation]) -> HashSet<NodeId> {
        let mut budget = self.original.clone();
        let is_lie = |wrong: &Wrong| matches!(wrong, Wrong::Lies(_) | Wrong::Differs { .. } | Wrong::Miscounted { .. });
        let lies = found.iter().filter(|violation| is_lie(&violation.wrong));
        lies.filter(|lie| budget.take(&lie.identity())).map(|lie| lie.node).collect()
    }

    /// Folds the hooks over a text from its start.
    fn mend_from_start(&self, changed: &Changed) -> Mended {
        let grammar = &self.language.grammar;
        if grammar.hooks.is_empty() {
            return Mended::default();
        }
        let Changed { text, tree, .. } = changed;
        let events = self.language.meaning().matters().events(grammar, tree, 0..tree.len());
        let here = |event| Here::new(grammar, tree, event);
        let mending = Mending::new((self.language, &self.texts, self.mode), (text, tree), self.original.clone());
        mending.run(&mut State::new(grammar), &[], Vec::new(), events.into_iter().map(here).collect())
    }
}
