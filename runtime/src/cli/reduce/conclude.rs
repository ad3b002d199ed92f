//! How a reduction ends: the result is saved and run once more, and there is a summary.

use std::io::{Write, stdout};
use std::sync::atomic::Ordering;

use super::summary::Summary;
use super::{Found, Session, place, start};
use crate::cli::status::{Failure, Status};
use crate::oracle::{Verdict, shown};
use crate::reduce::Hooks;
use crate::trial::{Counters, Digest, ResultFile, Stop};

/// How often a result that does not hold is run again, to tell how often it does.
const AGAIN: usize = 10;

impl Session<'_> {
    /// Saves the result, runs it once more, and says what came out.
    pub(super) fn conclude(&mut self, mut found: Found) -> Result<Status, Failure> {
        self.keeper.progress.clear();
        let mut saved = self.save();
        let is_through = matches!(found.stop, None | Some(Stop::Budget));
        let best = self.keeper.best.clone();
        let holds = !is_through || self.still_interesting(&best);
        if is_through && saved.is_ok() {
            // Who knows what that run did to it.
            saved = self.save();
        }
        if self.interrupted.load(Ordering::Relaxed) {
            found.stop = Some(Stop::Interrupted);
        }
        saved?;
        if self.keeper.file.is_none() {
            stdout().write_all(&best).and_then(|()| stdout().flush())?;
        }
        self.save_valid(found.valid.as_deref())?;
        self.note_changes();
        self.report(&found)?;
        match found.stop {
            Some(Stop::Interrupted) => Ok(Status::Interrupted),
            Some(stop @ (Stop::Broken(_) | Stop::Io(_))) => {
                Err(Failure::broken(format!("{stop}; the best so far is saved")))
            }
            None | Some(Stop::Budget) if !holds => Err(self.no_longer_holds(&best)),
            None | Some(Stop::Budget) => Ok(Status::Done),
        }
    }

    /// Forces everything to the disk. A result that cannot go where it belongs goes where it can.
    fn save(&mut self) -> Result<(), Failure> {
        let journal = self.keeper.finish_journal();
        if let Err(error) = self.keeper.finish_file() {
            let bytes = self.keeper.best.len();
            let elsewhere = match place::rescue(&self.args.input, &self.keeper.best) {
                Ok(path) => format!("the best so far ({bytes} bytes) is in {}", shown(&path)),
                Err(why) => format!("nor can the best so far ({bytes} bytes) be written elsewhere: {why}"),
            };
            return Err(Failure::broken(format!("{error}; {elsewhere}")));
        }
        journal.map_err(|error| Failure::broken(format!("{error}; the best so far is saved")))
    }

    /// Says that the result does not hold, and how often it and the input do.
    fn no_longer_holds(&mut self, best: &[u8]) -> Failure {
        let input = self.input.clone();
        let again = [("it", best), ("the input", &input)].map(|(what, text)| {
            let holds = (0..AGAIN).filter(|_| self.still_interesting(text)).count();
            format!("{holds} of {AGAIN} of {what}")
        });
        Failure::no(format!(
            "the result no longer holds: it is not interesting when run once more; of further runs {} are. \
             The command does not always say the same",
            again.join(" and ")
        ))
    }

    /// Says what others have done during the run: to the output, and to the files of the command.
    fn note_changes(&self) {
        for path in self.keeper.file.iter().flat_map(ResultFile::set_aside) {
            self.note(&format!("somebody else wrote to the output during the run; that is now {}", shown(path)));
        }
        for (path, before) in &self.files {
            if Digest::of_file(path).ok() != Some(*before) {
                self.note(&format!("{} was changed during the run: verdicts before and after may differ", shown(path)));
            }
        }
    }

    /// Keeps the smallest text that is in the language beside the smallest one, if they differ.
    fn save_valid(&self, valid: Option<&[u8]>) -> Result<(), Failure> {
        let (Some(text), Some(path)) = (valid, &self.valid) else { return Ok(()) };
        ResultFile::new(path, text).finish().map_err(|error| Failure::file(path, &error))?;
        let (language, bytes) = (&self.language.name, text.len());
        self.note(&format!(
            "the result is not {language}, or breaks its hooks; the smallest that is has {bytes} bytes: {}",
            shown(path)
        ));
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
        if self.is_partial() {
            self.note("validity: partial; functions in Rust were left out, because nothing is compiled here");
        }
        if self.args.report.json {
            writeln!(stdout(), "{}", summary.json())?;
        }
        if !self.args.report.quiet {
            self.keeper.progress.print(&summary.line());
        }
        Ok(())
    }

    /// Returns whether candidates were judged by less than what the grammar asks for.
    fn is_partial(&self) -> bool {
        let leaves_out = self.language.custom.is_none() && !self.language.grammar.functions.is_empty();
        leaves_out && self.options.hooks != Hooks::Off
    }

    pub(super) fn note(&self, text: &str) {
        if !self.args.report.quiet {
            self.keeper.progress.print(&format!("note: {text}"));
        }
    }
}
