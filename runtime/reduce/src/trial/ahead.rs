//! Speculation: a rehearsal runs the same search ahead of time, with guesses in the place of unknown verdicts.
//!
//! A search is a function of the verdicts, so right guesses foretell its next questions. While the oracle works, another thread
//! runs the same search: it takes known verdicts, guesses the others, and gives its questions to the workers. The search itself
//! asks one question after another, and finds most of them being judged, or judged, already.
//!
//! After a wrong guess, a rehearsal begins again from the start, which takes its time. So there are two of them: the leader
//! guesses, and the follower waits for known verdicts, ready to take the lead. Runs that followed a wrong guess go on until
//! their workers are needed.
//!
//! For example, with three jobs:
//!
//! ```text
//! question   1         2         3         4
//! leader     guess no  guess no  guess no            their texts are at the workers
//! verdict    no        no        yes                 the guess about 3 was wrong
//! follower   no        no        yes       guess no  it leads from here on
//! search     no        no        yes                 it asks 4, which is at a worker by then
//! ```

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::guess::Guesser;
use super::pool::{Event, ForeseenText, Report};
use super::{Digest, JudgedText, Steering, Trial, TrialOptions};
use crate::oracle::{Oracle, OracleError, Run, Verdict};

/// Longest input, in bytes, that is rehearsed: for a longer one that would take too much memory, and too long.
const MAX_REHEARSED_BYTES: usize = 1 << 20;
/// Debt in points at which rehearsing is given up: a rehearsal that does not foresee the questions gains nothing. A hit
/// pays back one point.
pub(crate) const MAX_DEBT: i32 = 16;
/// Points of debt that a miss costs: as many as three hits pay back.
const MISS_COST: i32 = 3;

/// The state that a search and its rehearsals share.
pub(super) struct Rehearsals {
    jobs: usize,
    state: Mutex<SharedState>,
    changed: Condvar,
}

struct SharedState {
    known: HashMap<Digest, Verdict>,
    /// Guesses of the leader about verdicts that are still unknown.
    guesses: HashMap<Digest, Verdict>,
    /// How often the lead has changed.
    turn: u64,
    /// Flags that interrupt the rehearsals, one for each.
    ended: [Arc<AtomicBool>; 2],
    /// Whether both must end for good.
    is_over: bool,
    /// Rises with a foreseen question, up to zero, and falls with an unforeseen one. For example, after five misses in
    /// a row it is −15, and after the sixth rehearsing is given up.
    credit: i32,
}

/// The input and the budget that a rehearsal has in common with its search.
#[derive(Clone, Copy)]
struct RehearsalTerms<'a> {
    input: &'a [u8],
    tests: Option<u64>,
    deadline: Option<Instant>,
    steering: &'a Steering,
}

