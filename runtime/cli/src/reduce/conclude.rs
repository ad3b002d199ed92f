//! How a reduction ends: the result is saved and run once more, and there is a summary.

use std::io::{Write, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::begin::PATIENT;
use super::prepare::is_free;
use super::progress::time;
use super::summary::Summary;
use super::{Budget, Found, Session, place};
use crate::counted::counted;
use crate::status::{Failure, Status, say};
use grammarc_reduce::reduce::Hooks;
use grammarc_trial::archive::{self, Form};
use grammarc_trial::oracle::{Executor, quoted, shown};
use grammarc_trial::trial::{Counters, Digest, RUNS, Rate, ResultFile, SharedText, Stop, Witness};

/// How often a result that does not hold is run again, to measure its rate.
const AGAIN: u32 = 10;

impl Session<'_> {
    /// Saves the result, runs it once more, and reports it.
    pub(super) fn conclude(&mut self, mut found: Found) -> Result<Status, Failure> {
        self.keeper.progress.clear();
        let mut saved = self.save();
        let is_through = matches!(found.stop, None | Some(Stop::Budget));
        let best = self.keeper.best.clone();
        let holds = !is_through || self.result_holds(&best, &mut found);
        let best = self.keeper.best.clone();
        if is_through && saved.is_ok() {
            // Saved again, because that run may have changed the file.
            saved = self.save();
        }
        if !holds && let Some(why) = self.unanswered.take() {
            // That is no answer about the result.
            found.stop = Some(Stop::Broken(why));
        }
        if self.interrupted.load(Ordering::Relaxed) {
            found.stop = Some(Stop::Interrupted);
        }
        saved?;
        if self.keeper.file.is_none() {
            stdout().write_all(&best).and_then(|()| stdout().flush())?;
        }
        let valid = self.save_valid(found.valid.as_deref())?;
        let mut pretty = None;
        if holds && is_through {
            let text = found.valid.clone().filter(|_| valid).map_or(best, SharedText::from);
            pretty = self.save_formatted(&text)?;
            self.keeper.finish_journal().map_err(|error| Failure::broken(error.to_string()))?;
        }
        self.drop_stale([(&self.valid, Form::File, valid), (&self.pretty, self.given.form, pretty.is_some())]);
        self.note_changes();
        self.report(&found, valid, pretty.as_deref())?;
        match found.stop {
            Some(Stop::Interrupted) => Ok(Status::Interrupted),
            Some(stop @ (Stop::Broken(_) | Stop::Io(_))) => {
                let resume = if self.keeper.journal.is_some() { "; run the same command again to resume" } else { "" };
                Err(Failure::broken(format!("{stop}; the best result so far is saved{resume}")))
            }
            None | Some(Stop::Budget) if !holds => Err(Self::no_longer_holds(&found)),
            None | Some(Stop::Budget) => Ok(Status::Done),
        }
    }

    /// Forces everything to the disk. A result that cannot be written to its place goes to a temporary folder.
    fn save(&mut self) -> Result<(), Failure> {
        let journal = self.keeper.finish_journal();
        if let Err(error) = self.keeper.finish_file() {
            let bytes = self.keeper.bytes(&self.keeper.best);
            let elsewhere = match place::rescue((&self.given.name(), self.given.form), &self.keeper.best) {
                Ok(path) => format!("the best result so far ({bytes} bytes) is in {}", shown(&path)),
                Err(why) => format!("the best result so far ({bytes} bytes) cannot be written elsewhere either: {why}"),
            };
            return Err(Failure::broken(format!("{error}; {elsewhere}")));
        }
        journal.map_err(|error| Failure::broken(format!("{error}; the best result so far is saved")))
    }

    /// Does something. If that panics, saves the best text so far and says where it is, so that a bug of ours costs no result.
    pub(super) fn guarded<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let result = catch_unwind(AssertUnwindSafe(|| body(self)));
        self.rescued(result)
    }

    /// Saves the best text if something has panicked, and passes the panic on.
    pub(super) fn rescued<T>(&mut self, result: std::thread::Result<T>) -> T {
        result.unwrap_or_else(|panic| {
            self.rescue();
            resume_unwind(panic)
        })
    }

    fn rescue(&mut self) {
        self.keeper.progress.clear();
        let best = self.keeper.best.clone();
        let bytes = self.keeper.bytes(&best);
        let saved = self.save().map(|()| self.keeper.path());
        say(&match saved {
            Err(failure) => format!("error: {}", failure.message),
            Ok(Some(path)) => format!(
                "note: the best result so far ({bytes} bytes) is in {}; run the same command again to resume",
                shown(path)
            ),
            Ok(None) => match stdout().write_all(&best).and_then(|()| stdout().flush()) {
                Ok(()) => format!("note: the best result so far ({bytes} bytes) is on standard output"),
                Err(error) => format!("error: standard output: {error}"),
            },
        });
    }

    /// Warns that the result does not hold, with its rate and the input's.
    fn no_longer_holds(found: &Found) -> Failure {
        let often = |rate: Option<Rate>| {
            rate.map_or_else(|| "none".to_owned(), |rate| format!("{} of {}", rate.yes, rate.runs))
        };
        Failure::no(format!(
            "the test is flaky: the result is not interesting when run again; in further runs, {} of the result and {} of the \
             input were interesting",
            often(found.rate),
            often(found.input_rate)
        ))
    }

    /// Notes changes by other processes during the run: to the output, and to the files of the command.
    fn note_changes(&self) {
        for path in self.keeper.file.iter().flat_map(ResultFile::set_aside) {
            self.note(&format!(
                "another program wrote to the output during the run; its version is now {}",
                shown(path)
            ));
        }
        for (path, before) in &self.files {
            if Digest::of_file(path).ok() != Some(*before) {
                self.note(&format!(
                    "{} changed during the run: results before and after the change may differ",
                    shown(path)
                ));
            }
        }
    }

    /// Saves the smallest text in the language beside the smallest text, if they differ.
    /// Returns whether it was saved.
    fn save_valid(&self, valid: Option<&[u8]>) -> Result<bool, Failure> {
        let (Some(text), Some(path)) = (valid, &self.valid) else { return Ok(false) };
        ResultFile::new(path, Form::File, text).finish().map_err(|error| Failure::file(path, &error))?;
        Ok(true)
    }

    /// Removes the copies of an earlier result that this run has not written, unless the result is the same.
    fn drop_stale(&self, copies: [(&Option<PathBuf>, Form, bool); 2]) {
        if self.keeper.before.as_ref().is_some_and(|before| before[..] == *self.keeper.best) {
            return;
        }
        for (path, form, is_written) in copies {
            let Some(path) = path.as_deref().filter(|path| !is_written && is_free(path, form, &self.keeper)) else {
                continue;
            };
            // One that stays is only an old file.
            let _ = match form {
                Form::File => std::fs::remove_file(path),
                Form::Folder => archive::remove(path),
            };
        }
    }

    /// Runs the result once more. If the command is flaky, it runs until its first yes, or often enough to measure an unknown rate.
    fn result_holds(&mut self, best: &[u8], found: &mut Found) -> bool {
        let Some(input) = found.input_rate else {
            return self.still_interesting(best) || self.confirmed_holds(best) || self.holds_at_a_rate(best, found);
        };
        if let Some(rate) = found.rate {
            return input.confirms(rate) && self.is_interesting_within((PATIENT, Duration::MAX), best);
        }
        if matches!(self.args.budget, Some(Budget::Time(_))) {
            // The time budget is used up, so one yes is enough.
            return self.is_interesting_within((PATIENT, Duration::MAX), best);
        }
        let rate = self.measured(best, RUNS);
        found.rate = (!self.interrupted.load(Ordering::Relaxed)).then_some(rate);
        input.confirms(rate)
    }

    /// Goes back to the last text that a run has confirmed, if a cache of the server may have answered since then, and that text still
    /// is interesting. A search that ends by its budget has not confirmed its best text.
    fn confirmed_holds(&mut self, best: &[u8]) -> bool {
        let confirmed = self.keeper.confirmed.clone();
        self.oracle.executor().is_some()
            && *confirmed != *best
            && self.still_interesting(&confirmed)
            && self.keeper.rolled_back(&confirmed, &[Digest::of(best)]).is_ok()
    }

    /// Returns whether the smallest text in the language is interesting. Where a server runs the command, its cache may have said so, and
    /// nothing has confirmed it since. After an interrupt nothing runs any more.
    pub(super) fn is_confirmed_there(&mut self, valid: &[u8], input_rate: Option<Rate>) -> bool {
        let most = if input_rate.is_some() { PATIENT } else { 1 };
        self.oracle.executor().is_none()
            || self.interrupted.load(Ordering::Relaxed)
            || self.is_interesting_within((most, Duration::MAX), valid)
    }

    /// Measures a result that was not interesting in its last run. Returns whether it is interesting about as often as the input;
    /// then the command is flaky, and nothing before showed it.
    fn holds_at_a_rate(&mut self, best: &[u8], found: &mut Found) -> bool {
        if self.unanswered.is_some() {
            return false;
        }
        let input = self.given.text.clone();
        let (result, input) = (self.measured(best, AGAIN), self.measured(&input, AGAIN));
        if self.interrupted.load(Ordering::Relaxed) {
            return false;
        }
        (found.rate, found.input_rate) = (Some(result), Some(input));
        if input.confirms(result) {
            self.note(&format!("the test is flaky: the result is interesting in {result}, the input in {input}"));
        }
        input.confirms(result)
    }

    fn measured(&mut self, text: &[u8], runs: u32) -> Rate {
        let yes = (0..runs).filter(|_| self.still_interesting(text)).count() as u32;
        Rate { yes, runs }
    }

    fn still_interesting(&mut self, text: &[u8]) -> bool {
        self.is_interesting_within((1, Duration::MAX), text)
    }

    fn report(&mut self, found: &Found, has_valid: bool, pretty: Option<&Path>) -> Result<(), Failure> {
        let page = self.keeper.report.take();
        let slipped = self.slips.files();
        let summary = Summary {
            input: self.given.path(),
            output: self.keeper.file.as_ref().map(ResultFile::path),
            before: self.keeper.bytes(&self.given.text),
            after: self.keeper.bytes(&self.keeper.best),
            files: self.files_before_and_after(),
            valid: found.valid.as_ref().filter(|_| has_valid).map(Vec::len).zip(self.valid.as_deref()),
            pretty,
            counters: Counters { runs: found.counters.runs + self.runs, ..found.counters },
            rate: found.rate,
            slipped: &slipped,
            took: self.start.elapsed(),
            grammar: &self.language.name,
            seen: &self.seen,
            minimality: found.minimality,
            valid_minimality: found.valid_minimality,
            end: match found.stop {
                None => "done",
                Some(Stop::Budget) => "budget",
                Some(Stop::Interrupted) => "interrupted",
                Some(Stop::Broken(_) | Stop::Io(_)) => "broken",
            },
        };
        self.note_slips();
        self.note_timeouts();
        self.oracle.executor().into_iter().flat_map(Executor::notes).for_each(|note| self.note(&note));
        match self.keeper.best.len() {
            0 if !self.given.text.is_empty() => self.note(
                "even the empty file is interesting: check that the command reads the file, or add a condition such as `--stdout-matches`",
            ),
            1 if self.given.text.len() > 1 => self.note(
                "a single byte is interesting: if that is not the bug, the command accepts too much; \
                 add a condition such as `--stderr-matches`",
            ),
            _ => {}
        }
        self.note_includes();
        match found.stop {
            Some(Stop::Interrupted) => self.note("interrupted; run the same command again to resume"),
            Some(Stop::Budget) => self.note("budget exhausted; run the same command with a larger budget to resume"),
            _ => {}
        }
        if self.is_partial() {
            self.note("validity: partial; functions in Rust were not called, because the grammar is interpreted");
        }
        let written = page.map_or(Ok(()), |page| page.write(self, &summary));
        summary.minimalities().iter().for_each(|line| self.say(line));
        self.note_not_run(found);
        if self.args.report.json {
            writeln!(stdout(), "{}", summary.json())?;
        }
        self.say(&summary.line());
        written
    }

    /// Says that the stage `headers` wrote `#include` lines, because not everyone has these headers.
    fn note_includes(&self) {
        let has_lines = |text: &[u8]| text.split(|&byte| byte == b'\n').any(|line| line.starts_with(b"#include"));
        if has_lines(&self.keeper.best) && !has_lines(&self.given.text) {
            let keep =
                if self.args.keep_includes { "" } else { ", or `--keep-includes` to leave these lines as they are" };
            self.note(&format!(
                "the result includes headers instead of their text: add `--without headers` for their text{keep}"
            ));
        }
    }

    /// Lists the candidates that crashed in another way, and their files.
    fn note_slips(&self) {
        let files = self.slips.files();
        if let Some(folder) = files.first().and_then(|(path, _)| path.parent()) {
            let name = |path: &Path| path.file_name().map(quoted).unwrap_or_default();
            let files: Vec<_> = files
                .iter()
                .map(|(path, bytes)| format!("{} ({})", name(path), counted(*bytes as usize, "byte")))
                .collect();
            self.note(&format!(
                "found other crashes; the smallest candidate of each is in {}: {}",
                shown(folder),
                files.join(", ")
            ));
        }
        if let Some(why) = self.slips.error() {
            self.note(&format!("cannot save a candidate that crashed in another way: {why}"));
        }
    }

    /// Says how many candidates could not be run, and why.
    fn note_not_run(&self, found: &Found) {
        let Some(why) = &found.not_run else { return };
        let candidates = counted(found.counters.not_run as usize, "candidate");
        let pronoun = if found.counters.not_run == 1 { "it" } else { "one of them" };
        self.note(&format!(
            "{candidates} could not be run, so the result is not known to be minimal; {pronoun} may be smaller: {why}"
        ));
    }

    /// Says how many runs were cut off, unless that makes a candidate interesting.
    fn note_timeouts(&self) {
        let count = self.timeouts.load(Ordering::Relaxed);
        if count == 0 || self.args.conditions.timeout_is_interesting {
            return;
        }
        let noun = if count == 1 { "run was" } else { "runs were" };
        let limit = self.oracle.limits().timeout;
        let cost = limit.mul_f64(count as f64) / u32::try_from(self.args.jobs.number).unwrap_or(u32::MAX);
        let longest = Duration::from_millis(self.longest_ms.load(Ordering::Relaxed));
        let advice = match shorter_timeout(longest, limit).filter(|_| cost > self.start.elapsed() / 3) {
            None => "`--timeout` sets another limit".to_owned(),
            Some(shorter) => format!(
                "that took {} of {}. The longest other run took {}, so `--timeout {}` is enough",
                time(cost),
                time(self.start.elapsed()),
                time(longest),
                argument(shorter)
            ),
        };
        self.note(&format!("{count} {noun} cut off after {}; {advice}", time(limit)));
    }

    /// Returns the number of files in the input and in the result, if they are folders.
    fn files_before_and_after(&self) -> Option<[usize; 2]> {
        self.given.is_folder().then(|| [&self.given.text, &self.keeper.best].map(|text| archive::size(text).0))
    }

    /// Returns whether a run without compiled code left out functions of the author, so that candidates were checked only in part.
    fn is_partial(&self) -> bool {
        let leaves_out = self.language.custom.is_none() && !self.language.grammar.functions.is_empty();
        leaves_out && self.options.hooks != Hooks::Off
    }

    pub(super) fn note(&self, text: &str) {
        self.say(&format!("note: {text}"));
    }

    fn say(&self, line: &str) {
        if !self.args.report.quiet {
            self.keeper.progress.print(line);
        }
    }
}

