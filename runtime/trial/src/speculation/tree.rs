//! The decision tree of a search: its next questions, each with the probability that it is ever asked.
//!
//! The root is the first question without a verdict. Behind each question there are two nodes, one for each verdict, and a
//! node becomes a question when some rehearsal has come to it. The jobs go to the likeliest questions, wherever they are.
//! For example, with probabilities of yes of 10 % and then 40 %, a third job goes to the second question after a no and
//! not to the one after a yes:
//!
//! ```text
//! question 1 ── no 90 % ── question 2 ── no 54 % ── not yet asked
//!            │                        └─ yes 36 % ─ not yet asked
//!            └─ yes 10 % ─ not yet asked
//! ```
//!
//! It is a data structure without threads and clocks, so a test can drive it in virtual time.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::patch::Patch;
use super::similar::SimilarVerdicts;
use crate::digest::Digest;
use crate::oracle::Verdict;
use crate::shared::SharedText;

/// The number of a node. Numbers are never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(u64);

/// What is known of the next questions, and all verdicts.
pub struct GuessTree {
    verdicts: HashMap<Digest, Verdict>,
    similar: SimilarVerdicts,
    /// The patches that lead to the texts without a verdict.
    patches: HashMap<Digest, Vec<Patch>>,
    /// Whether a boring patch of a text is taken to be boring for later texts, too.
    merges: bool,
    places: HashMap<PlaceId, GuessPlace>,
    root: PlaceId,
    /// Former roots, all of which the search has passed or will pass.
    passed: HashSet<PlaceId>,
    next: u64,
    /// Whether a question has been added since someone looked.
    has_grown: bool,
}

struct GuessPlace {
    parent: Option<PlaceId>,
    state: PlaceState,
}

enum PlaceState {
    /// No rehearsal has come here.
    Open,
    Asked(Question),
    /// The search ends here.
    End,
}

struct Question {
    digest: Digest,
    text: SharedText,
    patch: Patch,
    /// The probability of a yes, as far as nothing similar was judged.
    yes: f64,
    /// The places after a no and after a yes.
    next: [PlaceId; 2],
}

/// The best use of some jobs: both lists have the likeliest first, and together no more entries than there are jobs.
#[derive(Default)]
pub struct Plan {
    /// Questions without a verdict.
    pub wanted: Vec<WantedText>,
    /// Places where nobody knows the question.
    pub open: Vec<(PlaceId, f64)>,
}

/// A text to be judged.
pub struct WantedText {
    pub digest: Digest,
    pub text: SharedText,
    /// The probability that the search asks about it, on this way.
    pub chance: f64,
}

/// Two copies of a search asked different questions after the same verdicts.
#[derive(Debug, PartialEq, Eq)]
pub struct Contradiction;

impl GuessTree {
    pub fn new(verdicts: HashMap<Digest, Verdict>) -> Self {
        let root = PlaceId(0);
        let places = HashMap::from([(root, GuessPlace { parent: None, state: PlaceState::Open })]);
        let (similar, patches) = (SimilarVerdicts::default(), HashMap::new());
        let passed = HashSet::new();
        Self { verdicts, similar, patches, merges: false, places, root, passed, next: 1, has_grown: false }
    }

    /// Says whether a boring patch of a text is taken to be boring for later texts, too.
    pub fn merging(mut self, merges: bool) -> Self {
        self.merges = merges;
        self
    }

    pub fn merges(&self) -> bool {
        self.merges
    }

    pub fn verdict(&self, digest: Digest) -> Option<Verdict> {
        self.verdicts.get(&digest).copied()
    }

    /// Returns whether a patch is not tested again, because it was boring for an earlier text.
    pub fn refutes(&self, patch: Patch) -> bool {
        self.merges && self.similar.refutes(patch, |base| self.verdict(base) == Some(Verdict::Interesting))
    }

    /// Returns whether a text is not tested, because the patch that leads to it is boring for an earlier text.
    pub fn refutes_text(&self, digest: Digest, round: u32) -> bool {
        let mut patches = self.patches.get(&digest).into_iter().flatten();
        patches.any(|&patch| patch.round == round && self.refutes(patch))
    }

    /// Returns the verdict about the same patch of an earlier text.
    fn similar(&self, patch: Patch) -> Option<bool> {
        self.similar.about(patch, |base| self.verdict(base) == Some(Verdict::Interesting))
    }

    pub fn root(&self) -> PlaceId {
        self.root
    }

    /// Returns whether nobody knows the first question without a verdict.
    pub fn is_open(&self) -> bool {
        self.places.get(&self.root).is_none_or(|root| matches!(root.state, PlaceState::Open))
    }

    /// Returns whether the search may still come to a place.
    pub fn contains(&self, place: PlaceId) -> bool {
        self.places.contains_key(&place)
    }

    /// Returns whether the search is known to have come, or to come, past a place.
    pub fn has_passed(&self, place: PlaceId) -> bool {
        self.passed.contains(&place)
    }

