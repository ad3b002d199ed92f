//! Guesses verdicts from the last ones in like cases.
//!
//! This is branch prediction: several simple predictors vote, and those that were right of late weigh most. S. McFarling,
//! *Combining Branch Predictors*, DEC WRL TN-36, 1993.

use std::collections::HashMap;

use crate::oracle::Verdict;

/// Number of verdicts before a text that make up its history, as in branch prediction. They give 8 cases, so each soon
/// has a count.
const HISTORY_VERDICTS: usize = 3;
/// The limit of the saturating counters, in verdicts: a few verdicts the other way change a guess.
const MAX_COUNT: i8 = 2;
/// The factor by which a vote's weight decays with each verdict, so that about the last ten count.
const WEIGHT_DECAY: f64 = 0.9;

/// Guesses the verdicts about texts, in the order of the questions.
pub(super) struct Guesser {
    /// The length of the last interesting text.
    length: usize,
    /// The last verdicts, one bit each.
    past: usize,
    /// For each way to tell cases apart, one vote; and one that always says no.
    votes: [Vote; 4],
}

#[derive(Default)]
struct Vote {
    /// A saturating counter for each case: above zero, the vote is yes.
    cases: HashMap<usize, i8>,
    /// How often it was right of late, from 0 to 1.
    weight: f64,
}

impl Guesser {
    pub(super) fn new(length: usize) -> Self {
        Self { length, past: 0, votes: Default::default() }
    }

    pub(super) fn guess(&self, text: &[u8]) -> Verdict {
        let votes = self.votes.iter().zip(self.cases(text));
        let sum: f64 = votes.map(|(vote, case)| if vote.says_yes(case) { vote.weight } else { -vote.weight }).sum();
        Verdict::from(sum > 0.0)
    }

    pub(super) fn learn(&mut self, text: &[u8], verdict: Verdict) {
        let is_yes = verdict == Verdict::Interesting;
        let cases = self.cases(text);
        self.votes.iter_mut().zip(cases).for_each(|(vote, case)| vote.learn(case, is_yes));
        self.past = (2 * self.past + usize::from(is_yes)) % (1 << HISTORY_VERDICTS);
        if is_yes {
            self.length = text.len();
        }
    }

    /// Returns the case of a text for each vote: by the number of removed bytes, by their share of the text, by the
    /// verdicts before. For example, of 1,000 bytes 100 are removed: the first two cases are 6, from 64 bytes on, and
    /// 0, less than a quarter.
    fn cases(&self, text: &[u8]) -> [Option<usize>; 4] {
        let gone = self.length.saturating_sub(text.len());
        [Some(gone.max(1).ilog2() as usize), Some(4 * gone / self.length.max(1)), Some(self.past), None]
    }
}

impl Vote {
    fn says_yes(&self, case: Option<usize>) -> bool {
        case.and_then(|case| self.cases.get(&case)).is_some_and(|&count| count > 0)
    }

    fn learn(&mut self, case: Option<usize>, is_yes: bool) {
        let was_right = self.says_yes(case) == is_yes;
        self.weight = WEIGHT_DECAY * self.weight + if was_right { 1.0 - WEIGHT_DECAY } else { 0.0 };
        if let Some(case) = case {
            let count = self.cases.entry(case).or_default();
            *count = (*count + if is_yes { 1 } else { -1 }).clamp(-MAX_COUNT, MAX_COUNT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Guesser;
    use crate::oracle::Verdict::{self, Boring, Interesting};

    /// Returns how many of the last 20 verdicts were guessed right.
    fn right(verdicts: impl Fn(usize) -> (usize, Verdict)) -> usize {
        let mut guesser = Guesser::new(1000);
        let mut length = 1000;
        let guesses = (0..40).map(|number| {
            let (gone, verdict) = verdicts(number);
            let text = vec![b'x'; length - gone];
            let guess = guesser.guess(&text);
            guesser.learn(&text, verdict);
            if verdict == Interesting {
                length = text.len();
            }
            guess == verdict
        });
        guesses.skip(20).filter(|&is_right| is_right).count()
    }

    #[test]
    fn what_comes_again_is_foreseen() {
        assert_eq!(right(|_| (1, Boring)), 20);
        assert_eq!(right(|_| (1, Interesting)), 20);
        assert_eq!(
            right(|number| if number * number % 7 < 3 { (3, Interesting) } else { (300, Boring) }),
            20,
            "by size"
        );
    }

    #[test]
    fn a_first_guess_is_no() {
        assert_eq!(Guesser::new(0).guess(b""), Boring);
    }
}
