//! Preparation before the first run: the input, the command, the output file.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use super::command::described;
use super::container::Container;
use super::controls::Controls;
use super::fruitless::Fruitless;
use super::keeper::Keeper;
use super::language::SeenLanguage;
use super::log::TestLog;
use super::progress::Progress;
use super::report::Report;
use super::slips::Slips;
use super::{Given, InputLanguage, ReduceArgs, Session, folder, interrupt, place, start};
use crate::status::Failure;
use grammarc_reduce::archive::ARCHIVE;
use grammarc_reduce::island::ISLAND;
use grammarc_reduce::reduce::{self, ParsedInput, STRATEGIES, Strategy};
use grammarc_trial::archive::Form;
use grammarc_trial::oracle::{Candidates, CommandLine, CommandOracle, Invocation, Limits, PassingMode, shown};
use grammarc_trial::trial::{Digest, ResultFile};

/// The strategies that the literature describes for characters; here they take whole tokens.
const STRATEGIES_OF_TOKENS: [&str; 2] = ["ddmin", "ddrmin"];

impl<'a> Session<'a> {
    /// Reads the input and the options, and announces the run.
    pub(super) fn prepare(args: &'a ReduceArgs, given: Given, subject: InputLanguage<'a>) -> Result<Self, Failure> {
        let start = Instant::now();
        let output = given.output(args)?;
        if args.report.json && output.is_none() {
            return Err(Failure::usage(
                "--json and `-o -` both write to standard output: write the result to a file with `-o FILE`",
            ));
        }
        if given.is_folder() && (args.passing.stdin || args.passing.server) {
            let option = if args.passing.stdin { "--stdin" } else { "--server" };
            return Err(Failure::usage(format!("`{option}` is for a single file: a folder has no standard input")));
        }
        check_elsewhere(args)?;
        check_conditions(args)?;
        let (strategies, without) = (strategies(args)?, stages(&args.without)?);
        let (validity, hooks, whitespace) = (args.validity.into(), args.hooks.into(), args.whitespace.into());
        let (names, certify, merge) = (args.names.into(), args.certify, args.merge);
        let options = reduce::Options {
            strategies,
            without,
            validity,
            hooks,
            whitespace,
            names,
            keeps_includes: args.keep_includes,
            certify,
            merge,
            ..reduce::Options::default()
        };
        let invocation = invocation(args, &given)?;
        let (files, listener) = (files(&invocation)?, listener(args, &given)?);
        let oracle = oracle(args, &given, invocation)?;
        let mut keeper = keeper(args, output.as_deref(), &given)?;
        let interrupted = interrupt::catch().map_err(|error| Failure::broken(format!("signals: {error}")))?;
        let (controls, timeouts) = (Arc::new(Controls::new(interrupted.clone())), Arc::new(AtomicU64::new(0)));
        let size = keeper.bytes(&given.text);
        keeper.progress = Progress::steered(&args.report, size, timeouts.clone(), controls.clone());
        keeper.progress.say("parsing the input");
        let (language, formats, seen, parsed, first_line) = match subject {
            InputLanguage::File { language, how_chosen } => {
                let deadline = args.budget.and_then(|budget| budget.deadline(start));
                let parsed = ParsedInput::new(language, given.text.clone());
                let see = || SeenLanguage::new(language, &parsed, &given.text);
                let seen = interrupt::until(&interrupted, deadline, see)?.unwrap_or(SeenLanguage::Unparsed);
                let line = format!("grammar: {}, {how_chosen}{}", language.name, seen.said());
                (language, None, seen, parsed, line)
            }
            InputLanguage::Folder(formats) => {
                let parsed = ParsedInput::new(&ARCHIVE, given.text.clone());
                (&ARCHIVE, Some(formats), SeenLanguage::Parsed, parsed, folder::described(&given, formats))
            }
        };
        keeper.fruitless = Fruitless::new(language, &seen, &given.text).filter(|_| !given.is_folder());
        if !args.report.quiet {
            keeper.progress.print(&first_line);
            keeper.progress.print(&format!("command: {}", described(&oracle)));
        }
        let valid = output.as_deref().map(place::valid_path);
        let valid = valid.filter(|path| args.force || is_free(path, Form::File, &keeper));
        let pretty = output.as_deref().map(|output| place::pretty_path(output, given.form));
        let pretty = pretty.filter(|path| args.force || is_free(path, given.form, &keeper));
        let slips = Slips::new(output.as_deref(), &given);
        let runs = 0;
        let session = Self {
            args,
            language,
            formats,
            options,
            given,
            seen,
            parsed,
            oracle,
            listener,
            keeper,
            slips,
            timeouts,
            longest_ms: AtomicU64::new(0),
            controls,
            pretty,
            valid,
            files,
            interrupted,
            start,
            runs,
            unanswered: None,
        };
        session.note_left_out();
        session.note_container();
        session.note_whole_tokens();
        Ok(session)
    }
}

