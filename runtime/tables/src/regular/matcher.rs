//! Matching of terminals: the one place that knows the meaning of each kind of terminal. So the interpreter, the chart and
//! the fuzzer cannot differ in it.

use super::dfa::Order;
use super::simulate::{self, MatchGoal, Subject};
use super::{Automata, LabelTexts, column, is_match, no_labels, token_parts};
use crate::byteset::ByteSet;
use crate::grammar::{Grammar, Indent, Label, Regular, RegularId, Symbol, Terminal, TerminalKind};

/// Matches the terminals of a grammar in an input.
#[derive(Debug, Clone, Copy)]
pub struct Matcher<'a> {
    /// The grammar of the terminals.
    pub grammar: &'a Grammar,
    /// The automata of its expressions.
    pub automata: &'a Automata,
    /// The whole text.
    pub input: &'a [u8],
}

impl<'a> Matcher<'a> {
    /// Returns the end of a token that begins at `at`: the longest match, or none if this match is excluded or fails `%word`.
    /// For example, `[a-z]+ - "if"` does not match at 0 in `if`, not even its `i`.
    pub fn token(&self, terminal: Symbol, at: usize) -> Option<usize> {
        let row = self.grammar.terminal(terminal)?;
        let (body, without) = token_parts(self.grammar, row.regular);
        let end = self.longest(body, at)?;
        let text = &self.input[at..end];
        let excluded = without.is_some_and(|id| is_match(self.grammar, self.automata, id, text, &no_labels));
        (!excluded && self.is_word(row, at, end)).then_some(end)
    }

    /// Returns the ends of a terminal of any kind that begins at `at`, in order of priority. For example, the leaf `[0-9]+`
    /// at 0 in `12` ends at 2 and at 1.
    ///
    /// Memory grows with the number of ends: [`Matcher::ends_before`] leaves out ends that nothing can follow.
    pub fn ends(&self, terminal: Symbol, at: usize, labels: LabelTexts<'_>) -> Vec<usize> {
        self.ends_before(terminal, at, &ByteSet::ALL, labels)
    }

    /// Returns the ends before something in `follow`, in order of priority.
    pub fn ends_before(&self, terminal: Symbol, at: usize, follow: &ByteSet, labels: LabelTexts<'_>) -> Vec<usize> {
        let Some(row) = self.grammar.terminal(terminal) else { return Vec::new() };
        let mut keep = |end: usize| follow.admits(self.input, end) && self.is_word(row, at, end);
        match row.kind {
            TerminalKind::Leaf => {
                let mut found = self.some_ends(row.regular, at, labels, &mut keep);
                if found.len() > 1 {
                    found = self.simulate(row.regular, at, MatchGoal::All, labels, &mut keep);
                }
                found
            }
            _ => self.single(terminal, row, at, labels).into_iter().filter(|&end| keep(end)).collect(),
        }
    }

    /// Returns the ends that `keep` lets through, in any order. A chart needs no order, which would take a simulation.
    pub fn ends_unordered(
        &self,
        terminal: Symbol,
        at: usize,
        labels: LabelTexts<'_>,
        keep: &mut dyn FnMut(usize) -> bool,
    ) -> Vec<usize> {
        let Some(row) = self.grammar.terminal(terminal) else { return Vec::new() };
        let mut keep = |end: usize| self.is_word(row, at, end) && keep(end);
        match row.kind {
            TerminalKind::Leaf => self.some_ends(row.regular, at, labels, &mut keep),
            _ => self.single(terminal, row, at, labels).into_iter().filter(|&end| keep(end)).collect(),
        }
    }

    /// Returns the first end by priority, and whether there is another with something in `follow` after it. For example,
    /// `[0-9]+` at 0 in `12` ends at 2, and 1 counts as another end only if a digit can follow.
    pub fn first(
        &self,
        terminal: Symbol,
        at: usize,
        follow: &ByteSet,
        labels: LabelTexts<'_>,
    ) -> Option<(usize, bool)> {
        let row = self.grammar.terminal(terminal)?;
        if row.kind != TerminalKind::Leaf {
            return Some((self.single(terminal, row, at, labels)?, false));
        }
        if row.word.is_some() {
            let ends = self.ends(terminal, at, labels);
            let (&first, others) = ends.split_first()?;
            return Some((first, others.iter().any(|&end| follow.admits(self.input, end))));
        }
        if let Some(end) = self.literal(row.regular, at) {
            return Some((end?, false));
        }
        let first = match self.automata.matching(self.grammar, row.regular, Order::First) {
            Some(dfa) => dfa.longest(self.input, at)?,
            None => self.simulate(row.regular, at, MatchGoal::First, labels, &mut |_| true).pop()?,
        };
        let mut other = |end: usize| end != first && follow.admits(self.input, end);
        let open = match self.automata.matching(self.grammar, row.regular, Order::All) {
            Some(dfa) => dfa.ends(self.input, at).any(other),
            None => !self.simulate(row.regular, at, MatchGoal::Any, labels, &mut other).is_empty(),
        };
        Some((first, open))
    }

