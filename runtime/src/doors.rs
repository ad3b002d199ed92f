//! The front doors of one format: parse, fuzz, reduce and generalize, with the fields, hooks and functions of its grammar.

#[cfg(feature = "cli")]
use std::process::ExitCode;

use grammarc_core::language::Language;
use grammarc_core::parse::{Outcome, ParseError};
use grammarc_core::tree::Tree;
#[cfg(feature = "generalize")]
use grammarc_generalize::{self as generalize, Generalization};
#[cfg(feature = "generate")]
use grammarc_generate::choices::Choices;
#[cfg(feature = "generate")]
use grammarc_generate::fuzz::{self, DeadEnd};
#[cfg(feature = "generate")]
use grammarc_generate::generator::Generator;
#[cfg(feature = "reduce")]
use grammarc_reduce::format::Format;
#[cfg(feature = "reduce")]
use grammarc_reduce::reduce;

/// Parser, fuzzer, reducer and generalizer of one format: of a `Format`, a `Generator` that cannot reduce, or a [`Language`] that
/// can only be parsed.
///
/// A generated crate whose grammar leaves functions to Rust returns it from `with`, which takes the functions. In all other
/// generated crates the four methods are functions.
///
/// ```
/// use grammarc_runtime::doors::Doors;
/// use grammarc_runtime::flat::LINES;
///
/// let lines = Doors::new(&LINES);
/// let tree = lines.parse(b"one\ntwo\n").unwrap();
/// assert_eq!(tree.children(tree.root()).count(), 2);
/// let small = lines.reduce(b"one\ntwo\nthree\n", |text| text.contains(&b'w')).unwrap();
/// assert_eq!(small, b"w");
/// ```
pub struct Doors<F>(F);

impl<F> Doors<F> {
    /// Makes the doors of a format, owned or borrowed.
    pub const fn new(format: F) -> Self {
        Self(format)
    }
}

impl<F: AsRef<Language>> Doors<F> {
    /// Returns the language. [`Language::parse`] gives a tree also to an input that fields, hooks and functions reject.
    pub fn language(&self) -> &Language {
        self.0.as_ref()
    }

    /// Parses a whole input. The tree is a view of it and holds no text.
    ///
    /// # Errors
    /// The place of the syntax error and the expected tokens, if the input is not in the language. Otherwise the first place that
    /// fields, hooks or functions reject, and why.
    pub fn parse(&self, input: &[u8]) -> Result<Tree, ParseError> {
        let grammar = &self.language().grammar;
        match self.language().parsing().judge(input) {
            Outcome::Valid(tree) => Ok(tree),
            Outcome::NoParse(error) => Err(error),
            Outcome::Invalid(tree, violations) => {
                match violations.iter().min_by_key(|violation| tree.node(violation.node).span.start) {
                    Some(first) => Err(ParseError::violation(grammar, input, &tree, first)),
                    None => Ok(tree),
                }
            }
        }
    }
}

#[cfg(feature = "generate")]
impl<F: AsRef<Generator>> Doors<F> {
    /// Returns a text of the language, always the same for the same seed. Beyond `max_depth` nested rules,
    /// it chooses only the alternatives that end soonest.
    ///
    /// # Errors
    /// If every attempt ended at a place where no text is possible.
    pub fn fuzz(&self, seed: u64, max_depth: usize) -> Result<Vec<u8>, DeadEnd> {
        fuzz::fuzz(self.0.as_ref(), &mut Choices::fresh(seed), max_depth)
    }
}

#[cfg(feature = "reduce")]
impl<F: AsRef<Format>> Doors<F> {
    /// Returns the format: [`reduce`](crate::reduce::reduce()) and [`generalize`](crate::generalize::generalize()) take it, and
    /// options.
    pub fn format(&self) -> &Format {
        self.0.as_ref()
    }

    /// Returns the smallest text found that is still interesting to the oracle. `input` need not be in the language.
    ///
    /// # Errors
    /// If the input is not interesting.
    pub fn reduce(&self, input: &[u8], oracle: impl Fn(&[u8]) -> bool + Sync) -> Result<Vec<u8>, reduce::Error> {
        let reduced = reduce::reduce(self.format(), input, &oracle, &reduce::Options::default())?;
        Ok(reduced.text)
    }

    /// Finds out which parts of an input can be anything of their kind while it stays interesting to the oracle. The input should
    /// be small, as [`Doors::reduce`] makes it.
    ///
    /// # Errors
    /// If the input is not interesting, or not in the language.
    #[cfg(feature = "generalize")]
    pub fn generalize(
        &self,
        input: &[u8],
        oracle: impl Fn(&[u8]) -> bool + Sync,
    ) -> Result<Generalization, generalize::Error> {
        generalize::generalize(self.format(), input, &oracle, &generalize::Options::default())
    }

    /// Runs the command line on the arguments of the program: `parse`, `fuzz`, `reduce`, `generalize` and `triage`. It is all that a
    /// `main` needs to return.
    #[cfg(feature = "cli")]
    pub fn main(&self) -> ExitCode {
        grammarc_cli::main(self.format())
    }
}
