//! The one door between generated code and the runtime: tables and function pointers of one format. A compiled and an
//! interpreted grammar look the same behind it.

mod start;

use std::sync::{Arc, OnceLock};

pub use start::UnknownRule;

use crate::decisions::Decisions;
use crate::earley::{Earley, PreparedGrammar};
use crate::grammar::{Grammar, Text};
use crate::lookahead::followers::Followers;
use crate::meaning::{CustomFunctions, Meaning, Memo};
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
    /// The automata of its regular expressions, each built at its first use: [`Automata::new`].
    pub automata: Automata,
    /// The deterministic engine: generated code, or the interpreter. For example, `grammarc reduce -g json.bnf` runs the
    /// interpreter.
    pub engine: Engine,
    /// The decisions that the interpreter walks, laid out at their first use.
    pub decisions: OnceLock<Decisions>,
    /// The terminals behind each rule.
    pub(crate) followers: Followers,
    /// The kinds of nodes in its trees, computed at the first parse.
    kinds: OnceLock<Arc<Kinds>>,
    /// The roles of its nodes for people who read a tree, computed at their first use.
    roles: OnceLock<Roles>,
    /// An estimate of how many nodes an input has.
    pub(crate) density: Density,
    /// The tables that charts walk, built at the first input that needs a chart.
    pub(crate) earley: OnceLock<Earley>,
    /// The grammar without the sizes, counts and repeated texts that labels fix; made at its first use.
    pub(crate) free: OnceLock<PreparedGrammar>,
    /// Facts about its fields and hooks, computed when the first tree is judged.
    meaning: Memo,
    /// The functions of the author; none where they are not compiled in. Then the hooks and fields that call them are
    /// left out.
    pub custom: Option<&'static dyn CustomFunctions>,
}

impl Language {
    /// Makes a language from its tables and an engine; all else is computed from them at its first use. A generated
    /// crate adds the parts that it has already, for example with `with_custom`.
    pub const fn new(name: Text, grammar: Grammar, engine: Engine) -> Self {
        Self {
            name,
            grammar,
            automata: Automata::new(),
            engine,
            decisions: OnceLock::new(),
            followers: Followers::new(),
            kinds: OnceLock::new(),
            roles: OnceLock::new(),
            density: Density::new(),
            earley: OnceLock::new(),
            free: OnceLock::new(),
            meaning: Memo::new(),
            custom: None,
        }
    }

    /// Returns the decisions that the interpreter walks.
    pub fn decisions(&self) -> &Decisions {
        self.decisions.get_or_init(|| Decisions::new(&self.grammar, &self.automata))
    }

    /// Returns the kinds of nodes in its trees.
    pub(crate) fn kinds(&self) -> &Arc<Kinds> {
        self.kinds.get_or_init(|| Arc::new(Kinds::new(&self.grammar)))
    }

    /// Drops the facts that depend on the start rule, except those about fields and hooks.
    fn forget_start(&mut self) {
        (self.kinds, self.roles, self.followers) = (OnceLock::new(), OnceLock::new(), Followers::new());
    }

    /// Returns the roles of its nodes for people who read a tree.
    pub fn roles(&self) -> &Roles {
        self.roles.get_or_init(|| Roles::new(&self.grammar))
    }

    /// Returns the grammar and the author's functions for judging a tree: `violations(language.meaning(), text, &tree)`.
    pub fn meaning(&self) -> Meaning<'_> {
        Meaning::new(&self.grammar, self.custom, &self.meaning)
    }

    /// Sets the functions of the author.
    #[must_use]
    pub const fn with_custom(mut self, custom: &'static dyn CustomFunctions) -> Self {
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

/// The result of a deterministic engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// The builder holds the tree, and it is the first one by priority.
    Parsed,
    /// The input is not in the language.
    Failed,
    /// The input is not in the language, as decided by generated code that does not walk the decisions. For example, a
    /// parser that writes nodes by a pen refuses `[1 2]`. The interpreter may be undecided here.
    Refused,
    /// An option failed after an open decision, a rule needs Earley, or too many steps were made. Then Earley is asked.
    Undecided,
}
