//! The first runs of the input: is it interesting, each time, and how does it end?

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use regex_lite::Regex;

use super::{Session, mentions, start};
use crate::corrected::startable;
use crate::status::Failure;
use grammarc_trial::oracle::{End, OracleError, Outcome, Run, Verdict};
use grammarc_trial::trial::{RETRY_TIMEOUT, RUNS, Rate};

/// The result of the first runs of the input.
pub(super) struct Opening {
    /// How the command ends when the input is interesting.
    pub(super) end: End,
    /// How long that run took.
    pub(super) took: Duration,
    /// How often the input is interesting, if not always.
    pub(super) rate: Option<Rate>,
    /// The places of the input that the output of that run names, or that of `--listen`.
    pub(super) roots: Vec<usize>,
}

/// A run of the input.
struct FirstRun {
    outcome: Outcome,
    /// Whether all conditions hold that do not depend on how it ends another time.
    fits: bool,
}

impl Session<'_> {
    /// Runs the input twice, and more often if the runs disagree.
    pub(super) fn open(&mut self) -> Result<Opening, Failure> {
        self.keeper.progress.say("running the input");
        self.oracle.set_timeout(self.args.timeout.unwrap_or(start::FIRST_TIMEOUT));
        self.oracle.forget_first();
        let start = Instant::now();
        let mut seen: Vec<FirstRun> = Vec::new();
        while self.wants_more(&seen, start) {
            self.runs += 1;
            let outcome = start::observe(&self.oracle, &self.given.text, &self.interrupted);
            self.check_interrupt()?;
            let outcome = outcome.map_err(|broken| self.cannot_start(&broken))?;
            if outcome.end == End::OutOfDisk {
                return Err(Failure::broken(self.oracle.full_disk()));
            }
            let fits = self.oracle.verdict(&outcome) == Verdict::Interesting;
            seen.push(FirstRun { outcome, fits });
            let longest = seen.iter().map(|seen| seen.outcome.took).max().unwrap_or_default();
            self.oracle.set_timeout(self.args.timeout.unwrap_or_else(|| start::timeout_after(longest)));
        }
        let outcomes: Vec<&Outcome> = seen.iter().map(|seen| &seen.outcome).collect();
        self.compare(&outcomes)?;
        let runs = seen.len() as u32;
        let yes = self.interesting(&seen).count() as u32;
        if let Some(first) = self.interesting(&seen).next() {
            let (end, took) = (first.outcome.end, first.outcome.took);
            let roots = self.roots(&first.outcome);
            return Ok(Opening { end, took, rate: (yes < runs).then_some(Rate { yes, runs }), roots });
        }
        self.keeper.progress.clear();
        Err(start::not_interesting(&self.oracle, self.given.path(), (&self.given.text, runs), &seen[0].outcome))
    }

    /// Explains why the command cannot be started, with the line to type if it is a script.
    fn cannot_start(&self, broken: &OracleError) -> Failure {
        let arguments: Vec<_> = std::env::args_os().collect();
        let help = startable(&arguments, self.given.path()).map_or_else(String::new, |line| format!("\nhelp: {line}"));
        Failure::broken(format!("{broken}{help}"))
    }

    /// Returns whether another run is needed. Two runs that agree are enough; otherwise it takes `RUNS` to measure a rate. An input
    /// may be interesting only now and then, but waiting for that is limited to `RETRY_TIMEOUT`.
    fn wants_more(&self, seen: &[FirstRun], start: Instant) -> bool {
        let yes = self.interesting(seen).count();
        let takes_too_long = seen.first().is_some_and(|seen| !seen.fits && seen.outcome.end == End::TimedOut);
        match seen.len() {
            0 => true,
            1 => !takes_too_long,
            runs if runs >= RUNS as usize || self.is_out_of_time() => false,
            _ if yes == 0 => !takes_too_long && start.elapsed() < RETRY_TIMEOUT,
            runs => yes < runs,
        }
    }

    /// Returns the places of the input that an outcome names, in bytes. With `--listen`, its output counts instead.
    fn roots(&self, outcome: &Outcome) -> Vec<usize> {
        if self.given.is_folder() {
            return Vec::new();
        }
        let conditions = self.oracle.conditions();
        let places = |outcome: &Outcome, expressions: [Option<&Regex>; 2]| {
            let outputs = [(&outcome.stdout, expressions[0]), (&outcome.stderr, expressions[1])];
            mentions::places(outputs, &self.given.name(), &self.given.text)
        };
        let Some(listener) = &self.listener else {
            return places(outcome, [conditions.stdout.as_ref(), conditions.stderr.as_ref()]);
        };
        let never = AtomicBool::new(false);
        let run = Run::new(0, &never, &self.interrupted).fresh();
        let places = match self.oracle.observe_here(listener, &self.given.text, &run) {
            Ok(outcome) => places(&outcome, [None, None]),
            Err(_) => Vec::new(),
        };
        if places.is_empty() {
            self.note("the command of `--listen` names no place of the input");
        }
        places
    }

    fn is_out_of_time(&self) -> bool {
        let deadline = self.args.budget.and_then(|budget| budget.deadline(self.start));
        deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns the runs in which the input is interesting. If it must always end the same, the worst end counts, because `--same`
    /// is for crashes.
    fn interesting<'s>(&self, seen: &'s [FirstRun]) -> impl Iterator<Item = &'s FirstRun> {
        let fitting = || seen.iter().filter(|seen| seen.fits);
        let worst = fitting().map(|seen| severity(seen.outcome.end)).max();
        let end = fitting().map(|seen| seen.outcome.end).find(|end| Some(severity(*end)) == worst);
        let is_same = self.oracle.conditions().same.is_some();
        fitting().filter(move |seen| !is_same || Some(seen.outcome.end) == end)
    }
}

fn severity(end: End) -> u8 {
    match end {
        End::Signalled(_) => 3,
        End::Exited(0) | End::Cancelled => 0,
        End::Exited(_) => 2,
        End::TimedOut | End::OutOfMemory | End::OutOfDisk => 1,
    }
}
