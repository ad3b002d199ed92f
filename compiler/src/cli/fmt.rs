//! `grammarc fmt`: grammar files in one layout. Editors run it on saving, and `--check` in CI.

use std::path::{Path, PathBuf};

use grammarc_dsl::diagnostic::{Source, render};
use grammarc_dsl::format::format;
use grammarc_runtime::cli::input;
use grammarc_runtime::cli::status::{Failure, Status, say};
use grammarc_runtime::cli::terminal::Terminal;
use grammarc_runtime::oracle::shown;

use super::check::color;
use super::grammars::write_out;
use crate::{import, output};

/// Options of `fmt`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct FmtArgs {
    /// Grammar files, which are overwritten; `-` reads standard input and writes standard output
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write nothing; print the names of the files that are not formatted, and exit with status 1 if there are any
    #[arg(long)]
    pub check: bool,
}

/// Formats each file, or looks whether it is formatted. A file that is no grammar does not keep the others from it.
pub(super) fn run(args: &FmtArgs, terminal: Terminal) -> Result<Status, Failure> {
    let mut status = Status::Done;
    let mut failure = None;
    for path in &args.files {
        match run_one(path, args.check, terminal) {
            Ok(Status::Done) => {}
            Ok(other) => status = other,
            Err(first) => failure = failure.or(Some(first)),
        }
    }
    failure.map_or(Ok(status), Err)
}

fn run_one(path: &Path, is_check: bool, terminal: Terminal) -> Result<Status, Failure> {
    let text = read(path)?;
    let name = shown(path);
    let formatted = format(&text).map_err(|diagnostic| {
        say(&format!("{}\n", render(&[diagnostic], &[Source { path: &name, text: &text }], color(terminal))));
        Failure::usage(format!("{name}: not formatted, because the grammar has an error"))
    })?;
    if is_check && formatted != text {
        write_out(&format!("{name}\n"))?;
        return Ok(Status::No);
    }
    match path.as_os_str() == "-" {
        _ if is_check => Ok(Status::Done),
        true => write_out(&formatted),
        // It is the file that was read, also behind a link.
        false => output::write_file(&path.canonicalize().unwrap_or_else(|_| path.to_owned()), &formatted)
            .map(|()| Status::Done),
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    if path.as_os_str() == "-" {
        let text = String::from_utf8(input::read(path)?);
        return text.map_err(|_| Failure::usage("standard input: not UTF-8"));
    }
    import::read(path).map_err(|reason| Failure::usage(format!("{}: {reason}", shown(path))))
}
