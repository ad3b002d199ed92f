//! Coverage of a grammar by texts, and texts that complete it.
//!
//! A text of a language is good for a test if it has parts that no earlier text has. The parts are k-paths: chains of k alternatives of the
//! grammar, each directly below the one before (`cover/paths.rs` says it exactly). All alternatives in all contexts are too many for random
//! texts: rare chains are drawn too seldom. So texts are planned: N. Havrikov, A. Zeller, *Systematically Covering Input Structure*,
//! ASE 2019.
//!
//! [`Coverage`] counts the k-paths of texts, and [`Coverage::next_text`] writes a text with a missing one:
//!
//! ```text
//! frames   the alternatives of the grammar, without hidden rules     plan    the steps of a text that has a path
//! paths    the k-paths, as states of an automaton                    name    a path for people
//! seen     the k-paths of a trace                                    suite   few texts with all paths
//! ```
//!
//! A plan can fail: a hook may forbid it, a token may run into the next one, or the parser may read the text in another way. Then the path
//! is tried again in other surroundings: with random parts beside it, or inside a text that has the first part of it already.

mod frames;
mod name;
mod paths;
mod plan;
mod seen;
mod suite;

use std::collections::HashMap;
use std::ops::Range;

pub use name::{LeftOut, PathName};
pub use paths::{MAX_PATHS, TooManyPaths};

use crate::choices::{Choices, Random, Step, Trace};
use crate::fuzz::Fuzzer;
use crate::fuzz::generator::Generator;
use grammarc_core::parse::{ParseError, fill};
use paths::Paths;
use plan::{PlanStyle, Planner};
use seen::Seen;

/// Bytes, estimated, up to which a planned text takes other missing paths along, unless [`Coverage::set_size`] says otherwise. Texts of
/// some hundred bytes are quick to run and still easy to read.
pub const DEFAULT_PLAN_BYTES: usize = 300;
/// Nesting of named rules up to which parts beside a path are drawn freely. Deeper ones get their cheapest texts, because a path needs
/// surroundings, and not large ones.
const MAX_DEPTH_BESIDE: usize = 5;
/// How often a path is tried, each time in another way, before it counts as not reached.
const MAX_TRIES: u32 = 16;
/// Places that are kept for each alternative in its context, to write a missing path there.
const MAX_PLACES: usize = 4;

/// The k-paths of a grammar, and which of them some texts have.
///
/// ```
/// use grammarc_runtime::cover::Coverage;
/// use grammarc_runtime::flat::LINES;
///
/// // The rules are `<lines> ::= <line>*` and, for a line with and one without its end, `<line>`.
/// let mut coverage = Coverage::new(&LINES, 2).unwrap();
/// while let Some(text) = coverage.next_text(1) {
///     assert!(LINES.parse(&text).is_ok());
/// }
/// assert_eq!(coverage.covered(), coverage.count());
/// ```
pub struct Coverage<'a> {
    language: &'a Generator,
    fuzzer: Fuzzer<'a>,
    paths: Paths,
    is_covered: Vec<bool>,
    covered: usize,
    /// By symbol: the length of its shortest text.
    lengths: Vec<u32>,
    /// Bytes up to which a text takes other paths along.
    plan_bytes: usize,
    /// Whether tokens have random texts, rather than their simplest ones.
    draws_texts: bool,
    /// The steps of texts with something new.
    kept: Vec<Vec<Step>>,
    /// By state: where texts that are kept have it.
    places: HashMap<u32, Vec<CoveredPlace>>,
    /// The next path to be tried, and how often all have been.
    next: u32,
    tries: u32,
}

/// An application of an alternative in a text: the number of the text, and its steps.
type CoveredPlace = (usize, Range<usize>);

impl<'a> Coverage<'a> {
    /// Counts the k-paths of a language, for k = `length`; 0 counts as 1. O(n) time for n paths.
    ///
    /// # Errors
    /// If there are more than [`MAX_PATHS`].
    pub fn new(language: &'a Generator, length: usize) -> Result<Self, TooManyPaths> {
        let paths = Paths::new(&language.grammar, length.max(1))?;
        let symbols = language.grammar.rules.len() + language.grammar.terminals.len();
        let lengths = (0..symbols as u32).map(grammarc_core::grammar::Symbol);
        Ok(Self {
            language,
            fuzzer: Fuzzer::new(language, MAX_DEPTH_BESIDE),
            is_covered: vec![false; paths.count()],
            covered: 0,
            lengths: lengths.map(|symbol| language.shortest(symbol).len() as u32).collect(),
            plan_bytes: DEFAULT_PLAN_BYTES,
            draws_texts: true,
            kept: Vec::new(),
            places: HashMap::new(),
            next: 0,
            tries: 0,
            paths,
        })
    }

    /// Sets the size, in bytes, up to which planned texts take other missing paths along. A path that needs more gets more. With 0, each
    /// text is planned for one path.
    pub fn set_size(&mut self, bytes: usize) {
        self.plan_bytes = bytes;
    }

    /// Returns k.
    pub fn length(&self) -> usize {
        self.paths.length()
    }

    /// Returns how many k-paths the grammar has.
    pub fn count(&self) -> usize {
        self.paths.count()
    }

