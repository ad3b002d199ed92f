//! Finding a smaller text that an oracle still finds interesting.
//!
//! [`Strategy`] functions propose candidates to a [`Search`], which tests them and commits. A strategy reads like its paper:
//! it owns no thread, cache, clock or log, and compares no sizes.

mod ask;
mod beside;
pub mod building_blocks;
mod confirm;
mod excursion;
mod find;
mod folder;
mod includes;
mod languages;
mod layout;
mod leash;
mod meaning;
mod minimality;
mod parsed;
mod parts;
mod recovery;
mod search;
mod spelling;
mod strategy;
mod view;
mod window;

pub use excursion::Measure;
pub use folder::{Formats, reduce_folder_in};
pub use languages::Languages;
#[doc(hidden)]
pub use languages::is_binary;
pub use minimality::Minimality;
pub use parsed::ParsedInput;
pub use parts::parts;
pub use strategy::{STRATEGIES, Strategy, stages, strategy};
pub use view::View;

use std::rc::{Rc, Weak};

use crate::format::Format;
use excursion::Excursion;
use grammarc_generate::seed::FeatureTest;
use grammarc_trial::oracle::{Oracle, OracleError, Verdict};
use grammarc_trial::trial::{self, Counters, Rate, SharedText, Splice, Stop, Trial};
use leash::{Leash, OwnWork};
use meaning::Meaning;

/// Tests allowed for reducing one seed: a population has many seeds, so each must be cheap.
const SEED_TESTS: u64 = 200;
/// Tests allowed for reducing a seed of any size.
const LARGE_SEED_TESTS: u64 = 20;
/// Bytes that all tests of one seed may have together, apart from [`LARGE_SEED_TESTS`].
const SEED_TESTED_BYTES: u64 = 4 << 20;

/// Whether candidates must be in the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Validity {
    /// Every candidate is parsed before the oracle sees it.
    Strict,
    /// Strategies that follow the tree come first; those that may leave the language come last, for example dropping
    /// single bytes.
    #[default]
    Prefer,
    /// Candidates need not be in the language.
    Off,
}

/// Whether candidates that the grammar parses must obey its fields and hooks. A fault that the input has already is
/// allowed in every candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hooks {
    /// Recomputes computed fields, and replaces undefined or clashing names by others, the shortest first. If that
    /// yields nothing smaller, the dependents of a dropped definition are dropped too: for example, with `int x;` goes
    /// `x = 1;`. A candidate that still has a new fault is not tested.
    #[default]
    Repair,
    /// Recomputes computed fields only. A candidate that then has a new fault is not tested.
    Discard,
    /// Fields and hooks are ignored.
    Off,
}

/// Whether the layout may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Whitespace {
    /// White space is dropped like anything else.
    #[default]
    Free,
    /// White space is removed only together with adjacent tokens. For example, `f(a, b)` may become `f(b)`, but not
    /// `f(a,b)`. What began a line still begins one, with its indentation; empty lines and blanks at the ends of lines may go.
    Keep,
}

/// Whether names may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Names {
    /// Names become shorter like anything else.
    #[default]
    Free,
    /// A name stays or goes as a whole. For example, `find(buffer)` may become `find()`, but not `a(b)` or `fin()`.
    Keep,
}

