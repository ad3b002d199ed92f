//! The options of `reduce`, and their help.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use regex_lite::Regex;

use super::pretty::Formatter;
use crate::existing::Existing;
use crate::strategies::StrategyGroup;
use grammarc_reduce::reduce;
use grammarc_trial::oracle::{
    self, Conditions, Executor, InterestingTimeout, PassingMode, SameEnd, Signature, signals,
};

/// Options of `reduce`.
#[derive(Debug, Clone, Args)]
pub struct ReduceArgs {
    /// The failing input, which is never changed: a file, a folder, or `-` for standard input
    pub input: PathBuf,

    /// More files and folders, to be reduced together
    #[arg(value_name = "INPUT")]
    pub more: Vec<PathBuf>,

    /// The interestingness test: a command that tests a candidate. `{}` is replaced by its path (default: appended); the file is also on standard input
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,

    /// Output file or folder; `-` is standard output [default: INPUT's name with .reduced; a file in the current directory, a folder beside INPUT]
    #[arg(help_heading = "Results", short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Take folders named .git in, too
    #[arg(long)]
    pub git: bool,

    /// The rule or token that the input is a text of, instead of the start rule
    #[arg(help_heading = "How it is reduced", long, value_name = "RULE")]
    pub start: Option<String>,

    /// Number of candidates to test in parallel; without --merge the result does not depend on it. `auto` or 0: one for each core,
    /// except for candidates that are needed less than once in 16 times; `max`: one for each core, always
    #[arg(help_heading = "Limits", short, long, value_name = "JOBS", default_value = "auto", value_parser = parse_jobs)]
    pub jobs: Jobs,

    /// Merge changes that were tested side by side: faster with many jobs, but the result may depend on their number
    #[arg(help_heading = "How it is reduced", long)]
    pub merge: bool,

    /// Strategies to run, in this order; `grammarc strategies` lists them
    #[arg(
        help_heading = "How it is reduced",
        long,
        value_name = "NAME,…",
        value_delimiter = ',',
        default_value = "auto"
    )]
    pub strategy: Vec<String>,

    /// Stages that `auto` leaves out; `grammarc strategies` lists them
    #[arg(help_heading = "How it is reduced", long, value_name = "STAGE,…", value_delimiter = ',')]
    pub without: Vec<String>,

    /// A command whose output on the input names the places that matter, such as a compiler with its warnings on, for a test that prints
    /// nothing itself. It runs once, by `sh -c` where the test runs; `{}` is replaced by the path of the input
    #[arg(help_heading = "How it is reduced", long, value_name = "COMMAND")]
    pub listen: Option<OsString>,

    /// Whether candidates must be in the language of the grammar
    #[arg(help_heading = "How it is reduced", long, value_name = "WHETHER", default_value = "prefer")]
    pub validity: Validity,

    /// How to treat candidates that violate the fields (lengths, checksums) and hooks (declared names) of the grammar
    #[arg(help_heading = "How it is reduced", long, value_name = "HOW", default_value = "repair")]
    pub hooks: Hooks,

    /// Verify 1-minimality at the end: try to remove each remaining node, token and character
    #[arg(help_heading = "How it is reduced", long)]
    pub certify: bool,

    /// Whether whitespace may be removed on its own: with `keep` the lines and the indentation stay
    #[arg(help_heading = "How it is reduced", long, value_name = "WHETHER", default_value = "free")]
    pub whitespace: Whitespace,

    /// Whether names may become shorter: with `keep` a name stays or goes as a whole
    #[arg(help_heading = "How it is reduced", long, value_name = "WHETHER", default_value = "free")]
    pub names: Names,

    /// Leave `#include` lines as they are, and those that the headers of a preprocessed text became: each stays or goes as a whole
    #[arg(help_heading = "How it is reduced", long)]
    pub keep_includes: bool,

    /// How to format a readable copy of the result, such as `crash.reduced.pretty.c`: auto, none, or a command that reads standard input. A copy that is not interesting is not kept
    #[arg(help_heading = "Results", long, value_name = "HOW", default_value = "auto", value_parser = Formatter::parse)]
    pub format: Formatter,

    /// Time limit for one run of the test: 10, 500ms, 2m [default: ten times the first run, at least 1s]
    #[arg(help_heading = "Limits", long, value_name = "TIME", value_parser = parse_time)]
    pub timeout: Option<Duration>,

    /// Stop after a time (10m) or a number of tests (5000)
    #[arg(help_heading = "Limits", long, value_name = "LIMIT", value_parser = parse_budget)]
    pub budget: Option<Budget>,

    /// Write one line of JSON for each test to this file: its number, verdict, strategy and text
    #[arg(help_heading = "Results", long, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// Memory limit for one run of the test: 500M, 2G [default: half of the machine's memory, divided by the number of jobs]
    #[arg(help_heading = "Limits", long, value_name = "SIZE", value_parser = parse_size)]
    pub memory: Option<u64>,

    /// Overwrite an output file even if grammarc did not write it
    #[arg(help_heading = "Results", long)]
    pub force: bool,

    /// Start over: do not resume an earlier run. Its journal is kept as .journal.old
    #[arg(help_heading = "Results", long)]
    pub fresh: bool,

    /// Keep the journal, from which a run resumes, beside the output instead of in the user's cache
    #[arg(help_heading = "Results", long)]
    pub keep_journal: bool,

    /// What is printed, and how
    #[command(flatten)]
    pub report: ReportArgs,

    /// How the command gets a candidate
    #[command(flatten)]
    pub passing: PassingArgs,

    /// When a candidate is interesting
    #[command(flatten)]
    pub conditions: ConditionArgs,

    /// Where the command runs, if not on this machine
    #[arg(skip)]
    pub elsewhere: Option<Elsewhere>,

    /// Strategies that `--strategy` knows beside those of the runtime
    #[arg(skip)]
    pub more_strategies: &'static [StrategyGroup],
}

