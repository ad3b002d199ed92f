//! `grammarc diagram`: railroad diagrams of a grammar.

use std::path::{Path, PathBuf};

use grammarc_runtime::cli::status::{Failure, Status, say};
use grammarc_runtime::cli::terminal::Terminal;
use grammarc_runtime::oracle::shown;

use super::check::{count_warnings, no_grammar};
use super::grammars::{bundled_in_place_of, write_out};
use super::imports::AllowedImports;
use crate::{diagram, output};

/// Options of `diagram`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct DiagramArgs {
    /// The grammar file, or a bundled grammar
    pub grammar: PathBuf,
    /// Output file, ending in .svg or .html, or `-` for standard output [default: named after the grammar, .svg, in the current
    /// directory]
    #[arg(short = 'o', long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub imports: AllowedImports,
}

/// Draws every rule.
pub(super) fn run(args: &DiagramArgs, terminal: Terminal) -> Result<Status, Failure> {
    let is_html = args.output.as_ref().and_then(|path| path.extension()).is_some_and(|extension| extension == "html");
    let draw = if is_html { diagram::html } else { diagram::svg };
    let bundled = bundled_in_place_of(&args.grammar);
    let drawn = crate::draw(args.imports.file(&args.grammar), bundled, draw);
    let (loaded, picture) = drawn.map_err(|report| no_grammar(&args.grammar, &report, terminal))?;
    count_warnings(&loaded, &args.grammar);
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