impl Rehearsals {
    fn new(jobs: usize, known: HashMap<Digest, Verdict>) -> Self {
        let (guesses, ended) = (HashMap::new(), Default::default());
        let state = SharedState { known, guesses, turn: 0, ended, is_over: false, credit: 0 };
        Self { jobs, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Runs rehearsal `place`, 0 or 1, until rehearsing is over, and starts it again after each wrong guess.
    fn rehearse(
        &self,
        place: usize,
        sender: &Sender<Report>,
        terms: RehearsalTerms<'_>,
        rehearsal: &dyn Fn(&mut Trial<'_>),
    ) {
        let RehearsalTerms { input, tests, deadline, steering } = terms;
        while let Some(interrupted) = self.begin(place) {
            let (guesser, ended) = (Mutex::new(Guesser::new(input.len())), interrupted.clone());
            let oracle = Foresight { ahead: self, place, ended, sender, guesser };
            let options =
                TrialOptions { jobs: 1, tests, deadline, interrupted, rate: None, steering: steering.clone() };
            let attempted = || Trial::run(&oracle, &options, None, input, rehearsal);
            if catch_unwind(AssertUnwindSafe(attempted)).is_err() {
                // A panic may follow from a wrong guess, so it must not reach the search.
                self.end();
            }
            // A rehearsal that reaches the end waits here, because one of its guesses may still prove wrong.
            let is_through = |_: &mut SharedState| !oracle.ended.load(Ordering::Relaxed);
            drop(self.changed.wait_while(self.lock(), is_through).unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Returns the flag that will interrupt the rehearsal that now begins; none if rehearsing is over.
    fn begin(&self, place: usize) -> Option<Arc<AtomicBool>> {
        let mut state = self.lock();
        state.ended[place] = Arc::default();
        (!state.is_over).then(|| state.ended[place].clone())
    }

    /// Records a verdict, and changes the lead if the guess about it was wrong. `was_asked` says that the search waits
    /// for it: only then it counts as a hit or a miss.
    fn learn(&self, digest: Digest, verdict: Verdict, was_asked: bool) {
        let mut state = self.lock();
        state.known.insert(digest, verdict);
        let guess = state.guesses.remove(&digest);
        if was_asked {
            state.credit = if guess.is_some() { (state.credit + 1).min(0) } else { state.credit - MISS_COST };
            state.is_over |= state.credit <= -MAX_DEBT;
        }
        if guess.is_some_and(|guess| guess != verdict) {
            state.change_lead();
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Gives the lead to the other rehearsal, because this one foresees the wrong questions.
    fn change_lead(&self) {
        self.lock().change_lead();
        self.changed.notify_all();
    }

    /// Starts both again, because the search left the path that they foresee.
    pub(super) fn restart(&self) {
        let mut state = self.lock();
        (0..2).for_each(|_| state.change_lead());
        drop(state);
        self.changed.notify_all();
    }

    /// Ends both.
    fn end(&self) {
        let mut state = self.lock();
        state.is_over = true;
        state.ended.iter().for_each(|ended| ended.store(true, Ordering::Relaxed));
        drop(state);
        self.changed.notify_all();
    }

    /// Returns how often the lead has changed; none if all is over.
    fn turn(&self) -> Option<u64> {
        let state = self.lock();
        (!state.is_over).then_some(state.turn)
    }

    fn lock(&self) -> MutexGuard<'_, SharedState> {
        // Nothing that holds the lock can panic half way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SharedState {
    fn leader(&self) -> usize {
        usize::from(!self.turn.is_multiple_of(2))
    }

    fn change_lead(&mut self) {
        self.ended[self.leader()].store(true, Ordering::Relaxed);
        self.turn += 1;
        self.guesses.clear();
    }
}

/// The oracle of a rehearsal: returns known verdicts, and guesses the others.
struct Foresight<'h> {
    ahead: &'h Rehearsals,
    place: usize,
    ended: Arc<AtomicBool>,
    sender: &'h Sender<Report>,
    guesser: Mutex<Guesser>,
}

impl Oracle for Foresight<'_> {
    fn judge(&self, text: &[u8], _: &Run<'_>) -> Result<Verdict, OracleError> {
        let digest = Digest::of(text);
        let mut guesser = self.guesser.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.ahead.lock();
        let verdict = loop {
            if self.ended.load(Ordering::Relaxed) {
                return Ok(Verdict::Unresolved);
            }
            let guessed = state.guesses.get(&digest).filter(|_| state.leader() == self.place);
            if let Some(&verdict) = state.known.get(&digest).or(guessed) {
                break verdict;
            }
            if state.leader() == self.place && state.guesses.len() < self.ahead.jobs {
                let guess = guesser.guess(text);
                state.guesses.insert(digest, guess);
                // If the receiver is gone, nobody waits for this text.
                let _ =
                    self.sender.send(Ok(Event::Wanted(ForeseenText { turn: state.turn, digest, text: text.to_vec() })));
                break guess;
            }
            state = self.ahead.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        };
        guesser.learn(text, verdict);
        Ok(verdict)
    }
}

/// Ends both rehearsals when it is dropped, even if the search panics: otherwise their threads would wait for ever.
struct EndGuard<'h>(&'h Rehearsals);

impl Drop for EndGuard<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Trial<'_> {
    /// Runs `body`, and at the same time `rehearsal`, which must ask the same questions if it gets the same verdicts. Its
    /// questions are judged ahead of time, if there are workers for that.
    pub(crate) fn rehearsed<T>(
        &mut self,
        rehearsal: impl Fn(&mut Trial<'_>) + Sync,
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let is_worth_it = self.rate.is_none() && self.best.len() <= MAX_REHEARSED_BYTES;
        let Some(sender) = self.pool.sender().filter(|_| is_worth_it) else { return body(self) };
        let ahead = Arc::new(Rehearsals::new(self.jobs(), self.known.clone()));
        self.ahead = Some(ahead.clone());
        let input = self.best.clone();
        let steering = self.options.steering.following();
        let (tests, deadline) = (self.options.tests, self.options.deadline);
        let terms = RehearsalTerms { input: &input, tests, deadline, steering: &steering };
        std::thread::scope(|scope| {
            let (ahead, sender, rehearsal) = (&ahead, &sender, &rehearsal);
            for place in [0, 1] {
                scope.spawn(move || ahead.rehearse(place, sender, terms, rehearsal));
            }
            let _ending = EndGuard(ahead);
            let result = body(self);
            self.stop_rehearsing();
            result
        })
    }

    /// Returns how many questions the search should ask at the same time: one while rehearsals keep the other workers
    /// busy.
    pub(crate) fn width(&self) -> usize {
        if self.ahead.is_some() { 1 } else { self.jobs() }
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

    /// Gives a foreseen text to a worker, unless its verdict is known or the lead has changed since.
    pub(super) fn foresee(&mut self, wanted: ForeseenText) {
        let ForeseenText { turn, digest, text } = wanted;
        if self.ahead.as_ref().and_then(|ahead| ahead.turn()) != Some(turn) || self.known.contains_key(&digest) {
            return;
        }
        match self.by_digest.get(&digest).and_then(|first| self.running.get_mut(first)) {
            Some(running) => running.foreseen = Some(turn),
            None => {
                self.make_room();
                let number = self.next_ticket;
                self.next_ticket += 1;
                self.give_away(text, number, JudgedText { foreseen: Some(turn), ..JudgedText::new(digest) });
            }
        }
    }

    /// Frees a worker for a text that is needed, or expected to be. It kills the last run that nobody waits for, preferably one
    /// from before the last change of lead.
    pub(super) fn make_room(&mut self) {
        let Some(ahead) = self.ahead.as_ref().filter(|_| self.running.len() >= self.jobs()) else { return };
        let turn = ahead.turn();
        let idle = self.running.iter().filter(|(_, running)| running.tickets.is_empty());
        let last = idle.max_by_key(|&(&id, running)| (running.foreseen != turn, id));
        let Some((&id, running)) = last else { return };
        if running.foreseen == turn {
            ahead.change_lead();
        }
        self.kill(id);
    }

    /// Passes a verdict on to the rehearsals. If they are over, for example after too many misses, frees their workers.
    pub(super) fn tell(&mut self, digest: Digest, verdict: Verdict, was_asked: bool) {
        if let Some(ahead) = &self.ahead {
            ahead.learn(digest, verdict, was_asked);
            if ahead.turn().is_none() {
                self.stop_rehearsing();
            }
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
                let _ = trial.judge(&[[number; 3]]);
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
    fn a_rehearsal_of_no_use_is_given_up() {
        let options = TrialOptions { jobs: 2, ..TrialOptions::default() };
        Trial::run(&|_: &[u8]| false, &options, None, b"", |trial| {
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
            // That it is one too many shows when the eleventh is counted, which may have been judged then.
            assert!((10..=11).contains(&seen.into_inner().unwrap().len()), "with {jobs} jobs");
        }
    }
}
