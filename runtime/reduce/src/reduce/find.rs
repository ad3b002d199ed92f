//! Finds the first interesting candidate of a list: a window of candidates is judged, and they are counted in the order of the list.
//! The excursion, the leash of the stage and the steps of the pass say when no more are asked.

use super::Search;
use super::excursion::Excursion;
use super::window::{PreparedCandidate, Window};
use crate::edit::Candidate;
use grammarc_trial::oracle::Verdict;
use grammarc_trial::trial::{Recalled, Skip, Stop};

/// Builds the text of a candidate, or says why it must not be tested.
pub(super) type Prepare<'s, 't> = fn(&Search<'s, 't>, Candidate) -> Result<PreparedCandidate, Skip>;

impl<'s, 't> Search<'s, 't> {
    /// Finds the first interesting candidate and returns its number. `next` receives the number of candidates decided so far.
    pub(super) fn find(
        &mut self,
        next: &mut dyn FnMut(usize) -> Option<Candidate>,
        prepare: Prepare<'s, 't>,
    ) -> Result<Option<(usize, PreparedCandidate)>, Stop> {
        let mut window = Window::new();
        let found = self.find_in(&mut window, next, prepare);
        window.cancel(self.trial);
        Ok(found?.map(|prepared| (window.gone - 1, prepared)))
    }

    /// Finds the first interesting candidate. Candidates behind it may still be running: they are left in the window.
    fn find_in(
        &mut self,
        window: &mut Window,
        next: &mut dyn FnMut(usize) -> Option<Candidate>,
        prepare: Prepare<'s, 't>,
    ) -> Result<Option<PreparedCandidate>, Stop> {
        let (mut exhausted, mut gives_up) = (false, false);
        loop {
            while !exhausted && window.wants_more(self.trial) && self.may_ask() {
                // Check here too, because thousands of candidates may be skipped without a run.
                self.trial.check_interrupt()?;
                let (proposed, taken) = Self::proposed(|| next(window.gone));
                let steps = taken + self.steps_to_prepare();
                match proposed {
                    Some(Some(_))
                        if window.is_empty()
                            && let Some(recalled) = self.trial.recall() =>
                    {
                        self.recall(window, recalled, steps)?
                    }
                    Some(Some(candidate)) => window.push(prepare(self, candidate), steps, self.trial),
                    Some(None) => exhausted = true,
                    None => (exhausted, gives_up) = (true, true),
                }
                if let Some(found) = self.settle(window)? {
                    return Ok(Some(found));
                }
            }
            if let Some(found) = self.settle(window)? {
                return Ok(Some(found));
            }
            if window.is_empty() {
                // Only now, because a candidate before that may have been interesting.
                if gives_up {
                    self.work.give_up();
                }
                return Ok(None);
            }
            window.wait(self.trial)?;
        }
    }

    /// Counts the decided candidates at the front of the window. Stops at the first interesting one and returns it.
    fn settle(&mut self, window: &mut Window) -> Result<Option<PreparedCandidate>, Stop> {
        while let Some((prepared, verdict, steps)) = window.pop(self.trial, &mut self.work) {
            if !self.may_ask() {
                // Those behind it leave the window, too: nobody would wait for a candidate that is judged already.
                continue;
            }
            let tests = self.tests();
            self.trial.count(&prepared.text)?;
            self.work.add(steps, self.tests() > tests);
            self.counted(verdict);
            if verdict == Verdict::Interesting {
                return Ok(Some(prepared));
            }
        }
        Ok(None)
    }

    /// Passes over a candidate that a rehearsal knows not to be interesting.
    fn recall(&mut self, window: &mut Window, recalled: Recalled, steps: u64) -> Result<(), Stop> {
        window.gone += 1;
        let tests = self.tests();
        match recalled {
            Recalled::Skipped(reason) => self.trial.skip(reason),
            Recalled::Asked(digest, verdict) => {
                self.trial.count_recalled(digest, Some(verdict))?;
                self.counted(verdict);
            }
            Recalled::Assumed(digest) => {
                self.trial.count_recalled(digest, None)?;
                self.counted(Verdict::Boring);
            }
        }
        self.work.add(steps, self.tests() > tests);
        Ok(())
    }

    fn counted(&mut self, verdict: Verdict) {
        self.excursions.iter_mut().for_each(Excursion::count);
        self.unresolved += u64::from(verdict == Verdict::Unresolved);
    }

    /// Returns whether the excursion and the stage have tests left, and the pass has not given up.
    fn may_ask(&self) -> bool {
        let on_leash = self.leash.is_none_or(|leash| leash.may_ask(self.tests()));
        on_leash && !self.work.is_over() && !self.is_skipped() && self.excursions.iter().all(Excursion::may_ask)
    }
}