/// The search for a smaller text. Strategies propose, it tests and commits.
pub struct Search<'s, 't> {
    trial: &'s mut Trial<'t>,
    view: Rc<View<'s>>,
    /// The smallest text, which is on disk; the current one may differ during an excursion.
    best: SharedText,
    /// Undo log: each splice turns a best text into the previous one, down to the input. The latest is last.
    history: Vec<Splice>,
    /// The last text that was found to be in the language of the grammar.
    valid: Option<SharedText>,
    /// The view that the last parse gave: while it is the current one, another parse would give it again. Kept weakly, so
    /// that no second tree stays in memory.
    parsed: Weak<View<'s>>,
    /// Innermost last.
    excursions: Vec<Excursion<'s>>,
    /// Test limit of the running stage; only stages of `auto` have one.
    leash: Option<Leash>,
    /// The running stage ends once the text has fewer bytes, because another one waits for that.
    awaited: usize,
    /// The number of tests when something was last removed.
    paid: u64,
    /// The work of the running pass since its last test.
    work: OwnWork,
    languages: Languages<'s>,
    validity: Validity,
    /// Whether the layout may change.
    whitespace: Whitespace,
    /// Whether a part that began a line still begins one; also while the layout may change, in some passes.
    keeps_lines: bool,
    /// Whether names may change.
    names: Names,
    /// Whether each `#include` line stays or goes as a whole.
    keeps_includes: bool,
    /// Checks and repairs candidates by the fields and hooks of the language; none if the language has neither.
    meaning: Option<Meaning<'s>>,
    /// Names of stages that `auto` leaves out.
    without: Vec<&'static str>,
    /// Places of the text, in bytes, that the oracle's report names.
    roots: Vec<usize>,
    /// The length of `history` at which these are known.
    rooted_after: usize,
    /// Number of tests that the oracle left unresolved.
    unresolved: u64,
    /// Whether this search works beside the one that the trial keeps the results of.
    is_beside: bool,
}

/// How to reduce.
#[derive(Debug, Clone)]
pub struct Options {
    /// Number of texts judged in parallel. The result does not depend on it.
    pub jobs: usize,
    /// The strategies, run in this order.
    pub strategies: Vec<&'static Strategy>,
    /// Names of stages that the default strategy leaves out. For example, `names`.
    pub without: Vec<&'static str>,
    /// Places of the input, in bytes, that the oracle's report names. For example, the first byte of the line with a warning. The default
    /// strategy begins with a program that has nothing but these places and the definitions that they need. Places behind the end are ignored.
    pub roots: Vec<usize>,
    /// Limit on the number of distinct texts tested.
    pub tests: Option<u64>,
    /// Whether candidates must be in the language.
    pub validity: Validity,
    /// Whether candidates must obey the fields and hooks of the grammar. A grammar without any is reduced the same by all.
    pub hooks: Hooks,
    /// Whether the layout may change.
    pub whitespace: Whitespace,
    /// Whether names may change.
    pub names: Names,
    /// Whether each `#include` line stays or goes as a whole. For example, `#include <map>` does not become `#include<map>`.
    pub keeps_includes: bool,
    /// At the end, test every single edit that was never tested, in the language or not, and continue if one is
    /// interesting: see [`Minimality`].
    pub certify: bool,
    /// Whether changes that were tested side by side are merged. The jobs test many changes of the same text at the same time.
    /// When one of them succeeds, those that failed beside it count as failed for the smaller text, too, and those that
    /// succeeded are tested together. So a search is faster with many jobs, but its result may depend on their number and
    /// on their speed. At the end, every change that was not tested because of that is tested. With one job this changes
    /// nothing.
    pub merge: bool,
}

impl Default for Options {
    fn default() -> Self {
        let strategies = vec![&strategy::auto::STRATEGY];
        let (validity, hooks, whitespace) = (Validity::default(), Hooks::default(), Whitespace::default());
        let names = Names::default();
        let (without, roots) = (Vec::new(), Vec::new());
        Self {
            jobs: 1,
            strategies,
            without,
            roots,
            tests: None,
            validity,
            hooks,
            whitespace,
            names,
            keeps_includes: false,
            certify: false,
            merge: false,
        }
    }
}

