//! Mutates texts of a language: parts of known ones are drawn anew, swapped, repeated and dropped.
//!
//! A text is kept as the choices that generate it ([`Trace`]). A mutation changes them, and the fuzzer replays them. So the mutant is a
//! text of the language again: drawn parts obey the hooks, and fields are computed anew. For example, `[1,2]` and `{"a":3}` give
//! `[1,{"a":3}]`: the value `2` was replaced by the value `{"a":3}`.
//!
//! A text with a new feature joins the population, after it was reduced to the new part. So most members and their mutants stay small (The
//! Fuzzing Book, the exercise "Mutation-Based Fuzzing with Input Reduction"). The reducer stands above this crate, so [`Population::add`]
//! is handed one. Whole seeds stand beside the reduced ones ([`Population::keep`]), because their parts belong together: a `SELECT` needs
//! the `CREATE TABLE` before it, which has no feature of its own.

mod edits;
mod feature;
mod place;

use std::collections::HashSet;

use feature::{Feature, features};

use crate::choices::{Choices, Random, Trace};
use crate::fuzz::Fuzzer;
use crate::fuzz::generator::Generator;
use grammarc_core::parse::{ParseError, fill};

/// Mutants that are tried until one differs from its parent. A text such as `{}` has few parts to change, so many tries leave it as it is.
const MUTANT_TRIES: u32 = 64;

/// Texts that serve as parents of mutants, in the order in which they joined. The mutants depend on the added texts and the seeds alone.
pub struct Population<'a> {
    language: &'a Generator,
    fuzzer: Fuzzer<'a>,
    members: Vec<Member>,
    /// All features of the members.
    known: HashSet<Feature>,
}

/// Test of a reduced text: whether it still has all features for which the original joins a population. None if it is not in the language.
pub type FeatureTest<'a> = dyn Fn(&[u8]) -> Option<bool> + Sync + 'a;

/// A text of the population.
struct Member {
    text: Vec<u8>,
    trace: Trace,
}

impl<'a> Population<'a> {
    /// Makes an empty population. Beyond `max_depth` nested rules, parts that are drawn anew take only the cheapest options.
    pub fn new(language: &'a Generator, max_depth: usize) -> Self {
        Self { language, fuzzer: Fuzzer::new(language, max_depth), members: Vec::new(), known: HashSet::new() }
    }

    /// Adds a text if it has a production in a place where no earlier text has it. First `reduce` gets the text and a test, which answers
    /// `Some(true)` for texts with all new features, `Some(false)` for other texts of the language, and none for the rest. To keep texts
    /// whole, return the text. Returns whether the text was added. Takes one parse if nothing is new.
    ///
    /// # Errors
    /// If the text is not in the language.
    pub fn add(
        &mut self,
        text: &[u8],
        reduce: impl FnOnce(&[u8], &FeatureTest<'_>) -> Vec<u8>,
    ) -> Result<bool, ParseError> {
        let shown = features(&self.language.parse(text)?);
        let new: HashSet<Feature> = shown.difference(&self.known).copied().collect();
        if new.is_empty() {
            return Ok(false);
        }
        let has_new = |text: &[u8]| Some(features(&self.language.parse(text).ok()?).is_superset(&new));
        let reduced = reduce(text, &has_new);
        Ok(self.join(&reduced) || self.join(text))
    }

    /// Adds a text as it is, for example a seed, unless it is a member already. Returns whether it was added. Takes one parse.
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::mutate::Population;
    ///
    /// let mut population = Population::new(&LINES, 8);
    /// assert_eq!(population.keep(b"one\ntwo\n"), Ok(true));
    /// assert_eq!(population.keep(b"one\ntwo\n"), Ok(false));
    /// ```
    ///
    /// # Errors
    /// If the text is not in the language.
    pub fn keep(&mut self, text: &[u8]) -> Result<bool, ParseError> {
        self.language.parse(text)?;
        Ok(self.members.iter().all(|member| member.text != text) && self.join(text))
    }

    /// Makes a text a member, and its features known. Returns whether it is one: it has a trace, and is in the language.
    fn join(&mut self, text: &[u8]) -> bool {
        let Ok(tree) = self.language.parse(text) else { return false };
        let Some(trace) = self.language.trace(text, &tree) else { return false };
        self.known.extend(features(&tree));
        self.members.push(Member { text: text.to_vec(), trace });
        true
    }

    /// Makes a text of the language from a text of the population and parts of others. None if the population is empty, or if 64 attempts
    /// gave no text that differs from its parent. The same population and seed give the same text. Usually O(n) time for a text of n bytes.
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::mutate::Population;
    ///
    /// let mut population = Population::new(&LINES, 8);
    /// assert_eq!(population.add(b"one\ntwo\nthree\n", |text, _| text.to_vec()), Ok(true));
    /// let mutant = population.mutate(1).unwrap();
    /// assert!(population.texts().all(|text| text != mutant));
    /// ```
    pub fn mutate(&mut self, seed: u64) -> Option<Vec<u8>> {
        let mut random = Random::new(seed);
        let texts: Vec<&Trace> = self.members.iter().map(|member| &member.trace).collect();
        for _ in 0..MUTANT_TRIES {
            let parent = self.members.get(random.below(texts.len() as u32) as usize)?;
            let steps = edits::changed(&parent.trace, &texts, &mut random);
            let Ok(text) = self.fuzzer.run(&mut Choices::redraw(&steps, random.bits())) else { continue };
            let text = fill(self.language, text.to_vec());
            if text != parent.text && self.language.parse(&text).is_ok() {
                return Some(text);
            }
        }
        None
    }

    /// Returns the texts, in the order in which they joined.
    pub fn texts(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.members.iter().map(|member| &member.text[..])
    }
}
