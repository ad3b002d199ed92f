//! `reduce`: makes a file smaller as long as a command finds it interesting.

mod args;
mod begin;
mod interim;
mod interrupt;
mod keeper;
mod place;
mod progress;
mod start;
mod summary;

use std::io::{self, Write, stdout};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub use args::{Budget, ConditionArgs, Directory, PassingArgs, ReduceArgs, ReportArgs};
use begin::Begun;
use keeper::Keeper;
use progress::Progress;
use summary::Summary;

use super::input;
use super::status::{Failure, Status};
use crate::language::Language;
use crate::oracle::{CommandOracle, Invocation, Limits, Verdict, quoted};
use crate::trial::{Counters, Options, ResultFile, Stop, Trial};

/// Reduces a file. `how_chosen` says why it is this language.
///
/// # Errors
/// If there is no result, or none that holds.
pub fn run(args: &ReduceArgs, language: &Language, how_chosen: &str) -> Result<Status, Failure> {
    let mut session = Session::prepare(args, language, how_chosen)?;
    let begun = session.begin()?;
    let (stop, counters) = session.search(begun);
    session.conclude(stop, counters)
}

/// One reduction from beginning to end.
struct Session<'a> {
    args: &'a ReduceArgs,
    language: &'a Language,
    input: Vec<u8>,
    oracle: CommandOracle,
    keeper: Keeper,
    interrupted: Arc<AtomicBool>,
    start: Instant,
    /// Runs outside the trial.
    runs: u64,
}

impl<'a> Session<'a> {
    /// Reads what is given, and says what is going to be done.
    fn prepare(args: &'a ReduceArgs, language: &'a Language, how_chosen: &str) -> Result<Self, Failure> {
        let start = Instant::now();
        let output = args.output();
        if args.report.json && output.is_none() {
            return Err(Failure::usage("--json and -o - both want standard output"));
        }
        if !args.input.is_file() {
            let error = args.input.metadata().err().unwrap_or_else(|| io::Error::other("not a file"));
            return Err(Failure::file(&args.input, &error));
        }
        let input = input::read(&args.input)?;
        let invocation = invocation(args)?;
        let oracle = oracle(args, invocation)?;
        let keeper = keeper(args, output.as_deref(), &input)?;
        if !args.report.quiet {
            keeper.progress.print(&format!("grammar: {}, {how_chosen}", language.name));
            keeper.progress.print(&format!("command: {}", described(&oracle, &args.input)));
        }
        let interrupted = interrupt::catch().map_err(|error| Failure::broken(format!("signals: {error}")))?;
        Ok(Self { args, language, input, oracle, keeper, interrupted, start, runs: 0 })
    }

    /// Makes the input smaller until nothing helps.
    fn search(&mut self, begun: Begun) -> (Result<(), Stop>, Counters) {
        let (tests, deadline) = match self.args.budget {
            Some(Budget::Tests(tests)) => (Some(tests), None),
            Some(Budget::Time(time)) => (None, Some(self.start + time)),
            None => (None, None),
        };
        let options = Options { jobs: begun.jobs, tests, deadline, interrupted: self.interrupted.clone() };
        Trial::run(&self.oracle, &options, Some(&mut self.keeper), &self.input, |trial| {
            trial.learn(begun.past.into_iter().flat_map(|past| past.verdicts));
            let result = interim::minimize(trial, self.language, &self.input);
            (result, trial.counters())
        })
    }

    /// Saves the result, runs it once more, and says what came out.
    fn conclude(&mut self, stop: Result<(), Stop>, counters: Counters) -> Result<Status, Failure> {
        self.keeper.progress.clear();
        let saved = self.keeper.finish();
        let best = self.keeper.best.clone();
        let holds = match stop {
            Ok(()) | Err(Stop::Budget) => self.still_interesting(&best),
            Err(_) => true,
        };
        let stop = if self.interrupted.load(Ordering::Relaxed) { Err(Stop::Interrupted) } else { stop };
        if self.keeper.file.is_none() {
            stdout().write_all(&best).and_then(|()| stdout().flush())?;
        }
        self.report(&stop, &best, counters)?;
        if let (Err(error), Some(file)) = (saved, &self.keeper.file) {
            return Err(Failure::file(file.path(), &error));
        }
        match stop {
            Err(Stop::Interrupted) => Ok(Status::Interrupted),
            Err(Stop::Broken(why)) => {
                Err(Failure::broken(format!("the oracle broke: {why}; the best so far is saved")))
            }
            Err(Stop::Io(error)) => Err(Failure::broken(error.to_string())),
            Ok(()) | Err(Stop::Budget) if !holds => Err(Failure::no(
                "the result is not interesting when run once more: the command does not always say the same",
            )),
            Ok(()) | Err(Stop::Budget) => Ok(Status::Done),
        }
    }

