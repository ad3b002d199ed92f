//! At the end of a stage: is the current text still interesting? If not, back to the last one that is. A flaky oracle
//! may have said yes by chance, and the next stage should not build on that.

use std::rc::Rc;

use super::Search;
use grammarc_core::order;
use grammarc_trial::trial::{SharedText, Splice, Stop};

impl Search<'_, '_> {
    /// Has the current text judged once more, at the end of a stage and never during an excursion. If it does not
    /// hold, the oracle is flaky: from then on runs are repeated, and the search goes back to the last text that
    /// holds. Returns whether all earlier results stand.
    ///
    /// # Errors
    /// If the trial must stop.
    pub fn confirm(&mut self) -> Result<bool, Stop> {
        if self.history.is_empty() || !self.excursions.is_empty() {
            // The input was judged before the search began.
            return Ok(true);
        }
        let was_steady = self.trial.rate().is_none();
        let best = self.best.clone();
        if self.trial.still_holds(&best)? {
            return Ok(was_steady == self.trial.rate().is_none());
        }
        let place = self.last_that_holds()?;
        self.roll_back(place)?;
        Ok(false)
    }

    /// Finds the last committed text that holds: goes back 1, 2, 4 … commits, then bisects between the last two places.
    /// The input counts as one that holds. For example, of 10 commits it judges the 9th, the 7th and the 3rd, if none
    /// of them holds.
    fn last_that_holds(&mut self) -> Result<usize, Stop> {
        let (mut bad, mut step) = (self.history.len(), 1);
        let mut good = 0;
        while bad > 0 {
            let place = bad.saturating_sub(step);
            if place == 0 || self.holds_at(place)? {
                good = place;
                break;
            }
            (bad, step) = (place, 2 * step);
        }
        while good + 1 < bad {
            let place = good.midpoint(bad);
            if self.holds_at(place)? { good = place } else { bad = place }
        }
        Ok(good)
    }

    fn holds_at(&mut self, place: usize) -> Result<bool, Stop> {
        let text = self.texts_back_to(place).last().unwrap_or_else(|| self.best.clone());
        self.trial.still_holds(&text)
    }

    /// Returns the texts before the best, the latest first, back to the one after `place` commits.
    fn texts_back_to(&self, place: usize) -> impl Iterator<Item = SharedText> {
        let mut text = self.best.clone();
        self.history[place..].iter().rev().map_while(move |back: &Splice| {
            text = back.apply(&text)?.into();
            Some(text.clone())
        })
    }

    fn roll_back(&mut self, place: usize) -> Result<(), Stop> {
        let mut dropped = vec![self.trial.digest_of(&self.best)];
        let mut text = self.best.clone();
        for earlier in self.texts_back_to(place) {
            dropped.push(self.trial.digest_of(&earlier));
            text = earlier;
        }
        dropped.pop();
        self.history.truncate(place);
        self.view = Rc::new(self.languages().view(&text));
        self.parsed = Rc::downgrade(&self.view);
        self.valid = self.valid.take().filter(|valid| order::compare(valid, &text).is_ge());
        self.best = text;
        self.trial.rolled_back(&self.best, &dropped)
    }
}