    /// Returns whether a terminal can begin at `at`. A terminal that depends on labels counts as one that can.
    pub(crate) fn may_match(&self, terminal: Symbol, at: usize) -> bool {
        let Some(row) = self.grammar.terminal(terminal) else { return false };
        match row.kind {
            TerminalKind::Token | TerminalKind::Ahead { .. } => self.single(terminal, row, at, &no_labels).is_some(),
            TerminalKind::Leaf if self.grammar.labels_in(row.regular).is_empty() => {
                match self.automata.matching(self.grammar, row.regular, Order::All) {
                    Some(dfa) => dfa.ends(self.input, at).any(|end| self.is_word(row, at, end)),
                    None => true,
                }
            }
            TerminalKind::Leaf | TerminalKind::Indent(_) | TerminalKind::Text { .. } => true,
        }
    }

    /// Returns whether a look-ahead holds at `at`.
    pub fn holds(&self, ahead: Symbol, at: usize, labels: LabelTexts<'_>) -> bool {
        self.grammar.terminal(ahead).is_some_and(|row| self.single(ahead, row, at, labels).is_some())
    }

    /// The end of a terminal of a kind with at most one end.
    fn single(&self, terminal: Symbol, row: &Terminal, at: usize, labels: LabelTexts<'_>) -> Option<usize> {
        match row.kind {
            TerminalKind::Token => self.token(terminal, at),
            TerminalKind::Leaf => None,
            TerminalKind::Ahead { negative } => (self.is_next(row.regular, at, labels) != negative).then_some(at),
            TerminalKind::Indent(indent) => self.indented(row, at, labels(Label::COLUMN), indent),
            TerminalKind::Text { label, fold } => simulate::text_end(self.input, at, labels(label), fold),
        }
    }

    /// Returns whether a match of an expression begins at `at`.
    pub(crate) fn is_next(&self, id: RegularId, at: usize, labels: LabelTexts<'_>) -> bool {
        if let Some(end) = self.literal(id, at) {
            return end.is_some();
        }
        let found = self.input.get(at..).and_then(|rest| self.automata.is_prefix(self.grammar, id, rest));
        found.unwrap_or_else(|| !self.simulate(id, at, MatchGoal::Any, labels, &mut |_| true).is_empty())
    }

    /// Returns the end of the blanks that a line begins with, if they are in the right column.
    fn indented(&self, row: &Terminal, at: usize, column: &[u8], indent: Indent) -> Option<usize> {
        if column::line_start(self.input, at) != at {
            return None;
        }
        let end = self.longest(row.regular, at).unwrap_or(at);
        column::holds(column, &self.input[at..end], indent).then_some(end)
    }

    /// All ends that `keep` lets through: in ascending order with an automaton, in order of priority without one.
    fn some_ends(
        &self,
        id: RegularId,
        at: usize,
        labels: LabelTexts<'_>,
        keep: &mut dyn FnMut(usize) -> bool,
    ) -> Vec<usize> {
        if let Some(end) = self.literal(id, at) {
            return end.into_iter().filter(|&end| keep(end)).collect();
        }
        match self.automata.matching(self.grammar, id, Order::All) {
            Some(dfa) => dfa.ends(self.input, at).filter(|&end| keep(end)).collect(),
            None => self.simulate(id, at, MatchGoal::All, labels, keep),
        }
    }

    /// Returns the end of a literal, which needs no automaton. The outer none is for other expressions.
    fn literal(&self, id: RegularId, at: usize) -> Option<Option<usize>> {
        match &self.grammar.regulars[id.0 as usize] {
            Regular::Literal { text, fold } => Some(simulate::text_end(self.input, at, text, *fold)),
            _ => None,
        }
    }

    fn longest(&self, id: RegularId, at: usize) -> Option<usize> {
        if let Some(end) = self.literal(id, at) {
            return end;
        }
        match self.automata.matching(self.grammar, id, Order::All) {
            Some(dfa) => dfa.longest(self.input, at),
            None => self.simulate(id, at, MatchGoal::Longest, &no_labels, &mut |_| true).pop(),
        }
    }

    fn simulate(
        &self,
        id: RegularId,
        at: usize,
        want: MatchGoal,
        labels: LabelTexts<'_>,
        keep: &mut dyn FnMut(usize) -> bool,
    ) -> Vec<usize> {
        let subject = Subject { input: self.input, labels };
        let program = self.automata.program(self.grammar, id);
        program.map_or_else(Vec::new, |program| simulate::ends(program, subject, at, want, keep))
    }

    /// `%word`: whether the word's longest match is no longer. With `%word <w>` and `<w> ::= [a-z]+`, the keyword `i"if"` is not in `ifx`,
    /// but in `if`, and in `IF`, where no word begins.
    fn is_word(&self, row: &Terminal, at: usize, end: usize) -> bool {
        row.word.and_then(|word| self.grammar.terminal(word)).is_none_or(|word| {
            let (body, _) = token_parts(self.grammar, word.regular);
            self.longest(body, at).is_none_or(|longest| longest <= end)
        })
    }
}
