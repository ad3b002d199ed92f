//! The meaning of a tree: computed fields compared with the text, and hooks as a fold over the tree from left to right.
//!
//! [`fields`] computes the right value of each `:=`. [`State`] has the names that are defined. [`violations`] reports where a tree
//! breaks the demands of its grammar. For example, `print x` without a `let x` before it. Generating and reducing go through the
//! same state, so that one meaning holds in every mode. Nothing here parses: a [`Language`](crate::language::Language) hands out
//! its [`Meaning`], and a tree is given.

mod custom;
pub mod fields;
mod fold;
pub mod replay;
mod scope;
mod state;
mod violation;

use std::sync::OnceLock;

pub use custom::{CustomFunctions, Node, Offer, Verdict};
pub use fields::{Corrections, corrections, is_computed, lies};
pub(crate) use fields::{corrected, wrongs};
pub use fold::{reads, violations};
pub use scope::{Kind, Name, PendingUse};
pub use state::{Mark, State};
pub use violation::shown;
pub use violation::{Identity, Lie, Violation, ViolationKind, is_subset};

pub use crate::grammar::{Border, Value};

use crate::grammar::Grammar;
use fields::LabelUses;
use replay::HookFacts;

/// The grammar and the author's functions, which judge a tree. [`Language::meaning`] returns it.
///
/// [`Language::meaning`]: crate::language::Language::meaning
#[derive(Clone, Copy)]
pub struct Meaning<'a> {
    /// The tables.
    pub grammar: &'a Grammar,
    /// The author's functions; none if they are left out.
    pub custom: Option<&'static dyn CustomFunctions>,
    memo: &'a Memo,
}

/// Facts about a grammar's labels and hooks. For example, whether any field is computed at all. The first tree that is judged
/// finds them out, later trees use them.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    label_uses: OnceLock<LabelUses>,
    matters: OnceLock<HookFacts>,
}

impl Memo {
    /// Starts empty, so that a static can hold it.
    pub(crate) const fn new() -> Self {
        Self { label_uses: OnceLock::new(), matters: OnceLock::new() }
    }
}

impl<'a> Meaning<'a> {
    /// Puts the parts of a language together.
    pub(crate) fn new(grammar: &'a Grammar, custom: Option<&'static dyn CustomFunctions>, memo: &'a Memo) -> Self {
        Self { grammar, custom, memo }
    }

    /// Returns which items have a computed text, and which can be counted.
    #[doc(hidden)]
    pub fn label_uses(self) -> &'a LabelUses {
        self.memo.label_uses.get_or_init(|| LabelUses::new(self.grammar))
    }

    /// Returns which nodes of its trees matter to hooks.
    #[doc(hidden)]
    pub fn matters(self) -> &'a HookFacts {
        self.memo.matters.get_or_init(|| HookFacts::new(self.grammar))
    }
}
