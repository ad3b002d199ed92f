//! Keeps the results of a trial: the journal, the output file, the best text. It also shows the progress.

use std::io;
use std::path::Path;

use super::fruitless::Fruitless;
use super::log::TestLog;
use super::progress::{Progress, flaky};
use super::report::Report;
use grammarc_core::order;
use grammarc_trial::archive::{self, Form};
use grammarc_trial::oracle::{Verdict, shown};
use grammarc_trial::trial::{Counters, Digest, Journal, Judgement, Rate, ResultFile, SharedText, Tested, Witness};

/// Receives every event of a trial.
pub(super) struct Keeper {
    /// Whether the texts are files or archives of folders.
    pub(super) form: Form,
    /// None if the result goes to standard output, or if there is neither a result nor a cache.
    pub(super) journal: Option<Journal>,
    /// None if the result goes to standard output.
    pub(super) file: Option<ResultFile>,
    pub(super) best: SharedText,
    /// The last text that a run of its own has confirmed, outside any cache.
    pub(super) confirmed: SharedText,
    /// The best text of the earlier run that is resumed. After a rollback it is the best again, if it was not dropped
    /// and is smaller than the confirmed text.
    pub(super) resumed: Option<SharedText>,
    /// The result that the resumed run has left in its place.
    pub(super) before: Option<Vec<u8>>,
    pub(super) progress: Progress,
    /// A binary input that may not get smaller, until that has been said.
    pub(super) fruitless: Option<Fruitless>,
    /// None without `--report`.
    pub(super) report: Option<Report>,
    /// None without `--log`.
    pub(super) log: Option<TestLog>,
}

impl Keeper {
    /// Returns where the result goes; none for standard output.
    pub(super) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(ResultFile::path)
    }

    /// Returns the size of a text in bytes; of an archive the size of its files.
    pub(super) fn bytes(&self, text: &[u8]) -> usize {
        match self.form {
            Form::File => text.len(),
            Form::Folder => archive::size(text).1,
        }
    }

    /// Forces the journal to the disk.
    pub(super) fn finish_journal(&mut self) -> io::Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.sync().map_err(|error| at(journal.path(), &error)))
    }

    /// Forces the result to the disk.
    pub(super) fn finish_file(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.finish().map_err(|error| at(file.path(), &error)))
    }
}

/// Adds the path to an error. For example, "out.json: permission denied".
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", shown(path)))
}

impl Witness for Keeper {
    fn judged(&mut self, judged: &Judgement<'_>) -> io::Result<()> {
        self.progress.judged(judged.verdict);
        if let Some(file) = &mut self.file {
            file.catch_up().map_err(|error| at(file.path(), &error))?;
        }
        // The journal keeps verdicts of runs. A resumed run asks again about candidates that could not be run, and asks the cache
        // again.
        let is_kept = judged.is_answer && !judged.is_cached;
        let Some(journal) = self.journal.as_mut().filter(|_| is_kept) else { return Ok(()) };
        journal.judged(judged).map_err(|error| at(journal.path(), &error))
    }

    fn accepted(&mut self, text: &SharedText, _: &Counters) -> io::Result<()> {
        if order::compare(text, &self.best).is_lt() {
            self.best = text.clone();
            self.report.iter_mut().for_each(|report| report.best(text));
        }
        self.progress.accepted(text, self.bytes(text));
        // The journal gets the text even if the output file cannot be written.
        let offered =
            self.file.as_mut().map_or(Ok(()), |file| file.offer(text).map_err(|error| at(file.path(), &error)));
        let written = self
            .journal
            .as_mut()
            .map_or(Ok(()), |journal| journal.accepted(text).map_err(|error| at(journal.path(), &error)));
        offered.and(written)
    }

    fn measured(&mut self, text: Digest, rate: Rate) -> io::Result<()> {
        if rate.yes == rate.runs && text == Digest::of(&self.best) {
            self.confirmed = self.best.clone();
        }
        let Some(journal) = &mut self.journal else { return Ok(()) };
        journal.measured(text, rate).map_err(|error| at(journal.path(), &error))
    }

    fn distrusted(&mut self, said: Verdict, verdict: Verdict) {
        let word = |verdict| match verdict {
            Verdict::Interesting => "interesting",
            Verdict::Boring => "not interesting",
            Verdict::Unresolved => "unresolved",
        };
        self.progress.note(&format!(
            "the cache of the server said {}, a run says {}: from here on every candidate is run, and what the cache said is forgotten",
            word(said),
            word(verdict)
        ));
    }

    fn turned_flaky(&mut self, rate: Rate) {
        self.progress.note(&flaky(rate));
    }

    fn rolled_back(&mut self, text: &SharedText, dropped: &[Digest]) -> io::Result<()> {
        if !dropped.contains(&Digest::of(&self.best)) {
            return Ok(());
        }
        let resumed = self.resumed.take().filter(|resumed| !dropped.contains(&Digest::of(resumed)));
        let text = resumed.filter(|resumed| order::compare(resumed, text).is_lt()).unwrap_or_else(|| text.clone());
        self.progress.note(&format!(
            "the best result so far ({} bytes) is not interesting when run again; back to the last confirmed one ({} bytes)",
            self.bytes(&self.best),
            self.bytes(&text)
        ));
        self.progress.accepted(&text, self.bytes(&text));
        self.report.iter_mut().for_each(|report| report.best(&text));
        // The journal first: otherwise a resumed run could take a text from the file that this run gave up.
        let written = self
            .journal
            .as_mut()
            .map_or(Ok(()), |journal| journal.rolled_back(&text, dropped).map_err(|error| at(journal.path(), &error)));
        if let Some(file) = &mut self.file {
            file.restart(&text);
        }
        self.best = text;
        written.and(self.finish_file())
    }

    fn counted(&mut self, counters: &Counters) {
        self.progress.counted(counters);
        let note = self.fruitless.as_ref().and_then(|binary| binary.note(counters.tests, self.best.len()));
        if let Some(note) = note {
            self.fruitless = None;
            self.progress.note(&note);
        }
        self.report.iter_mut().for_each(|report| report.counted(counters.tests));
    }

    fn tested(&mut self, test: &Tested<'_>) -> io::Result<()> {
        self.log.as_mut().map_or(Ok(()), |log| log.tested(test))
    }

    fn opened(&mut self, file: Option<&[u8]>) {
        self.log.iter_mut().for_each(|log| log.opened(file));
        self.progress.opened(file);
    }

    fn entered(&mut self, strategy: &str) {
        self.progress.entered(strategy);
        self.report.iter_mut().for_each(|report| report.entered(strategy));
    }
}