/// A place other than this machine where the command runs.
#[derive(Debug, Clone)]
pub struct Elsewhere {
    /// Runs the command there.
    pub executor: Arc<dyn Executor>,
    /// Whether the first run is compared with one on this machine, because a file may be missing there.
    pub comparison: Comparison,
}

/// Whether the first run elsewhere is compared with one on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// It is compared.
    Once,
    /// It is not, for example because the test cannot run here.
    Never,
}

/// What is printed.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "What is printed")]
pub struct ReportArgs {
    /// Print a JSON summary on standard output
    #[arg(long)]
    pub json: bool,

    /// Print only errors
    #[arg(short, long)]
    pub quiet: bool,

    /// Print a plain line every ten seconds instead of the live view, also on a terminal
    #[arg(long)]
    pub plain: bool,

    /// Write an HTML report of the run: size over tests and time, the effect of each strategy, the parts that are left
    #[arg(long = "report", value_name = "FILE")]
    pub page: Option<PathBuf>,
}

#[cfg(not(feature = "view"))]
impl ReportArgs {
    /// Refuses the option for a page.
    ///
    /// # Errors
    /// If it is given.
    pub(crate) fn refuse_page(&self) -> Result<(), crate::status::Failure> {
        let why = "this program was built without the feature `view` of grammarc-runtime, which writes reports";
        self.page.as_ref().map_or(Ok(()), |_| Err(crate::status::Failure::usage(format!("`--report`: {why}"))))
    }
}

/// How the command gets a candidate.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "How the command gets a candidate")]
pub struct PassingArgs {
    /// Placeholder for the candidate's path in COMMAND
    #[arg(long, value_name = "MARK", default_value = "{}", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub placeholder: String,

    /// Do not pass a path: the command reads the candidate from standard input
    #[arg(long)]
    pub stdin: bool,

    /// Start the command once and keep it running. It reads candidates from standard input, each preceded by a line with its length in
    /// bytes, and prints one line with an exit status for each
    #[arg(long, conflicts_with = "stdin")]
    pub server: bool,

    /// Directory in which the command runs
    #[arg(long, value_name = "WHERE", default_value = "fresh")]
    pub cwd: Directory,
}

