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
//! is tried again in other surroundings: with random parts beside it, or inside a text that has the first part of it already. Random
//! texts give such surroundings.

mod frames;
mod name;
mod paths;
mod plan;
mod seen;
mod suite;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

pub use name::{LeftOut, PathName};
pub use paths::{MAX_PATHS, TooManyPaths};

use grammarc_core::parse::{ParseError, fill};
use grammarc_generate::choices::{Choices, Random, Step, Trace};
use grammarc_generate::fuzz::Fuzzer;
use grammarc_generate::fuzz::generator::Generator;
use paths::Paths;
use plan::{PlanStyle, Planner};
use seen::Seen;

/// Bytes, estimated, up to which a planned text takes other missing paths along, unless [`Coverage::set_size`] says otherwise. Texts of
/// some hundred bytes are quick to run and still easy to read.
pub const DEFAULT_PLAN_BYTES: usize = 300;
/// Nesting of named rules up to which parts beside a path are drawn freely. Deeper ones get their cheapest texts, because a path needs
/// surroundings, and not large ones.
const MAX_DEPTH_BESIDE: usize = 5;
/// Rounds in which all missing paths are tried, each round in its own way. A path that none of them gave counts as not reached.
const MAX_ROUNDS: u32 = 18;
/// Rounds without a new path after which the rest counts as not reached. All ways are among them.
const MAX_IDLE_ROUNDS: u32 = 6;
/// Random texts in a round of these, and their size in bytes. They have the surroundings that no path tells, such as the definition of a
/// name before its use.
const RANDOM_TEXTS: u32 = 64;
const RANDOM_BYTES: u32 = 400;
/// Places that are kept for each alternative in its context, to write a missing path there.
const MAX_PLACES: usize = 4;
/// How often a path may be planned in vain beside others. A path that hooks forbid there would spoil every other plan.
const MAX_SPOILED_PLANS: u8 = 2;

/// The k-paths of a grammar, and which of them some texts have.
///
/// ```
/// use grammarc_runtime::cover::Coverage;
/// use grammarc_runtime::flat::LINES;
///
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
    /// By path: whether plans for other paths take it along.
    is_wanted: Vec<bool>,
    /// By path: how often it was planned in vain.
    spoiled: Vec<u8>,
    /// By symbol: the length of its shortest text.
    lengths: Vec<u32>,
    /// Bytes up to which a text takes other paths along.
    plan_bytes: usize,
    /// Whether tokens have random texts, rather than their simplest ones.
    draws_texts: bool,
    /// The steps of texts with something new, and of random texts.
    kept: Vec<Vec<Step>>,
    /// By state: where texts that are kept have it.
    places: HashMap<u32, Vec<CoveredPlace>>,
    /// The next path to be tried.
    next: u32,
    /// The present round, and the last one that found something.
    round: u32,
    found: u32,
    /// Random texts in this round.
    random_texts: u32,
}

/// How a round tries its paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A plan that takes other missing paths along.
    Full,
    /// A plan with the cheapest parts beside the path.
    Bare,
    /// A plan with random parts beside the path.
    Drawn,
    /// The missing part of the path is written into a text that has the rest.
    Graft,
    /// The same, with random parts beside it.
    DrawnGraft,
    /// A text that is not planned.
    Random,
}

