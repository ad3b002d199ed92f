//! The history of a run: the size of the text over time, and the share of each strategy.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{Duration, Instant};

use super::files::contents;
use super::origins::Origins;
use grammarc_trial::archive::Form;

/// The size of the text from this moment on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moment {
    pub(super) tests: u64,
    pub(super) time: Duration,
    pub(super) bytes: usize,
    /// The place of the share that was at work.
    pub(super) share: usize,
}

/// The share of one strategy.
#[derive(Debug, Clone, Default)]
pub(super) struct Share {
    pub(super) strategy: String,
    /// Below zero after a rollback to a larger text.
    pub(super) removed: i64,
    pub(super) tests: u64,
    pub(super) time: Duration,
}

/// The history of a run so far.
pub(crate) struct History {
    start: Instant,
    pub(super) moments: Vec<Moment>,
    /// In the order in which they were first at work.
    pub(super) shares: Vec<Share>,
    /// Of each file of the input, by its path.
    origins: BTreeMap<Vec<u8>, Origins>,
    form: Form,
    tests: u64,
    bytes: usize,
    /// Which share is at work, and since when.
    at_work: Option<(usize, Instant)>,
}

impl History {
    pub(super) fn new(input: &[u8], form: Form) -> Self {
        let files = contents(input, form);
        let bytes = files.iter().map(|(_, content)| content.len()).sum();
        let origins = files.into_iter().map(|(path, content)| (path, Origins::new(content))).collect();
        let moments = vec![Moment { tests: 0, time: Duration::ZERO, bytes, share: 0 }];
        Self { start: Instant::now(), moments, shares: Vec::new(), origins, form, tests: 0, bytes, at_work: None }
    }

    /// Returns the parts of a file of the input that are left, in order.
    pub(super) fn left(&self, path: &[u8]) -> Vec<Range<usize>> {
        self.origins.get(path).map(Origins::ranges).unwrap_or_default()
    }

    /// Starts the share of another strategy.
    pub(crate) fn entered(&mut self, strategy: &str) {
        self.paused();
        let known = self.shares.iter().position(|share| share.strategy == strategy);
        let share = known.unwrap_or_else(|| {
            self.shares.push(Share { strategy: strategy.to_owned(), ..Share::default() });
            self.shares.len() - 1
        });
        self.at_work = Some((share, Instant::now()));
    }

    /// Assigns the tests since the last call to the strategy at work.
    pub(crate) fn counted(&mut self, tests: u64) {
        if let Some((share, _)) = self.at_work {
            self.shares[share].tests += tests.saturating_sub(self.tests);
        }
        self.tests = tests;
    }

    /// A text is the best from now on. Without a strategy at work, it comes from an earlier run.
    pub(crate) fn best(&mut self, text: &[u8]) {
        if self.at_work.is_none() {
            self.entered("an earlier run");
        }
        let files: BTreeMap<Vec<u8>, &[u8]> = contents(text, self.form).into_iter().collect();
        let bytes = files.values().map(|content| content.len()).sum();
        if let Some((share, _)) = self.at_work {
            self.shares[share].removed += self.bytes as i64 - bytes as i64;
        }
        self.bytes = bytes;
        self.moments.push(Moment { bytes, ..self.now() });
        for (path, origins) in &mut self.origins {
            origins.follow(files.get(path).copied().unwrap_or_default());
        }
    }

    /// Ends the share of the last strategy, and records the final size.
    pub(super) fn finished(&mut self) {
        let last = self.now();
        self.paused();
        self.moments.push(last);
    }

    fn now(&self) -> Moment {
        let share = self.at_work.map_or(0, |(share, _)| share);
        Moment { tests: self.tests, time: self.start.elapsed(), bytes: self.bytes, share }
    }

    fn paused(&mut self) {
        if let Some((share, since)) = self.at_work.take() {
            self.shares[share].time += since.elapsed();
        }
    }
}
