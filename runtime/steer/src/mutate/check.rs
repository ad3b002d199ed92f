//! Checks that a mutant is in the language, after its fields were computed again and its names were repaired.
//!
//! The mutant is a splice, so it is parsed as it is. Only a text whose names or fields are wrong is written again by the fuzzer from its
//! choices: it keeps all that is right, and uses visible names instead of the others. For example, `let a = 1; print b` becomes `let a = 1;
//! print a`.

use grammarc_core::grammar::{Drive, Item};
use grammarc_core::meaning::fields::is_computed;
use grammarc_core::meaning::violations;
use grammarc_core::parse::{effort, fill_within};
use grammarc_core::tree::Tree;
use grammarc_generate::choices::Choices;
use grammarc_generate::fuzz::Fuzzer;
use grammarc_generate::fuzz::generator::Generator;

/// Effort for filling the fields of one mutant, in items and links of charts, and for each of its bytes. Another mutant takes less time than a
/// large chart of this one.
const FILL_EFFORT: usize = 50_000;
const FILL_EFFORT_PER_BYTE: usize = 200;
/// One mutant out of so many is filled that does not parse, if only repeated texts can be wrong in it. Such a fill takes a chart, and most of
/// these mutants are wrong elsewhere. For example, an end tag of XML repeats a name.
const REPEATED_TEXT_FILLS: u64 = 4;

/// A text that was checked, and its tree.
pub(super) struct Mutant {
    pub(super) text: Vec<u8>,
    /// None if the text need not parse.
    pub(super) tree: Option<Tree>,
}

/// Checks and repairs the mutants of one language.
pub(super) struct Checker<'a> {
    language: &'a Generator,
    fuzzer: Fuzzer<'a>,
    /// Whether the grammar has computed fields or parts that a field determines.
    has_fields: bool,
    /// Whether values, sizes or counts are among them.
    has_values: bool,
    /// Whether a text with wrong fields may have no tree.
    is_bound: bool,
    /// Whether the grammar has hooks.
    has_hooks: bool,
}

impl<'a> Checker<'a> {
    pub(super) fn new(language: &'a Generator, max_depth: usize) -> Self {
        let grammar = &language.grammar;
        let is_value = |item: &Item| item.field.is_some() || item.drive != Drive::None;
        Self {
            language,
            fuzzer: Fuzzer::new(language, max_depth),
            has_fields: grammar.items.iter().any(|item| is_value(item) || is_computed(grammar, item)),
            has_values: grammar.items.iter().any(is_value),
            is_bound: language.is_bound(),
            has_hooks: grammar.items.iter().any(|item| item.hooks.is_some()),
        }
    }

    /// Returns whether the fields and hooks of a text are right.
    pub(super) fn is_valid(&self, text: &[u8], tree: &Tree) -> bool {
        !(self.has_fields || self.has_hooks) || violations(self.language.meaning(), text, tree).is_empty()
    }

    /// Returns the mutant, repaired if need be; none if it is not in the language. With `is_strict`, its fields and hooks must be right, too.
    pub(super) fn admitted(&mut self, mutant: Vec<u8>, is_strict: bool, seed: u64) -> Option<Mutant> {
        let tree = self.tree(&mutant);
        if tree.as_ref().is_some_and(|tree| self.is_valid(&mutant, tree)) {
            return Some(Mutant { text: mutant, tree });
        }
        let (text, tree) = match tree {
            _ if !(self.has_fields || self.has_hooks) => return None,
            None if !self.is_bound || !self.has_values && !seed.is_multiple_of(REPEATED_TEXT_FILLS) => return None,
            Some(tree) if !self.has_fields => (mutant, tree),
            _ => self.filled(mutant)?,
        };
        if self.is_valid(&text, &tree) {
            return Some(Mutant { text, tree: Some(tree) });
        }
        let rewritten = self.rewritten(&text, &tree, seed);
        rewritten.or_else(|| (!is_strict).then_some(Mutant { text, tree: Some(tree) }))
    }

    /// Computes the fields of a text again; none if the result does not parse.
    fn filled(&self, text: Vec<u8>) -> Option<(Vec<u8>, Tree)> {
        let mut effort = FILL_EFFORT + FILL_EFFORT_PER_BYTE * text.len();
        let filled = fill_within(self.language, text, &mut effort);
        let tree = self.tree(&filled)?;
        Some((filled, tree))
    }

    /// Has the fuzzer write a text again, which gives it visible names. None if that led into a dead end, or to a text that is wrong as well.
    fn rewritten(&mut self, text: &[u8], tree: &Tree, seed: u64) -> Option<Mutant> {
        let trace = self.language.trace(text, tree)?;
        let written = self.fuzzer.run(&mut Choices::redraw(&trace.steps, seed)).ok()?.to_vec();
        let (text, tree) = self.filled(written)?;
        self.is_valid(&text, &tree).then_some(Mutant { text, tree: Some(tree) })
    }

    /// Returns the tree of a text, within the effort for one text.
    pub(super) fn tree(&self, text: &[u8]) -> Option<Tree> {
        self.language.parsing().within(&mut effort(text)).tree(text)
    }
}
