//! Regular expressions at run time: programs, automata, and the one place that matches terminals.
//!
//! A [`Regular`] becomes an ordered nondeterministic [`Program`] over bytes, and a [`Dfa`] where one of reasonable size exists.
//! Both are built at their first use and kept beside the grammar in [`Automata`].

mod ahead;
#[doc(hidden)]
pub mod column;
mod conditions;
mod dfa;
mod keywords;
mod lazy;
mod matcher;
mod program;
#[doc(hidden)]
pub mod quick;
mod simulate;
mod subsets;
#[doc(hidden)]
pub mod utf8;
mod writer;

use std::sync::{Arc, OnceLock};

pub use dfa::{Dfa, Order};
pub use keywords::{Keywords, Word};
pub use matcher::Matcher;
pub use program::{Exit, Program, ProgramSizeError, Ranges, Step};
pub use writer::join_ranges;

use crate::byteset::ByteSet;
use crate::grammar::{Grammar, Label, Regular, RegularId};
use lazy::LazyPool;

/// The texts of labels where a terminal stands; an absent label is empty. For example, `a` for `open` at the end tag of
/// `<a></a>`.
pub type LabelTexts<'a> = &'a dyn Fn(Label) -> &'a [u8];

/// The texts where no label is visible. The column is one that no line has.
pub fn no_labels(label: Label) -> &'static [u8] {
    if label == Label::COLUMN { column::OUTSIDE } else { b"" }
}

/// The automata of a grammar's regular expressions, each built when it is first needed.
#[derive(Debug, Default)]
pub struct Automata {
    /// One for each entry of [`Grammar::regulars`]. Grammars with the same expressions share them.
    automatons: OnceLock<Arc<[Automaton]>>,
    keywords: OnceLock<Keywords>,
}

/// The program and the automata of one expression.
#[derive(Debug, Default)]
struct Automaton {
    /// None if it would be too large; the expression then matches nothing.
    program: OnceLock<Option<Arc<Program>>>,
    /// Accepts every match.
    all: OnceLock<Option<Arc<Dfa>>>,
    /// Accepts the first match by priority.
    first: OnceLock<Option<Arc<Dfa>>>,
    /// Tell whether a match begins somewhere.
    prefix: LazyPool,
}

impl Automata {
    /// Makes an empty store; nothing is built yet, so a generated static can hold one.
    pub const fn new() -> Self {
        Self { automatons: OnceLock::new(), keywords: OnceLock::new() }
    }

    /// Returns a store for another grammar with the same expressions. It has the same automata, so each is built once for
    /// both. For example, a rule as a language of its own has the expressions of its grammar.
    #[must_use]
    pub fn shared(&self, grammar: &Grammar) -> Self {
        Self { automatons: OnceLock::from(self.automatons(grammar).clone()), keywords: OnceLock::new() }
    }

    /// Returns the keywords of the grammar.
    pub fn keywords(&self, grammar: &Grammar) -> &Keywords {
        self.keywords.get_or_init(|| Keywords::new(grammar, self))
    }

    /// Returns the program of an expression, or none if its counts make it too large ([`ProgramSizeError`]).
    pub fn program(&self, grammar: &Grammar, id: RegularId) -> Option<&Program> {
        self.program_cell(grammar, id).as_deref()
    }

    /// Returns the program, to be kept as a part of another one.
    fn program_cell(&self, grammar: &Grammar, id: RegularId) -> &Option<Arc<Program>> {
        let cell = &self.automaton(grammar, id).program;
        // Parts stand before the whole in the table, so no cell waits for itself.
        cell.get_or_init(|| Program::new(grammar, self, id).ok().map(Arc::new))
    }

    /// Returns the automaton of an expression. None if a match depends on the bytes after it, or if the automaton would
    /// be too large.
    pub fn dfa(&self, grammar: &Grammar, id: RegularId, order: Order) -> Option<&Dfa> {
        self.matching(grammar, id, order).filter(|dfa| dfa.is_unconditional())
    }

    /// Returns the automaton of an expression, or none if it looks ahead in a way that no automaton of reasonable size
    /// can follow: then its program is simulated.
    pub fn matching(&self, grammar: &Grammar, id: RegularId, order: Order) -> Option<&Dfa> {
        self.matching_cell(grammar, id, order).as_deref()
    }

    /// Returns the automaton, to be kept as a part of a program.
    fn matching_cell(&self, grammar: &Grammar, id: RegularId, order: Order) -> &Option<Arc<Dfa>> {
        let automaton = self.automaton(grammar, id);
        let cell = match order {
            Order::All => &automaton.all,
            Order::First => &automaton.first,
        };
        cell.get_or_init(|| Dfa::new(self.program(grammar, id)?, order).map(Arc::new))
    }

    /// Returns whether a match of an expression begins at the start of `rest`; none if only a simulation can tell.
    pub(crate) fn is_prefix(&self, grammar: &Grammar, id: RegularId, rest: &[u8]) -> Option<bool> {
        self.automaton(grammar, id).prefix.is_prefix(self.program(grammar, id)?, rest)
    }

    fn automaton(&self, grammar: &Grammar, id: RegularId) -> &Automaton {
        &self.automatons(grammar)[id.0 as usize]
    }

    fn automatons(&self, grammar: &Grammar) -> &Arc<[Automaton]> {
        self.automatons.get_or_init(|| grammar.regulars.iter().map(|_| Automaton::default()).collect())
    }
}

/// Returns the bytes that can begin a match of an expression, and whether it can match the empty text.
///
/// Look-aheads inside are taken to hold. For example, `[0-9]*` can begin with a digit and match the empty text. An expression
/// that is too large may begin with anything.
pub fn first_bytes(grammar: &Grammar, automata: &Automata, id: RegularId) -> (ByteSet, bool) {
    let program = automata.program(grammar, id);
    program.map_or((ByteSet::ALL.without_end(), true), |program| program.first_bytes())
}

/// Returns whether the whole text is in the expression.
pub fn is_match(grammar: &Grammar, automata: &Automata, id: RegularId, text: &[u8], labels: LabelTexts<'_>) -> bool {
    match automata.matching(grammar, id, Order::All) {
        Some(dfa) => dfa.is_match(text),
        None => automata.program(grammar, id).is_some_and(|program| simulate::is_match(program, text, labels)),
    }
}

/// Returns the same as [`is_match`] without an automaton. That is quicker for a few texts, because an automaton takes longer
/// to build than to run.
pub fn is_single_match(grammar: &Grammar, automata: &Automata, id: RegularId, text: &[u8]) -> bool {
    automata.program(grammar, id).is_some_and(|program| simulate::is_match(program, text, &no_labels))
}

/// Splits a token's expression at its outermost `-`. For example, `[a-z]+ - "if"` is `[a-z]+` and `"if"`.
pub fn token_parts(grammar: &Grammar, id: RegularId) -> (RegularId, Option<RegularId>) {
    match grammar.regulars[id.0 as usize] {
        Regular::Except { body, without } => (body, Some(without)),
        _ => (id, None),
    }
}
