//! Finding a smaller text that an oracle still finds interesting.
//!
//! [`Strategy`] functions propose candidates to a [`Search`], which tests them and commits. A strategy reads like its paper:
//! it owns no thread, cache, clock or log, and compares no sizes.

mod confirm;
mod excursion;
mod holes;
mod languages;
mod layout;
mod leash;
mod meaning;
mod minimality;
mod product;
mod search;
mod strategy;
mod view;
mod window;

pub use excursion::Measure;
pub use languages::Languages;
pub use minimality::Minimality;
#[doc(hidden)]
pub use product::product;
pub use strategy::{STRATEGIES, Strategy, strategy};
pub use view::View;

use std::rc::{Rc, Weak};

use crate::format::Format;
use crate::oracle::{Broken, Oracle, Verdict};
use crate::trial::{self, Counters, Rate, Splice, Stop, Trial};
use excursion::Excursion;
use grammarc_generate::mutate::Shows;
use leash::Leash;
use meaning::Meaning;

/// How many texts are looked at to reduce a seed.
const SEED_TESTS: u64 = 200;

/// Whether candidates must be in the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Validity {
    /// Every candidate is parsed before the oracle sees it.
    Strict,
    /// Strategies that follow the tree come first; those that may leave the language come last.
    #[default]
    Prefer,
    /// It does not matter.
    Off,
}

/// Whether candidates that have a tree by the grammar must obey its fields and hooks: all that is wrong with one must have
/// been wrong with the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hooks {
    /// Computed fields are computed again, and names that are gone or taken are replaced by others, the shortest first; where
    /// that leads to nothing smaller, what depends on them goes too. What is wrong then is not tried.
    #[default]
    Repair,
    /// Computed fields are computed again; what is wrong then is not tried.
    Discard,
    /// They do not matter.
    Off,
}

/// Whether the layout may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Whitespace {
    /// White space is dropped like anything else.
    #[default]
    Free,
    /// White space goes with what it stands beside, and never for its own sake.
    Keep,
}

/// The search for a smaller text. Strategies propose, it tests and commits.
pub struct Search<'s, 't> {
    trial: &'s mut Trial<'t>,
    view: Rc<View<'s>>,
    /// The smallest text, which is on disk; the current one may differ during an excursion.
    best: Vec<u8>,
    /// What leads back from the best text to the one before it, and so on to the input: the latest last.
    history: Vec<Splice>,
    /// The last text that was found to be in the language of the grammar.
    valid: Option<Vec<u8>>,
    /// The view that the last parse gave: while it is the current one, another parse would give it again. Kept weakly, so
    /// that no second tree stays in memory.
    parsed: Weak<View<'s>>,
    /// Innermost last.
    excursions: Vec<Excursion<'s>>,
    /// What the stage at work may still test, if it is a stage of `auto`.
    leash: Option<Leash>,
    /// The number of tests when something was last removed.
    paid: u64,
    languages: Languages<'s>,
    validity: Validity,
    /// Whether the layout may change.
    whitespace: Whitespace,
    /// What fields and hooks ask of candidates, if the language has any.
    meaning: Option<Meaning<'s>>,
    /// How often the oracle could not judge what was asked.
    unresolved: u64,
}

/// How to reduce.
#[derive(Debug, Clone)]
pub struct Options {
    /// How many texts are judged at the same time. The result does not depend on it.
    pub jobs: usize,
    /// What to do, one after another.
    pub strategies: Vec<&'static Strategy>,
    /// How many distinct texts may be asked about.
    pub tests: Option<u64>,
    /// Whether candidates must be in the language.
    pub validity: Validity,
    /// Whether candidates must obey the fields and hooks of the grammar. A grammar without any is reduced the same by all.
    pub hooks: Hooks,
    /// Whether the layout may change.
    pub whitespace: Whitespace,
    /// At the end, ask about every single edit that was not asked about, in the language or not, and go on if one is interesting: see
    /// [`Minimality`].
    pub certify: bool,
}

impl Default for Options {
    fn default() -> Self {
        let strategies = vec![&strategy::auto::STRATEGY];
        let (validity, hooks, whitespace) = (Validity::default(), Hooks::default(), Whitespace::default());
        Self { jobs: 1, strategies, tests: None, validity, hooks, whitespace, certify: false }
    }
}

/// What came of a reduction.
#[derive(Debug)]
pub struct Reduced {
    /// The smallest interesting text.
    pub text: Vec<u8>,
    /// The smallest one that is in the language and obeys its hooks as far as the input did, where the smallest does not.
    pub valid: Option<Vec<u8>>,
    /// What it cost.
    pub counters: Counters,
    /// Why it ended before the strategies were through.
    pub stop: Option<Stop>,
    /// How often the input is interesting, where the oracle was seen not to say the same each time.
    pub input_rate: Option<Rate>,
    /// How often the text is interesting, where that was measured.
    pub rate: Option<Rate>,
    /// What is known of the text if they were through, and it is short or certified.
    pub minimality: Option<Minimality>,
}

/// Why nothing could be reduced.
#[derive(Debug)]
pub enum Error {
    /// The input itself is not interesting.
    NotInteresting(Verdict),
    /// The oracle could not judge the input.
    Broken(Broken),
    /// Candidates must be in the language, but the input is not.
    Invalid,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotInteresting(_) => f.write_str("the input is not interesting"),
            Self::Broken(why) => write!(f, "the oracle broke: {why}"),
            Self::Invalid => f.write_str("the input does not parse, so no candidate could be valid"),
        }
    }
}

