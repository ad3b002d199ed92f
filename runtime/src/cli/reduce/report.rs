//! A page about one run, for people: `--report`.

mod code;
mod history;
mod origins;
mod page;
mod plot;

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use history::History;
use page::Subject;

use super::summary::Summary;
use super::{ReduceArgs, Session, place, prepare};
use crate::cli::status::Failure;
use crate::oracle::shown;
use crate::trial::ResultFile;

/// What is collected for the page, and where that goes.
pub(super) struct Report {
    file: ResultFile,
    pub(super) history: History,
}

impl Report {
    /// Begins with the input, once it is sure that the page can be written and takes the place of nothing of value.
    pub(super) fn new(args: &ReduceArgs, output: Option<&Path>, input: &[u8]) -> Result<Option<Self>, Failure> {
        let Some(path) = &args.report.page else { return Ok(None) };
        place::check_page(&args.input, output, path)?;
        if !args.force && !may_be_replaced(path)? {
            return Err(Failure::usage(format!(
                "{} exists, and is not a report of an earlier run; `--force` overwrites it",
                shown(path)
            )));
        }
        Ok(Some(Self { file: ResultFile::new(path, b""), history: History::new(input) }))
    }

    /// Writes the page.
    pub(super) fn write(mut self, session: &Session<'_>, summary: &Summary<'_>) -> Result<(), Failure> {
        self.history.finished();
        let Session { args, language, input, oracle, .. } = session;
        let command = prepare::described(oracle, &args.input);
        let subject = Subject { summary, command: &command, language, input, result: &session.keeper.best };
        self.file.restart(page::html(&subject, &self.history).as_bytes());
        let written = self.file.finish();
        for other in self.file.set_aside() {
            session.note(&format!("somebody else wrote to the report during the run; that is now {}", shown(other)));
        }
        written.map_err(|error| Failure::file(self.file.path(), &error))
    }
}

/// Returns whether there is nothing, or a page of ours.
fn may_be_replaced(path: &Path) -> Result<bool, Failure> {
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(page::MARK.len() as u64).read_to_end(&mut start));
    match read {
        Ok(_) => Ok(start == page::MARK.as_bytes()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(Failure::file(path, &error)),
    }
}
