//! Whether rehearsing pays: the mean time of the oracle against the mean time that a rehearsal takes to its next question.

use std::time::Duration;

/// The share of the latest time in a mean: about the last eight count.
const LATEST_SHARE: f64 = 1.0 / 8.0;
/// The factor by which the mean time of rehearsals falls at each verdict while they rest, so that they begin again later. Texts
/// get smaller, and rehearsals faster. For example, one that took twice as long as the oracle is tried again after 35
/// verdicts.
const REST_DECAY: f64 = 0.98;
/// How many times its own time a replay must save if the question is less likely than not: there are many such questions, and most
/// of them are never asked.
const REPLAY_GAIN: f64 = 16.0;

/// Mean times in seconds; none is known at first.
#[derive(Debug, Default)]
pub(super) struct Pace {
    oracle: Option<f64>,
    /// From one target of a rehearsal to the next.
    question: Option<f64>,
    /// The same for those that begin again from the start.
    replay: Option<f64>,
}

impl Pace {
    /// Records the time of one verdict.
    pub(super) fn judged(&mut self, took: Duration) {
        if !self.is_worth_it() {
            self.question = self.question.map(|mean| mean * REST_DECAY);
        }
        if !self.is_worth_a_replay(1.0) {
            self.replay = self.replay.map(|mean| mean * REST_DECAY);
        }
        record(&mut self.oracle, took);
    }

    /// Records the time that a rehearsal took to its target.
    pub(super) fn arrived(&mut self, took: Duration, is_replay: bool) {
        record(&mut self.question, took);
        if is_replay {
            record(&mut self.replay, took);
        }
    }

    /// Returns whether rehearsals find questions sooner than the oracle answers them.
    pub(super) fn is_worth_it(&self) -> bool {
        at_most(self.question, self.oracle)
    }

    /// Returns whether a rehearsal should begin again for a question that will be asked with this probability: only if that
    /// saves more time than it takes, or much more if others are likelier.
    pub(super) fn is_worth_a_replay(&self, chance: f64) -> bool {
        let gain = if chance > 0.5 { 1.0 } else { REPLAY_GAIN };
        at_most(self.replay.map(|time| time * gain), self.oracle.map(|time| time * chance))
    }
}

fn record(mean: &mut Option<f64>, time: Duration) {
    let time = time.as_secs_f64();
    *mean = Some(mean.map_or(time, |mean| mean + LATEST_SHARE * (time - mean)));
}

/// Returns whether a time is at most another one, as far as both are known.
fn at_most(time: Option<f64>, other: Option<f64>) -> bool {
    time.zip(other).is_none_or(|(time, other)| time <= other)
}

#[cfg(test)]
mod tests {
    use super::Pace;
    use std::time::Duration;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn rehearsals_rest_while_the_oracle_is_faster_and_begin_again() {
        let mut pace = Pace::default();
        assert!(pace.is_worth_it());
        pace.arrived(2 * MS, false);
        pace.judged(5 * MS);
        assert!(pace.is_worth_it());
        (0..20).for_each(|_| pace.judged(MS));
        assert!(!pace.is_worth_it());
        let rest = (1..).find(|_| {
            pace.judged(MS);
            pace.is_worth_it()
        });
        assert!((20..60).contains(&rest.expect("they begin again")));
    }

    #[test]
    fn a_replay_must_save_more_than_it_takes() {
        let mut pace = Pace::default();
        pace.arrived(10 * MS, true);
        pace.judged(400 * MS);
        assert!(pace.is_worth_a_replay(0.6) && pace.is_worth_a_replay(0.45) && !pace.is_worth_a_replay(0.3));
    }

    #[test]
    fn replays_that_take_too_long_are_tried_again() {
        let mut pace = Pace::default();
        pace.arrived(20 * MS, true);
        pace.arrived(MS, false);
        (0..20).for_each(|_| pace.arrived(MS, false));
        pace.judged(10 * MS);
        assert!(pace.is_worth_it() && !pace.is_worth_a_replay(1.0));
        let rest = (1..).find(|_| {
            pace.judged(10 * MS);
            pace.is_worth_a_replay(1.0)
        });
        assert!((20..60).contains(&rest.expect("they begin again")));
    }
}
