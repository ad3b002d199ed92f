//! `grammarc diagram`: railroad diagrams of a grammar.

use std::path::{Path, PathBuf};

use grammarc_runtime::cli::status::{Failure, Status, say};
use grammarc_runtime::cli::terminal::Terminal;
use grammarc_runtime::oracle::shown;

use super::check::{print_warnings, wrong};
use super::grammars::write_out;
use crate::{diagram, output};

/// Options of `diagram`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    /// The grammar file
    pub grammar: PathBuf,
    /// Output file, ending in .svg or .html, or `-` for standard output [default: named after the grammar, .svg, in the current
    /// directory]
    #[arg(short = 'o', long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Draws every rule.
pub(super) fn run(args: &Args, terminal: Terminal) -> Result<Status, Failure> {
    let is_html = args.output.as_ref().and_then(|path| path.extension()).is_some_and(|extension| extension == "html");
    let draw = if is_html { diagram::html } else { diagram::svg };
    let (loaded, picture) = crate::draw(&args.grammar, draw).map_err(|report| wrong(&report, terminal))?;
    print_warnings(&loaded, terminal);
    match &args.output {
        Some(path) if path.as_os_str() == "-" => write_out(&picture),
        Some(path) => write(path, &picture),
        None => write(&PathBuf::from(format!("{}.svg", loaded.name)), &picture),
    }
}

fn write(path: &Path, picture: &str) -> Result<Status, Failure> {
    output::refuse_foreign_file(path)?;
    output::write_file(path, picture)?;
    say(&format!("wrote {}", shown(path)));
    Ok(Status::Done)
}