/// When a candidate is interesting: if all that is given holds; without any, if the command exits with 0.
#[derive(Debug, Clone, Args)]
#[command(
    next_help_heading = "A candidate is interesting if the command fulfils all of these (default: exit status 0)"
)]
pub struct ConditionArgs {
    /// It exits with this status
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(0..=255))]
    pub exit: Option<i32>,

    /// It is killed by this signal: SEGV, ABRT, 11
    #[arg(long, value_name = "NAME", value_parser = parse_signal)]
    pub signal: Option<i32>,

    /// Its standard output matches
    #[arg(long, value_name = "REGEX")]
    pub stdout_matches: Option<Regex>,

    /// Its standard error matches
    #[arg(long, value_name = "REGEX")]
    pub stderr_matches: Option<Regex>,

    /// It ends as it does for the input: with the same exit status or signal. If the input crashes only sometimes, any such crash counts
    #[arg(long)]
    pub same: bool,

    /// It takes longer than --timeout
    #[arg(long, requires = "timeout")]
    pub timeout_is_interesting: bool,

    /// Not a condition: an exit status by which the command says that it cannot tell, as 125 for `git bisect run`. Can be repeated
    #[arg(long, value_name = "STATUS", value_parser = clap::value_parser!(i32).range(0..=255))]
    pub unresolved: Vec<i32>,
    /// Its output reports this failure, which a triage has found
    #[arg(skip)]
    pub signature: Option<Signature>,
}

/// Where the command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Directory {
    /// A fresh directory that holds only the candidate
    Fresh,
    /// The directory in which grammarc was started
    Here,
}

/// Whether candidates must be in the language of the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Validity {
    /// All candidates must be valid
    Strict,
    /// Valid candidates first, then any
    Prefer,
    /// Any candidate
    Off,
}

impl From<Validity> for reduce::Validity {
    fn from(validity: Validity) -> Self {
        match validity {
            Validity::Strict => Self::Strict,
            Validity::Prefer => Self::Prefer,
            Validity::Off => Self::Off,
        }
    }
}

/// What is done about candidates that break the fields and hooks of the grammar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Hooks {
    /// Recompute fields and replace undefined names; skip candidates that are still wrong
    Repair,
    /// Recompute fields; skip candidates that are still wrong
    Discard,
    /// Test candidates unchanged
    Off,
}

impl From<Hooks> for reduce::Hooks {
    fn from(hooks: Hooks) -> Self {
        match hooks {
            Hooks::Repair => Self::Repair,
            Hooks::Discard => Self::Discard,
            Hooks::Off => Self::Off,
        }
    }
}

/// Whether the layout may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Whitespace {
    /// Remove whitespace like anything else
    Free,
    /// Remove whitespace only together with adjacent tokens
    Keep,
}

impl From<Whitespace> for reduce::Whitespace {
    fn from(whitespace: Whitespace) -> Self {
        match whitespace {
            Whitespace::Free => Self::Free,
            Whitespace::Keep => Self::Keep,
        }
    }
}

/// Whether names may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Names {
    /// Shorten and replace names like anything else
    Free,
    /// Remove names only as a whole
    Keep,
}

impl From<Names> for reduce::Names {
    fn from(names: Names) -> Self {
        match names {
            Names::Free => Self::Free,
            Names::Keep => Self::Keep,
        }
    }
}

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// After this long.
    Time(Duration),
    /// After this many tests.
    Tests(u64),
}

impl Budget {
    /// Returns when a run that begins at `start` has to end, if that is known.
    pub(super) fn deadline(self, start: Instant) -> Option<Instant> {
        match self {
            Self::Time(time) => Some(start + time),
            Self::Tests(_) => None,
        }
    }

    /// Returns how many tests may be made, if that is known.
    pub(super) fn tests(self) -> Option<u64> {
        match self {
            Self::Time(_) => None,
            Self::Tests(tests) => Some(tests),
        }
    }
}

impl ReduceArgs {
    /// Lets the command run elsewhere. The number of jobs is then `REMOTE_JOBS`, unless the user chose one.
    pub fn run_elsewhere(&mut self, elsewhere: Elsewhere) {
        if self.jobs.least_chance > 0.0 {
            self.jobs.number = REMOTE_JOBS;
        }
        self.elsewhere = Some(elsewhere);
    }

    /// Returns whether existing files that grammarc did not write are overwritten.
    pub(crate) fn existing(&self) -> Existing {
        if self.force { Existing::Overwrite } else { Existing::Keep }
    }
}

impl PassingArgs {
    /// Returns whether a path is passed.
    pub fn passing(&self) -> PassingMode {
        match self {
            Self { server: true, .. } => PassingMode::Server,
            Self { stdin: true, .. } => PassingMode::Stdin,
            _ => PassingMode::Path,
        }
    }

    /// Returns where the command runs.
    pub fn directory(&self) -> oracle::Directory {
        match self.cwd {
            Directory::Fresh => oracle::Directory::Fresh,
            Directory::Here => oracle::Directory::Here,
        }
    }
}