impl Way {
    fn of(round: u32) -> Self {
        let later = [Self::Random, Self::Graft, Self::DrawnGraft, Self::Drawn];
        match round {
            0 => Self::Full,
            1 => Self::Bare,
            _ => later[(round - 2) as usize % later.len()],
        }
    }
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
            is_wanted: vec![true; paths.count()],
            spoiled: vec![0; paths.count()],
            lengths: lengths.map(|symbol| language.shortest(symbol).len() as u32).collect(),
            plan_bytes: DEFAULT_PLAN_BYTES,
            draws_texts: true,
            kept: Vec::new(),
            places: HashMap::new(),
            next: 0,
            round: 0,
            found: 0,
            random_texts: 0,
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
        seen.map_or(0, |seen| self.add(seen, &trace.steps, false))
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
            let is_random = Way::of(self.round) == Way::Random;
            let (choices, planned) = match is_random {
                true => (Choices::fresh(random.bits()), HashSet::new()),
                false => {
                    let Some((steps, planned)) = self.plan(path, &mut random) else { continue };
                    (Choices::redraw(&steps, random.bits()), planned)
                }
            };
            self.random_texts += u32::from(is_random);
            let written = self.write(choices);
            let text = written.and_then(|(text, seen, steps)| (self.add(seen, &steps, is_random) > 0).then_some(text));
            self.note_spoiled(&planned);
            if text.is_some() {
                self.found = self.round;
                return text;
            }
        }
    }

    /// Returns the next path to be tried: each that is missing, and then all again in the next round.
    fn next_missing(&mut self) -> Option<u32> {
        while self.round < MAX_ROUNDS && self.round <= self.found + MAX_IDLE_ROUNDS && self.covered < self.count() {
            let is_over = Way::of(self.round) == Way::Random && self.random_texts >= RANDOM_TEXTS;
            let mut rest = self.next..if is_over { 0 } else { self.count() as u32 };
            let found = rest.find(|&path| !self.is_covered[path as usize]);
            if let Some(path) = found {
                // Random texts are for all paths.
                self.next = if Way::of(self.round) == Way::Random { path } else { path + 1 };
                return found;
            }
            (self.next, self.round, self.random_texts) = (0, self.round + 1, 0);
        }
        None
    }

    /// Plans a text with a path. Returns the steps, and the paths that they have. None if there is no text yet that the path could be
    /// written into.
    fn plan(&self, path: u32, random: &mut Random) -> Option<(Vec<Step>, HashSet<u32>)> {
        let way = Way::of(self.round);
        let style = PlanStyle {
            bytes: if way == Way::Full { self.plan_bytes } else { 0 },
            draws_texts: self.draws_texts || self.round > 1,
            draws_parts: matches!(way, Way::Drawn | Way::DrawnGraft),
        };
        let (grammar, seed) = (&self.language.grammar, random.bits());
        let planner = Planner::new(grammar, &self.paths, &self.is_wanted, &self.lengths, style, seed);
        if !matches!(way, Way::Graft | Way::DrawnGraft) {
            return Some(planner.steps(path, None));
        }
        let spine = self.paths.way(self.paths.end(path).0);
        let mut covered = (0..spine.len()).rev();
        let (depth, places) = covered.find_map(|depth| Some((depth, self.places.get(&spine[depth])?)))?;
        let (text, range) = &places[random.below(places.len() as u32) as usize];
        let mut steps = self.kept[*text].clone();
        let (part, planned) = planner.steps(path, Some(depth));
        steps.splice(range.clone(), part);
        Some((steps, planned))
    }

    /// Writes the text of choices. None if it is a dead end, or not in the language.
    fn write(&mut self, mut choices: Choices) -> Option<(Vec<u8>, Seen, Vec<Step>)> {
        // A replay ignores the size.
        self.fuzzer.aim(Some(RANDOM_BYTES));
        let text = self.fuzzer.run(&mut choices).ok()?.to_vec();
        let text = fill(self.language, text);
        let tree = self.language.parse(&text).ok()?;
        let trace = self.language.trace(&text, &tree)?;
        let seen = Seen::new(&self.language.grammar, &self.paths, &trace.steps)?;
        Some((text, seen, trace.steps))
    }

    /// Notes paths that were planned in vain.
    fn note_spoiled(&mut self, planned: &HashSet<u32>) {
        for &path in planned.iter().filter(|&&path| !self.is_covered[path as usize]) {
            let spoiled = &mut self.spoiled[path as usize];
            *spoiled = spoiled.saturating_add(1);
            self.is_wanted[path as usize] &= *spoiled < MAX_SPOILED_PLANS;
        }
    }

    /// Adds the paths of a text. The text is kept if some are new, or if `keeps` says so.
    fn add(&mut self, seen: Seen, steps: &[Step], keeps: bool) -> usize {
        let before = self.covered;
        for path in seen.paths {
            self.covered += usize::from(!std::mem::replace(&mut self.is_covered[path as usize], true));
            self.is_wanted[path as usize] = false;
        }
        if self.covered > before || keeps {
            self.kept.push(steps.to_vec());
            let text = self.kept.len() - 1;
            for (state, range) in seen.places {
                // Of the places in one text, the last one stays: most is defined before it.
                let places = self.places.entry(state).or_default();
                match places.iter().position(|(known, _)| *known == text) {
                    Some(same) => places[same] = (text, range),
                    None if places.len() < MAX_PLACES => places.push((text, range)),
                    None => places[text % MAX_PLACES] = (text, range),
                }
            }
        }
        self.covered - before
    }
}
