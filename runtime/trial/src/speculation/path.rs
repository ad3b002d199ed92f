//! One way through the decision tree: the verdicts that one rehearsal gets, known ones and assumed ones.

use std::collections::HashMap;

use super::guess::{Guess, Guesser};
use super::tree::{Contradiction, GuessTree, PlaceId};
use crate::digest::Digest;
use crate::oracle::Verdict;

/// The position of a rehearsal, from the start of its search. It takes known verdicts up to the root of the tree. From there
/// on it assumes those that lead to its target.
pub struct GuessPath {
    /// The place of the present question; none before the root.
    place: Option<PlaceId>,
    /// The place to go to, where nobody knows the question.
    target: Option<PlaceId>,
    /// The verdicts of this path. A search never asks twice, but its result is looked at once more.
    verdicts: HashMap<Digest, Verdict>,
    pub guesser: Guesser,
    /// How often this path has forgotten all assumptions.
    round: u32,
    /// Whether a candidate of this round was not tested because its patch is boring for an earlier text.
    pub has_assumed: bool,
    question: Option<OwnQuestion>,
}

struct OwnQuestion {
    digest: Digest,
    text: Vec<u8>,
    guess: Guess,
}

/// How a path goes on from its question.
#[derive(Debug, PartialEq, Eq)]
pub enum PathStep {
    /// By this verdict.
    Take(Verdict),
    /// It waits for a target or the verdict.
    Wait,
    /// The search will not come this way.
    Lost,
}

impl GuessPath {
    pub fn new(input: &[u8]) -> Self {
        let (verdicts, guesser) = (HashMap::new(), Guesser::new(input));
        Self { place: None, target: None, verdicts, guesser, round: 0, has_assumed: false, question: None }
    }

    pub fn place(&self) -> Option<PlaceId> {
        self.place
    }

    /// Chooses where to go to.
    pub fn head_for(&mut self, target: PlaceId) {
        self.target = Some(target);
    }

    /// Takes the next question of the search. Returns its verdict if this path has it already.
    pub fn ask(&mut self, text: &[u8]) -> Option<Verdict> {
        let digest = Digest::of(text);
        if let Some(&verdict) = self.verdicts.get(&digest) {
            return Some(verdict);
        }
        if self.question.as_ref().is_none_or(|question| question.digest != digest) {
            let mut guess = self.guesser.guess(text);
            guess.patch.round = self.round;
            self.question = Some(OwnQuestion { digest, text: text.to_vec(), guess });
        }
        None
    }

    /// Returns whether a text is not tested, because its patch is boring for an earlier text. The path then goes on from it.
    pub fn assume(&mut self, text: &[u8], tree: &mut GuessTree) -> Result<bool, Contradiction> {
        if self.ask(text).is_some() {
            return Ok(false);
        }
        let Some(OwnQuestion { digest, guess, .. }) = &self.question else { return Ok(false) };
        if tree.verdict(*digest).is_some() || !tree.refutes(guess.patch) {
            return Ok(false);
        }
        Ok(self.step(tree)? != PathStep::Lost)
    }

    /// Forgets all assumptions. Returns whether there were any.
    pub fn renew(&mut self) -> bool {
        let has_assumed = std::mem::take(&mut self.has_assumed);
        self.round += u32::from(has_assumed);
        has_assumed
    }

    /// Goes on from the question if that is possible. The tree learns the question.
    ///
    /// # Errors
    /// If another path that got the same verdicts has another question.
    pub fn step(&mut self, tree: &mut GuessTree) -> Result<PathStep, Contradiction> {
        let Some(question) = &self.question else { return Ok(PathStep::Lost) };
        if let Some(verdict) = tree.verdict(question.digest) {
            return self.follow_known(tree, verdict);
        }
        if tree.refutes(question.guess.patch) {
            self.has_assumed = true;
            return self.follow_known(tree, Verdict::Boring);
        }
        // After following the record of the search for a while, it is at the root again.
        let place = self.place.filter(|&place| !tree.has_passed(place)).unwrap_or_else(|| tree.root());
        self.place = Some(place);
        if !tree.contains(place) {
            return Ok(PathStep::Lost);
        }
        tree.ask(place, (question.digest, &question.text), (question.guess.patch, question.guess.yes))?;
        let Some(is_yes) = self.target.and_then(|target| tree.towards(place, target)) else {
            self.target = None;
            return Ok(PathStep::Wait);
        };
        self.place = tree.after(place, is_yes);
        Ok(self.take(Verdict::from(is_yes)))
    }

    /// Records that the search is through.
    pub fn end(&mut self, tree: &mut GuessTree) {
        tree.end(self.place.filter(|&place| !tree.has_passed(place)).unwrap_or_else(|| tree.root()));
        self.target = None;
    }

    fn follow_known(&mut self, tree: &mut GuessTree, verdict: Verdict) -> Result<PathStep, Contradiction> {
        if let (Some(place), Some(question)) = (self.place, &self.question) {
            if tree.has_passed(place) || place == tree.root() {
                // The root stands for the first question without a verdict, which comes later.
                self.place = None;
            } else if tree.contains(place) {
                tree.ask(place, (question.digest, &question.text), (question.guess.patch, question.guess.yes))?;
                self.place = tree.after(place, verdict == Verdict::Interesting);
            } else {
                return Ok(PathStep::Lost);
            }
        }
        Ok(self.take(verdict))
    }

    fn take(&mut self, verdict: Verdict) -> PathStep {
        if let Some(OwnQuestion { digest, text, guess }) = self.question.take() {
            self.guesser.learn(&text, &guess, verdict == Verdict::Interesting);
            self.verdicts.insert(digest, verdict);
        }
        PathStep::Take(verdict)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{GuessPath, PathStep};
    use crate::digest::Digest;
    use crate::oracle::Verdict::{self, Boring, Interesting};
    use crate::speculation::tree::GuessTree;

    const INPUT: &[u8] = b"abcd";

    /// Takes a path by the verdicts about `abc`, without `d`, and `abd`, without `c`, both of which are known.
    fn path(tree: &mut GuessTree, verdicts: [(&[u8], Verdict); 2]) -> GuessPath {
        let mut path = GuessPath::new(INPUT);
        for (text, verdict) in verdicts {
            assert_eq!(path.ask(text), None);
            path.step(tree).expect("it is the only path");
            tree.learn(Digest::of(text), verdict);
            assert_eq!(path.step(tree), Ok(PathStep::Take(verdict)));
        }
        path
    }

    #[test]
    fn a_change_that_failed_is_assumed_to_fail_until_the_end() {
        let known = HashMap::from([(Digest::of(INPUT), Interesting)]);
        for merges in [false, true] {
            let mut tree = GuessTree::new(known.clone()).merging(merges);
            let mut path = path(&mut tree, [(b"abc", Boring), (b"abd", Interesting)]);
            // The `d` was needed in `abcd`, and nothing is known of the `b`.
            assert_eq!(path.assume(b"ab", &mut tree), Ok(merges));
            assert_eq!(path.assume(b"ad", &mut tree), Ok(false));
            assert_eq!(path.renew(), merges);
            assert_eq!((path.assume(b"ab", &mut tree), path.renew()), (Ok(false), false));
        }
    }

    #[test]
    fn a_change_of_a_boring_text_says_nothing() {
        let mut tree = GuessTree::new(HashMap::new()).merging(true);
        let mut path = path(&mut tree, [(b"abc", Boring), (b"abd", Interesting)]);
        assert_eq!(path.assume(b"ab", &mut tree), Ok(false), "nobody has judged the input");
    }
}
