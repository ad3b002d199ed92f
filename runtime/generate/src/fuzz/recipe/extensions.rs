//! The bytes that lengthen the texts of expressions, and the terminals which they concern. They are found by automata of up to
//! hundreds of states, and do not depend on the start rule.

use std::collections::HashMap;

use super::{MAX_AUTOMATON_STATES, left_side};
use crate::fuzz::derivative::Derivatives;
use grammarc_core::byteset::ByteSet;
use grammarc_core::grammar::{Grammar, RegularId, TerminalKind};

/// By expression of a grammar: the bytes that lengthen its texts, as far as it was asked for.
#[derive(Debug, Default)]
pub(super) struct Extensions(HashMap<RegularId, ByteSet>);

impl Extensions {
    /// Returns for every terminal whether a text of it can be lengthened by a byte that can follow it.
    pub(super) fn open_ended(&mut self, grammar: &Grammar, follow: &[ByteSet]) -> Vec<bool> {
        let watched = grammar.terminals.iter().map(|terminal| {
            let word = terminal.word.and_then(|word| grammar.terminal(word));
            match (terminal.kind, word) {
                (TerminalKind::Token | TerminalKind::Indent(_), _) => Some(left_side(grammar, terminal)),
                (_, Some(word)) => Some(left_side(grammar, word)),
                _ => None,
            }
        });
        let mut derivatives = Derivatives::new();
        let mut is_open = |regular, &follow| {
            let extensions = self.of(grammar, &mut derivatives, regular);
            !extensions.intersection(follow).is_empty()
        };
        watched.zip(follow).map(|(watched, follow)| watched.is_some_and(|regular| is_open(regular, follow))).collect()
    }

    /// Returns for every terminal whether a byte that can follow it lengthens a text of its expression.
    pub(super) fn lengthened(&mut self, grammar: &Grammar, follow: &[ByteSet]) -> Vec<bool> {
        let mut derivatives = Derivatives::new();
        let mut extensions = |regular| self.of(grammar, &mut derivatives, regular);
        let all = grammar.terminals.iter().zip(follow);
        all.map(|(terminal, &follow)| !extensions(terminal.regular).intersection(follow).is_empty()).collect()
    }

    fn of(&mut self, grammar: &Grammar, derivatives: &mut Derivatives, regular: RegularId) -> ByteSet {
        *self.0.entry(regular).or_insert_with(|| {
            let start = derivatives.start(grammar, regular, &|_| Vec::new());
            derivatives.extensions(start, MAX_AUTOMATON_STATES)
        })
    }
}
