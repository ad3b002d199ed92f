//! `grammarc check`: errors and warnings of a grammar, and how each rule is parsed; or how many files of a folder it parses.

mod json;
mod table;

use std::fs::File;
use std::path::{Path, PathBuf};

use grammarc_dsl::diagnostic::Color;
use grammarc_runtime::cli::counted::counted;
use grammarc_runtime::cli::status::{Failure, Status, say};
use grammarc_runtime::cli::terminal::Terminal;
use grammarc_runtime::oracle::quoted;

use super::corpus::{self, CorpusArgs};
use super::foreign;
use super::grammars::{bundled_in_place_of, instead_of, write_out};
use super::imports::AllowedImports;
use crate::describe::describe;
use crate::{GrammarFile, LoadedGrammar, Report, StartRule};

/// Options of `check`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct CheckArgs {
    /// The grammar file, or a bundled grammar
    pub grammar: PathBuf,
    /// Print one JSON object: `diagnostics`, and `rules` if the grammar has no errors
    #[arg(long, long_help = json::HELP)]
    pub json: bool,
    /// Print the cost of each rule and alternative: how deeply rules nest in the text that is cheapest to derive. From `--max-depth`
    /// on, `fuzz` takes the cheapest alternatives
    #[arg(long, conflicts_with = "json")]
    pub costs: bool,
    /// Check the grammar with this start rule instead of the first that `%start` names
    #[arg(long, value_name = "RULE")]
    pub start: Option<String>,
    #[command(flatten)]
    pub imports: AllowedImports,
    #[command(flatten)]
    pub corpus: CorpusArgs,
}

/// Whether a command says that a grammar has warnings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remarks {
    /// In one line.
    Brief,
    /// No, because of `--quiet`.
    None,
}

impl Remarks {
    pub(super) fn unless(is_quiet: bool) -> Self {
        if is_quiet { Self::None } else { Self::Brief }
    }
}

/// Prints warnings, and a report of the rules.
pub(super) fn run(args: &CheckArgs, terminal: Terminal) -> Result<Status, Failure> {
    let start = StartRule::Any(args.start.as_deref());
    if args.json {
        return run_json(args, start);
    }
    let loaded = load_either(args.imports.file(&args.grammar), start, terminal)?;
    if let Some(measured) = corpus::run(&args.corpus, &loaded)? {
        count_warnings(&loaded, &args.grammar);
        write_out(&measured.lines())?;
        return Ok(measured.status());
    }
    say(&loaded.warnings.render(color(terminal)));
    let rules = describe(&loaded);
    write_out(&if args.costs { table::of_costs(&loaded, &rules) } else { table::of_rules(&loaded, &rules) })
}

/// Prints everything as JSON. It prints that for a grammar with errors too, but then the exit status tells.
fn run_json(args: &CheckArgs, start: StartRule<'_>) -> Result<Status, Failure> {
    let grammar = &args.grammar;
    match crate::load_starting(args.imports.file(grammar), bundled_in_place_of(grammar), start) {
        Ok(loaded) => {
            let measured = corpus::run(&args.corpus, &loaded)?;
            write_out(&json::of_grammar(&loaded, &describe(&loaded), measured.as_ref()))?;
            Ok(measured.map_or(Status::Done, |measured| measured.status()))
        }
        Err(report) => {
            write_out(&json::of_report(&report))?;
            Err(foreign::failure(grammar).unwrap_or_else(|| Failure::usage("the grammar has errors")))
        }
    }
}

/// Loads a grammar file, or a bundled grammar if there is no such file, and prints its warnings.
///
/// # Errors
/// If the grammar has errors.
pub(super) fn load(file: GrammarFile<'_>, start: StartRule<'_>, terminal: Terminal) -> Result<LoadedGrammar, Failure> {
    let loaded = load_either(file, start, terminal)?;
    say(&loaded.warnings.render(color(terminal)));
    Ok(loaded)
}

/// Loads a grammar file, or a bundled grammar if there is no such file.
fn load_either(file: GrammarFile<'_>, start: StartRule<'_>, terminal: Terminal) -> Result<LoadedGrammar, Failure> {
    let loaded = crate::load_starting(file, bundled_in_place_of(file.path), start);
    loaded.map_err(|report| no_grammar(file.path, &report, terminal))
}

/// Loads a grammar file for a command that works on something else than the grammar. It prints the number of warnings.
///
/// # Errors
/// If the grammar has errors.
pub(super) fn load_briefly(
    file: GrammarFile<'_>,
    start: Option<&str>,
    remarks: Remarks,
    terminal: Terminal,
) -> Result<LoadedGrammar, Failure> {
    let path = file.path;
    let loaded = crate::load_starting(file, None, StartRule::Declared(start));
    let loaded = loaded.map_err(|report| no_grammar(path, &report, terminal))?;
    if remarks == Remarks::Brief {
        count_warnings(&loaded, path);
    }
    Ok(loaded)
}

/// Prints how many warnings a grammar has, and the command that prints them.
pub(super) fn count_warnings(loaded: &LoadedGrammar, path: &Path) {
    let (count, path) = (loaded.warnings.diagnostics.len(), quoted(path.as_os_str()));
    if count > 0 {
        let warnings = counted(count, "warning");
        say(&format!("note: {warnings} about {path}: see `grammarc check {path}`"));
    }
}

/// Prints the functions that a run without compiled code leaves out.
pub(super) fn print_left_out(loaded: &LoadedGrammar, terminal: Terminal) {
    say(&loaded.left_out.render(color(terminal)));
}

/// Does as [`wrong`], and names the bundled grammar that was perhaps meant if there is no such file. Of a grammar in another notation
/// it says how to import it.
pub(super) fn no_grammar(path: &Path, report: &Report, terminal: Terminal) -> Failure {
    if let Some(failure) = foreign::failure(path) {
        return failure;
    }
    // A pipe is not opened: nobody may write to it.
    let opened = path.metadata().and_then(|there| if there.is_file() { File::open(path).map(drop) } else { Ok(()) });
    let mut failure = match opened {
        Ok(()) => wrong(report, terminal),
        Err(error) => Failure::input(path, &error),
    };
    if let Some(help) = instead_of(path).or_else(|| foreign::advice(path)) {
        failure.message += &format!("\nhelp: {help}");
    }
    failure
}

/// Prints the errors of a grammar, and returns the failure of the command.
pub(super) fn wrong(report: &Report, terminal: Terminal) -> Failure {
    say(&format!("{}\n", report.render(color(terminal))));
    Failure::usage("the grammar has errors")
}

pub(super) fn color(terminal: Terminal) -> Color {
    if terminal.is_coloured() { Color::Always } else { Color::Never }
}