impl Session<'_> {
    /// Tells how an archive is reduced, unless a grammar knows its bytes.
    fn note_container(&self) {
        let is_unknown = !self.given.is_folder() && self.language.name == ISLAND.name;
        if let Some(container) = is_unknown.then(|| Container::of(&self.given.text)).flatten() {
            let placeholder = &self.args.passing.placeholder;
            self.note(&container.note(self.given.path(), &self.args.command, placeholder));
        }
    }

    /// Says that a strategy from a textbook keeps words whole in a text without a grammar.
    fn note_whole_tokens(&self) {
        let is_of_tokens = |name: &&str| self.args.strategy.iter().any(|chosen| chosen == name);
        let is_plain = !self.given.is_folder() && self.language.name == ISLAND.name;
        for name in STRATEGIES_OF_TOKENS.iter().filter(|name| is_plain && is_of_tokens(name)) {
            self.note(&format!(
                "`{name}` keeps words and numbers whole; `post:{name}` removes characters, as published"
            ));
        }
    }
}

/// Refuses options that mean nothing where the command runs elsewhere.
fn check_elsewhere(args: &ReduceArgs) -> Result<(), Failure> {
    let wrong = match args {
        ReduceArgs { elsewhere: None, .. } => return Ok(()),
        args if args.passing.server => "`--server` is for a command on this machine: there it gets one candidate a run",
        args if args.memory.is_some() => {
            "`--memory` is for a command on this machine: the server's workers have limits of their own"
        }
        _ => return Ok(()),
    };
    Err(Failure::usage(wrong))
}

/// Refuses a status that would mean both "interesting" and "unresolved".
fn check_conditions(args: &ReduceArgs) -> Result<(), Failure> {
    match args.conditions.conditions().contradiction() {
        None => Ok(()),
        Some(status) => Err(Failure::usage(format!(
            "`--unresolved {status}`: exit status {status} already means that a candidate is interesting"
        ))),
    }
}

fn strategies(args: &ReduceArgs) -> Result<Vec<&'static Strategy>, Failure> {
    let more = args.more_strategies;
    let all = || STRATEGIES.iter().chain(more.iter().flat_map(|group| group.strategies)).copied();
    let find = |name: &String| {
        all().find(|strategy| strategy.name == name).ok_or_else(|| {
            let known: Vec<&str> = all().map(|strategy| strategy.name).collect();
            let elsewhere = if more.is_empty() { "; `grammarc reduce` has those of papers, too" } else { "" };
            Failure::usage(format!("unknown strategy `{name}`; the strategies are {}{elsewhere}", known.join(", ")))
        })
    };
    args.strategy.iter().map(find).collect()
}

