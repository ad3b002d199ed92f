//! Skipping a pass on request: the search ends the pass at work as if it had no candidates left.
//!
//! A rehearsal repeats the search from its start, so it must skip the same pass at the same question. The search notes the
//! place of each skip, and rehearsals follow the notes. For example, after a skip in the third pass, at question 40, a rehearsal
//! that comes to question 40 of its third pass ends the pass there, too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Trial;

/// A handle to skip the pass at work, from another thread. Clones share their requests.
#[derive(Debug, Clone, Default)]
pub struct Steering {
    shared: Arc<SharedRequests>,
    /// Whether this handle belongs to a rehearsal, which takes no requests itself.
    is_following: bool,
}

#[derive(Debug, Default)]
struct SharedRequests {
    /// Whether somebody asked for a skip that no search has noted so far.
    is_requested: AtomicBool,
    /// Whether there is any note, so that most looks need no lock.
    has_notes: AtomicBool,
    notes: Mutex<Vec<SkipNote>>,
}

/// The place of a skip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SkipNote {
    /// Number of passes that had begun.
    pass: u64,
    /// Number of questions that had been asked.
    asked: u64,
}

impl Steering {
    /// Asks the search to end the pass at work. It does so after the test that runs.
    pub fn skip(&self) {
        self.shared.is_requested.store(true, Ordering::Relaxed);
    }

    /// Returns a handle for a rehearsal: it skips where the search did.
    pub(super) fn following(&self) -> Self {
        Self { shared: self.shared.clone(), is_following: true }
    }

    /// Notes a request at this place, if there is a new one.
    fn take(&self, place: SkipNote) -> bool {
        let is_new = !self.is_following && self.shared.is_requested.swap(false, Ordering::Relaxed);
        if is_new {
            self.notes().push(place);
            self.shared.has_notes.store(true, Ordering::Release);
        }
        is_new
    }

    /// Returns whether the pass of this place was skipped at its question or before.
    fn is_skipped(&self, place: SkipNote) -> bool {
        self.shared.has_notes.load(Ordering::Acquire)
            && self.notes().iter().any(|note| note.pass == place.pass && note.asked <= place.asked)
    }

    fn notes(&self) -> MutexGuard<'_, Vec<SkipNote>> {
        // Nothing that holds the lock can panic half way.
        self.shared.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Trial<'_> {
    /// Returns whether the pass at work is to end.
    pub(crate) fn is_skipped(&self) -> bool {
        let place = SkipNote { pass: self.passes, asked: self.counters.asked };
        if self.options.steering.take(place)
            && let Some(ahead) = &self.ahead
        {
            ahead.restart();
        }
        self.options.steering.is_skipped(place)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::Steering;
    use crate::edit::drop_all;
    use crate::flat::BYTES;
    use crate::oracle::Verdict;
    use crate::reduce::{Languages, Options, ParsedInput, Search, Validity, reduce_in, strategy};
    use crate::trial::{Counters, Trial, TrialOptions, Witness};

    /// Asks for skips, each after a number of tests, and remembers the passes.
    struct Skipper {
        steering: Steering,
        at: Vec<u64>,
        passes: Vec<(String, u64)>,
    }

    impl Witness for Skipper {
        fn entered(&mut self, pass: &str) {
            self.passes.push((pass.to_owned(), 0));
        }

        fn counted(&mut self, counters: &Counters) {
            if let Some((_, tests)) = self.passes.last_mut() {
                *tests += 1;
            }
            if self.at.contains(&counters.asked) {
                self.steering.skip();
            }
        }
    }

    fn skipping(jobs: usize, at: &[u64]) -> (Vec<u8>, Vec<(String, u64)>, u64) {
        let runs = AtomicU64::new(0);
        let oracle = |text: &[u8]| {
            runs.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(u64::from(jobs > 1)));
            Verdict::from(text.windows(2).filter(|pair| pair == b"x(").count() >= 3)
        };
        let steering = Steering::default();
        let mut skipper = Skipper { steering: steering.clone(), at: at.to_vec(), passes: Vec::new() };
        let options = TrialOptions { jobs, steering, ..TrialOptions::default() };
        let input = b"a(bc) + x(d) * 12 / x(e, f); { g = x(\"h\"); i(j) } x(k) + (l)".as_slice();
        let strategies = ["hdd", "ddmin", "tokens", "bytes"].map(|name| strategy(name).expect("it is in the table"));
        let reduced = Trial::run(&oracle, &options, Some(&mut skipper), input, |trial| {
            let options = Options { strategies: strategies.to_vec(), ..Options::default() };
            reduce_in(&ParsedInput::new(&BYTES, input), trial, &options).expect("every text is in the language")
        });
        (reduced.text, skipper.passes, reduced.counters.tests)
    }

    #[test]
    fn a_skip_ends_the_pass_at_work_and_no_other() {
        let (text, passes, _) = skipping(1, &[]);
        let (skipped, fewer, _) = skipping(1, &[5]);
        assert_eq!(text, skipped, "later passes find the same");
        assert!(passes[0].1 > 5 && fewer[0].1 == 5, "{passes:?} {fewer:?}");
        assert!(fewer[1].1 > 1, "{fewer:?}");
    }

    #[test]
    fn candidates_that_are_judged_when_a_pass_is_skipped_are_not_waited_for() {
        let steering = Steering::default();
        let judged = AtomicU64::new(0);
        // The first of four candidates is judged last, and by then the pass is skipped.
        let oracle = |text: &[u8]| {
            if text == b"bcd" {
                while judged.load(Ordering::Relaxed) < 3 {
                    std::thread::sleep(Duration::from_millis(1));
                }
                std::thread::sleep(Duration::from_millis(50));
                steering.skip();
            }
            judged.fetch_add(1, Ordering::Relaxed);
            false
        };
        let options = TrialOptions { jobs: 4, steering: steering.clone(), ..TrialOptions::default() };
        Trial::run(&oracle, &options, None, b"abcd", |trial| {
            let mut search = Search::new(trial, Languages::new(&BYTES), Validity::Off, b"abcd");
            let parts: Vec<_> = search.tree().parts(search.tree().root()).collect();
            let found = search.first(parts.into_iter().map(|part| ((), drop_all([part]))));
            assert!(matches!(found, Ok(None)), "{found:?}");
        });
    }

    #[test]
    fn rehearsals_skip_what_the_search_skips() {
        for at in [&[3][..], &[9, 30], &[1, 2, 3, 4]] {
            assert_eq!(skipping(4, at), skipping(1, at), "{at:?}");
        }
    }
}
