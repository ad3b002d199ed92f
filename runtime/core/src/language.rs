//! The one door between generated code and the runtime: tables and function pointers of one format.

mod start;

use std::sync::{Arc, OnceLock};

pub use start::UnknownRule;

use crate::decisions::Decisions;
use crate::earley::{Earley, Walked};
use crate::grammar::{Grammar, Text};
use crate::meaning::{Custom, Meaning, Memo};
use crate::regular::Automata;
use crate::roles::Roles;
use crate::tree::{Builder, Density, Kinds};

/// Everything that the runtime knows of one format. A generated crate exports one as a static; the compiler builds the
/// same in memory for `grammarc -g`. Both go through the same code and give the same answers.
#[non_exhaustive]
pub struct Language {
    /// The stem of the grammar file.
    pub name: Text,
    /// Its tables.
    pub grammar: Grammar,
    /// What is built from its regular expressions, when it is first needed: [`Automata::new`].
    pub automata: Automata,
    /// The deterministic engine: generated code, or the interpreter.
    pub engine: Engine,
    /// What the interpreter walks; laid out when it is first needed.
    pub decisions: OnceLock<Decisions>,
    /// What nodes its trees have, from the first parse on.
    kinds: OnceLock<Arc<Kinds>>,
    /// What its nodes are to people who read a tree, from the first one on that asks.
    roles: OnceLock<Roles>,
    /// How many nodes an input has, about.
    pub(crate) density: Density,
    /// The grammar as a chart walks it, from the first input on that takes one.
    pub(crate) earley: OnceLock<Earley>,
    /// The grammar without what labels say of sizes, counts and repeated texts; made when it is first needed.
    pub(crate) free: OnceLock<Walked>,
    /// Facts about its fields and hooks, found out when the first tree is judged.
    meaning: Memo,
    /// The functions of the author; none where they are not compiled in, and so left out.
    pub custom: Option<&'static dyn Custom>,
}

impl Language {
    /// Makes a language from its tables and a way to parse; all else is computed from them at first use. A generated
    /// crate, which knows some of it better, adds that.
    pub const fn new(name: Text, grammar: Grammar, engine: Engine) -> Self {
        Self {
            name,
            grammar,
            automata: Automata::new(),
            engine,
            decisions: OnceLock::new(),
            kinds: OnceLock::new(),
            roles: OnceLock::new(),
            density: Density::new(),
            earley: OnceLock::new(),
            free: OnceLock::new(),
            meaning: Memo::new(),
            custom: None,
        }
    }

    /// Returns what the interpreter walks.
    pub fn decisions(&self) -> &Decisions {
        self.decisions.get_or_init(|| Decisions::new(&self.grammar))
    }

    /// Returns what nodes its trees have.
    pub(crate) fn kinds(&self) -> &Arc<Kinds> {
        self.kinds.get_or_init(|| Arc::new(Kinds::new(&self.grammar)))
    }

    /// Returns what its nodes are to people who read a tree.
    pub fn roles(&self) -> &Roles {
        self.roles.get_or_init(|| Roles::new(&self.grammar))
    }

    /// Returns the grammar and the author's functions for judging a tree: `violations(language.meaning(), text, &tree)`.
    pub fn meaning(&self) -> Meaning<'_> {
        Meaning::new(&self.grammar, self.custom, &self.meaning)
    }

    /// Sets the functions of the author.
    #[must_use]
    pub const fn with_custom(mut self, custom: &'static dyn Custom) -> Self {
        self.custom = Some(custom);
        self
    }
}

impl AsRef<Self> for Language {
    fn as_ref(&self) -> &Self {
        self
    }
}

/// Parses a whole input without Earley, writing the tree into the builder.
pub type Engine = fn(&Language, &[u8], &mut Builder) -> Attempt;

/// What a deterministic engine found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// The builder holds the tree, and it is the first one by priority.
    Parsed,
    /// The input is not in the language.
    Failed,
    /// The same, found in a way of its own, where the interpreter may have been less sure.
    Refused,
    /// An option failed after an open decision, a rule needs Earley, or too many steps were made: ask Earley.
    Undecided,
}