/// Returns a limit for runs that is shorter than the present one, at least five times the longest run, and a round number: 1, 2 or 5
/// times a power of ten. For example, 200 ms if the longest run took 25 ms.
fn shorter_timeout(longest: Duration, limit: Duration) -> Option<Duration> {
    let least = (5 * longest).max(Duration::from_millis(10));
    let round = (0..6).flat_map(|power| [1, 2, 5].map(|digit| Duration::from_millis(digit * 10_u64.pow(power))));
    round.into_iter().find(|time| *time >= least).filter(|time| *time < limit)
}

/// Returns a time as `--timeout` reads it.
fn argument(time: Duration) -> String {
    let ms = time.as_millis();
    if ms.is_multiple_of(1000) { format!("{}s", ms / 1000) } else { format!("{ms}ms") }
}

#[cfg(test)]
mod tests {
    use super::{argument, shorter_timeout};
    use std::time::Duration;

    #[test]
    fn a_shorter_timeout_is_round_and_has_room() {
        let ms = Duration::from_millis;
        for (longest, limit, wanted) in [
            (25, 1000, Some("200ms")),
            (0, 1000, Some("10ms")),
            (900, 10_000, Some("5s")),
            (300, 1000, None),
            (1, 10, None),
        ] {
            assert_eq!(shorter_timeout(ms(longest), ms(limit)).map(argument).as_deref(), wanted, "{longest} {limit}");
        }
    }
}
