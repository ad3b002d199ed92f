//! Parses every file of a folder: which share of real inputs a grammar takes, and where the others stop.
//!
//! For example, `grammarc check mine.bnf --examples texts` prints `parsed 46 of 50 files`, and the first place of each failure.

mod files;
mod measure;
mod report;

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use grammarc_runtime::cli::status::Failure;

use crate::LoadedGrammar;
pub(super) use report::{CorpusJson, MeasuredCorpus};

/// Options of commands that parse a folder of examples.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct CorpusArgs {
    /// Parse every file below this folder: print how many parse as a whole, how much of them is skipped, and where the others stop
    #[arg(long, value_name = "DIR")]
    pub examples: Option<PathBuf>,
    /// Number of examples to parse at the same time [default: one for each processor]
    #[arg(short, long, value_name = "JOBS", requires = "examples", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Time limit for each example, in seconds
    #[arg(long, value_name = "SECONDS", requires = "examples", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    pub timeout: u64,
}

/// Parses the examples, if the user named any.
///
/// # Errors
/// If the folder cannot be read, or has no files.
pub(super) fn run(args: &CorpusArgs, loaded: &LoadedGrammar) -> Result<Option<MeasuredCorpus>, Failure> {
    let Some(folder) = &args.examples else { return Ok(None) };
    let files = files::below(folder)?;
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or_else(processors, usize::from);
    let limit = Duration::from_secs(args.timeout);
    Ok(Some(MeasuredCorpus::new(&files, measure::measure(&files, loaded, jobs, limit))))
}
