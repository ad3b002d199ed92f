//! `reduce`: makes a file smaller as long as a command finds it interesting.
//!
//! The files follow one reduction from start to end. `given` and `prepare` read the input and choose the place of the result; `begin` resumes
//! an earlier run, or starts by `opening`; `mentions` finds places of the input in its output; `keeper` saves each new best text; `conclude`
//! runs the result again and saves it, and `summary` prints the last line. Meanwhile `progress` shows the live view, whose keys `controls` carries out. `pretty` formats a copy of the result.
//! `advice` and `fruitless` help with an input that does not get smaller.

mod advice;
mod agreement;
mod args;
mod begin;
mod command;
mod conclude;
mod container;
mod controls;
mod folder;
mod follow;
mod fruitless;
mod given;
mod interrupt;
mod keeper;
mod language;
mod log;
mod look;
mod mentions;
mod opening;
mod place;
mod prepare;
mod pretty;
mod progress;
#[cfg(feature = "view")]
mod report;
#[cfg(not(feature = "view"))]
#[path = "reduce/no_report.rs"]
mod report;
mod slips;
mod start;
mod summary;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

pub use args::{
    Budget, Comparison, ConditionArgs, Directory, Elsewhere, Hooks, Names, PassingArgs, ReduceArgs, ReportArgs,
    Validity, Whitespace,
};
use begin::Begun;
use controls::Controls;
pub use folder::OneLanguage;
use follow::Follower;
pub use given::Given;
pub use interrupt::prepare_early;
use keeper::Keeper;
use language::SeenLanguage;
pub(super) use log::begin_log;
pub(super) use look::{Look, look};
#[cfg(feature = "view")]
pub(super) use place::check_page;
pub use pretty::Formatter;
pub(super) use progress::Progress;
use slips::{Slips, Watchful};

use super::start as start_rule;
use super::status::{Failure, Status};
use grammarc_reduce::format::Format;
use grammarc_reduce::reduce::{self, Error, Formats, Minimality, Reduction};
use grammarc_trial::oracle::{CommandOracle, End, Invocation, OracleError, shown};
use grammarc_trial::trial::{Counters, Digest, Journal, Rate, SharedText, Stop, Trial, TrialOptions};

/// Reduces a file. `how_chosen` says why it is this language.
///
/// # Errors
/// If there is no result, or none that holds.
pub fn run(args: &ReduceArgs, given: Given, language: &Format, how_chosen: &str) -> Result<Status, Failure> {
    let part = start_rule::language(language, args.start.as_deref())?;
    let language = part.as_ref().unwrap_or(language);
    begin_log(args)?;
    Session::prepare(args, given, InputLanguage::File { language, how_chosen })?.run()
}

/// Reduces a folder, each of its files by the language that `formats` chooses.
///
/// # Errors
/// If there is no result, or none that holds.
pub fn run_folder(args: &ReduceArgs, given: Given, formats: &dyn Formats) -> Result<Status, Failure> {
    if args.start.is_some() {
        return Err(Failure::usage("`--start` is for a single file"));
    }
    begin_log(args)?;
    Session::prepare(args, given, InputLanguage::Folder(formats))?.run()
}

/// The language of an input, or of each file in it.
#[derive(Clone, Copy)]
enum InputLanguage<'a> {
    File {
        language: &'a Format,
        /// Why it is this one.
        how_chosen: &'a str,
    },
    Folder(&'a dyn Formats),
}

/// The step before a generalization: whether the input is reduced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    /// It is reduced.
    Reduce,
    /// It is only run.
    Run,
}

/// Which inputs the following step takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// All that are interesting.
    Interesting,
    /// With `--same` only those with which the command does not end well.
    Failing,
}

/// The result of a reduction, for the step that follows it: `generalize` or `triage`.
pub(super) struct Smallest<'a> {
    /// The smallest text in the language that is interesting; the smallest of all if none is.
    pub(super) text: &'a [u8],
    /// The smallest of all.
    pub(super) any: &'a [u8],
    /// Where the text is kept; none if nothing is written.
    pub(super) path: Option<PathBuf>,
    /// How many bytes the input has.
    pub(super) before: usize,
    /// How the input ended.
    pub(super) end: Option<End>,
    /// The cost of the reduction.
    pub(super) counters: Counters,
}

