//! From one failing input to a pattern of failing inputs: which parts can be anything of their kind, as far as tries can tell.
//!
//! R. Gopinath, A. Kampmann, N. Havrikov, E. Soremekun, A. Zeller, *Abstracting Failure-Inducing Inputs*, ISSTA 2020 (DDSET). From the root
//! down, a node is replaced by different texts of its rule; if all of them fail as well, it becomes a hole, else its children are tried.
//! Some things differ from the paper. Each text is tried once, and an unresolved verdict counts neither way. A rule with few texts has all
//! of them tried. A name is replaced at its definition and at all its uses at once. In the end all holes are filled together: if a text is
//! boring then, the holes that do not go together are narrowed or closed, until the printed pattern has been seen to fail as a whole. A
//! part that fails with some texts only is not given up if constraints can narrow it, for example `where <number> ≥ 3`.
//!
//! `generalizer` goes through the parts, `filler` draws their texts, and the result is a `pattern`. Conditions are learned in `study`,
//! `learn` and `refine`. `saved` reads and writes the file of a pattern. `formula` joins patterns, `meet` intersects two of them,
//! and `instances` writes texts for a formula.

mod align;
mod confidence;
mod constraint;
mod evidence;
mod filler;
mod formula;
mod generalizer;
mod instances;
mod learn;
mod maker;
mod meet;
mod naming;
mod pattern;
mod refine;
mod saved;
mod source;
mod study;
mod texts;
mod together;
mod units;

pub use confidence::{interval, tries};
pub use constraint::{BadConstraint, Constraint, Content, Quantity};
pub use formula::{BadFormula, Formula};
pub use instances::{Instances, MAX_INSTANCE_TRIES};
#[doc(hidden)]
pub use pattern::conjunction;
pub use pattern::{Hole, Pattern};
pub use saved::{BadPattern, Problem, SavedPattern};

use grammarc_core::parse::ParseError;
use grammarc_core::tree::NodeId;
use grammarc_reduce::format::Format;
use grammarc_trial::oracle::{Oracle, OracleError, Verdict};
use grammarc_trial::trial::{self, Counters, Rate, Stop, Trial};

/// How to generalize.
#[derive(Debug, Clone)]
pub struct Options {
    /// Number of different texts that must fail: in place of each part, and then of all parts together. See [`tries`].
    pub tries: u32,
    /// Seed of the random texts, and their only source of randomness.
    pub seed: u64,
    /// How many texts are judged at the same time. The result does not depend on it.
    pub jobs: usize,
    /// Most distinct texts that the oracle may judge.
    pub tests: Option<u64>,
    /// Whether constraints may narrow a part that is boring with some texts. Otherwise only the parts inside it are tried.
    pub refine: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { tries: tries(0.95), seed: 0, jobs: 1, tests: None, refine: true }
    }
}

/// Result of a generalization.
#[derive(Debug)]
#[non_exhaustive]
pub struct Generalization {
    /// The pattern. Its holes may stand for anything of their kind only if [`Generalization::is_verified`].
    pub pattern: Pattern,
    /// Whether enough different instances were tried, with other texts in all holes at once, and each of them was interesting.
    pub is_verified: bool,
    /// Rate of interesting instances among those that were tried last; none if none was judged.
    pub rate: Option<Rate>,
    /// Whether the tried instances are all that the pattern has.
    pub is_exhaustive: bool,
    /// Number of instances that could not be judged; the rate does not count them.
    pub unresolved: u32,
    /// The finding for each tried part, in the order of the tries.
    pub parts: Vec<Part>,
    /// Counters of the trial: the cost of this result.
    pub counters: Counters,
    /// Reason for an early end; none if it ran to the end.
    pub stop: Option<Stop>,
}

/// A part of the input that was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The node of the part; for a variable its first place.
    pub node: NodeId,
    /// Name of the rule or, for a variable without a rule, of its namespace.
    pub name: String,
    /// Text of the part in the input.
    pub text: Vec<u8>,
    /// Result of the tries.
    pub finding: Finding,
}

/// Result of the tries of one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// Any text of its kind may stand there: `tries` different texts were all interesting.
    General {
        /// Number of interesting texts.
        tries: u32,
        /// Whether the rule has no other texts.
        is_exhaustive: bool,
    },
    /// Any text of its kind that keeps these constraints may stand there: `tries` different texts were interesting. The constraints were
    /// learned from other texts, unless there are too few.
    Refined {
        /// All must hold.
        constraints: Vec<Constraint>,
        /// Number of interesting texts.
        tries: u32,
        /// Whether no other texts keep the constraints.
        is_exhaustive: bool,
    },
    /// It matters: with another text in its place the input is boring. For example, `[1,2]` fails, and `[1,3]` does not: the `2` matters.
    Matters {
        /// A text with which the input is boring.
        filling: Vec<u8>,
    },
    /// It is general by itself, but not together with other parts: filled at once, they make the input boring. For example, `0*0` fails as
    /// long as one operand is 0: each can be anything, but not both at once.
    MattersTogether {
        /// Text of this part in the boring sample.
        filling: Vec<u8>,
        /// The other parts, each with its name and text.
        others: Vec<(String, Vec<u8>)>,
    },
    /// Undecided, because too few different texts could be tried. The part stays as it is.
    Undecided {
        /// Number of interesting texts.
        interesting: u32,
        /// Number of interesting texts that were needed.
        wanted: u32,
        /// Number of texts that could not be judged, and one of them.
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
    Broken(OracleError),
    /// The trial had to stop before the input was parsed.
    Stopped(Stop),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoParse(error) => {
                write!(f, "the input does not parse from {}:{} on", error.line, error.column)
            }
            Self::NotInteresting(_) => f.write_str("the input is not interesting"),
            Self::Broken(why) => write!(f, "cannot run the interestingness test: {why}"),
            Self::Stopped(stop) => stop.fmt(f),
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
) -> Result<Generalization, Error> {
    let trial = trial::TrialOptions { jobs: options.jobs, tests: options.tests, ..trial::TrialOptions::default() };
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
) -> Result<Generalization, Error> {
    trial.enter("generalize");
    let signal = trial.stop_signal();
    let begun = signal.clone().bound(move || Ok(generalizer::Generalizer::new(language, input, trial, options)));
    let begun = begun.map_err(Error::Stopped)?;
    let mut generalizer = begun.map_err(Error::NoParse)?;
    let stop = signal.bound(|| generalizer.run()).err();
    Ok(generalizer.into_result(stop))
}