    /// Returns the place after a verdict, if the question at `place` is known.
    pub fn after(&self, place: PlaceId, is_yes: bool) -> Option<PlaceId> {
        match &self.places.get(&place)?.state {
            PlaceState::Asked(question) => Some(question.next[usize::from(is_yes)]),
            PlaceState::Open | PlaceState::End => None,
        }
    }

    /// Records the question at a place.
    ///
    /// # Errors
    /// If it is known to be another one.
    pub fn ask(
        &mut self,
        place: PlaceId,
        (digest, text): (Digest, &[u8]),
        (patch, yes): (Patch, f64),
    ) -> Result<(), Contradiction> {
        match self.places.get(&place).map(|place| &place.state) {
            Some(PlaceState::Open) => {
                let next = [(); 2].map(|()| self.grow(place));
                self.set(place, PlaceState::Asked(Question { digest, text: text.into(), patch, yes, next }));
                match self.verdict(digest) {
                    Some(verdict) => self.similar.add(patch, verdict == Verdict::Interesting),
                    None => self.patches.entry(digest).or_default().push(patch),
                }
                self.has_grown = true;
                self.advance();
                Ok(())
            }
            Some(PlaceState::Asked(question)) if question.digest == digest => Ok(()),
            Some(_) => Err(Contradiction),
            None => Ok(()),
        }
    }

    /// Returns whether a question has been added since the last call.
    pub fn take_growth(&mut self) -> bool {
        std::mem::take(&mut self.has_grown)
    }

    /// Returns whether the first unknown question can be this one.
    pub fn expects(&self, digest: Digest) -> bool {
        match self.places.get(&self.root).map(|root| &root.state) {
            Some(PlaceState::Asked(question)) => question.digest == digest,
            Some(PlaceState::Open) | None => true,
            Some(PlaceState::End) => false,
        }
    }

    /// Forgets all questions, because the search has left the ways that they are on.
    pub fn restart(&mut self) {
        let root = PlaceId(self.next);
        self.next += 1;
        self.places = HashMap::from([(root, GuessPlace { parent: None, state: PlaceState::Open })]);
        self.root = root;
    }

    /// Records that the search ends at a place.
    pub fn end(&mut self, place: PlaceId) {
        self.set(place, PlaceState::End);
    }

    /// Records a verdict. Places that the search cannot come to any more are gone.
    pub fn learn(&mut self, digest: Digest, verdict: Verdict) {
        let is_yes = verdict == Verdict::Interesting;
        self.verdicts.insert(digest, verdict);
        for patch in self.patches.remove(&digest).into_iter().flatten() {
            self.similar.add(patch, is_yes);
        }
        self.advance();
    }

    /// Returns the verdict to assume at `place` on the way to `target`; none if that is not behind it.
    pub fn towards(&self, place: PlaceId, target: PlaceId) -> Option<bool> {
        let mut below = target;
        loop {
            let parent = self.places.get(&below)?.parent?;
            if parent == place {
                return Some(self.after(place, true) == Some(below));
            }
            below = parent;
        }
    }

    /// Returns the places from `place` back to the root, itself first.
    pub fn way_back(&self, place: PlaceId) -> impl Iterator<Item = PlaceId> {
        std::iter::successors(Some(place), |place| self.places.get(place)?.parent)
    }

    /// Returns the likeliest questions for some jobs, none with a probability below `least`.
    pub fn plan(&self, jobs: usize, least: f64) -> Plan {
        let (mut plan, mut seen) = (Plan::default(), HashSet::new());
        let mut likeliest = BinaryHeap::from([Likely { chance: 1.0, place: self.root }]);
        while plan.wanted.len() + plan.open.len() < jobs {
            let Some(Likely { chance, place }) = likeliest.pop().filter(|next| next.chance >= least) else { break };
            match &self.places[&place].state {
                PlaceState::Open => plan.open.push((place, chance)),
                PlaceState::End => {}
                PlaceState::Asked(Question { digest, text, patch, yes, next: [no, then] }) => {
                    let yes = match self.verdict(*digest) {
                        Some(verdict) => f64::from(u8::from(verdict == Verdict::Interesting)),
                        None if self.refutes(*patch) => 0.0,
                        None => {
                            // The same text may be asked about on several ways.
                            if seen.insert(*digest) {
                                plan.wanted.push(WantedText { digest: *digest, text: text.clone(), chance });
                            }
                            let similar = self.similar(*patch);
                            similar.map_or(*yes, |similar| self.similar.probability(similar))
                        }
                    };
                    let both = [(*no, 1.0 - yes), (*then, yes)];
                    let possible = both.into_iter().filter(|&(_, share)| share > 0.0);
                    likeliest.extend(possible.map(|(place, share)| Likely { chance: chance * share, place }));
                }
            }
        }
        plan
    }

    fn grow(&mut self, parent: PlaceId) -> PlaceId {
        let place = PlaceId(self.next);
        self.next += 1;
        self.places.insert(place, GuessPlace { parent: Some(parent), state: PlaceState::Open });
        place
    }

