//! Speculation in virtual time: each verdict takes one round, whatever the machine does. Tests and benchmarks count rounds.
//!
//! [`search`] explores the decision tree by the search itself. [`sequence`] needs only a record of its questions: places
//! off the way of the search then get the guesses of the recorded questions at the same depth. That takes milliseconds. The
//! search itself needs up to a quarter fewer rounds, because it knows which questions are about the same change.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use grammarc_runtime::oracle::{Oracle, OracleError, Run, Verdict};
use grammarc_runtime::trial::{Digest, Trial, TrialOptions};
use grammarc_trial::speculation::guess::Guesser;
use grammarc_trial::speculation::patch::Patch;
use grammarc_trial::speculation::path::{GuessPath, PathStep};
use grammarc_trial::speculation::tree::{GuessTree, PlaceId};
use grammarc_trial::speculation::{Recalled, Script};

/// A question of a search, in the order in which it was asked.
#[derive(Debug, Clone, Copy)]
pub struct RecordedQuestion {
    /// The probability of a yes that was guessed.
    pub guess: f64,
    /// The verdict.
    pub is_yes: bool,
}

/// What a search costs in virtual time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rounds {
    /// Number of rounds: in each, every job judges one text.
    pub rounds: u64,
    /// Runs of the oracle.
    pub runs: u64,
    /// How often the search was begun to find questions.
    pub replays: u64,
    /// How often the tree was forgotten, because a verdict was against an assumption.
    pub contradictions: usize,
}

