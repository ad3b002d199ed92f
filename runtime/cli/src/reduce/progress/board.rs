//! The state of a reduction as the live view shows it. It collects, and draws nothing.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use super::running::RunningTests;
use super::time;
use crate::counted::counted;
use grammarc_trial::oracle::Verdict;
use grammarc_trial::trial::Counters;

/// How many bytes of the best text are kept: enough for the lines that fit on a screen.
const PREVIEW_BYTES: usize = 1 << 12;
/// Period over which the tests per second are measured.
const RATE_PERIOD: Duration = Duration::from_secs(5);

/// How long a test or a step takes before it is named.
const LONG_TEST: Duration = Duration::from_secs(2);

/// The numbers and texts of the live view.
#[derive(Debug)]
pub(super) struct Board {
    start: Instant,
    /// Time since the start, as of the last tick.
    pub(super) elapsed: Duration,
    pub(super) before: usize,
    pub(super) now: usize,
    /// The sizes so far, in bytes, each with the time since the start.
    pub(super) sizes: Vec<(Duration, usize)>,
    pub(super) counters: Counters,
    pub(super) interesting: u64,
    pub(super) boring: u64,
    /// Runs without a verdict, those that were cut off among them.
    pub(super) unresolved: u64,
    /// The number of runs that the timeout has cut off.
    pub(super) timeouts: Arc<AtomicU64>,
    /// The passes, in the order in which they were first at work.
    pub(super) passes: Vec<PassTotals>,
    /// The place of the pass at work.
    pub(super) at_work: Option<usize>,
    /// The file of a folder that it works on.
    pub(super) file: Option<String>,
    /// The beginning of the best text.
    pub(super) preview: Vec<u8>,
    /// Shown in place of the numbers until the first test. For example, "running the input".
    pub(super) message: String,
    /// When the message came up, as time since the start.
    said: Duration,
    /// Shown before the numbers. For example, "3/12 crashes/a.json" in a triage.
    pub(super) subject: String,
    /// The tests that have begun and not ended.
    pub(super) running: Arc<RunningTests>,
    #[cfg_attr(not(feature = "view"), expect(dead_code, reason = "the view alone shows it"))]
    pub(super) is_paused: bool,
    /// Whether keys arrive, so that the view names them.
    pub(super) has_keys: bool,
    /// Numbers of tests at the last ticks.
    ticks: VecDeque<(Duration, u64)>,
}

/// The effect of one pass, over all the times that it was at work.
#[derive(Debug, Clone, Default)]
pub(super) struct PassTotals {
    pub(super) name: String,
    /// Bytes. Below zero after a rollback to a larger text.
    pub(super) removed: i64,
    pub(super) tests: u64,
}

impl Board {
    pub(super) fn new(before: usize, timeouts: Arc<AtomicU64>) -> Self {
        Self {
            start: Instant::now(),
            elapsed: Duration::ZERO,
            before,
            now: before,
            sizes: vec![(Duration::ZERO, before)],
            counters: Counters::default(),
            interesting: 0,
            boring: 0,
            unresolved: 0,
            timeouts,
            passes: Vec::new(),
            at_work: None,
            file: None,
            preview: Vec::new(),
            message: String::new(),
            said: Duration::ZERO,
            subject: String::new(),
            running: Arc::default(),
            is_paused: false,
            has_keys: false,
            ticks: VecDeque::new(),
        }
    }

    /// Begins with another input, of which the subject tells.
    pub(super) fn restart(&mut self, subject: &str, before: usize) {
        let (running, has_keys) = (self.running.clone(), self.has_keys);
        *self = Self { subject: subject.to_owned(), running, has_keys, ..Self::new(before, self.timeouts.clone()) };
    }

    /// Shows a text in place of the numbers.
    pub(super) fn say(&mut self, what: &str) {
        (self.message, self.said) = (what.to_owned(), self.start.elapsed());
    }

    /// Returns the subject, with a colon, and the message with the time that it has been there, if there is one.
    pub(super) fn message(&self) -> Option<String> {
        let long = self.elapsed.saturating_sub(self.said);
        let time = if long >= LONG_TEST { format!(", {}", time(long)) } else { String::new() };
        (!self.message.is_empty()).then(|| format!("{}{}{time}", self.of_subject(), self.message))
    }

    /// Returns the subject in front of anything else.
    pub(super) fn of_subject(&self) -> String {
        if self.subject.is_empty() { String::new() } else { format!("{}: ", self.subject) }
    }

    /// Says how many tests are running and for how long, if one is taking long.
    pub(super) fn waiting(&self) -> Option<String> {
        let (count, longest) = self.running.longest()?;
        (longest >= LONG_TEST).then(|| format!("{} running for {}", counted(count, "test"), time(longest)))
    }

    pub(super) fn entered(&mut self, pass: &str) {
        let known = self.passes.iter().position(|totals| totals.name == pass);
        self.at_work = known.or_else(|| {
            self.passes.push(PassTotals { name: pass.to_owned(), ..PassTotals::default() });
            Some(self.passes.len() - 1)
        });
    }

    pub(super) fn counted(&mut self, counters: &Counters) {
        if let Some(place) = self.at_work {
            self.passes[place].tests += counters.tests.saturating_sub(self.counters.tests);
        }
        self.counters = *counters;
    }

    pub(super) fn judged(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Interesting => &mut self.interesting,
            Verdict::Boring => &mut self.boring,
            Verdict::Unresolved => &mut self.unresolved,
        } += 1;
    }

    /// A text is the best from now on. It has so many bytes, or the files of an archive have.
    pub(super) fn accepted(&mut self, text: &[u8], bytes: usize) {
        if let Some(place) = self.at_work {
            self.passes[place].removed += self.now as i64 - bytes as i64;
        }
        self.now = bytes;
        self.sizes.push((self.start.elapsed(), self.now));
        self.preview = text[..text.len().min(PREVIEW_BYTES)].to_vec();
    }

    /// Returns the pass at work, with the file that it works on: `nodes in src/main.c`.
    pub(super) fn pass(&self) -> String {
        let name = self.at_work.map_or("", |place| &self.passes[place].name);
        self.file.as_ref().map_or_else(|| name.to_owned(), |file| format!("{name} in {file}"))
    }

    /// Notes the time, for the rate of tests.
    pub(super) fn tick(&mut self) {
        self.elapsed = self.start.elapsed();
        self.ticks.push_back((self.elapsed, self.counters.tests));
        while self.ticks.len() > 2 && self.elapsed - self.ticks[0].0 > RATE_PERIOD {
            self.ticks.pop_front();
        }
    }

    /// Returns the tests per second over the last seconds.
    #[cfg(feature = "view")]
    pub(super) fn rate(&self) -> f64 {
        let Some(&(first, tests)) = self.ticks.front() else { return 0.0 };
        (self.counters.tests - tests) as f64 / (self.elapsed - first).as_secs_f64().max(0.1)
    }

    #[cfg(feature = "view")]
    pub(super) fn timed_out(&self) -> u64 {
        self.timeouts.load(std::sync::atomic::Ordering::Relaxed)
    }
}
