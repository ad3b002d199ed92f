//! From one failing input to a pattern of failing inputs: which parts can be anything of their kind, as far as tries can tell.
//!
//! R. Gopinath, A. Kampmann, N. Havrikov, E. Soremekun, A. Zeller, *Abstracting Failure-Inducing Inputs*, ISSTA 2020 (DDSET). From the
//! root down, a node is replaced by different texts of its rule; if all of them fail as well, it becomes a hole, else its
//! children are looked at. Other than in the paper, each text is tried once, and one that could not be judged says nothing; where a rule
//! has few texts they are all tried; names are replaced where they are defined and used at once; and in the end all holes are filled
//! together: where that passes, what does not go together is taken apart, until what is printed has been seen to fail as a whole. Where
//! a part can be almost anything, or constraints tell what it can be, it is not given up, but narrowed.

mod align;
mod confidence;
mod constraint;
mod evidence;
mod filler;
mod formula;
mod instances;
mod learn;
mod maker;
mod meet;
mod naming;
mod pattern;
mod refine;
mod saved;
mod search;
mod source;
mod study;
mod texts;
mod together;
mod units;

pub use confidence::{interval, tries};
pub use constraint::{Constraint, Content, NotAConstraint, Quantity};
pub use formula::{BadFormula, Formula};
pub use instances::{Instances, TRIES};
#[doc(hidden)]
pub use pattern::conjunction;
pub use pattern::{Hole, Pattern};
pub use saved::{BadPattern, Problem, Saved};

use grammarc_core::parse::ParseError;
use grammarc_core::tree::NodeId;
use grammarc_reduce::format::Format;
use grammarc_reduce::oracle::{Broken, Oracle, Verdict};
use grammarc_reduce::trial::{self, Counters, Rate, Stop, Trial};

/// How to generalize.
#[derive(Debug, Clone)]
pub struct Options {
    /// How many different texts must fail, in the place of a part, and of all parts together. See [`tries`].
    pub tries: u32,
    /// What is drawn depends on it, and on nothing else.
    pub seed: u64,
    /// How many texts are judged at the same time. The result does not depend on it.
    pub jobs: usize,
    /// How many distinct texts may be asked about.
    pub tests: Option<u64>,
    /// Whether a part that is boring with some texts may be narrowed by constraints, instead of looking at what is in it alone.
    pub refine: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { tries: tries(0.95), seed: 0, jobs: 1, tests: None, refine: true }
    }
}

/// What came of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Generalized {
    /// The pattern. Its holes may stand for anything of their kind only if [`Generalized::is_verified`].
    pub pattern: Pattern,
    /// Whether enough different instances were tried, with other texts in all holes at once, and each of them was interesting.
    pub is_verified: bool,
    /// How many of the instances of the pattern that were tried last are interesting; none if none was judged.
    pub rate: Option<Rate>,
    /// Whether these are all that there are.
    pub is_exhaustive: bool,
    /// How many instances could not be judged; they are not among those of the rate.
    pub unresolved: u32,
    /// What was found out of each part that was tried, in the order in which it was.
    pub parts: Vec<Part>,
    /// What it cost.
    pub counters: Counters,
    /// Why it ended early, if so.
    pub stop: Option<Stop>,
}

/// A part of the input that was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Where; of a variable the first place.
    pub node: NodeId,
    /// The rule, or what a variable is called.
    pub name: String,
    /// What stands there in the input.
    pub text: Vec<u8>,
    /// What was found out.
    pub finding: Finding,
}

/// What was found out of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// It can be anything of its kind: so many different texts were interesting.
    General {
        /// How many.
        tries: u32,
        /// Whether the rule has no others.
        is_exhaustive: bool,
    },
    /// It can be anything of its kind under these constraints: so many different texts that keep them were interesting, others than those
    /// that they were learned from.
    Refined {
        /// All must hold.
        constraints: Vec<Constraint>,
        /// How many.
        tries: u32,
        /// Whether no others keep the constraints.
        is_exhaustive: bool,
    },
    /// It matters: with another text in its place the input is boring.
    Matters {
        /// That text.
        filling: Vec<u8>,
    },
    /// It can be anything by itself, but not together with others: filled at once, they are boring.
    MattersTogether {
        /// What came into its place.
        filling: Vec<u8>,
        /// The others, by name and text.
        others: Vec<(String, Vec<u8>)>,
    },
    /// It cannot be said: too few different texts could be tried. So it stays as it is.
    Undecided {
        /// How many were interesting.
        interesting: u32,
        /// How many had to be.
        wanted: u32,
        /// How many could not be judged, and one of those.
        unresolved: Option<(u32, Vec<u8>)>,
    },
}

/// Why nothing could be generalized.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The input is not in the language.
    NoParse(ParseError),
    /// The input itself is not interesting.
    NotInteresting(Verdict),
    /// The oracle could not judge the input.
    Broken(Broken),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoParse(error) => {
                write!(f, "the input is not in the language, from {}:{} on", error.line, error.column)
            }
            Self::NotInteresting(_) => f.write_str("the input is not interesting"),
            Self::Broken(why) => write!(f, "the oracle broke: {why}"),
        }
    }
}

impl std::error::Error for Error {}

/// Finds the parts of an input that can be anything of their kind. The input is judged first, twice. It should be small:
/// see [`reduce`](grammarc_reduce::reduce::reduce).
///
/// ```
/// use grammarc_runtime::flat::LINES;
/// use grammarc_runtime::generalize::{Options, generalize};
///
/// let fails_on_everything = |_: &[u8]| true;
/// let found = generalize(&LINES, b"one\ntwo\n", &fails_on_everything, &Options::default()).unwrap();
/// assert!(found.is_verified);
/// assert_eq!(found.pattern.render(&LINES.grammar), b"<text>");
/// ```
///
/// # Errors
/// If the input is not interesting, or not in the language.
pub fn generalize(
    language: &Format,
    input: &[u8],
    oracle: &dyn Oracle,
    options: &Options,
) -> Result<Generalized, Error> {
    let trial = trial::Options { jobs: options.jobs, tests: options.tests, ..trial::Options::default() };
    Trial::run(oracle, &trial, None, input, |trial| match trial.begin().map_err(Error::Broken)? {
        Verdict::Interesting => generalize_in(language, input, trial, options),
        verdict => Err(Error::NotInteresting(verdict)),
    })
}

/// Generalizes by a trial that was prepared elsewhere; the input must be known to be interesting.
///
/// # Errors
/// If the input is not in the language.
pub fn generalize_in(
    language: &Format,
    input: &[u8],
    trial: &mut Trial<'_>,
    options: &Options,
) -> Result<Generalized, Error> {
    trial.enter("generalize");
    let mut search = search::Search::new(language, input, trial, options).map_err(Error::NoParse)?;
    let stop = search.run().err();
    Ok(search.into_result(stop))
}
