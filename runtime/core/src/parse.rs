//! Parsing: the deterministic engine first, Earley for what it cannot decide, one tree and one error type.

pub mod cursor;
pub mod interpreter;
pub mod pen;
pub mod scan;

mod fill;
mod forest;
mod parsing;
mod part;

pub use fill::fill;
#[doc(hidden)]
pub use fill::{ROUNDS, effort, fill_within};
pub use parsing::Parsing;
pub use part::Part;

pub use crate::error::{self, ErrorKind, Failure, ParseError, Room};
pub use crate::{decisions, lookahead};

use crate::byteset::ByteSet;
use crate::earley::free;
use crate::grammar::{Grammar, Symbol};
use crate::language::Language;
use crate::meaning::Violation;
use crate::tree::Tree;

/// Returns how many items and links a chart of an input may have where time matters.
pub(crate) fn budget(input: &[u8]) -> usize {
    1_000_000 + 64 * input.len()
}

/// Parses an input where time matters, for as much of an effort as one chart may take. Where that is not enough, none is left of the
/// effort: it will not be enough the next time either.
#[doc(hidden)]
pub fn within<T>(input: &[u8], effort: &mut usize, parse: impl FnOnce(&mut usize) -> T) -> T {
    let budget = budget(input).min(*effort);
    let mut left = budget;
    let parsed = parse(&mut left);
    *effort = if left == 0 { 0 } else { *effort - (budget - left) };
    parsed
}

/// Which engine parses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EngineChoice {
    /// The deterministic engine, then Earley if that cannot decide.
    #[default]
    Auto,
    /// Earley alone.
    Earley,
    /// The deterministic engine alone: what it cannot decide is an error.
    Engine,
}

/// What an input is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is in the language, its computed fields are what they must be, and its hooks are content.
    Valid(Tree),
    /// It has a tree, but fields in it lie, or hooks reject it. Where it has one only if what a label says of a size, a count or a
    /// repeated text is not believed, that is among what is wrong.
    Invalid(Tree, Vec<Violation>),
    /// It has no tree.
    NoParse(ParseError),
}

impl Language {
    /// Parses a whole input and returns its tree: of all its derivations the first by priority. [`Language::parsing`] parses in other
    /// ways.
    ///
    /// Where that takes a chart, its memory stays with the language for the next one: what the chart needed and what the tree of it
    /// needed, up to 256 MB each, until eight parses in a row needed less than a quarter.
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    ///
    /// let tree = LINES.parse(b"one\ntwo\n").unwrap();
    /// let spans: Vec<_> = tree.children(tree.root()).map(|line| tree.node(line).span).collect();
    /// assert_eq!(spans, [0..4, 4..8]);
    /// ```
    ///
    /// # Errors
    /// If the input is not in the language: where, and all that was expected there. Also if it has more than 4 GiB, or is
    /// so ambiguous that deciding it would take too much memory.
    pub fn parse(&self, input: &[u8]) -> Result<Tree, ParseError> {
        self.parsing().run(input)
    }

    /// Returns whether labels say how large something later is, or what it is: then an input may have a tree only if they are
    /// not believed ([`Parsing::without_fields`]).
    pub fn is_bound(&self) -> bool {
        free::is_bound(&self.grammar)
    }

    /// Returns whether a text is one of a symbol alone, whatever may follow it in the grammar. O(grammar) more than a parse
    /// by chart.
    #[doc(hidden)]
    pub fn derives(&self, symbol: Symbol, text: &[u8]) -> bool {
        let mut alone = Grammar { start: symbol, ..self.grammar.clone() };
        alone.rules.to_mut().iter_mut().for_each(|rule| rule.follow = ByteSet::ALL);
        alone.productions.to_mut().iter_mut().for_each(|production| production.predict = ByteSet::ALL);
        self.chart(&alone, text, &mut budget(text)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::lines;

    /// Returns whether the lines are parsed, and what is left of the effort.
    fn parsed_within(text: &[u8], effort: usize) -> (bool, usize) {
        let mut left = effort;
        let tree =
            within(text, &mut left, |effort| lines().parsing().by(EngineChoice::Earley).within(effort).run(text).ok());
        (tree.is_some(), left)
    }

    #[test]
    fn charts_take_from_an_effort_what_they_hold() {
        let text = b"one\ntwo\n".repeat(10);
        let (is_parsed, left) = parsed_within(&text, 10_000);
        let size = 10_000 - left;
        assert!(is_parsed && size >= 20, "{size}");
        assert_eq!(parsed_within(&text, size), (true, 0));
        assert_eq!(parsed_within(&text, size - 1), (false, 0));
        assert_eq!(parsed_within(&text, 0), (false, 0));
        // More than one chart may take is of no use to it.
        let small = budget(&text);
        assert_eq!(parsed_within(&text, 2 * small), (true, 2 * small - size));
        let mut left = 2 * small;
        within(&text, &mut left, |effort| *effort = 0);
        assert_eq!(left, 0);
    }
}