/// The step before `generalize` or `triage`, and the inputs that it is for.
pub(super) struct Before<'a> {
    pub(super) args: &'a ReduceArgs,
    pub(super) first: First,
    pub(super) wanted: Wanted,
    /// Shows it as a part of a larger work; none if it is shown by itself.
    pub(super) progress: Option<&'a Progress>,
}

/// Reduces a file, or only runs it, and calls `then` with the result and a trial by the same command; without a trial if the reduction
/// was interrupted. Returns the status of the reduction, and the result of `then`.
///
/// # Errors
/// As [`run`].
pub(super) fn run_then<T>(
    before: &Before<'_>,
    language: &Format,
    how_chosen: &str,
    then: impl FnOnce(&Smallest<'_>, Option<&mut Trial<'_>>) -> T,
) -> Result<(Status, T), Failure> {
    let Before { args, first, wanted, progress } = *before;
    let mut session = Session::prepare(args, Given::read_file(args)?, InputLanguage::File { language, how_chosen })?;
    if let Some(whole) = progress {
        session.keeper.progress = Progress::part_of(whole);
    }
    // The step that follows reads the smallest text.
    session.pretty = None;
    if first == First::Run {
        session.keeper.journal = place::open_journal_without_output(&session.given, args.keep_journal)?;
    }
    let begun = session.begin()?;
    if wanted == Wanted::Failing && args.conditions.same && session.oracle.first() == Some(End::Exited(0)) {
        return Err(Failure::no(format!("{} does not fail: the command exits with status 0", shown(&args.input))));
    }
    let (jobs, mut rate) = (begun.jobs, begun.rate);
    let (mut text, mut path) = (session.given.text.clone(), None);
    let mut counters = Counters { runs: session.runs, ..Counters::default() };
    let mut status = Status::Done;
    if first == First::Reduce {
        let found = session.guarded(|session| session.search(begun))?;
        let valid = found.valid.clone();
        rate = found.input_rate;
        counters = Counters { runs: found.counters.runs + session.runs, ..found.counters };
        status = session.guarded(|session| session.conclude(found))?;
        let kept = if valid.is_some() { session.valid.as_deref() } else { session.keeper.path() };
        path = kept.map(Path::to_owned);
        text = valid.map_or_else(|| session.keeper.best.clone(), SharedText::from);
    }
    session.keeper.progress.clear();
    // The verdicts of an earlier run of this step, and those of the reduction.
    let known: Vec<_> = session.keeper.journal.iter().flat_map(Journal::verdicts).collect();
    let best = session.keeper.best.clone();
    let smallest = Smallest {
        text: &text,
        any: &best,
        path,
        before: session.given.text.len(),
        end: session.oracle.first(),
        counters,
    };
    if status != Status::Done {
        return Ok((status, then(&smallest, None)));
    }
    let own = || Progress::on_stderr(&args.report, text.len());
    let progress = progress.map_or_else(own, Progress::part_of);
    // A pattern is a statement about runs, so it does not rest on the word of a shared cache.
    let options = TrialOptions { jobs, rate, is_fresh: true, ..session.trial_options() };
    let is_saved = first == First::Reduce && session.keeper.file.is_some();
    let Keeper { journal, log, .. } = &mut session.keeper;
    let running = progress.running();
    let mut follower = Follower { progress, journal: journal.as_mut(), log: log.as_mut() };
    let oracle = Watchful {
        oracle: &session.oracle,
        slips: &session.slips,
        timeouts: &session.timeouts,
        longest_ms: &session.longest_ms,
        controls: &session.controls,
        running,
    };
    let follow = || {
        Trial::run(&oracle, &options, Some(&mut follower), &text, |trial| {
            trial.learn(known);
            then(&smallest, Some(trial))
        })
    };
    let result = catch_unwind(AssertUnwindSafe(follow));
    let finished = follower.finish();
    let result = if is_saved { session.rescued(result) } else { result.unwrap_or_else(|panic| resume_unwind(panic)) };
    finished.map_err(|error| Failure::broken(error.to_string()))?;
    Ok((Status::Done, result))
}

