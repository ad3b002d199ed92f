//! Verdicts about the same patch of an earlier text, and how often a verdict repeats them.
//!
//! The workers test the next questions in case that all answers are no. If one of them is a yes, the search goes on from another
//! text, but it proposes most of the other patches again. Their verdicts are then known for the old text, and hardly ever change.

use std::collections::HashMap;

use super::patch::Patch;
use crate::digest::Digest;

/// Verdicts by patch.
#[derive(Default)]
pub(super) struct SimilarVerdicts {
    by_key: HashMap<u64, Vec<(Patch, bool)>>,
    /// How often the answer was yes where a similar one was no, and where it was yes.
    repeats: [Repeats; 2],
}

/// Counts of answers.
#[derive(Default)]
struct Repeats {
    yes: f64,
    all: f64,
}

/// Verdicts that the first assumption is worth: a similar verdict is right nine times out of ten.
const PRIOR_VERDICTS: f64 = 4.0;
const PRIOR_RIGHT: f64 = 0.9;

impl SimilarVerdicts {
    /// Records the verdict about a text that a patch leads to.
    pub(super) fn add(&mut self, patch: Patch, is_yes: bool) {
        self.by_key.entry(patch.key).or_default().push((patch, is_yes));
    }

    /// Returns the latest verdict about a patch of another text, if that text is interesting. The verdict about a patch of a boring
    /// text says nothing.
    pub(super) fn about(&self, patch: Patch, is_interesting: impl Fn(Digest) -> bool) -> Option<bool> {
        let mut others = self.by_key.get(&patch.key)?.iter().rev();
        let about = |other: &Patch| other.base != patch.base && is_interesting(other.base);
        others.find(|(other, _)| about(other)).map(|&(_, is_yes)| is_yes)
    }

    /// Returns whether a patch is known to be boring, by a verdict that was asked for in the same round.
    pub(super) fn refutes(&self, patch: Patch, is_interesting: impl Fn(Digest) -> bool) -> bool {
        let others = self.by_key.get(&patch.key).into_iter().flatten().rev();
        let mut about = others.filter(|(other, _)| other.round == patch.round && other.base != patch.base);
        about.find(|(other, _)| is_interesting(other.base)).is_some_and(|&(_, is_yes)| !is_yes)
    }

    /// Learns whether a verdict repeats a similar one.
    pub(super) fn learn(&mut self, similar: bool, is_yes: bool) {
        let repeats = &mut self.repeats[usize::from(similar)];
        repeats.all += 1.0;
        repeats.yes += f64::from(u8::from(is_yes));
    }

    /// Returns the probability of a yes, given a similar verdict.
    pub(super) fn probability(&self, similar: bool) -> f64 {
        let Repeats { yes, all } = &self.repeats[usize::from(similar)];
        let prior = if similar { PRIOR_RIGHT } else { 1.0 - PRIOR_RIGHT };
        (yes + PRIOR_VERDICTS * prior) / (all + PRIOR_VERDICTS)
    }
}

#[cfg(test)]
mod tests {
    use super::SimilarVerdicts;
    use crate::digest::Digest;
    use crate::speculation::patch::Patch;

    #[test]
    fn only_another_interesting_text_says_something() {
        let [first, second, boring] = [b"1", b"2", b"3"].map(|text| Digest::of(text));
        let mut similar = SimilarVerdicts::default();
        similar.add(Patch { base: first, key: 7, round: 0 }, true);
        similar.add(Patch { base: boring, key: 7, round: 0 }, false);
        let about = |base, key| similar.about(Patch { base, key, round: 0 }, |base| base != boring);
        assert_eq!((about(second, 7), about(first, 7), about(second, 8)), (Some(true), None, None));
    }

    #[test]
    fn the_rates_are_learnt() {
        let mut similar = SimilarVerdicts::default();
        assert!(similar.probability(true) > 0.8 && similar.probability(false) < 0.2);
        (0..20).for_each(|_| similar.learn(true, false));
        assert!(similar.probability(true) < 0.2);
    }
}
