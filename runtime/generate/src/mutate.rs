//! Mutates texts of a language: parts of known ones are drawn anew, swapped, repeated and dropped.
//!
//! A text is known by the choices that generate it ([`Trace`]). They are changed, and replayed by the fuzzer: what comes out is a
//! text of the language again, under its fields and hooks.
//!
//! A text that shows something new joins the population, after it was reduced to the new part of it: so the
//! population stays small, and mutants of it as well (The Fuzzing Book, the exercise "Mutation-Based Fuzzing with Input Reduction").
//! The reducer stands above this crate, so [`Population::add`] is handed one.

mod edits;
mod feature;
mod place;

use std::collections::HashSet;

use feature::{Feature, features};

use crate::choices::{Choices, Random, Trace};
use crate::fuzz::Fuzzer;
use crate::fuzz::generator::Generator;
use grammarc_core::parse::{ParseError, fill};

/// How often a mutant is looked for that differs from what it was made of.
const ATTEMPTS: u32 = 64;

/// Texts to make others of. Their order is that in which they joined, and nothing but what is added and the seeds decides what
/// comes out.
pub struct Population<'a> {
    language: &'a Generator,
    fuzzer: Fuzzer<'a>,
    members: Vec<Member>,
    /// What the members show.
    known: HashSet<Feature>,
}

/// Tells of a text whether it still shows everything for which another one joins a population; none if it is not in the language.
pub type Shows<'a> = dyn Fn(&[u8]) -> Option<bool> + Sync + 'a;

/// A text of the population.
struct Member {
    text: Vec<u8>,
    trace: Trace,
}

impl<'a> Population<'a> {
    /// Makes an empty one. What is drawn anew nests no deeper than `max_depth`, beyond which only what ends soonest is chosen.
    pub fn new(language: &'a Generator, max_depth: usize) -> Self {
        Self { language, fuzzer: Fuzzer::new(language, max_depth), members: Vec::new(), known: HashSet::new() }
    }

    /// Adds a text if it is new: if it has a production that no text before had. It is first reduced by `reduce`, which gets the
    /// text and a test that answers `Some(true)` for texts with everything that is new, `Some(false)` for others of the language,
    /// and none for the rest. To keep texts whole, return the text. Returns whether anything was new. A parse, besides `reduce`.
    ///
    /// # Errors
    /// If the text is not in the language.
    pub fn add(&mut self, text: &[u8], reduce: impl FnOnce(&[u8], &Shows<'_>) -> Vec<u8>) -> Result<bool, ParseError> {
        let shown = features(&self.language.parse(text)?);
        let new: HashSet<Feature> = shown.difference(&self.known).copied().collect();
        if new.is_empty() {
            return Ok(false);
        }
        let has_new = |text: &[u8]| Some(features(&self.language.parse(text).ok()?).is_superset(&new));
        let reduced = reduce(text, &has_new);
        for text in [&reduced[..], text] {
            let Ok(tree) = self.language.parse(text) else { continue };
            if let Some(trace) = self.language.trace(text, &tree) {
                self.known.extend(features(&tree));
                self.members.push(Member { text: text.to_vec(), trace });
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Makes a text of the language from one of the population, and parts of others; none if there are no texts yet, or if 64
    /// attempts came to nothing else than what is there. The same population and seed give the same text. Usually O(n) time for a
    /// text of n bytes.
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
        for _ in 0..ATTEMPTS {
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