    /// Returns how many of them the texts so far have.
    pub fn covered(&self) -> usize {
        self.covered
    }

    /// Returns the k-paths that no text has so far, in the order of their distance from the start rule.
    pub fn missing(&self) -> impl Iterator<Item = PathName<'_>> {
        let missing = (0..self.count() as u32).filter(|&path| !self.is_covered[path as usize]);
        missing.map(|path| PathName::new(&self.language.grammar, &self.paths, path))
    }

    /// Returns the alternatives that generation never takes, in the order of the grammar. Their paths are not counted.
    pub fn left_out(&self) -> impl Iterator<Item = LeftOut<'_>> {
        name::left_out(&self.language.grammar, &self.paths)
    }

    /// Adds the k-paths of a text, given its trace. Returns how many are new. O(n) time for n steps.
    pub fn note(&mut self, trace: &Trace) -> usize {
        let seen = Seen::new(&self.language.grammar, &self.paths, &trace.steps);
        seen.map_or(0, |seen| self.add(seen, &trace.steps))
    }

    /// Adds the k-paths of a text. Returns how many are new. Takes one parse.
    ///
    /// # Errors
    /// If the text is not in the language.
    pub fn note_text(&mut self, text: &[u8]) -> Result<usize, ParseError> {
        let tree = self.language.parse(text)?;
        Ok(self.language.trace(text, &tree).map_or(0, |trace| self.note(&trace)))
    }

    /// Returns how deep alternatives nest in a text, given its trace. For example, it is 2 for a start rule with a token rule in it.
    pub fn depth(&self, trace: &Trace) -> usize {
        Seen::new(&self.language.grammar, &self.paths, &trace.steps).map_or(0, |seen| seen.depth)
    }

    /// Writes a text with a k-path that no text has so far, and adds its paths. None if every missing path was tried in vain: those that
    /// are [`missing`](Self::missing) then were not reached. The same calls with the same seeds give the same texts.
    pub fn next_text(&mut self, seed: u64) -> Option<Vec<u8>> {
        let mut random = Random::new(seed);
        loop {
            let path = self.next_missing()?;
            let steps = self.plan(path, &mut random);
            let Some((text, seen, steps)) = steps.and_then(|steps| self.write(&steps, random.bits())) else { continue };
            if self.add(seen, &steps) > 0 {
                return Some(text);
            }
        }
    }

    /// Returns the next path to be tried: each that is missing, and then all again.
    fn next_missing(&mut self) -> Option<u32> {
        while self.tries < MAX_TRIES && self.covered < self.count() {
            let found = (self.next..self.count() as u32).find(|&path| !self.is_covered[path as usize]);
            if let Some(path) = found {
                self.next = path + 1;
                return found;
            }
            (self.next, self.tries) = (0, self.tries + 1);
        }
        None
    }

    /// Plans a text with a path. None if there is no text yet that it could be written into.
    fn plan(&self, path: u32, random: &mut Random) -> Option<Vec<Step>> {
        let bytes = if self.tries == 0 { self.plan_bytes } else { 0 };
        let draws_parts = self.tries >= 3 && self.tries % 2 == 1;
        let is_graft = self.tries >= 2 && self.tries % 4 >= 2;
        let fill = PlanStyle { bytes, draws_texts: self.draws_texts || self.tries > 1, draws_parts };
        let planner =
            Planner::new(&self.language.grammar, &self.paths, &self.is_covered, &self.lengths, fill, random.bits());
        if !is_graft {
            return Some(planner.steps(path, None));
        }
        let (state, _) = self.paths.end(path);
        let way = self.paths.way(state);
        let (depth, places) = (0..way.len()).rev().find_map(|depth| Some((depth, self.places.get(&way[depth])?)))?;
        let (text, range) = &places[random.below(places.len() as u32) as usize];
        let mut steps = self.kept[*text].clone();
        steps.splice(range.clone(), planner.steps(path, Some(depth)));
        Some(steps)
    }

    /// Writes the text of planned steps. None if it is a dead end, or not in the language.
    fn write(&mut self, steps: &[Step], seed: u64) -> Option<(Vec<u8>, Seen, Vec<Step>)> {
        let text = self.fuzzer.run(&mut Choices::redraw(steps, seed)).ok()?.to_vec();
        let text = fill(self.language, text);
        let tree = self.language.parse(&text).ok()?;
        let trace = self.language.trace(&text, &tree)?;
        let seen = Seen::new(&self.language.grammar, &self.paths, &trace.steps)?;
        Some((text, seen, trace.steps))
    }

    /// Adds the paths of a text, and keeps the text if some are new.
    fn add(&mut self, seen: Seen, steps: &[Step]) -> usize {
        let before = self.covered;
        for path in seen.paths {
            self.covered += usize::from(!std::mem::replace(&mut self.is_covered[path as usize], true));
        }
        if self.covered > before {
            self.kept.push(steps.to_vec());
            for (state, range) in seen.places {
                let places = self.places.entry(state).or_default();
                if places.len() < MAX_PLACES {
                    places.push((self.kept.len() - 1, range));
                }
            }
        }
        self.covered - before
    }
}