    fn set(&mut self, place: PlaceId, state: PlaceState) {
        if let Some(place) = self.places.get_mut(&place) {
            place.state = state;
        }
    }

    /// Moves the root to the first question without a verdict, and drops all other ways.
    fn advance(&mut self) {
        while let Some(PlaceState::Asked(question)) = self.places.get(&self.root).map(|root| &root.state) {
            let verdict = self.verdict(question.digest);
            if verdict.is_none() && !self.refutes(question.patch) {
                return;
            }
            let is_yes = verdict == Some(Verdict::Interesting);
            let similar = self.similar(question.patch).filter(|_| verdict.is_some());
            let [wrong, right] = [!is_yes, is_yes].map(|side| question.next[usize::from(side)]);
            if let Some(similar) = similar {
                self.similar.learn(similar, is_yes);
            }
            self.places.remove(&self.root);
            self.passed.insert(self.root);
            self.drop_from(wrong);
            self.root = right;
            if let Some(root) = self.places.get_mut(&right) {
                root.parent = None;
            }
        }
    }

    fn drop_from(&mut self, place: PlaceId) {
        let mut rest = vec![place];
        while let Some(place) = rest.pop() {
            if let Some(GuessPlace { state: PlaceState::Asked(question), .. }) = self.places.remove(&place) {
                rest.extend(question.next);
            }
        }
    }
}

/// A place with the probability that the search comes to it.
struct Likely {
    chance: f64,
    place: PlaceId,
}

impl Ord for Likely {
    fn cmp(&self, other: &Self) -> Ordering {
        // Of two that are as likely, the older one.
        self.chance.total_cmp(&other.chance).then(other.place.cmp(&self.place))
    }
}

impl PartialOrd for Likely {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Likely {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Likely {}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{Contradiction, GuessTree, PlaceId};
    use crate::digest::Digest;
    use crate::oracle::Verdict::{Boring, Interesting};
    use crate::speculation::patch::Patch;

    fn ask(tree: &mut GuessTree, place: PlaceId, text: &str, yes: f64) -> Result<(), Contradiction> {
        let (digest, key) = (Digest::of(text.as_bytes()), u64::from(text.as_bytes()[0]));
        tree.ask(place, (digest, text.as_bytes()), (Patch { base: Digest::of(b"input"), key, round: 0 }, yes))
    }

    fn asked(tree: &mut GuessTree, place: PlaceId, text: &str, yes: f64) -> [PlaceId; 2] {
        assert_eq!(ask(tree, place, text, yes), Ok(()));
        [false, true].map(|is_yes| tree.after(place, is_yes).expect("it has a question"))
    }

    fn wanted(tree: &GuessTree, jobs: usize) -> Vec<String> {
        let plan = tree.plan(jobs, 0.0);
        plan.wanted.iter().map(|wanted| String::from_utf8_lossy(&wanted.text).into_owned()).collect()
    }

    /// The tree of the first lines of this file, with a question after each verdict.
    fn tree() -> GuessTree {
        let mut tree = GuessTree::new(HashMap::new());
        let root = tree.root();
        let [no, yes] = asked(&mut tree, root, "1", 0.1);
        let [no_no, no_yes] = asked(&mut tree, no, "2", 0.4);
        asked(&mut tree, yes, "after yes", 0.1);
        asked(&mut tree, no_no, "3", 0.1);
        asked(&mut tree, no_yes, "after no, yes", 0.1);
        tree
    }

    #[test]
    fn the_jobs_go_to_the_likeliest_questions() {
        let tree = tree();
        assert_eq!(wanted(&tree, 3), ["1", "2", "3"]);
        // Below `3` and `after no, yes` there are likelier places, which nobody knows yet.
        assert_eq!(wanted(&tree, 9), ["1", "2", "3", "after no, yes", "after yes"]);
        let plan = tree.plan(4, 0.5);
        assert_eq!((plan.wanted.len(), plan.open.len()), (3, 0), "the others are needed less than every other time");
    }

    #[test]
    fn a_verdict_moves_the_root_and_drops_the_other_way() {
        let mut tree = tree();
        let first = tree.root();
        tree.learn(Digest::of(b"2"), Interesting);
        assert_eq!((tree.root(), wanted(&tree, 2)), (first, vec!["1".to_owned(), "after no, yes".to_owned()]));
        tree.learn(Digest::of(b"1"), Boring);
        assert_eq!(wanted(&tree, 2), ["after no, yes"]);
        assert!(tree.has_passed(first) && !tree.contains(first));
    }

    #[test]
    fn a_search_that_asks_something_else_is_noticed() {
        let mut tree = tree();
        let root = tree.root();
        assert_eq!(ask(&mut tree, root, "other", 0.5), Err(Contradiction));
        assert!(tree.expects(Digest::of(b"1")) && !tree.expects(Digest::of(b"2")));
    }
}
