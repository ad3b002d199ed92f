//! `grammarc check`: errors and warnings of a grammar, and how each rule is parsed.

mod json;
mod table;

use std::path::{Path, PathBuf};

use grammarc_dsl::diagnostic::Color;
use grammarc_runtime::cli::status::{Failure, Status, say};
use grammarc_runtime::cli::terminal::Terminal;

use super::grammars::write_out;
use crate::describe::describe;
use crate::{Loaded, Report};

/// Options of `check`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    /// The grammar file
    pub grammar: PathBuf,
    /// Print one JSON object: `diagnostics`, and `rules` if the grammar has no errors
    #[arg(long, long_help = json::HELP)]
    pub json: bool,
    /// Print the cost of each rule and alternative: how deeply rules nest in the text that is cheapest to derive. From `--max-depth`
    /// on, `fuzz` takes the cheapest alternatives
    #[arg(long, conflicts_with = "json")]
    pub costs: bool,
}

/// Prints warnings, and a report of the rules.
pub(super) fn run(args: &Args, terminal: Terminal) -> Result<Status, Failure> {
    if args.json {
        return run_json(&args.grammar);
    }
    let loaded = load(&args.grammar, terminal)?;
    let rules = describe(&loaded);
    write_out(&if args.costs { table::of_costs(&loaded, &rules) } else { table::of_rules(&loaded, &rules) })
}

/// Prints everything as JSON. It prints that for a grammar with errors too, but then the exit status tells.
fn run_json(grammar: &Path) -> Result<Status, Failure> {
    match crate::load(grammar) {
        Ok(loaded) => write_out(&json::of_grammar(&loaded, &describe(&loaded))),
        Err(report) => {
            write_out(&json::of_report(&report))?;
            Err(Failure::usage("the grammar has errors"))
        }
    }
}

/// Loads a grammar and prints its warnings.
///
/// # Errors
/// If the grammar has errors.
pub(super) fn load(path: &Path, terminal: Terminal) -> Result<Loaded, Failure> {
    let loaded = crate::load(path).map_err(|report| wrong(&report, terminal))?;
    print_warnings(&loaded, terminal);
    Ok(loaded)
}

/// Prints the functions that a run without compiled code leaves out.
pub(super) fn print_left_out(loaded: &Loaded, terminal: Terminal) {
    say(&loaded.left_out.render(color(terminal)));
}

/// Prints the warnings of a grammar.
pub(super) fn print_warnings(loaded: &Loaded, terminal: Terminal) {
    say(&loaded.warnings.render(color(terminal)));
}

/// Prints the errors of a grammar, and returns the failure of the command.
pub(super) fn wrong(report: &Report, terminal: Terminal) -> Failure {
    say(&format!("{}\n", report.render(color(terminal))));
    Failure::usage("the grammar has errors")
}

fn color(terminal: Terminal) -> Color {
    if terminal.is_coloured() { Color::Always } else { Color::Never }
}