impl std::error::Error for Error {}

/// Finds a smaller text that the oracle finds interesting. The input is judged first, twice.
///
/// The oracle need not always say the same. Once that is noticed, runs are repeated: a text is interesting at its first yes in
/// so many runs that one of the input's rate is missed once in twenty times, 20 at most, and is committed if half the rate of
/// the input is confirmed by 20 further runs. The best text is run again at the end of each stage; if it does not hold, the last
/// one that does takes its place.
///
/// ```
/// use grammarc_runtime::island::ISLAND;
/// use grammarc_runtime::reduce::{Options, reduce};
///
/// let input = b"fn main() { let x = [1, 2, (3)]; print(x); }";
/// let has_brackets = |text: &[u8]| text.contains(&b'(') && text.contains(&b']');
/// let reduced = reduce(&ISLAND, input, &has_brackets, &Options::default()).unwrap();
/// assert_eq!(reduced.text.len(), 2);
/// ```
///
/// # Errors
/// If the input is not interesting, or not in the language where [`Options::validity`] asks for that.
pub fn reduce(language: &Format, input: &[u8], oracle: &dyn Oracle, options: &Options) -> Result<Reduced, Error> {
    let trial = trial::Options { jobs: options.jobs, tests: options.tests, ..trial::Options::default() };
    Trial::run(oracle, &trial, None, input, |trial| match trial.begin().map_err(Error::Broken)? {
        Verdict::Interesting => reduce_in(language, input, trial, options),
        verdict => Err(Error::NotInteresting(verdict)),
    })
}

/// Returns the smallest text found that still shows what a [`Population`](grammarc_generate::mutate::Population) takes it for: what
/// [`Population::add`](grammarc_generate::mutate::Population::add) asks for. It looks at 200 texts at most.
pub fn seed(format: &Format, text: &[u8], shows: &Shows<'_>) -> Vec<u8> {
    let oracle = |text: &[u8]| match shows(text) {
        Some(true) => Verdict::Interesting,
        Some(false) => Verdict::Boring,
        None => Verdict::Unresolved,
    };
    let options = Options { tests: Some(SEED_TESTS), validity: Validity::Strict, ..Options::default() };
    reduce(format, text, &oracle, &options).map_or_else(|_| text.to_vec(), |reduced| reduced.text)
}

/// Returns a test of texts: whether one is in the language, and nothing wrong with it that was not wrong with the input.
#[cfg(feature = "cli")]
#[doc(hidden)]
pub fn validity<'s>(language: &'s Format, input: &[u8], hooks: Hooks) -> impl Fn(&[u8]) -> bool + use<'s> {
    let languages = Languages::new(language);
    let meaning = meaning::Meaning::new(&languages, hooks, &languages.view(input));
    let admits = move |view: &View<'_>| meaning.as_ref().is_none_or(|meaning| meaning.admits(view));
    move |text| View::parse(language, text).is_some_and(|view| admits(&view))
}

/// Finds a smaller text by a trial that was prepared elsewhere; the input must be known to be interesting.
///
/// # Errors
/// If the input is not in the language where [`Options::validity`] asks for that.
pub fn reduce_in(language: &Format, input: &[u8], trial: &mut Trial<'_>, options: &Options) -> Result<Reduced, Error> {
    if options.validity == Validity::Strict && !Languages::new(language).is_valid(input) {
        return Err(Error::Invalid);
    }
    let rehearsal = |trial: &mut Trial<'_>| drop(run_all(&mut search_of(language, input, trial, options), options));
    let ((text, valid), outcome, minimality) = trial.rehearsed(rehearsal, |trial| {
        let mut search = search_of(language, input, trial, options);
        let outcome = run_all(&mut search, options);
        let minimality = if outcome.is_ok() { minimality::known(&mut search, options.certify) } else { None };
        (search.into_results(), outcome, minimality)
    });
    let (input_rate, rate) = (trial.rate(), trial.rate_of(&text));
    Ok(Reduced { text, valid, counters: trial.counters(), stop: outcome.err(), minimality, input_rate, rate })
}

fn search_of<'s, 't>(
    language: &'s Format,
    input: &[u8],
    trial: &'s mut Trial<'t>,
    options: &Options,
) -> Search<'s, 't> {
    let languages = Languages::new(language);
    let mut search = Search::new(trial, languages, options.validity, input).with_hooks(options.hooks);
    search.whitespace = options.whitespace;
    search
}

/// Runs the strategies one after another; again if a certificate is wanted and cannot be given.
fn run_all(search: &mut Search<'_, '_>, options: &Options) -> Result<(), Stop> {
    loop {
        options.strategies.iter().try_for_each(|strategy| run(search, strategy))?;
        if !options.certify || !minimality::certify(search)? {
            return Ok(());
        }
    }
}

/// How often a strategy is run again, as what it did does not stand.
const AGAIN: usize = 3;

fn run(search: &mut Search<'_, '_>, strategy: &Strategy) -> Result<(), Stop> {
    for _ in 0..=AGAIN {
        search.enter(strategy.name);
        search.parse_again();
        (strategy.run)(search)?;
        if search.confirm()? {
            break;
        }
    }
    Ok(())
}