/// The result of a reduction.
#[derive(Debug)]
pub struct Reduction {
    /// The smallest interesting text.
    pub text: Vec<u8>,
    /// The smallest text that is in the language and has no fault that the input lacks; none if `text` is that already.
    pub valid: Option<Vec<u8>>,
    /// The number of tests, cache hits and skipped candidates.
    pub counters: Counters,
    /// The reason for stopping before all strategies had finished.
    pub stop: Option<Stop>,
    /// The rate at which the input is interesting, if the oracle turned out to be flaky.
    pub input_rate: Option<Rate>,
    /// The rate at which the text is interesting, if it was measured.
    pub rate: Option<Rate>,
    /// How minimal the text is. Known only if all strategies finished, the oracle could be run on each candidate, and the text is
    /// short or certified.
    pub minimality: Option<Minimality>,
    /// The same of `valid`, for edits that stay in the language.
    pub valid_minimality: Option<Minimality>,
    /// Why the oracle could not be run on the last of [`Counters::not_run`] candidates; none if there are none.
    pub not_run: Option<OracleError>,
}

/// Why nothing could be reduced.
#[derive(Debug)]
pub enum Error {
    /// The input itself is not interesting.
    NotInteresting(Verdict),
    /// The oracle could not judge the input.
    Broken(OracleError),
    /// Candidates must be in the language, but the input is not.
    Invalid,
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotInteresting(_) => f.write_str("the input is not interesting"),
            Self::Broken(why) => write!(f, "cannot run the interestingness test: {why}"),
            Self::Invalid => f.write_str("the input does not parse, so no candidate can be valid"),
        }
    }
}

impl std::error::Error for Error {}

/// Finds a smaller text that the oracle finds interesting. The input is judged first, twice.
///
/// The oracle may be flaky. As soon as it contradicts itself, runs are repeated. A text is interesting at its first
/// yes within `n` runs, where a text with the input's rate is missed once in twenty times (`n` is at most 20). It is
/// committed if 20 further runs confirm at least half the input's rate. The best text is run again at the end of each
/// stage; if it does not hold, the search returns to the last text that does.
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
pub fn reduce(language: &Format, input: &[u8], oracle: &dyn Oracle, options: &Options) -> Result<Reduction, Error> {
    let trial = trial::TrialOptions {
        jobs: options.jobs,
        tests: options.tests,
        merge: options.merge,
        ..trial::TrialOptions::default()
    };
    Trial::run(oracle, &trial, None, input, |trial| match trial.begin().map_err(Error::Broken)? {
        Verdict::Interesting => reduce_in(&ParsedInput::new(language, input), trial, options),
        verdict => Err(Error::NotInteresting(verdict)),
    })
}

/// Reduces a seed of a population of mutants with at most 200 tests, or fewer for a seed above
/// 20 KB: 20 at least, because each test of a large seed is a parse of it. The result keeps the new features that
/// `Population::add` tests for with `shows`.
pub fn seed(format: &Format, text: &[u8], shows: &FeatureTest<'_>) -> Vec<u8> {
    let oracle = |text: &[u8]| match shows(text) {
        Some(true) => Verdict::Interesting,
        Some(false) => Verdict::Boring,
        None => Verdict::Unresolved,
    };
    let tests = (SEED_TESTED_BYTES / (text.len() as u64).max(1)).clamp(LARGE_SEED_TESTS, SEED_TESTS);
    let options = Options { tests: Some(tests), validity: Validity::Strict, ..Options::default() };
    reduce(format, text, &oracle, &options).map_or_else(|_| text.to_vec(), |reduced| reduced.text)
}

