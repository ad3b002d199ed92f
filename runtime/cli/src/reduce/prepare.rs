//! Preparation before the first run: the input, the command, the output file.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use super::command::described;
use super::keeper::Keeper;
use super::language::SeenLanguage;
use super::progress::Progress;
use super::report::Report;
use super::slips::Slips;
use super::{ReduceArgs, Session, interrupt, place, start};
use crate::input;
use crate::status::Failure;
use grammarc_reduce::format::Format;
use grammarc_reduce::oracle::{CommandLine, CommandOracle, Invocation, Limits, shown};
use grammarc_reduce::reduce::{self, STRATEGIES, Strategy};
use grammarc_reduce::trial::{Digest, ResultFile};

impl<'a> Session<'a> {
    /// Reads the input and the options, and announces the run.
    pub(super) fn prepare(args: &'a ReduceArgs, language: &'a Format, how_chosen: &str) -> Result<Self, Failure> {
        let start = Instant::now();
        let output = args.output();
        if args.report.json && output.is_none() {
            return Err(Failure::usage(
                "--json and `-o -` both write to standard output: write the result to a file with `-o FILE`",
            ));
        }
        if !args.input.is_file() {
            let error = args.input.metadata().err().unwrap_or_else(|| io::Error::other("not a file"));
            return Err(Failure::file(&args.input, &error));
        }
        let strategies = strategies(&args.strategy)?;
        let (validity, hooks, whitespace) = (args.validity.into(), args.hooks.into(), args.whitespace.into());
        let certify = args.certify;
        let options =
            reduce::Options { strategies, validity, hooks, whitespace, certify, ..reduce::Options::default() };
        let input = input::read(&args.input)?;
        let invocation = invocation(args)?;
        let files = files(&invocation)?;
        let oracle = oracle(args, invocation)?;
        let keeper = keeper(args, output.as_deref(), &input)?;
        let seen = SeenLanguage::new(language, &input);
        if !args.report.quiet {
            keeper.progress.print(&format!("grammar: {}, {how_chosen}{}", language.name, seen.said()));
            keeper.progress.print(&format!("command: {}", described(&oracle, &args.input)));
        }
        let valid = output.as_deref().map(place::valid_path).filter(|path| args.force || is_free(path, &keeper));
        let slips = Slips::new(output.as_deref(), &args.input);
        let interrupted = interrupt::catch().map_err(|error| Failure::broken(format!("signals: {error}")))?;
        let timeouts = AtomicU64::new(0);
        let runs = 0;
        Ok(Self {
            args,
            language,
            options,
            input,
            seen,
            oracle,
            keeper,
            slips,
            timeouts,
            valid,
            files,
            interrupted,
            start,
            runs,
        })
    }
}

fn strategies(names: &[String]) -> Result<Vec<&'static Strategy>, Failure> {
    let find = |name: &String| {
        reduce::strategy(name).ok_or_else(|| {
            let known: Vec<&str> = STRATEGIES.iter().map(|strategy| strategy.name).collect();
            Failure::usage(format!("unknown strategy `{name}`; the strategies are {}", known.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

fn invocation(args: &ReduceArgs) -> Result<Invocation, Failure> {
    let start = std::env::current_dir().map_err(|error| Failure::file(Path::new("."), &error))?;
    let passing = &args.passing;
    let line = CommandLine {
        words: &args.command,
        start: &start,
        input: &args.input,
        placeholder: &passing.placeholder,
        passing: passing.passing(),
        directory: passing.directory(),
    };
    Invocation::new(&line).map_err(|error| Failure::usage(error.to_string()))
}

fn files(invocation: &Invocation) -> Result<Vec<(PathBuf, Digest)>, Failure> {
    let digest = |path: &PathBuf| match Digest::of_file(path) {
        Ok(digest) => Ok((path.clone(), digest)),
        Err(error) => Err(Failure::file(path, &error)),
    };
    invocation.files().iter().map(digest).collect()
}

fn oracle(args: &ReduceArgs, invocation: Invocation) -> Result<CommandOracle, Failure> {
    let memory = args.memory.or_else(|| memory_size().map(|size| size / 2 / args.jobs.number as u64));
    let limits = Limits { timeout: start::FIRST_TIMEOUT, memory };
    CommandOracle::new(invocation, args.conditions.conditions(), limits, &args.input).map_err(|error| {
        let place = shown(&std::env::temp_dir());
        Failure::broken(format!("cannot create a temporary directory in {place}: {error}; set TMPDIR to another place"))
    })
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
    let report = Report::new(args, output, input)?;
    let size = input.len();
    let progress = if args.report.quiet { Progress::quiet(size) } else { Progress::on_stderr(size) };
    Ok(Keeper { journal, file, best: input.to_vec(), resumed: None, progress, report })
}

fn is_free(path: &Path, keeper: &Keeper) -> bool {
    keeper.journal.as_ref().is_some_and(|journal| place::check_existing(path, journal).is_ok())
}

/// Returns how many bytes of memory the machine has.
fn memory_size() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}
