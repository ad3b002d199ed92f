//! Keeps what a trial finds out: the journal, the output file, the best text; and shows how far it is.

use std::io;

use super::progress::Progress;
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
    /// Forces everything to the disk.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.progress.clear();
        if let Some(journal) = &mut self.journal {
            journal.sync()?;
        }
        match &mut self.file {
            Some(file) => file.finish(),
            None => Ok(()),
        }
    }
}

impl Witness for Keeper {
    fn judged(&mut self, judged: &Judged<'_>) -> io::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.judged(judged))
    }

    fn accepted(&mut self, text: &[u8], _: &Counters) -> io::Result<()> {
        if order::compare(text, &self.best).is_lt() {
            self.best = text.to_vec();
        }
        self.progress.accepted(text.len());
        if let Some(journal) = &mut self.journal {
            journal.accepted(text)?;
        }
        self.file.as_mut().map_or(Ok(()), |file| file.offer(text))
    }

    fn counted(&mut self, counters: &Counters) {
        self.progress.counted(counters);
    }

    fn entered(&mut self, strategy: &str) {
        self.progress.entered(strategy);
    }
}
