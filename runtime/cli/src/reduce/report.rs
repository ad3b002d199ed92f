//! A page about one run, for people: `--report`.

mod files;
mod history;
mod origins;
mod page;
mod plot;

use std::path::{Path, PathBuf};

use history::History;
use page::PageSubject;

use super::command::described;
use super::summary::Summary;
use super::{Given, ReduceArgs, Session, place};
use crate::page::file as page_file;
use crate::status::Failure;
use grammarc_trial::oracle::{quoted, shown};
use grammarc_trial::trial::ResultFile;

/// The data for the page, and its file.
pub(super) struct Report {
    file: ResultFile,
    history: History,
}

impl Report {
    /// Starts with the input, once the page is known to be writable and to overwrite nothing of value.
    pub(super) fn new(args: &ReduceArgs, output: Option<&Path>, given: &Given) -> Result<Option<Self>, Failure> {
        let Some(path) = &args.report.page else { return Ok(None) };
        place::check_page(given.paths.iter().map(PathBuf::as_path), (output, given.form), path)?;
        Ok(Some(Self { file: page_file(path, args.existing())?, history: History::new(&given.text, given.form) }))
    }

    /// A text is the best from now on.
    pub(super) fn best(&mut self, text: &[u8]) {
        self.history.best(text);
    }

    /// Another strategy is at work from now on.
    pub(super) fn entered(&mut self, strategy: &str) {
        self.history.entered(strategy);
    }

    /// So many tests were made until now.
    pub(super) fn counted(&mut self, tests: u64) {
        self.history.counted(tests);
    }

    /// Writes the page.
    pub(super) fn write(mut self, session: &Session<'_>, summary: &Summary<'_>) -> Result<(), Failure> {
        self.history.finished();
        let Session { language, given, oracle, .. } = session;
        let command = described(oracle);
        let line = typed_line();
        let (page, input, result) = (self.file.path().to_owned(), &given.text, &session.keeper.best);
        let subject = PageSubject { summary, page: &page, line: &line, command: &command, language, input, result };
        self.file.restart(page::html(&subject, &self.history).into_bytes());
        let written = self.file.finish();
        for other in self.file.set_aside() {
            session.note(&format!(
                "another program wrote to the report during the run; its version is now {}",
                shown(other)
            ));
        }
        written.map_err(|error| Failure::file(self.file.path(), &error))
    }
}

/// Returns the command line of this process for a shell. The program is named as people type it, without its folder.
fn typed_line() -> String {
    let mut words = std::env::args_os();
    let program = words.next().unwrap_or_default();
    let name = Path::new(&program).file_name().unwrap_or_default().to_owned();
    std::iter::once(name).chain(words).map(|word| quoted(&word)).collect::<Vec<_>>().join(" ")
}