/// Returns the names of stages of `auto`, each as the runtime spells it.
fn stages(names: &[String]) -> Result<Vec<&'static str>, Failure> {
    let find = |name: &String| {
        reduce::stages().map(|(known, _)| known).find(|known| known == name).ok_or_else(|| {
            let known: Vec<&str> = reduce::stages().map(|(known, _)| known).collect();
            Failure::usage(format!("unknown stage `{name}`; the stages of auto are {}", known.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

/// Reads the command line of the test.
pub(super) fn invocation(args: &ReduceArgs, given: &Given) -> Result<Invocation, Failure> {
    invocation_of(&args.command, args.passing.passing(), args, given)
}

/// Returns how the command of `--listen` runs, if there is one.
fn listener(args: &ReduceArgs, given: &Given) -> Result<Option<Invocation>, Failure> {
    let Some(command) = &args.listen else { return Ok(None) };
    if given.is_folder() {
        return Err(Failure::usage("`--listen` is for a single file"));
    }
    // The shell gets the path as an argument, so that a file named `a; rm b` is no command.
    let placeholder = &args.passing.placeholder;
    let Some(script) = command.to_str().map(|command| command.replace(placeholder, "\"$1\"")) else {
        return Err(Failure::usage("the command of `--listen` is not UTF-8"));
    };
    let words = ["sh".into(), "-c".into(), script.into(), "sh".into(), placeholder.into()];
    invocation_of(&words, PassingMode::Path, args, given).map(Some)
}

/// Returns how a command runs: the words of it with a candidate in their placeholder.
fn invocation_of(
    words: &[OsString],
    mode: PassingMode,
    args: &ReduceArgs,
    given: &Given,
) -> Result<Invocation, Failure> {
    let start = std::env::current_dir().map_err(|error| Failure::file(Path::new("."), &error))?;
    let passing = &args.passing;
    let line = CommandLine {
        words,
        start: &start,
        inputs: &given.paths,
        form: given.form,
        placeholder: &passing.placeholder,
        passing: mode,
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

/// Makes the oracle that runs the command.
pub(super) fn oracle(args: &ReduceArgs, given: &Given, invocation: Invocation) -> Result<CommandOracle, Failure> {
    let memory = args.memory.or_else(|| memory_size().map(|size| size / 2 / args.jobs.number as u64));
    let limits = Limits { timeout: start::FIRST_TIMEOUT, memory };
    let name = given.name();
    let is_executable =
        given.form == Form::File && given.path().metadata().is_ok_and(|there| there.permissions().mode() & 0o111 != 0);
    let candidates = Candidates { form: given.form, name, is_executable };
    let oracle = CommandOracle::new(invocation, args.conditions.conditions(), limits, candidates);
    let mut oracle = oracle.map_err(|error| {
        let place = shown(&std::env::temp_dir());
        Failure::broken(format!("cannot create a temporary directory in {place}: {error}; set TMPDIR to another place"))
    })?;
    if let Some(elsewhere) = &args.elsewhere {
        oracle.set_executor(elsewhere.executor.clone());
    }
    Ok(oracle)
}

fn keeper(args: &ReduceArgs, output: Option<&Path>, given: &Given) -> Result<Keeper, Failure> {
    let (input, form) = (&given.text, given.form);
    let (journal, file) = match output {
        None => (None, None),
        Some(path) => {
            given.paths.iter().try_for_each(|input| place::check((input, form), path))?;
            let journal = place::open_journal(path, args.keep_journal)?;
            if !args.force {
                place::check_existing(path, form, &journal)?;
            }
            (Some(journal), Some(ResultFile::new(path, form, input)))
        }
    };
    let report = Report::new(args, output, given)?;
    let progress = Progress::quiet(0);
    let (best, confirmed, log) = (input.clone(), input.clone(), TestLog::open(args)?);
    Ok(Keeper {
        form,
        journal,
        file,
        best,
        confirmed,
        resumed: None,
        before: None,
        progress,
        report,
        log,
        fruitless: None,
    })
}

/// Returns whether a place for a copy of the result is empty, or has a copy that an earlier run has written.
pub(super) fn is_free(path: &Path, form: Form, keeper: &Keeper) -> bool {
    keeper.journal.as_ref().is_some_and(|journal| place::check_existing(path, form, journal).is_ok())
}

/// Returns how many bytes of memory the machine has.
fn memory_size() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}