impl ConditionArgs {
    /// Returns the conditions.
    pub fn conditions(&self) -> Conditions {
        Conditions {
            exit: self.exit,
            signal: self.signal,
            stdout: self.stdout_matches.clone(),
            stderr: self.stderr_matches.clone(),
            same: self.same.then_some(SameEnd),
            timeout: self.timeout_is_interesting.then_some(InterestingTimeout),
            unresolved: self.unresolved.clone(),
            signature: self.signature.clone(),
        }
    }
}

/// How many candidates to test in parallel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jobs {
    /// From 1 to 1024.
    pub number: usize,
    /// The least probability with which a test must be needed so that it is made ahead of time.
    pub least_chance: f64,
}

/// A run that is needed less often than once in 16 times is not worth a core of the user's machine. For example, 64 jobs then take
/// 11 rounds instead of 9 for 124 tests, and 2.7 runs a test instead of 4.6.
const AUTO_LEAST_CHANCE: f64 = 1.0 / 16.0;
/// The number of jobs elsewhere, where the cores of this machine say nothing: 16 jobs are about 7 times as fast as one.
const REMOTE_JOBS: usize = 16;
/// Most jobs that may be asked for.
const MAX_JOBS: usize = 1024;

fn parse_jobs(text: &str) -> Result<Jobs, String> {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MAX_JOBS));
    match (text, text.parse()) {
        ("auto", _) | (_, Ok(0)) => Ok(Jobs { number: cores(), least_chance: AUTO_LEAST_CHANCE }),
        ("max", _) => Ok(Jobs { number: cores(), least_chance: 0.0 }),
        (_, Ok(number @ 1..=MAX_JOBS)) => Ok(Jobs { number, least_chance: 0.0 }),
        _ => Err(format!("expected a number from 1 to {MAX_JOBS}, `auto` or `max`")),
    }
}

fn parse_signal(text: &str) -> Result<i32, String> {
    signals::number(text).ok_or_else(|| "unknown signal; `kill -l` lists them".to_owned())
}

/// Seconds, or a number with a unit.
fn parse_time(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("unknown unit; a time ends in ms, s, m or h".to_owned()),
    };
    let seconds = digits.parse::<f64>().ok().map(|number| number * factor);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "expected a number and a unit: 10s, 500ms, 2m".to_owned())
}

fn parse_budget(text: &str) -> Result<Budget, String> {
    match text.parse() {
        Ok(tests) => Ok(Budget::Tests(tests)),
        Err(_) => parse_time(text)
            .map(Budget::Time)
            .map_err(|_| "expected a time (10m) or a number of tests (5000)".to_owned()),
    }
}

fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text[digits.len()..].to_ascii_uppercase();
    let shift = match unit.trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("unknown unit; a size ends in K, M or G".to_owned()),
    };
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|&bytes| bytes > 0).ok_or_else(|| "expected a number and a unit: 500M, 2G".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{AUTO_LEAST_CHANCE, Budget, Jobs, MAX_JOBS, parse_budget, parse_jobs, parse_size, parse_time};
    use std::time::Duration;

    #[test]
    fn jobs_are_a_number_or_a_word() {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MAX_JOBS));
        let thrifty = Jobs { number: cores, least_chance: AUTO_LEAST_CHANCE };
        assert_eq!((parse_jobs("auto"), parse_jobs("0")), (Ok(thrifty), Ok(thrifty)));
        assert_eq!(parse_jobs("max"), Ok(Jobs { number: cores, least_chance: 0.0 }));
        for number in [1, 64, MAX_JOBS] {
            assert_eq!(parse_jobs(&number.to_string()), Ok(Jobs { number, least_chance: 0.0 }));
        }
        assert!(["", "-1", "1025", "1.5", "many", "AUTO"].iter().all(|text| parse_jobs(text).is_err()));
    }

    #[test]
    fn numbers_have_units() {
        assert_eq!(parse_time("2.5"), Ok(Duration::from_millis(2500)));
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_budget("10m"), Ok(Budget::Time(Duration::from_secs(600))));
        assert_eq!(parse_budget("5000"), Ok(Budget::Tests(5000)));
        assert_eq!(parse_size("2GiB"), Ok(2 << 30));
        assert!(["", "x", "0", "-1", "1x", "nan", "inf"].iter().all(|text| parse_time(text).is_err()));
        assert!(["", "M", "-1", "1x", "99999999999G"].iter().all(|text| parse_size(text).is_err()));
    }
}
