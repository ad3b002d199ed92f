//! `generalize`: reduces a failing input, then finds its parts that can be anything of their kind while the command still fails.

mod report;

use std::ffi::OsStr;
use std::io::{Write, stdout};
use std::path::PathBuf;

pub(super) use report::rated;

use report::GeneralizeReport;

use super::pattern;
use super::reduce::{Before, First, ReduceArgs, Wanted, begin_log, run_then};
use super::start;
use super::status::{Failure, Status, say};
use grammarc_generalize::{Error, Options, SavedPattern, generalize_in, tries};
use grammarc_reduce::format::Format;
use grammarc_trial::oracle::calm;
use grammarc_trial::trial::Stop;

/// How much is tried before a part counts as general.
#[derive(Debug, Clone, clap::Args)]
pub struct EffortArgs {
    /// Number of different texts to try in place of a part. If the input fails with each of them, the part becomes a hole, such as
    /// `<string>` [default: from --confidence]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub tries: Option<u32>,

    /// Share of the inputs matching the pattern that must fail, with 95 % certainty: 0.95 takes 59 tries, 0.99 takes 299
    #[arg(long, value_name = "P", default_value_t = 0.95, value_parser = parse_confidence, conflicts_with = "tries")]
    pub confidence: f64,

    /// Seed of the random texts
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// Do not look for conditions on the texts of a hole, such as `≥ 3`, where the input fails with some texts only
    #[arg(long)]
    pub no_refine: bool,
}

/// Options of `generalize`.
#[derive(Debug, Clone, clap::Args)]
pub struct GeneralizeArgs {
    /// How many texts are tried
    #[command(flatten)]
    pub effort: EffortArgs,

    /// Do not reduce the input first; only the pattern is written
    #[arg(long)]
    pub no_reduce: bool,

    /// Also write the pattern to this file, for `fuzz --pattern` and `parse --pattern`
    #[arg(short = 'p', long, value_name = "FILE")]
    pub pattern_file: Option<PathBuf>,

    /// Explain each part: the texts tried in its place and their results
    #[arg(long)]
    pub explain: bool,

    /// How the input is made smaller before, and when it is interesting
    #[command(flatten)]
    pub reduce: ReduceArgs,
}

impl EffortArgs {
    /// Returns the options of the generalization.
    pub(super) fn options(&self) -> Options {
        let tries = self.tries.unwrap_or_else(|| tries(self.confidence));
        Options { tries, seed: self.seed, refine: !self.no_refine, ..Options::default() }
    }
}

/// Reduces a file, generalizes the result, and prints the pattern. `how_chosen` says why it is this language.
///
/// # Errors
/// If the input is not interesting, not in the language, or cannot be judged.
pub fn run(args: &GeneralizeArgs, language: &Format, how_chosen: &str) -> Result<Status, Failure> {
    let part = start::language(language, args.reduce.start.as_deref())?;
    let language = part.as_ref().unwrap_or(language);
    if let Some(path) = &args.pattern_file {
        pattern::check(path, &args.reduce.input, args.reduce.existing())?;
    }
    begin_log(&args.reduce)?;
    let first = if args.no_reduce { First::Run } else { First::Reduce };
    let reduce_args = reduce_args(args)?;
    let before = Before { args: &reduce_args, first, wanted: Wanted::Interesting, progress: None };
    let (status, found) = run_then(&before, language, how_chosen, |smallest, trial| {
        trial.map(|trial| generalize_in(language, smallest.text, trial, &args.effort.options()))
    })?;
    let Some(found) = found else { return Ok(status) };
    let found = found.map_err(|error| match error {
        Error::Stopped(Stop::Interrupted) => {
            Failure { status: Status::Interrupted, message: "interrupted while the input was parsed".to_owned() }
        }
        error => Failure::no(format!(
            "{error}; generalizing needs a grammar (`-g`) that accepts the input, and `parse` shows the error"
        )),
    })?;
    if let Some(path) = &args.pattern_file {
        pattern::write(path, &SavedPattern::from(&found), language)?;
    }
    let report = GeneralizeReport { found: &found, language, input: &args.reduce.input };
    let mut out = stdout().lock();
    if args.reduce.report.json {
        writeln!(out, "{}", report.json())?;
    } else {
        out.write_all(&[&found.pattern.render(&language.grammar), b"\n".as_slice()].concat())?;
    }
    out.flush()?;
    if !args.reduce.report.quiet {
        let lines = if args.explain { report.explanation() } else { report.notes() };
        say(&calm(&[lines, vec![report.line()]].concat().join("\n")));
    }
    match found.stop {
        Some(Stop::Interrupted) => Ok(Status::Interrupted),
        Some(stop @ (Stop::Broken(_) | Stop::Io(_))) => Err(Failure::broken(stop.to_string())),
        None | Some(Stop::Budget) => Ok(Status::Done),
    }
}

/// Returns the options of the reduction: standard output is for the pattern.
fn reduce_args(args: &GeneralizeArgs) -> Result<ReduceArgs, Failure> {
    let mut reduce = args.reduce.clone();
    if reduce.output.as_deref().is_some_and(|path| path.as_os_str() == OsStr::new("-")) {
        return Err(Failure::usage(
            "the pattern goes to standard output: write the reduced input to a file with `-o FILE`",
        ));
    }
    if args.no_reduce {
        if reduce.output.is_some() || reduce.report.page.is_some() {
            return Err(Failure::usage(
                "--no-reduce cannot be combined with -o or --report: there is no reduced input to write",
            ));
        }
        reduce.output = Some("-".into());
    }
    reduce.report.json = false;
    Ok(reduce)
}

fn parse_confidence(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..1.0).contains(number) && *number > 0.0);
    let number = number.filter(|&number| tries(number) <= 1_000_000);
    number.ok_or_else(|| "expected a number between 0 and 0.99999".to_owned())
}
