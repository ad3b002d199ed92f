//! The bytes that lengthen the texts of expressions, and the terminals which they concern. They are found by automata of up to
//! hundreds of states, and do not depend on the start rule.

use std::collections::HashMap;

use super::{MAX_AUTOMATON_STATES, left_side};
use crate::fuzz::derivative::Derivatives;
use grammarc_core::byteset::ByteSet;
use grammarc_core::grammar::{Grammar, RegularId, TerminalKind};

/// The bytes that lengthen the texts of the expressions of a grammar.
pub(super) struct Extensions<'g> {
    grammar: &'g Grammar,
    derivatives: Derivatives,
    pub(super) known: HashMap<RegularId, ByteSet>,
}

impl<'g> Extensions<'g> {
    /// Begins with the expressions that are known from the same grammar with another start rule.
    pub(super) fn new(grammar: &'g Grammar, known: HashMap<RegularId, ByteSet>) -> Self {
        Self { grammar, derivatives: Derivatives::new(), known }
    }

    /// Returns for every terminal whether a text of it can be lengthened by a byte that can follow it.
    pub(super) fn open_ended(&mut self, follow: &[ByteSet]) -> Vec<bool> {
        let grammar = self.grammar;
        let watched = grammar.terminals.iter().map(|terminal| {
            let word = terminal.word.and_then(|word| grammar.terminal(word));
            match (terminal.kind, word) {
                (TerminalKind::Token | TerminalKind::Indent(_), _) => Some(left_side(grammar, terminal)),
                (_, Some(word)) => Some(left_side(grammar, word)),
                _ => None,
            }
        });
        let mut is_open = |regular, &follow| !self.of(regular).intersection(follow).is_empty();
        watched.zip(follow).map(|(watched, follow)| watched.is_some_and(|regular| is_open(regular, follow))).collect()
    }

    /// Returns for every terminal whether a byte that can follow it lengthens a text of its expression.
    pub(super) fn lengthened(&mut self, follow: &[ByteSet]) -> Vec<bool> {
        let all = self.grammar.terminals.iter().zip(follow);
        all.map(|(terminal, &follow)| !self.of(terminal.regular).intersection(follow).is_empty()).collect()
    }

    fn of(&mut self, regular: RegularId) -> ByteSet {
        *self.known.entry(regular).or_insert_with(|| {
            let start = self.derivatives.start(self.grammar, regular, &|_| Vec::new());
            self.derivatives.extensions(start, MAX_AUTOMATON_STATES)
        })
    }
}
