//! Parsing: the deterministic engine first, Earley for what it cannot decide, one tree and one error type.

pub mod cursor;
pub mod decisions;
pub mod error;
pub mod interpreter;
pub mod keywords;
pub mod lookahead;

mod chart;
mod earley;
mod environment;
mod extract;
mod tables;

pub use error::{ErrorKind, Failure, ParseError};

use crate::language::{Attempt, Language};
use crate::regular::Matcher;
use crate::tree::{Builder, Tree};

/// How many bytes are many: where an input with more is not in the language, the engine that found out says why.
const LARGE: usize = 1 << 18;

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

impl Language {
    /// Parses a whole input and returns its tree: of all its derivations the first by priority.
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

    /// Parses with the engine of choice. All engines give the same answer and the same tree.
    ///
    /// # Errors
    /// As [`Language::parse`]; with [`EngineChoice::Engine`] also if that engine cannot decide.
    pub fn parse_with(&self, choice: EngineChoice, input: &[u8]) -> Result<Tree, ParseError> {
        if input.len() >= u32::MAX as usize {
            return Err(ParseError::at_start(ErrorKind::InputTooLong));
        }
        if choice != EngineChoice::Earley {
            let mut builder = Builder::new();
            match (self.engine)(self, input, &mut builder) {
                Attempt::Parsed => return Ok(builder.finish()),
                Attempt::Undecided if choice == EngineChoice::Engine => {
                    return Err(ParseError::at_start(ErrorKind::Undecided));
                }
                // A chart of a large input takes much memory, and nothing more is at stake than the message.
                Attempt::Failed if input.len() > LARGE => {
                    let failure = interpreter::explain(self, input);
                    return Err(ParseError::unexpected(&self.grammar, input, &failure));
                }
                Attempt::Failed | Attempt::Undecided => {}
            }
        }
        self.parse_by_chart(input)
    }

    fn parse_by_chart(&self, input: &[u8]) -> Result<Tree, ParseError> {
        let matcher = Matcher { grammar: &self.grammar, automata: &self.automata, input };
        let tables = tables::Tables::new(&self.grammar);
        match earley::recognize(matcher, &tables) {
            Ok(recognized) => Ok(extract::tree(matcher, &tables, &recognized)),
            Err(earley::Stop::Failed(failure)) => Err(ParseError::unexpected(&self.grammar, input, &failure)),
            Err(earley::Stop::Limit) => Err(ParseError::at_start(ErrorKind::Limit)),
        }
    }
}
