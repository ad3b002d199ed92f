//! The command line of a generated crate. `grammarc` has the same subcommands, with `-g` for the grammar.
//!
//! Each command is a file of its own, and files that several commands need stand beside them.

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use bug::Culprit;
use grammarc_reduce::format::Format;
use grammarc_trial::oracle::take_orphans;
use status::{Failure, Status};
use terminal::{Terminal, early_choice};

pub mod bug;
mod corrected;
pub mod counted;
pub mod examples;
pub mod existing;
pub mod fuzz;
pub mod generalize;
pub mod input;
pub mod journals;
mod json;
#[cfg(feature = "view")]
mod page;
pub mod parse;
mod pattern;
mod quoted;
pub mod reduce;
pub mod show;
mod start;
pub mod status;
pub mod strategies;
pub mod terminal;
pub mod triage;
pub mod whole;

/// The language that a command works on.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// Its tables and code.
    pub language: &'a Format,
    /// Why it is this one: `bundled`, `by the extension .html`.
    pub why: &'a str,
}

#[derive(Debug, Parser)]
#[command(disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    terminal: Terminal,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Parse an input: print its syntax tree, or the errors in it
    Parse(parse::ParseArgs),
    /// Generate random texts
    Fuzz(Box<fuzz::FuzzArgs>),
    /// Shrink a failing input while a test command still finds it interesting
    Reduce(Box<reduce::ReduceArgs>),
    /// Find the parts of a failing input that matter for the failure
    Generalize(Box<generalize::GeneralizeArgs>),
    /// Group the failing inputs in a folder by their common pattern
    Triage(Box<triage::TriageArgs>),
}

/// The command line of a generated crate.
pub fn main(language: &Format) -> ExitCode {
    reduce::prepare_early();
    let program = format!("grammarc-{}", language.name);
    Culprit { program: program.clone(), calls_functions: language.custom.is_some() }.report_panics();
    take_orphans();
    let command = triage::worded(Arguments::command()).name(program).color(early_choice());
    let arguments = examples::parse::<Arguments>(examples::add(command, examples::SHARED, &language.name), |_, _| None);
    status::finish(run(Subject { language, why: "built in" }, arguments))
}

fn reduce(subject: Subject<'_>, args: &reduce::ReduceArgs) -> Result<Status, Failure> {
    let given = reduce::Given::read(args)?;
    if given.is_folder() {
        return reduce::run_folder(args, given, &reduce::OneLanguage(subject.language));
    }
    reduce::run(args, given, subject.language, subject.why)
}

fn run(subject: Subject<'_>, Arguments { command, terminal }: Arguments) -> Result<Status, Failure> {
    match command {
        Command::Parse(args) => parse::run(subject, &args, terminal),
        Command::Fuzz(args) => fuzz::run(subject, &args),
        Command::Reduce(args) => reduce(subject, &args),
        Command::Generalize(args) => generalize::run(&args, subject.language, subject.why),
        Command::Triage(args) => triage::run(&args, subject.language, subject.why),
    }
}