/// One reduction from beginning to end.
struct Session<'a> {
    args: &'a ReduceArgs,
    /// The language of a file, or that of archives.
    language: &'a Format,
    /// Chooses the languages of the files in a folder.
    formats: Option<&'a dyn Formats>,
    options: reduce::Options,
    given: Given,
    seen: SeenLanguage,
    parsed: reduce::ParsedInput<'a>,
    oracle: CommandOracle,
    /// The command of `--listen`.
    listener: Option<Invocation>,
    keeper: Keeper,
    slips: Slips,
    /// The number of runs that the timeout has cut off.
    timeouts: Arc<AtomicU64>,
    /// Milliseconds of the longest run that was not cut off.
    longest_ms: AtomicU64,
    /// Keys of the live view, which steer the search.
    controls: Arc<Controls>,
    /// Where the smallest text in the language may go, if the smallest is not.
    valid: Option<PathBuf>,
    /// Where the formatted result may go, if there is one.
    pretty: Option<PathBuf>,
    /// The files that the command names, as they are at the start.
    files: Vec<(PathBuf, Digest)>,
    interrupted: Arc<AtomicBool>,
    start: Instant,
    /// Runs outside the trial.
    runs: u64,
    /// Why the last of these runs has no answer, if it could not be made.
    unanswered: Option<OracleError>,
}

/// The result of a search, except the best text, which the keeper has.
struct Found {
    /// The smallest valid text, if the best one is not in the language.
    valid: Option<Vec<u8>>,
    /// Why the search stopped early, if it did.
    stop: Option<Stop>,
    /// How minimal the best text is, if the search finished.
    minimality: Option<Minimality>,
    /// The same of the smallest valid text.
    valid_minimality: Option<Minimality>,
    /// Why the command could not be run on a candidate, if it could not.
    not_run: Option<OracleError>,
    counters: Counters,
    /// How often the input is interesting, if the command is flaky.
    input_rate: Option<Rate>,
    /// How often the best text is interesting, if that was measured.
    rate: Option<Rate>,
}

impl Session<'_> {
    /// Reduces the input from beginning to end.
    fn run(mut self) -> Result<Status, Failure> {
        let begun = self.begin()?;
        self.guarded(|session| {
            let found = session.search(begun)?;
            session.conclude(found)
        })
    }

    /// Returns the options of a trial: its limits of tests and time.
    fn trial_options(&self) -> TrialOptions {
        let budget = self.args.budget;
        let (tests, deadline) = (budget.and_then(Budget::tests), budget.and_then(|it| it.deadline(self.start)));
        let (interrupted, steering) = (self.interrupted.clone(), self.controls.steering.clone());
        let (least_chance, merge) = (self.args.jobs.least_chance, self.args.merge);
        TrialOptions { tests, deadline, interrupted, steering, least_chance, merge, ..TrialOptions::default() }
    }

    /// Makes the input smaller until nothing helps.
    fn search(&mut self, begun: Begun) -> Result<Found, Failure> {
        let Begun { jobs, past, rate } = begun;
        let options = TrialOptions { jobs, rate, ..self.trial_options() };
        let oracle = Watchful {
            oracle: &self.oracle,
            slips: &self.slips,
            timeouts: &self.timeouts,
            longest_ms: &self.longest_ms,
            controls: &self.controls,
            running: self.keeper.progress.running(),
        };
        let input = &self.given.text;
        let result = Trial::run(&oracle, &options, Some(&mut self.keeper), input, |trial| {
            if let Some(past) = past {
                trial.learn(past.verdicts);
                trial.learn_repeated(past.repeated);
                trial.learn_rates(past.rates);
            }
            match self.formats {
                Some(formats) => Ok(reduce::reduce_folder_in(formats, input, trial, &self.options)),
                None => reduce::reduce_in(&self.parsed, trial, &self.options),
            }
        });
        match result {
            Ok(Reduction { text, valid, stop, minimality, valid_minimality, not_run, counters, input_rate, rate }) => {
                let rate = rate.filter(|_| *text == *self.keeper.best);
                let valid = valid.filter(|valid| self.is_confirmed_there(valid, input_rate));
                Ok(Found { valid, stop, minimality, valid_minimality, not_run, counters, input_rate, rate })
            }
            Err(Error::Broken(why)) => Err(Failure::broken(format!("cannot run the interestingness test: {why}"))),
            Err(error @ (Error::NotInteresting(_) | Error::Invalid)) => Err(Failure::no(error.to_string())),
        }
    }
}