/// Records the questions of a search.
pub fn record(
    input: &[u8],
    is_yes: &(dyn Fn(&[u8]) -> bool + Sync),
    search: &dyn Fn(&mut Trial<'_>),
) -> Vec<RecordedQuestion> {
    let record = Mutex::new((Guesser::new(input), Vec::new()));
    let oracle = |text: &[u8]| {
        let is_yes = is_yes(text);
        let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
        if text != input {
            let guess = record.0.guess(text);
            record.0.learn(text, &guess, is_yes);
            record.1.push(RecordedQuestion { guess: guess.yes, is_yes });
        }
        is_yes
    };
    Trial::run(&oracle, &TrialOptions::default(), None, input, search);
    record.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

/// Counts the rounds of a recorded search with a number of jobs. A text is judged ahead of time if it is needed with a
/// probability of at least `least`.
pub fn sequence(questions: &[RecordedQuestion], jobs: usize, least: f64) -> Rounds {
    let mut tree = GuessTree::new(HashMap::new());
    // The depth of each place, and whether the search comes there.
    let mut depths: HashMap<PlaceId, (usize, bool)> = HashMap::from([(tree.root(), (0, true))]);
    let mut rounds = Rounds::default();
    loop {
        let mut plan = tree.plan(jobs, least);
        while !plan.open.is_empty() {
            for (place, _) in plan.open {
                let (depth, is_right) = depths[&place];
                let Some(question) = questions.get(depth) else {
                    tree.end(place);
                    continue;
                };
                let text = format!("{depth} {}", if is_right { 0 } else { depths.len() });
                let digest = Digest::of(text.as_bytes());
                // Nothing is similar to it.
                let patch = Patch { base: digest, key: depths.len() as u64, round: 0 };
                let asked = tree.ask(place, (digest, text.as_bytes()), (patch, question.guess));
                asked.expect("nobody came here before");
                for is_yes in [false, true] {
                    let after = tree.after(place, is_yes).expect("it has a question now");
                    depths.insert(after, (depth + 1, is_right && is_yes == question.is_yes));
                }
            }
            plan = tree.plan(jobs, least);
        }
        if plan.wanted.is_empty() {
            return rounds;
        }
        rounds.rounds += 1;
        rounds.runs += plan.wanted.len() as u64;
        for wanted in plan.wanted {
            let text = String::from_utf8_lossy(&wanted.text).into_owned();
            let (depth, is_right) = text.split_once(' ').expect("it was made above");
            let depth: usize = depth.parse().expect("it was made above");
            tree.learn(wanted.digest, Verdict::from(is_right == "0" && questions[depth].is_yes));
        }
    }
}

/// Counts the rounds of a search with the jobs of some options. Its tree is explored by running it again and again.
pub fn search(
    input: &[u8],
    options: &TrialOptions,
    is_yes: &(dyn Fn(&[u8]) -> bool + Sync),
    search: &dyn Fn(&mut Trial<'_>),
) -> Rounds {
    let &TrialOptions { jobs, least_chance: least, merge, .. } = options;
    let known = HashMap::from([(Digest::of(input), Verdict::Interesting)]);
    let tree = Mutex::new(GuessTree::new(known).merging(merge));
    let lock = || tree.lock().unwrap_or_else(PoisonError::into_inner);
    let contradictions = AtomicUsize::new(0);
    let mut rounds = Rounds::default();
    loop {
        let mut plan = lock().plan(jobs, least);
        while let Some(&(target, _)) = plan.open.first() {
            let interrupted = Arc::new(AtomicBool::new(false));
            let mut path = GuessPath::new(input);
            path.head_for(target);
            let explorer = Explorer {
                tree: &tree,
                path: Mutex::new(path),
                jobs,
                least,
                ended: interrupted.clone(),
                contradictions: &contradictions,
            };
            let options = TrialOptions { interrupted, merge, ..TrialOptions::default() };
            Trial::run_by(Some(&explorer), &explorer, &options, None, input.into(), search);
            rounds.replays += 1;
            if !explorer.ended.load(Ordering::Relaxed) {
                explorer.path.into_inner().unwrap_or_else(PoisonError::into_inner).end(&mut lock());
            }
            plan = lock().plan(jobs, least);
        }
        if plan.wanted.is_empty() {
            rounds.contradictions = contradictions.into_inner();
            return rounds;
        }
        rounds.rounds += 1;
        rounds.runs += plan.wanted.len() as u64;
        for wanted in plan.wanted {
            lock().learn(wanted.digest, Verdict::from(is_yes(&wanted.text)));
        }
    }
}

/// The oracle of a search that finds questions, and ends where it has no more places to go.
struct Explorer<'t> {
    tree: &'t Mutex<GuessTree>,
    path: Mutex<GuessPath>,
    jobs: usize,
    least: f64,
    ended: Arc<AtomicBool>,
    contradictions: &'t AtomicUsize,
}

impl Script for Explorer<'_> {
    fn recall(&self) -> Option<Recalled> {
        None
    }

    fn moved(&self) {}

    fn assumes(&self, text: &[u8]) -> bool {
        let mut path = self.path.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tree = self.tree.lock().unwrap_or_else(PoisonError::into_inner);
        path.assume(text, &mut tree).unwrap_or_else(|_| {
            self.contradicted(&mut tree);
            false
        })
    }

    fn renew(&self) -> bool {
        self.path.lock().unwrap_or_else(PoisonError::into_inner).renew()
    }
}

impl Explorer<'_> {
    /// Starts again. That happens if a verdict is against an assumption.
    fn contradicted(&self, tree: &mut GuessTree) {
        self.contradictions.fetch_add(1, Ordering::Relaxed);
        tree.restart();
        self.ended.store(true, Ordering::Relaxed);
    }
}

impl Oracle for Explorer<'_> {
    fn judge(&self, text: &[u8], _: &Run<'_>) -> Result<Verdict, OracleError> {
        let mut path = self.path.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(verdict) = path.ask(text) {
            return Ok(verdict);
        }
        let mut tree = self.tree.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match path.step(&mut tree) {
                Ok(PathStep::Take(verdict)) => return Ok(verdict),
                Ok(PathStep::Wait) => {}
                Ok(PathStep::Lost) => return Err(OracleError::new("nobody else prunes the tree")),
                Err(_) => {
                    self.contradicted(&mut tree);
                    return Ok(Verdict::Unresolved);
                }
            }
            let place = path.place();
            let open = tree.plan(self.jobs, self.least).open;
            let below =
                open.iter().find(|&&(target, _)| place.is_some_and(|place| tree.towards(place, target).is_some()));
            let Some(&(target, _)) = below else {
                self.ended.store(true, Ordering::Relaxed);
                return Ok(Verdict::Unresolved);
            };
            path.head_for(target);
        }
    }
}
