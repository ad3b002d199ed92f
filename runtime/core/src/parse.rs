//! Parsing: the deterministic engine first, Earley for what it cannot decide, one tree and one error type.

pub mod cursor;
pub mod interpreter;
pub mod pen;
pub mod scan;

mod fill;
mod forest;
mod part;

pub use fill::fill;
#[doc(hidden)]
pub use fill::{ROUNDS, effort, fill_within};
pub use part::Part;

pub use crate::error::{self, ErrorKind, Failure, ParseError, Room};
pub use crate::{decisions, lookahead};

use crate::byteset::ByteSet;
use crate::earley::{Earley, Stop, Walked, free};
use crate::grammar::{Grammar, Shape, Symbol};
use crate::language::{Attempt, Language};
use crate::meaning::{Violation, violations};
use crate::regular::Matcher;
use crate::tree::{Arena, Builder, Tree};

/// How many bytes are many: where an input with more is not in the language, the engine that found out says why.
const LARGE: usize = 1 << 18;

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

/// How many times as long a chart takes for a byte, about.
const CHART: usize = 16;

/// Longer inputs are not read a second time.
const FREE: usize = 1 << 20;

impl Language {
    /// Parses with the engine of choice, compares the computed fields and folds the hooks. An input without a tree is parsed once more
    /// without believing what labels say of sizes, counts and repeated texts, to see which of that is not so. Where hooks reject
    /// the first tree of an ambiguous input, another one that they accept is the answer.
    pub fn judge(&self, choice: EngineChoice, input: &[u8]) -> Outcome {
        self.judge_within(choice, input, &mut { usize::MAX })
    }

    /// The same, by charts of as many items and links together as `effort` says, at most; of that as many are taken as there are.
    #[doc(hidden)]
    pub fn judge_within(&self, choice: EngineChoice, input: &[u8], effort: &mut usize) -> Outcome {
        let (tree, error) = match self.parse_within(choice, input, effort) {
            Ok(tree) => (Some(tree), None),
            Err(error) if error.kind == ErrorKind::Unexpected => (self.parse_freely_within(input, effort), Some(error)),
            Err(error) => (None, Some(error)),
        };
        let judged = tree.map(|tree| (violations(self.meaning(), input, &tree), tree));
        match (judged, error) {
            (Some((violations, tree)), error) if !violations.is_empty() => {
                let is_tree = error.is_none();
                let other = is_tree.then(|| self.other_reading(input, &violations, &tree, effort)).flatten();
                other.map_or(Outcome::Invalid(tree, violations), Outcome::Valid)
            }
            (_, Some(error)) => Outcome::NoParse(error),
            (Some((_, tree)), None) => Outcome::Valid(tree),
            (None, None) => Outcome::NoParse(ParseError::at_start(ErrorKind::Undecided)),
        }
    }

    /// Returns the tree that an input has if what labels say of sizes, counts and repeated texts is not believed; none if it has no such
    /// tree, or it is not found within a budget of steps that grows with the input. By a chart; the first time O(grammar) more.
    pub fn parse_freely(&self, input: &[u8]) -> Option<Tree> {
        self.parse_freely_within(input, &mut { usize::MAX })
    }

    /// Returns the same tree, if a chart of it has no more items and links than `effort` says; of that as many are taken as there are.
    #[doc(hidden)]
    pub fn parse_freely_within(&self, input: &[u8], effort: &mut usize) -> Option<Tree> {
        if !self.is_bound() || input.len() > FREE {
            return None;
        }
        let Walked { grammar: free, earley } = self.free.get_or_init(|| Walked::new(free::grammar(&self.grammar)));
        let tree = within(input, effort, |effort| self.charted(free, earley, input, effort, Builder::new())).ok()?;
        Some(free::restored(tree, &self.grammar, free))
    }

    /// Returns whether labels say how large something later is, or what it is: then an input may have a tree only if they are
    /// not believed.
    #[doc(hidden)]
    pub fn is_bound(&self) -> bool {
        free::is_bound(&self.grammar)
    }

