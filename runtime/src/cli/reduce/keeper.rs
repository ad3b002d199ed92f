//! Keeps what a trial finds out: the journal, the output file, the best text; and shows how far it is.

use std::io;
use std::path::Path;

use super::progress::Progress;
use crate::oracle::shown;
use crate::reduce::order;
use crate::trial::{Counters, Journal, Judged, ResultFile, Witness};

/// Told of everything that happens in a trial.
pub(super) struct Keeper {
    /// None if the result goes to standard output.
    pub(super) journal: Option<Journal>,
    /// None if the result goes to standard output.
    pub(super) file: Option<ResultFile>,
    pub(super) best: Vec<u8>,
    pub(super) progress: Progress,
}

impl Keeper {
    /// Forces the journal to the disk.
    pub(super) fn finish_journal(&mut self) -> io::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.sync().map_err(|error| at(journal.path(), &error)))
    }

    /// Forces the result to the disk.
    pub(super) fn finish_file(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.finish().map_err(|error| at(file.path(), &error)))
    }
}

/// Says which file an error is about.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", shown(path)))
}

impl Witness for Keeper {
    fn judged(&mut self, judged: &Judged<'_>) -> io::Result<()> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        journal.judged(judged).map_err(|error| at(journal.path(), &error))
    }

    fn accepted(&mut self, text: &[u8], _: &Counters) -> io::Result<()> {
        if order::compare(text, &self.best).is_lt() {
            self.best = text.to_vec();
        }
        self.progress.accepted(text.len());
        // Each is told, whatever becomes of the other.
        let offered =
            self.file.as_mut().map_or(Ok(()), |file| file.offer(text).map_err(|error| at(file.path(), &error)));
        let written = self
            .journal
            .as_mut()
            .map_or(Ok(()), |journal| journal.accepted(text).map_err(|error| at(journal.path(), &error)));
        offered.and(written)
    }

    fn counted(&mut self, counters: &Counters) {
        self.progress.counted(counters);
    }

    fn entered(&mut self, strategy: &str) {
        self.progress.entered(strategy);
    }
}
