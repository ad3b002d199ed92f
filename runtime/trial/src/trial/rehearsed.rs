//! The use that a trial makes of its rehearsals: it starts their threads, gives the likeliest of their questions to free workers,
//! and tells them the verdicts.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use super::pool::Event;
use super::{Digest, JudgedText, Trial, TrialOptions};
use crate::oracle::Verdict;
use crate::speculation::tree::GuessTree;
use crate::speculation::{Foresight, Rehearsals};

/// Longest input, in bytes, that is rehearsed: for a longer one that would take too much memory, and too long.
#[doc(hidden)]
pub const MAX_REHEARSED_BYTES: usize = 1 << 20;
/// How much likelier a question must be than another one whose run is killed for it, because part of that is done.
const KILL_FACTOR: f64 = 2.0;

/// Ends all rehearsals when it is dropped, even if the search panics: otherwise their threads would wait for ever.
struct EndGuard<'h>(&'h Rehearsals);

impl Drop for EndGuard<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Trial<'_> {
    /// Runs `body`, and at the same time `rehearsal`, which must ask the same questions if it gets the same verdicts. Its
    /// questions are judged ahead of time, if there are workers for that.
    #[doc(hidden)]
    pub fn rehearsed<T>(&mut self, rehearsal: impl Fn(&mut Trial<'_>) + Sync, body: impl FnOnce(&mut Self) -> T) -> T {
        let is_worth_it = self.rate.is_none() && self.best.len() <= MAX_REHEARSED_BYTES;
        let Some(sender) = self.pool.sender().filter(|_| is_worth_it) else { return body(self) };
        let input = self.best.clone();
        let steering = self.options.steering.following();
        let TrialOptions { tests, deadline, merge, .. } = *self.options;
        let search = |oracle: &Foresight<'_>| {
            let (interrupted, steering) = (oracle.interrupted(), steering.clone());
            let options = TrialOptions { tests, deadline, merge, interrupted, steering, ..TrialOptions::default() };
            Trial::run_by(Some(oracle), oracle, &options, None, input.clone(), &rehearsal);
        };
        let announce = || {
            // If the receiver is gone, nobody waits for the texts.
            let _ = sender.send(Ok(Event::Foreseen));
        };
        let tree = GuessTree::new(self.known.clone()).merging(self.options.merge);
        let ahead = Arc::new(Rehearsals::new((self.jobs(), self.options.least_chance), &input, tree));
        self.ahead = Some(ahead.clone());
        let number = ahead.threads();
        std::thread::scope(|scope| {
            let (ahead, input, announce, search) = (&ahead, &input, &announce, &search);
            for number in 0..number {
                let thread = std::thread::Builder::new().name("rehearsal".to_owned());
                let rehearse = move || ahead.rehearse(number, input, announce, search);
                if thread.spawn_scoped(scope, rehearse).is_err() {
                    // The search finds the same without rehearsals.
                    ahead.end();
                }
            }
            let _ending = EndGuard(ahead);
            let result = body(self);
            self.stop_rehearsing();
            result
        })
    }

    /// Returns how many questions the search should ask at the same time: one while rehearsals keep the other workers
    /// busy.
    #[doc(hidden)]
    pub fn width(&self) -> usize {
        if self.ahead.as_ref().is_some_and(|ahead| ahead.is_at_work()) { 1 } else { self.jobs() }
    }

    /// Asks from now on without looking ahead.
    pub(super) fn stop_rehearsing(&mut self) {
        if let Some(ahead) = self.ahead.take() {
            ahead.end();
            let idle: Vec<u64> =
                self.running.iter().filter(|(_, run)| run.tickets.is_empty()).map(|(&id, _)| id).collect();
            idle.into_iter().for_each(|id| self.kill(id));
        }
    }

    /// Gives the likeliest texts to the workers. Runs of less likely ones are killed for them.
    pub(super) fn foresee(&mut self) {
        let Some(plan) = self.ahead.as_ref().map(|ahead| ahead.plan()) else { return };
        let chances: HashMap<Digest, f64> = plan.wanted.iter().map(|text| (text.digest, text.chance)).collect();
        for wanted in plan.wanted {
            if self.known.contains_key(&wanted.digest) || self.by_digest.contains_key(&wanted.digest) {
                continue;
            }
            if self.running.len() >= self.jobs() {
                match self.least_likely(&chances) {
                    Some((id, chance)) if KILL_FACTOR * chance <= wanted.chance => self.kill(id),
                    _ => return,
                }
            }
            let number = self.next_ticket;
            self.next_ticket += 1;
            self.give_away(wanted.text, number, JudgedText::new(wanted.digest), wanted.chance);
        }
    }

    /// Frees a worker for a text that the search asks about.
    pub(super) fn make_room(&mut self) {
        let Some(ahead) = self.ahead.as_ref().filter(|_| self.running.len() >= self.jobs()) else { return };
        let chances = ahead.plan().wanted.iter().map(|text| (text.digest, text.chance)).collect();
        if let Some((id, _)) = self.least_likely(&chances) {
            self.kill(id);
        }
    }

    /// Returns the run that nobody waits for whose text is the least likely to be asked about.
    fn least_likely(&self, chances: &HashMap<Digest, f64>) -> Option<(u64, f64)> {
        let idle = self.running.iter().filter(|(_, running)| running.tickets.is_empty());
        let likely = idle.map(|(&id, running)| (id, chances.get(&running.digest).copied().unwrap_or(0.0)));
        // Of two that are as likely, the younger one, because less of it is done.
        likely.min_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    /// Passes a verdict on to the rehearsals. If they are over, for example after a panic, frees
    /// their workers.
    pub(super) fn tell(&mut self, judged: &JudgedText, verdict: Verdict, took: Duration) {
        if let Some(ahead) = &self.ahead {
            let alone = !judged.tickets.is_empty() && self.running.values().all(|other| other.tickets.is_empty());
            ahead.learn((judged.digest, alone), verdict, took);
            if ahead.is_over() {
                self.stop_rehearsing();
            }
            self.foresee();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::time::{Duration, Instant};

    use crate::oracle::Verdict;
    use crate::trial::{Counters, Stop, Trial, TrialOptions};

    /// Asks `questions` questions, each of which depends on all verdicts before; returns the last one.
    fn chain(trial: &mut Trial<'_>, questions: usize) -> Result<Vec<u8>, Stop> {
        let mut text = vec![0u8; 64];
        for number in 0..questions {
            let is_yes = trial.judge(&[&text])? == [Verdict::Interesting];
            if is_yes {
                text.pop();
            }
            text[0] = text[0].wrapping_mul(3).wrapping_add(u8::from(is_yes));
            text[1] = number as u8 + 1;
        }
        Ok(text)
    }

    /// Rehearses a chain with an oracle that takes 5 ms, and up to `patience` until it has had two texts at the same
    /// time. Returns the last question, the counters, and the greatest number of texts judged at the same time.
    fn run(
        (jobs, patience): (usize, Duration),
        is_yes: impl Fn(&[u8]) -> bool + Sync,
        rehearsal: impl Fn(&mut Trial<'_>) + Sync,
    ) -> (Vec<u8>, Counters, usize) {
        let (now, peak, begin) = (AtomicUsize::new(0), AtomicUsize::new(0), Instant::now());
        let oracle = |text: &[u8]| {
            peak.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
            std::thread::sleep(Duration::from_millis(5));
            // On a busy machine a rehearsal may take a while to come to its first guess.
            while jobs > 1 && peak.load(SeqCst) == 1 && begin.elapsed() < patience {
                std::thread::sleep(Duration::from_millis(1));
            }
            now.fetch_sub(1, SeqCst);
            is_yes(text)
        };
        let options = TrialOptions { jobs, ..TrialOptions::default() };
        let (last, counters) = Trial::run(&oracle, &options, None, b"", |trial| {
            let last = trial.rehearsed(rehearsal, |trial| chain(trial, 40)).expect("nothing stops it");
            (last, trial.counters())
        });
        (last, counters, peak.into_inner())
    }

    fn idle(_: &mut Trial<'_>) {}

    fn asked(counters: Counters) -> [u64; 3] {
        [counters.asked, counters.tests, counters.runs - counters.wasted]
    }

    #[test]
    fn questions_that_depend_on_verdicts_are_judged_ahead() {
        let answers: [fn(&[u8]) -> bool; 4] =
            [|_| true, |_| false, |text| text[1].is_multiple_of(3), |text| text[0].count_ones() > 3];
        for is_yes in answers {
            let rehearsal = |trial: &mut Trial<'_>| drop(chain(trial, 40));
            let (last, alone, peak) = run((1, Duration::ZERO), is_yes, rehearsal);
            assert_eq!((asked(alone), peak), ([40; 3], 1));
            for jobs in [2, 8] {
                let (same, together, peak) = run((jobs, Duration::from_secs(20)), is_yes, rehearsal);
                assert_eq!((same, asked(together)), (last.clone(), [40; 3]), "with {jobs} jobs");
                assert!((2..=jobs).contains(&peak), "{peak} at once with {jobs} jobs");
            }
        }
    }

    #[test]
    fn a_rehearsal_that_fails_does_no_harm() {
        let is_yes = |text: &[u8]| text[1].is_multiple_of(3);
        let (last, ..) = run((1, Duration::ZERO), is_yes, idle);
        let astray = |trial: &mut Trial<'_>| {
            for number in 0..100u8 {
                let _ = trial.judge(&[vec![number; 3]]);
            }
        };
        let fails = |_: &mut Trial<'_>| panic!("a rehearsal that fails");
        let two = (2, Duration::ZERO);
        for (same, together, peak) in [run(two, is_yes, idle), run(two, is_yes, astray), run(two, is_yes, fails)] {
            assert_eq!((&same, asked(together)), (&last, [40; 3]));
            assert!(peak <= 2);
        }
    }

    #[test]
    fn a_rehearsal_with_other_questions_is_given_up() {
        let options = TrialOptions { jobs: 2, ..TrialOptions::default() };
        let slow = |_: &[u8]| {
            std::thread::sleep(Duration::from_millis(50));
            false
        };
        Trial::run(&slow, &options, None, b"", |trial| {
            assert_eq!(trial.width(), 2);
            trial.rehearsed(idle, |trial| {
                assert_eq!(trial.width(), 1);
                chain(trial, 10).expect("nothing stops it");
                assert_eq!(trial.width(), 2);
            });
        });
    }

    #[test]
    fn a_budget_holds_for_what_is_judged_ahead() {
        let rehearsal = |trial: &mut Trial<'_>| drop(chain(trial, 40));
        for jobs in [1, 2, 8] {
            let seen = Mutex::new(HashSet::new());
            let slow = |text: &[u8]| {
                std::thread::sleep(Duration::from_millis(2));
                seen.lock().unwrap().insert(text.to_vec());
                false
            };
            let options = TrialOptions { jobs, tests: Some(10), ..TrialOptions::default() };
            Trial::run(&slow, &options, None, b"", |trial| {
                let stop = trial.rehearsed(rehearsal, |trial| chain(trial, 40));
                assert!(matches!(stop, Err(Stop::Budget)), "{stop:?}");
                assert_eq!(trial.counters().tests, 10);
            });
            // That it is one too many shows when the eleventh is counted, which may have been judged then. Questions after
            // wrong guesses may be judged too, but their budget ends at the same number.
            let numbers: Vec<u8> = seen.into_inner().unwrap().iter().map(|text| text[1]).collect();
            assert!(numbers.len() >= 10 && numbers.iter().all(|&number| number <= 10), "{jobs} jobs: {numbers:?}");
        }
    }
}
