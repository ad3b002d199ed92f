//! How a reduction begins: the input is run, an earlier run is resumed or set aside, and the workers are tested.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::opening::Opening;
use super::progress::flaky;
use super::{Session, interrupt, place, start};
use crate::counted::counted;
use crate::existing::for_old;
use crate::status::Failure;
use grammarc_core::order;
use grammarc_reduce::reduce::{Names, Validity, Whitespace, validity};
use grammarc_trial::oracle::{Executor, Verdict, shown};
use grammarc_trial::trial::{Digest, Header, Journal, Past, RETRY_TIMEOUT, RUNS, Rate, SharedText, Witness};

/// Most runs of a flaky text that is known to be interesting, until its first yes.
pub(super) const PATIENT: u32 = 3 * RUNS;

/// The name of the journal's note with the places of the input that the test's output names: `roots 120 4711`, in bytes.
const ROOTS: &str = "roots";

/// The result of the first runs.
pub(super) struct Begun {
    /// How many workers may run at once.
    pub(super) jobs: usize,
    /// The results of an earlier run, if they still hold.
    pub(super) past: Option<Past>,
    /// How often the input is interesting, if that is known not to be always.
    pub(super) rate: Option<Rate>,
}

impl Session<'_> {
    /// Runs the input, and the best of an earlier run.
    pub(super) fn begin(&mut self) -> Result<Begun, Failure> {
        let interrupted = self.interrupted.clone();
        let begun =
            interrupt::until(&interrupted, None, || self.first_runs())?.ok_or_else(interrupt::before_result)??;
        self.keeper.progress.say("parsing the input");
        Ok(begun)
    }

    fn first_runs(&mut self) -> Result<Begun, Failure> {
        let header = Header { terms: self.terms(), notes: Vec::new() };
        let earlier = match self.args.fresh {
            true => Err(Some("`--fresh` was given".to_owned())),
            false => self.earlier(&header),
        };
        let past = match earlier {
            Ok(earlier) => self.still_holds(&earlier)?.map(|best| (earlier, best)),
            Err(why) => Err(why),
        };
        let (past, rate) = match past {
            Ok((earlier, best)) => {
                self.resume(&earlier, &best)?;
                // If that came out later, it comes out again, when all is done again up to there.
                let rate = earlier.rate().filter(|_| earlier.verdicts.is_empty());
                (Some(earlier), rate)
            }
            Err(why) => (None, self.start_afresh(header, why)?),
        };
        if let Some(rate) = rate {
            self.note(&flaky(rate));
            self.keeper
                .measured(Digest::of(&self.given.text), rate)
                .map_err(|error| Failure::broken(error.to_string()))?;
        }
        let known = rate.or_else(|| past.as_ref().and_then(Past::rate));
        let jobs = self.agreed_jobs(known)?;
        if self.args.merge && jobs == 1 {
            self.note("`--merge` changes nothing with one job, because there is nothing to merge");
        }
        Ok(Begun { jobs, past, rate })
    }

    /// Returns the results of an earlier run under the same terms. The error tells why that run, if there was one, cannot be
    /// resumed.
    fn earlier(&mut self, header: &Header) -> Result<Past, Option<String>> {
        let past = self.keeper.journal.as_ref().and_then(Journal::past).ok_or(None)?.clone();
        if past.is_headless {
            return Err(Some("the beginning of its journal is damaged".to_owned()));
        }
        if let Some(what) = past.header.difference(header) {
            return Err(Some(format!("the earlier run differs in its {what}")));
        }
        let incomplete = || Some("the journal of the earlier run is incomplete".to_owned());
        let timeout = past.header.note("timeout-ms").and_then(|note| note.parse().ok()).ok_or_else(incomplete)?;
        let first = past.header.note("ended").and_then(|note| start::end_from_note(note)).ok_or_else(incomplete)?;
        self.oracle.set_timeout(Duration::from_millis(timeout));
        self.oracle.set_first(first);
        let roots = past.header.note(ROOTS).map_or("", String::as_str);
        self.options.roots = roots.split_whitespace().filter_map(|place| place.parse().ok()).collect();
        Ok(past)
    }

    /// Runs the input and the best of an earlier run once each, and again after a no. Returns the best; the error tells which of
    /// the two is not interesting any more.
    fn still_holds(&mut self, past: &Past) -> Result<Result<SharedText, Option<String>>, Failure> {
        self.keeper.progress.say("running the input and the best result so far");
        let best = self.best_of(past);
        let (most, patience) = match past.rate() {
            Some(_) => (PATIENT, Duration::MAX),
            // It may be flaky, although no run has shown it so far.
            None => (RUNS, RETRY_TIMEOUT),
        };
        for (what, is_input) in [("input", true), ("result so far", false)] {
            if !is_input && *best == *self.given.text {
                continue;
            }
            let text = if is_input { &self.given.text } else { &best }.clone();
            let holds = self.is_interesting_within((most, patience), &text);
            self.check_interrupt()?;
            if !holds {
                return Ok(Err(Some(format!("the {what} of the earlier run is no longer interesting"))));
            }
        }
        Ok(Ok(best))
    }

    /// Returns the smallest result of an earlier run: from its journal, or the one on disk. If results must be valid, a text
    /// outside the language does not count, nor one that breaks hooks which the input kept.
    fn best_of(&mut self, past: &Past) -> SharedText {
        let there = self.keeper.file.as_ref().and_then(|file| self.given.form.read(file.path()).ok());
        self.keeper.before.clone_from(&there);
        let there = there.filter(|text| (past.describes(text) || past.is_damaged) && !past.was_given_up(text));
        let is_strict = self.options.validity == Validity::Strict;
        let is_valid = is_strict.then(|| validity(self.language, &self.given.text, self.options.hooks));
        let may_be = |text: &[u8]| is_valid.as_ref().is_none_or(|is_valid| is_valid(text));
        let best = past.best(&self.given.text, may_be);
        there.filter(|text| order::compare(text, &best).is_lt() && may_be(text)).map_or(best, SharedText::from)
    }

    fn resume(&mut self, past: &Past, best: &SharedText) -> Result<(), Failure> {
        let known = past.verdicts.len() + past.repeated.len();
        let best_so_far = match &self.keeper.file {
            Some(_) => format!(", best so far {} bytes", self.keeper.bytes(best)),
            None => String::new(),
        };
        self.note(&format!("resuming an earlier run: {known} cached results{best_so_far}"));
        if let Some(age) = self.keeper.journal.as_ref().and_then(Journal::age) {
            self.note(&format!(
                "the cached results are {} old; if the program under test has changed since, start over with `--fresh`",
                rough(age)
            ));
        }
        if let Some(journal) = &mut self.keeper.journal {
            let resumed = journal.resume(&self.given.text);
            resumed.map_err(|error| Failure::file(journal.path(), &error))?;
        }
        self.keeper.resumed = Some(best.clone());
        self.keep(best)
    }

    /// Starts without an earlier run; returns how often the input is interesting, if not always.
    fn start_afresh(&mut self, mut header: Header, why: Option<String>) -> Result<Option<Rate>, Failure> {
        let Opening { end, took, rate, roots } = self.open()?;
        let timeout = self.args.timeout.unwrap_or_else(|| start::timeout_after(took));
        self.oracle.set_timeout(timeout);
        self.oracle.set_first(end);
        header.notes = vec![
            ("version".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
            ("grammar".to_owned(), self.grammar_note()),
            ("options".to_owned(), self.options_note()),
            ("timeout-ms".to_owned(), timeout.as_millis().to_string()),
            ("ended".to_owned(), start::end_to_note(end)),
        ];
        if !roots.is_empty() {
            let places: Vec<String> = roots.iter().map(usize::to_string).collect();
            header.notes.push((ROOTS.to_owned(), places.join(" ")));
        }
        self.options.roots = roots;
        self.restart_journal(&header, why)?;
        if let Some(aside) = self.slips.set_aside()? {
            self.note(&format!("the other crashes of the earlier run are now in {}", shown(&aside)));
        }
        Ok(rate)
    }

    fn restart_journal(&mut self, header: &Header, why: Option<String>) -> Result<(), Failure> {
        let Some(journal) = &mut self.keeper.journal else { return Ok(()) };
        let path = journal.path().to_owned();
        if let Some(Ok(result)) = self.keeper.file.as_ref().map(|file| std::fs::read(file.path())) {
            journal.guard(result);
        }
        match journal.restart(header, &self.given.text) {
            Ok(Some(aside)) => {
                let why = why.unwrap_or_else(|| "the file in its place was not written by grammarc".to_owned());
                self.note(&format!("starting over: {why}; the old journal is now {}", shown(&aside)));
                self.set_results_aside()
            }
            Ok(None) => Ok(()),
            Err(error) => Err(place::journal_failure(&path, error)),
        }
    }

    /// Keeps the results of an earlier run that no longer applies: the smaller of two results may be that one.
    fn set_results_aside(&self) -> Result<(), Failure> {
        let output = self.keeper.path();
        let copies = [&self.valid, &self.pretty].into_iter().filter_map(Option::as_deref);
        for path in output.into_iter().chain(copies).filter(|path| path.symlink_metadata().is_ok()) {
            let old = for_old(path);
            std::fs::rename(path, &old).map_err(|error| Failure::file(path, &error))?;
            if Some(path) == output {
                self.note(&format!("the result of the earlier run is now {}", shown(&old)));
            }
        }
        Ok(())
    }

    /// Returns how many workers may run at once, after running the input on all of them.
    fn agreed_jobs(&mut self, rate: Option<Rate>) -> Result<usize, Failure> {
        if self.args.jobs.number == 1 {
            return Ok(1);
        }
        self.keeper.progress.say("running the input on all workers at once");
        let (why, runs) =
            start::disagreement(&self.oracle, &self.given.text, (self.args.jobs.number, rate), &self.interrupted);
        self.runs += runs;
        self.check_interrupt()?;
        match why {
            None => Ok(self.args.jobs.number),
            Some(why) => {
                self.note(&format!("running one job at a time: {why}"));
                Ok(1)
            }
        }
    }

    /// Returns the terms: everything that verdicts depend on.
    fn terms(&self) -> Vec<(String, String)> {
        let invocation = self.oracle.invocation();
        let directory = invocation.directory().map_or_else(|| "fresh".to_owned(), shown);
        let time = self.args.timeout.map_or_else(|| "default".to_owned(), |time| format!("{} ms", time.as_millis()));
        let memory = self.args.memory.map_or_else(|| "default".to_owned(), |bytes| bytes.to_string());
        let named = |name: &str, value: String| (name.to_owned(), value);
        let mut terms = vec![
            named("input", Digest::of(&self.given.text).to_string()),
            named("command", invocation.pattern()),
            named("passing", format!("{:?}", invocation.passing())),
            named("directory", directory),
            named("conditions", start::conditions_term(self.oracle.conditions())),
            named("timeout", time),
            named("memory", memory),
        ];
        let is_kept = self.options.whitespace == Whitespace::Keep;
        terms.extend(is_kept.then(|| named("whitespace", "keep".to_owned())));
        let keeps_names = self.options.names == Names::Keep;
        terms.extend(keeps_names.then(|| named("names", "keep".to_owned())));
        terms.extend(self.options.keeps_includes.then(|| named("includes", "keep".to_owned())));
        terms.extend(self.files.iter().map(|(path, digest)| named("file", format!("{digest} {}", shown(path)))));
        terms.extend(self.oracle.executor().into_iter().flat_map(Executor::terms));
        terms
    }

    fn grammar_note(&self) -> String {
        format!("{} {:032x}", self.language.name, self.language.grammar.digest())
    }

    fn options_note(&self) -> String {
        let args = self.args;
        let strategies = args.strategy.join(",");
        format!(
            "jobs {}, strategies {strategies}, validity {:?}, hooks {:?}",
            args.jobs.number, args.validity, args.hooks
        )
    }

    fn keep(&mut self, best: &SharedText) -> Result<(), Failure> {
        self.keeper.best = best.clone();
        self.keeper.confirmed = best.clone();
        self.keeper.progress.accepted(best, self.keeper.bytes(best));
        self.keeper.report.iter_mut().for_each(|report| report.best(best));
        let Some(file) = &mut self.keeper.file else { return Ok(()) };
        file.restart(best);
        file.finish().map_err(|error| Failure::file(file.path(), &error))
    }

    /// Returns whether a text is interesting in one of `most` runs, started within `patience`.
    pub(super) fn is_interesting_within(&mut self, (most, patience): (u32, Duration), text: &[u8]) -> bool {
        let start = Instant::now();
        (0..most).any(|run| {
            if self.interrupted.load(Ordering::Relaxed) || (run > 0 && start.elapsed() >= patience) {
                return false;
            }
            self.runs += 1;
            let verdict = start::judge(&self.oracle, text, &self.interrupted);
            let is_interesting = verdict == Ok(Verdict::Interesting);
            self.unanswered = verdict.err();
            is_interesting
        })
    }

    pub(super) fn check_interrupt(&self) -> Result<(), Failure> {
        if self.interrupted.load(Ordering::Relaxed) {
            return Err(interrupt::before_result());
        }
        Ok(())
    }
}

/// Returns a time in its largest unit: for example, 3 hours for 200 minutes.
fn rough(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    match minutes {
        0 => "less than a minute".to_owned(),
        1..60 => counted(minutes as usize, "minute"),
        60..1440 => counted(minutes as usize / 60, "hour"),
        _ => counted(minutes as usize / 1440, "day"),
    }
}

#[cfg(test)]
mod tests {
    use super::rough;
    use std::time::Duration;

    #[test]
    fn an_age_is_in_its_largest_unit() {
        for (seconds, wanted) in [
            (59, "less than a minute"),
            (60, "1 minute"),
            (3599, "59 minutes"),
            (12_000, "3 hours"),
            (86_399, "23 hours"),
            (200_000, "2 days"),
        ] {
            assert_eq!(rough(Duration::from_secs(seconds)), wanted);
        }
    }
}