    fn still_interesting(&mut self, text: &[u8]) -> bool {
        self.runs += 1;
        start::judge(&self.oracle, text, &self.interrupted) == Ok(Verdict::Interesting)
    }

    fn report(&self, stop: &Result<(), Stop>, best: &[u8], counters: Counters) -> Result<(), Failure> {
        let summary = Summary {
            input: &self.args.input,
            output: self.keeper.file.as_ref().map(ResultFile::path),
            before: self.input.len(),
            after: best.len(),
            counters: Counters { runs: counters.runs + self.runs, ..counters },
            took: self.start.elapsed(),
            grammar: &self.language.name,
            end: match stop {
                Ok(()) => "done",
                Err(Stop::Budget) => "budget",
                Err(Stop::Interrupted) => "interrupted",
                Err(Stop::Broken(_) | Stop::Io(_)) => "broken",
            },
        };
        if best.is_empty() && !self.input.is_empty() {
            self.note(
                "even the empty file is interesting: does the command look at it? see `--stdout-matches` and others",
            );
        }
        match stop {
            Err(Stop::Interrupted) => self.note("interrupted; the same command goes on from here"),
            Err(Stop::Budget) => self.note("the budget is used up; the same command with more goes on from here"),
            _ => {}
        }
        if self.args.report.json {
            writeln!(stdout(), "{}", summary.json())?;
        }
        if !self.args.report.quiet {
            self.keeper.progress.print(&summary.line());
        }
        Ok(())
    }

    fn note(&self, text: &str) {
        if !self.args.report.quiet {
            self.keeper.progress.print(&format!("note: {text}"));
        }
    }
}

fn invocation(args: &ReduceArgs) -> Result<Invocation, Failure> {
    let start = std::env::current_dir().map_err(|error| Failure::file(Path::new("."), &error))?;
    let passing = &args.passing;
    let places = (start.as_path(), args.input.as_path());
    Invocation::new(&args.command, places, (&passing.placeholder, passing.passing()), passing.directory())
        .map_err(|error| Failure::usage(error.to_string()))
}

fn oracle(args: &ReduceArgs, invocation: Invocation) -> Result<CommandOracle, Failure> {
    let memory = args.memory.or_else(|| memory_size().map(|size| size / 2 / args.jobs.max(1) as u64));
    let limits = Limits { timeout: start::FIRST_TIMEOUT, memory };
    CommandOracle::new(invocation, args.conditions.conditions(), limits, &args.input)
        .map_err(|error| Failure::broken(format!("cannot make a temporary directory: {error}")))
}

fn keeper(args: &ReduceArgs, output: Option<&Path>, input: &[u8]) -> Result<Keeper, Failure> {
    let (journal, file) = match output {
        None => (None, None),
        Some(path) => {
            place::check(&args.input, path)?;
            let journal = place::open_journal(path)?;
            if !args.force {
                place::check_existing(path, &journal)?;
            }
            (Some(journal), Some(ResultFile::new(path, input)))
        }
    };
    let size = input.len();
    let progress = if args.report.quiet { Progress::quiet(size) } else { Progress::on_stderr(size) };
    Ok(Keeper { journal, file, best: input.to_vec(), progress })
}

/// Says what is run, where, and what makes it interesting.
fn described(oracle: &CommandOracle, input: &Path) -> String {
    let invocation = oracle.invocation();
    let name = input.file_name().unwrap_or_default();
    let place = match invocation.directory() {
        Some(directory) => format!("in {}", directory.display()),
        None => format!("in a fresh directory with {}", quoted(name)),
    };
    let condition = match oracle.conditions().options() {
        options if options.is_empty() => "exit status 0".to_owned(),
        options => options.join(" "),
    };
    format!("{} < {}, {place}; interesting: {condition}", invocation.shown(name), quoted(name))
}

/// Returns how many bytes of memory the machine has.
fn memory_size() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}
