//! How a reduction ends: the result is saved and run once more, and there is a summary.

use std::io::{Write, stdout};
use std::sync::atomic::Ordering;

use super::summary::Summary;
use super::{Found, Session, start};
use crate::cli::status::{Failure, Status};
use crate::oracle::Verdict;
use crate::trial::{Counters, ResultFile, Stop};

impl Session<'_> {
    /// Saves the result, runs it once more, and says what came out.
    pub(super) fn conclude(&mut self, mut found: Found) -> Result<Status, Failure> {
        let saved = self.keeper.finish();
        let is_through = matches!(found.stop, None | Some(Stop::Budget));
        let best = self.keeper.best.clone();
        let holds = !is_through || self.still_interesting(&best);
        if self.interrupted.load(Ordering::Relaxed) {
            found.stop = Some(Stop::Interrupted);
        }
        if let (Err(error), Some(file)) = (saved, &self.keeper.file) {
            return Err(Failure::file(file.path(), &error));
        }
        if self.keeper.file.is_none() {
            stdout().write_all(&best).and_then(|()| stdout().flush())?;
        }
        self.save_valid(found.valid.as_deref())?;
        self.report(&found)?;
        match found.stop {
            Some(Stop::Interrupted) => Ok(Status::Interrupted),
            Some(Stop::Broken(why)) => {
                Err(Failure::broken(format!("the oracle broke: {why}; the best so far is saved")))
            }
            Some(Stop::Io(error)) => Err(Failure::broken(error.to_string())),
            None | Some(Stop::Budget) if !holds => Err(Failure::no(
                "the result is not interesting when run once more: the command does not always say the same",
            )),
            None | Some(Stop::Budget) => Ok(Status::Done),
        }
    }

    /// Keeps the smallest text that is in the language beside the smallest one, if they differ.
    fn save_valid(&self, valid: Option<&[u8]>) -> Result<(), Failure> {
        let (Some(text), Some(path)) = (valid, &self.valid) else { return Ok(()) };
        ResultFile::new(path, text).finish().map_err(|error| Failure::file(path, &error))?;
        let (language, bytes) = (&self.language.name, text.len());
        self.note(&format!("the result is not {language}; the smallest that is has {bytes} bytes: {}", path.display()));
        Ok(())
    }

    fn still_interesting(&mut self, text: &[u8]) -> bool {
        self.runs += 1;
        start::judge(&self.oracle, text, &self.interrupted) == Ok(Verdict::Interesting)
    }

    fn report(&self, found: &Found) -> Result<(), Failure> {
        let summary = Summary {
            input: &self.args.input,
            output: self.keeper.file.as_ref().map(ResultFile::path),
            before: self.input.len(),
            after: self.keeper.best.len(),
            counters: Counters { runs: found.counters.runs + self.runs, ..found.counters },
            took: self.start.elapsed(),
            grammar: &self.language.name,
            end: match found.stop {
                None => "done",
                Some(Stop::Budget) => "budget",
                Some(Stop::Interrupted) => "interrupted",
                Some(Stop::Broken(_) | Stop::Io(_)) => "broken",
            },
        };
        if self.keeper.best.is_empty() && !self.input.is_empty() {
            self.note(
                "even the empty file is interesting: does the command look at it? see `--stdout-matches` and others",
            );
        }
        match found.stop {
            Some(Stop::Interrupted) => self.note("interrupted; the same command goes on from here"),
            Some(Stop::Budget) => self.note("the budget is used up; the same command with more goes on from here"),
            _ => {}
        }
        if self.args.report.json {
            writeln!(stdout(), "{}", summary.json())?;
        }
        if !self.args.report.quiet {
            self.keeper.progress.print(&summary.line());
        }
        Ok(())
    }

    pub(super) fn note(&self, text: &str) {
        if !self.args.report.quiet {
            self.keeper.progress.print(&format!("note: {text}"));
        }
    }
}
