//! The front doors of one format: parse, fuzz, reduce and generalize, with the fields, hooks and functions of its grammar.

use std::borrow::Borrow;
#[cfg(feature = "cli")]
use std::process::ExitCode;

use crate::choices::Choices;
use crate::fuzz::DeadEnd;
use crate::generalize::Generalized;
use crate::language::Language;
use crate::parse::{EngineChoice, Outcome, ParseError};
use crate::tree::Tree;
use crate::{fuzz, generalize, reduce};

/// Parser, fuzzer, reducer and generalizer of one [`Language`].
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
pub struct Doors<L = Language>(L);

impl<L> Doors<L> {
    /// Makes the doors of a language, owned or borrowed.
    pub const fn new(language: L) -> Self {
        Self(language)
    }
}

impl<L: Borrow<Language>> Doors<L> {
    /// Returns the language. [`Language::parse`] gives a tree also to an input that fields, hooks and functions reject;
    /// [`reduce`](crate::reduce::reduce()) and [`generalize`](crate::generalize::generalize()) take the language and options.
    pub fn language(&self) -> &Language {
        self.0.borrow()
    }

    /// Parses a whole input. The tree is a view of it and holds no text.
    ///
    /// # Errors
    /// Where the input is not in the language, and what was expected there. If it is, but fields, hooks or functions reject it:
    /// the first place that one of them rejects, and why.
    pub fn parse(&self, input: &[u8]) -> Result<Tree, ParseError> {
        let grammar = &self.language().grammar;
        match self.language().judge(EngineChoice::Auto, input) {
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

    /// Returns a text of the language, always the same for the same seed. Beyond `max_depth` nested rules, only what ends soonest
    /// is chosen.
    ///
    /// # Errors
    /// If every way that was tried ended where nothing could be written.
    pub fn fuzz(&self, seed: u64, max_depth: usize) -> Result<Vec<u8>, DeadEnd> {
        fuzz::fuzz(self.language(), &mut Choices::fresh(seed), max_depth)
    }

    /// Returns the smallest text found that is still interesting to the oracle. `input` need not be in the language.
    ///
    /// # Errors
    /// If the input is not interesting.
    pub fn reduce(&self, input: &[u8], oracle: impl Fn(&[u8]) -> bool + Sync) -> Result<Vec<u8>, reduce::Error> {
        let reduced = reduce::reduce(self.language(), input, &oracle, &reduce::Options::default())?;
        Ok(reduced.text)
    }

    /// Finds out which parts of an input can be anything of their kind while it stays interesting to the oracle. The input should
    /// be small, as [`Doors::reduce`] makes it.
    ///
    /// # Errors
    /// If the input is not interesting, or not in the language.
    pub fn generalize(
        &self,
        input: &[u8],
        oracle: impl Fn(&[u8]) -> bool + Sync,
    ) -> Result<Generalized, generalize::Error> {
        generalize::generalize(self.language(), input, &oracle, &generalize::Options::default())
    }

    /// Runs the command line on the arguments of the program: `parse`, `fuzz`, `reduce`, `generalize` and `triage`. It is all that a
    /// `main` needs to return.
    #[cfg(feature = "cli")]
    pub fn main(&self) -> ExitCode {
        crate::cli::main(self.language())
    }
}

/// Defines the functions `parse`, `fuzz`, `reduce` and `generalize` of a generated crate: the [`Doors`] of its static [`Language`].
#[doc(hidden)]
#[macro_export]
macro_rules! front_doors {
    ($language:ident) => {
        static DOORS: $crate::doors::Doors<&$crate::language::Language> = $crate::doors::Doors::new(&$language);

        /// Parses a whole input: [`Doors::parse`](grammarc_runtime::doors::Doors::parse).
        ///
        /// # Errors
        /// Where the input is not in the language, or what its fields and hooks reject first.
        pub fn parse(input: &[u8]) -> Result<$crate::tree::Tree, $crate::parse::ParseError> {
            DOORS.parse(input)
        }

        /// Returns the text of a seed: [`Doors::fuzz`](grammarc_runtime::doors::Doors::fuzz).
        ///
        /// # Errors
        /// If every way that was tried ended where nothing could be written.
        pub fn fuzz(seed: u64, max_depth: usize) -> Result<Vec<u8>, $crate::fuzz::DeadEnd> {
            DOORS.fuzz(seed, max_depth)
        }

        /// Returns the smallest interesting text found: [`Doors::reduce`](grammarc_runtime::doors::Doors::reduce).
        ///
        /// # Errors
        /// If the input is not interesting.
        pub fn reduce(input: &[u8], oracle: impl Fn(&[u8]) -> bool + Sync) -> Result<Vec<u8>, $crate::reduce::Error> {
            DOORS.reduce(input, oracle)
        }

        /// Finds out which parts of an interesting input can be anything of their kind:
        /// [`Doors::generalize`](grammarc_runtime::doors::Doors::generalize).
        ///
        /// # Errors
        /// If the input is not interesting, or not in the language.
        pub fn generalize(
            input: &[u8],
            oracle: impl Fn(&[u8]) -> bool + Sync,
        ) -> Result<$crate::generalize::Generalized, $crate::generalize::Error> {
            DOORS.generalize(input, oracle)
        }
    };
}