    /// Parses a whole input and returns its tree: of all its derivations the first by priority.
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
        self.parse_with(EngineChoice::Auto, input)
    }

    /// Parses into memory that the tree before had: of one input after another that takes a fraction of the time. The tree is
    /// that of [`Language::parse`].
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::tree::Arena;
    ///
    /// let mut arena = Arena::new();
    /// for (text, lines) in [("one\ntwo\n", 2), ("three\n", 1)] {
    ///     let tree = LINES.parse_in(&mut arena, text.as_bytes()).unwrap();
    ///     assert_eq!(tree.children(tree.root()).count(), lines);
    /// }
    /// ```
    ///
    /// # Errors
    /// As [`Language::parse`].
    pub fn parse_in<'a>(&self, arena: &'a mut Arena, input: &[u8]) -> Result<&'a Tree, ParseError> {
        let mut builder = arena.builder();
        let tree = self.parse_by(EngineChoice::Auto, input, &mut builder, &mut { usize::MAX })?;
        Ok(arena.keep(tree, builder))
    }

    /// Returns the tree of a whole input, or none without finding out what was expected: that alone is what Earley is asked for
    /// where the engine is sure.
    #[doc(hidden)]
    pub fn tree(&self, input: &[u8]) -> Option<Tree> {
        self.tree_within(input, &mut { usize::MAX })
    }

    /// The same, if a chart of it has no more items and links than `effort` says; of that as many are taken as there are.
    pub(crate) fn tree_within(&self, input: &[u8], effort: &mut usize) -> Option<Tree> {
        let mut builder = Builder::new();
        match (self.engine)(self, input, &mut builder) {
            Attempt::Parsed => Some(builder.finish()),
            Attempt::Failed | Attempt::Refused => None,
            Attempt::Undecided => self.parse_within(EngineChoice::Earley, input, effort).ok(),
        }
    }

    /// Returns the tree of an input, or how far it gets and what was looked for there. Takes from `fuel` about as many units as bytes
    /// were read, more where that takes a chart; none if it does not last.
    #[doc(hidden)]
    pub fn reach(&self, input: &[u8], fuel: &mut usize) -> Result<Tree, Option<Failure>> {
        let mut builder = Builder::new();
        let attempt = self.settled((self.engine)(self, input, &mut builder), input);
        let reached = match attempt {
            Attempt::Parsed => Ok(builder.finish()),
            Attempt::Failed => Err(interpreter::explain(self, input)),
            Attempt::Refused | Attempt::Undecided => {
                let mut effort = budget(input).min(16 * *fuel);
                match self.charted(&self.grammar, self.earley(), input, &mut effort, self.packing(input)) {
                    Ok(tree) => Ok(tree),
                    Err(Stop::Failed(failure)) => Err(failure),
                    Err(Stop::Limit) => return Err(None),
                }
            }
        };
        let read = reached.as_ref().map_or_else(|failure| failure.offset, |_| input.len());
        let weight = if attempt == Attempt::Undecided { CHART } else { 1 };
        // To take the input along costs something, too.
        let cost = read * weight + input.len() / 4 + 4096;
        *fuel = fuel.checked_sub(cost).ok_or(None)?;
        reached.map_err(Some)
    }

    /// Parses with the engine of choice. All engines give the same answer and the same tree.
    ///
    /// # Errors
    /// As [`Language::parse`]; with [`EngineChoice::Engine`] also if that engine cannot decide.
    pub fn parse_with(&self, choice: EngineChoice, input: &[u8]) -> Result<Tree, ParseError> {
        self.parse_within(choice, input, &mut { usize::MAX })
    }

    fn parse_within(&self, choice: EngineChoice, input: &[u8], effort: &mut usize) -> Result<Tree, ParseError> {
        let mut tree = self.parse_by(choice, input, &mut Builder::new(), effort)?;
        tree.shrink();
        Ok(tree)
    }

    fn parse_by(
        &self,
        choice: EngineChoice,
        input: &[u8],
        builder: &mut Builder,
        effort: &mut usize,
    ) -> Result<Tree, ParseError> {
        if input.len() >= u32::MAX as usize {
            return Err(ParseError::at_start(ErrorKind::InputTooLong));
        }
        if choice != EngineChoice::Earley {
            match (self.engine)(self, input, builder) {
                Attempt::Parsed => return Ok(builder.take()),
                Attempt::Undecided if choice == EngineChoice::Engine => {
                    return Err(ParseError::at_start(ErrorKind::Undecided));
                }
                // A chart of a large input takes much memory, and nothing more is at stake than the message.
                attempt if input.len() > LARGE && self.settled(attempt, input) == Attempt::Failed => {
                    let failure = interpreter::explain(self, input);
                    return Err(ParseError::unexpected(&self.grammar, input, &failure));
                }
                Attempt::Failed | Attempt::Refused | Attempt::Undecided => {}
            }
        }
        let tree = self.charted(&self.grammar, self.earley(), input, effort, self.packing(input));
        tree.map_err(|stop| stop.into_error(&self.grammar, input))
    }

    /// Returns what the interpreter finds out where code found in a way of its own that an input is not in the language: that
    /// decides how it is explained, which must not depend on the engine.
    fn settled(&self, attempt: Attempt, input: &[u8]) -> Attempt {
        match attempt {
            Attempt::Refused => interpreter::parse(self, input, &mut Builder::new()),
            attempt => attempt,
        }
    }

    /// Returns the tree of an input with all that opaque rules consist of. O(grammar) more than a parse by chart.
    #[doc(hidden)]
    pub fn parse_openly(&self, input: &[u8]) -> Option<Tree> {
        let mut open = self.grammar.clone();
        for production in open.productions.to_mut() {
            if let Shape::Leaf(symbol) = production.shape {
                production.shape = Shape::Node(symbol);
            }
        }
        self.chart(&open, input, &mut { usize::MAX }).ok()
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

    /// Returns the grammar as a chart walks it.
    fn earley(&self) -> &Earley {
        self.earley.get_or_init(|| Earley::new(&self.grammar))
    }

    /// Makes a builder for nodes of the grammar.
    fn packing(&self, input: &[u8]) -> Builder {
        let mut builder = Builder::new();
        builder.begin(self.kinds(), input.len());
        builder
    }

    /// Parses by a chart for another grammar with the expressions of the language.
    fn chart(&self, grammar: &Grammar, input: &[u8], effort: &mut usize) -> Result<Tree, Stop> {
        self.charted(grammar, &Earley::new(grammar), input, effort, Builder::new())
    }

    /// The same, given how a chart walks the grammar. The chart has no more items and links than `effort` says; of that as many are
    /// taken as there are.
    fn charted(
        &self,
        grammar: &Grammar,
        earley: &Earley,
        input: &[u8],
        effort: &mut usize,
        builder: Builder,
    ) -> Result<Tree, Stop> {
        let matcher = Matcher { grammar, automata: &self.automata, input };
        earley.parse(matcher, effort, builder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flat::lines;

    /// Returns whether the lines are parsed, and what is left of the effort.
    fn parsed_within(text: &[u8], effort: usize) -> (bool, usize) {
        let mut left = effort;
        let tree = within(text, &mut left, |effort| lines().parse_within(EngineChoice::Earley, text, effort).ok());
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
