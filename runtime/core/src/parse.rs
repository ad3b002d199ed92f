//! Parsing: the deterministic engine first, then Earley where that engine cannot decide. Both return the same tree and the same
//! error type.
//!
//! [`Parsing::run`] calls the engine of the [`Language`]: the code of a generated crate, or the [`interpreter`] of the same decisions. It
//! writes a tree by a [`pen`] if the next bytes decide everything, and else moves a [`cursor`], which can backtrack. If it returns
//! `Undecided`, a chart of the whole input answers. A chart also explains a failure in an input of up to 256 kB, because only a chart knows
//! everything that was expected. [`Parsing::judge`] then asks for the meaning of the tree. If no tree is found, it tries a grammar that
//! believes no sizes, counts and repeated texts (`earley/free.rs`). If there are violations, `forest` looks for another reading.

pub mod cursor;
pub mod interpreter;
pub mod pen;
pub mod scan;

mod alone;
mod fill;
mod forest;
mod parsing;
mod part;

#[doc(hidden)]
pub use alone::AloneSymbol;
pub use fill::fill;
#[doc(hidden)]
pub use fill::{MAX_FILL_ROUNDS, effort, fill_within};
pub use parsing::Parsing;
pub use part::Part;

pub use crate::error::{self, ErrorKind, Failure, ParseError, Room};
pub use crate::{decisions, lookahead};

use crate::earley::free;
use crate::language::Language;
use crate::meaning::Violation;
use crate::tree::Tree;

/// Number of items and links that every chart may have where time matters. So many take a fraction of a second.
const BASE_CHART_ITEMS: usize = 1_000_000;
/// Number of items and links that a chart may have for each byte. A grammar without ambiguity usually needs fewer.
const CHART_ITEMS_PER_BYTE: usize = 64;

/// Returns the effort of one chart where time matters, in items and links. For example, an input of 1000 bytes gets 1,064,000.
pub(crate) fn budget(input: &[u8]) -> usize {
    BASE_CHART_ITEMS + CHART_ITEMS_PER_BYTE * input.len()
}

/// Parses an input where time matters, with the effort of one chart at most. If the chart runs out of it, `effort` becomes 0,
/// because a second attempt would run out of it too.
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
    /// The deterministic engine, then Earley if the engine cannot decide.
    #[default]
    Auto,
    /// Earley alone.
    Earley,
    /// The deterministic engine alone: an input that it cannot decide is an error.
    Engine,
}

/// The answer to an input: valid, invalid or unparsable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The input is in the language, its computed fields are right, and its hooks accept it.
    Valid(Tree),
    /// The input has a tree, but computed fields in it lie or hooks reject it. Some inputs have a tree only if the parser ignores a
    /// size, a count or a repeated text, as `3:ab` where `3` should be 2. Then the violations include that field.
    Invalid(Tree, Vec<Violation>),
    /// The input has no tree.
    NoParse(ParseError),
}

impl Language {
    /// Parses a whole input and returns its tree: the derivation of the highest priority. [`Language::parsing`] parses in other
    /// ways.
    ///
    /// The language keeps the memory of a chart and of the chart's tree for the next parse, up to 256 MB each. It frees the memory
    /// once eight parses in a row have needed less than a quarter of it.
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
    /// If the input is not in the language: the error has the place and all terminals expected there. Also if the input has more
    /// than 4 GiB, or is so ambiguous that deciding it would take too much memory or time.
    pub fn parse(&self, input: &[u8]) -> Result<Tree, ParseError> {
        self.parsing().run(input)
    }

    /// Returns whether labels determine a later part: its size, its count or its text. In such a language an input may have a tree
    /// only if the parser ignores the labels ([`Parsing::without_fields`]).
    pub fn is_bound(&self) -> bool {
        free::is_bound(&self.grammar)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::lines;

    /// Returns whether the lines are parsed, and the effort that is left.
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
        // A chart takes no more than its own budget, even if the effort is larger.
        let small = budget(&text);
        assert_eq!(parsed_within(&text, 2 * small), (true, 2 * small - size));
        let mut left = 2 * small;
        within(&text, &mut left, |effort| *effort = 0);
        assert_eq!(left, 0);
    }
}