/// Returns a predicate: is a text in the language, without a fault that the input lacks?
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
pub fn reduce_in(input: &ParsedInput<'_>, trial: &mut Trial<'_>, options: &Options) -> Result<Reduction, Error> {
    if options.validity == Validity::Strict && !input.is_valid() {
        return Err(Error::Invalid);
    }
    let rehearsal = |trial: &mut Trial<'_>| {
        let Ok(start) = trial.stop_signal().bound(|| Ok(input.start())) else { return };
        drop(run_both(&mut search_of(start, trial, options), options));
    };
    let ((text, valid), outcome, [minimality, valid_minimality]) = trial.rehearsed(rehearsal, |trial| {
        let mut search = match trial.stop_signal().bound(|| Ok(input.start())) {
            Ok(start) => search_of(start, trial, options),
            Err(stop) => return ((input.text.to_vec(), None), Err(stop), [None; 2]),
        };
        let outcome = run_both(&mut search, options);
        let known = |search: &mut Search<'_, '_>| {
            Ok([minimality::known(search, options.certify), beside::known_of_valid(search, options)])
        };
        let is_tested = outcome.is_ok() && search.trial.number_not_run() == 0;
        let known = is_tested.then(|| search.bound(known).ok()).flatten().unwrap_or_default();
        (search.into_results(), outcome, known)
    });
    let (input_rate, rate) = (trial.rate(), trial.rate_of(&text));
    let (counters, not_run, stop) = (trial.counters(), trial.why_not_run(), outcome.err());
    Ok(Reduction { text, valid, counters, stop, minimality, valid_minimality, not_run, input_rate, rate })
}

/// Asks the questions of a reduction, for its verdicts alone.
#[doc(hidden)]
pub fn rehearse(language: &Format, input: impl Into<SharedText>, trial: &mut Trial<'_>, options: &Options) {
    drop(run_both(&mut search_of(ParsedInput::new(language, input).start(), trial, options), options));
}

fn search_of<'s, 't>(
    (languages, view): (Languages<'s>, View<'s>),
    trial: &'s mut Trial<'t>,
    options: &Options,
) -> Search<'s, 't> {
    let search = Search::of(trial, languages, options.validity, view).with_hooks(options.hooks);
    let search = search.keeping(options.whitespace, options.names).keeping_includes(options.keeps_includes);
    search.without(&options.without).rooted(&options.roots)
}

/// Times that the strategies run again because the oracle could not be run on some candidates. Each candidate is asked about
/// again once, but asking may lead to others.
const MAX_RETRY_ROUNDS: usize = 3;

/// Reduces the text, and then the smallest valid one if that is another. Does so again as long as candidates are left that the oracle
/// could not be run on.
fn run_both(search: &mut Search<'_, '_>, options: &Options) -> Result<(), Stop> {
    let mut retries = 0;
    loop {
        run_all(search, options)?;
        search.bound(|search| beside::reduce_valid(search, options))?;
        if search.trial.renew() {
            continue;
        }
        if retries == MAX_RETRY_ROUNDS || !search.trial.ask_again() {
            return Ok(());
        }
        retries += 1;
    }
}

/// Runs the strategies in order, and again as long as certification still finds an interesting edit, or candidates are left that
/// the oracle could not be run on. Ends wherever it is when the trial has to stop; the best text is the last one that was committed.
fn run_all(search: &mut Search<'_, '_>, options: &Options) -> Result<(), Stop> {
    search.bound(|search| run_until_certified(search, options))
}

fn run_until_certified(search: &mut Search<'_, '_>, options: &Options) -> Result<(), Stop> {
    let mut retries = 0;
    loop {
        options.strategies.iter().try_for_each(|strategy| run(search, strategy))?;
        search.begin_pass();
        if search.trial.renew() {
            continue;
        }
        if options.certify && minimality::certify(search)? {
            continue;
        }
        if !search.confirm()? || minimality::contradicts_cache(search, options.certify)? {
            continue;
        }
        if retries == MAX_RETRY_ROUNDS || !search.trial.ask_again() {
            return Ok(());
        }
        retries += 1;
    }
}

/// Times that a strategy is run again because a flaky oracle took back its result. A result that was taken back four
/// times is not worth more tests.
const MAX_STAGE_REPEATS: usize = 3;

fn run(search: &mut Search<'_, '_>, strategy: &Strategy) -> Result<(), Stop> {
    for _ in 0..=MAX_STAGE_REPEATS {
        search.enter(strategy.name);
        search.parse_again();
        let before = search.best.clone();
        (strategy.run)(search)?;
        // A text that certification found was judged just now. It is judged again when more depends on it, or at the end.
        if search.best == before || search.confirm()? {
            break;
        }
    }
    Ok(())
}
