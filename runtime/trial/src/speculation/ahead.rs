//! Speculation: rehearsals run the same search ahead of time, with assumed verdicts in the place of unknown ones.
//!
//! A search is a function of the verdicts, so assumed verdicts tell its questions after them. While the oracle works, a few
//! threads run the same search, each on another way through the [decision tree](super::tree): they take known verdicts up to
//! the first unknown one, and assume those that lead to a place where nobody knows the question. The workers get the likeliest
//! questions of the tree. The search itself asks one question after another, and finds most of them being judged, or judged,
//! already.
//!
//! A rehearsal waits at its last question, from where it can go on in both directions. If none waits on the way to a place
//! that is likely, then another begins again from the start. Runs about questions that the search cannot come to any more go
//! on until their workers are needed.
//!
//! For example, with four jobs and two rehearsals, A and B:
//!
//! ```text
//! A          assumes no, no              it finds questions 1, 2 and 3
//! B          assumes yes                 it finds question 2', which follows a yes
//! workers    1, 2, 3, 2'
//! verdict    1: yes                      2' is the next one; B goes on from there, and A begins again
//! ```

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::pace::Pace;
use super::path::{GuessPath, PathStep};
use super::script::{Recalled, Script, SearchRecord};
use super::tree::{GuessTree, PlaceId, Plan};
use crate::digest::Digest;
use crate::oracle::{Oracle, OracleError, Run, Verdict};

/// Bytes that the inputs of all rehearsals may have together, apart from the first two: each holds a tree of its own.
const MAX_BYTES_OF_ALL: usize = 1 << 22;
/// Number of rehearsals for any number of jobs.
const MIN_REHEARSALS: usize = 2;
/// Number of rehearsals at most: with more than that, the texts of the likeliest ways are found soon enough.
const MAX_REHEARSALS: usize = 16;
/// Jobs for one more rehearsal.
const JOBS_PER_REHEARSAL: usize = 16;

/// The state that a search and its rehearsals share.
pub(crate) struct Rehearsals {
    jobs: usize,
    /// Questions that are less likely are not judged ahead of time.
    least: f64,
    state: Mutex<SharedState>,
    changed: Condvar,
}

struct SharedState {
    tree: GuessTree,
    record: SearchRecord,
    rehearsers: Vec<Rehearser>,
    pace: Pace,
    /// Whether the rehearsals have started again since the last verdict, because of a contradiction.
    has_restarted: bool,
    /// Whether the search has yet to look at what the rehearsals have found.
    has_news: bool,
    is_over: bool,
}

/// A thread that rehearses.
struct Rehearser {
    activity: Activity,
    /// The place of its question; none before the root of the tree.
    place: Option<PlaceId>,
    target: Option<PlaceId>,
    /// When it set out for its target, and whether it had to begin again for that.
    since: Instant,
    is_replay: bool,
    /// Interrupts its search.
    ended: Arc<AtomicBool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Activity {
    /// It is on its way.
    Busy,
    /// It waits at a question.
    Waiting,
    /// It has no search, and waits for a target.
    Idle,
}

impl Rehearsals {
    pub(crate) fn new((jobs, least): (usize, f64), input: &[u8], tree: GuessTree) -> Self {
        let room = MAX_BYTES_OF_ALL / input.len().max(1);
        let number = (MIN_REHEARSALS + jobs / JOBS_PER_REHEARSAL).min(MAX_REHEARSALS).min(room.max(MIN_REHEARSALS));
        let state = SharedState {
            tree,
            record: SearchRecord::new(input),
            rehearsers: (0..number).map(|_| Rehearser::new()).collect(),
            pace: Pace::default(),
            has_restarted: false,
            has_news: false,
            is_over: false,
        };
        Self { jobs, least, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Runs rehearsals on the thread of a rehearser until rehearsing is over. `search` runs the search once, by the oracle and script
    /// that it gets. `announce` makes the search look at the tree.
    pub(crate) fn rehearse(
        &self,
        number: usize,
        input: &[u8],
        announce: &(dyn Fn() + Sync),
        search: &dyn Fn(&Foresight<'_>),
    ) {
        while let Some(ended) = self.begin(number) {
            let path = Mutex::new(GuessPath::new(input));
            let oracle = Foresight { ahead: self, number, ended, announce, path, moves: AtomicUsize::new(0) };
            if catch_unwind(AssertUnwindSafe(|| search(&oracle))).is_err() {
                // A panic may follow from a wrong guess, so it must not reach the search.
                self.end();
            }
            if !oracle.ended.load(Ordering::Relaxed) {
                let mut path = oracle.path.lock().unwrap_or_else(PoisonError::into_inner);
                path.end(&mut self.lock().tree);
            }
        }
    }

    /// Returns the number of threads that rehearse.
    pub(crate) fn threads(&self) -> usize {
        self.lock().rehearsers.len()
    }

    /// Waits for a target, and returns the flag that will interrupt the search on the way to it; none if rehearsing is over.
    fn begin(&self, number: usize) -> Option<Arc<AtomicBool>> {
        let mut state = self.lock();
        let rehearser = &mut state.rehearsers[number];
        rehearser.place = None;
        if rehearser.target.is_none() {
            rehearser.activity = Activity::Idle;
            self.assign(&mut state);
        }
        let is_idle = |state: &mut SharedState| !state.is_over && state.rehearsers[number].target.is_none();
        let mut state = self.changed.wait_while(state, is_idle).unwrap_or_else(PoisonError::into_inner);
        let rehearser = &mut state.rehearsers[number];
        rehearser.ended = Arc::default();
        let ended = rehearser.ended.clone();
        (!state.is_over).then_some(ended)
    }

    /// Sends rehearsers to the likeliest places where nobody knows the question: one that waits on the way, or one without a
    /// search, or else the one that waits at the least likely place.
    fn assign(&self, state: &mut SharedState) {
        if state.is_over || !state.pace.is_worth_it() {
            return;
        }
        for (target, chance) in state.tree.plan(self.jobs, self.least).open {
            if state.rehearsers.iter().any(|rehearser| rehearser.target == Some(target)) {
                continue;
            }
            if let Some(near) = state.nearest(target) {
                state.rehearsers[near].set_out(target, Activity::Waiting);
            } else if let Some(other) = state.spare().filter(|_| state.pace.is_worth_a_replay(chance)) {
                state.rehearsers[other].set_out(target, Activity::Idle);
            }
        }
        self.changed.notify_all();
    }

    /// Records a verdict, and how long it took. If the search asked about this text `alone`, then it must be the first
    /// question without a verdict; otherwise rehearsals are of no use.
    pub(crate) fn learn(&self, (digest, alone): (Digest, bool), verdict: Verdict, took: Duration) {
        let mut state = self.lock();
        if alone && !state.tree.expects(digest) {
            self.contradicted(&mut state);
        }
        state.has_restarted = false;
        state.pace.judged(took);
        state.tree.learn(digest, verdict);
        state.drop_lost();
        self.assign(&mut state);
        drop(state);
        self.changed.notify_all();
    }

    /// Starts all rehearsals again, because the search left the ways that they foresee.
    pub(crate) fn restart(&self) {
        let mut state = self.lock();
        state.tree.restart();
        state.drop_lost();
        self.assign(&mut state);
        drop(state);
        self.changed.notify_all();
    }

    /// Ends all rehearsals, because they ask other questions than the search. If candidates are assumed to be boring, that
    /// is not their fault: a later verdict may be against an assumption. Then they start again.
    fn contradicted(&self, state: &mut SharedState) {
        state.is_over |= !state.tree.merges() || state.has_restarted;
        state.has_restarted = true;
        state.tree.restart();
        for rehearser in &mut state.rehearsers {
            rehearser.target = None;
            rehearser.ended.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    /// Returns whether a text is not tested, because the same change of an earlier text is boring.
    pub(crate) fn assumes(&self, digest: Digest, round: u32) -> bool {
        self.lock().tree.refutes_text(digest, round)
    }

    /// Ends all rehearsals.
    pub(crate) fn end(&self) {
        let mut state = self.lock();
        state.is_over = true;
        state.rehearsers.iter().for_each(|rehearser| rehearser.ended.store(true, Ordering::Relaxed));
        drop(state);
        self.changed.notify_all();
    }

    /// Adds to the record of the search.
    pub(crate) fn record(&self, add: impl FnOnce(&mut SearchRecord)) {
        add(&mut self.lock().record);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.lock().is_over
    }

    /// Returns whether the rehearsals find questions sooner than the oracle answers them. They do not if nobody knows the next
    /// question, all rehearsers are elsewhere, and to begin again takes too long.
    pub(crate) fn is_at_work(&self) -> bool {
        let state = self.lock();
        let is_near =
            || !state.tree.is_open() || state.rehearsers.iter().any(|rehearser| rehearser.activity == Activity::Busy);
        !state.is_over && state.pace.is_worth_it() && (state.pace.is_worth_a_replay(1.0) || is_near())
    }

    /// Returns the best use of the jobs at present.
    pub(crate) fn plan(&self) -> Plan {
        let mut state = self.lock();
        state.has_news = false;
        if state.is_over || !state.pace.is_worth_it() {
            return Plan::default();
        }
        state.tree.plan(self.jobs, self.least)
    }

    fn lock(&self) -> MutexGuard<'_, SharedState> {
        // Nothing that holds the lock can panic half way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SharedState {
    /// Returns the rehearser that waits nearest before a place.
    fn nearest(&self, target: PlaceId) -> Option<usize> {
        self.tree.way_back(target).find_map(|place| {
            let mut rehearsers = self.rehearsers.iter();
            rehearsers.position(|other| other.activity == Activity::Waiting && other.place == Some(place))
        })
    }

    /// Returns a rehearser that may begin again from the start: the one that is furthest from the root, if none is idle.
    fn spare(&self) -> Option<usize> {
        let depth = |rehearser: &Rehearser| match (rehearser.activity, rehearser.place) {
            (Activity::Busy, _) => None,
            (Activity::Waiting, Some(place)) if self.tree.contains(place) => Some(self.tree.way_back(place).count()),
            _ => Some(usize::MAX),
        };
        let depths = self.rehearsers.iter().map(depth).enumerate();
        depths.filter_map(|(number, depth)| Some((depth?, number))).max().map(|(_, number)| number)
    }

    /// Interrupts the rehearsals that are in places where the search cannot come to.
    fn drop_lost(&mut self) {
        let tree = &self.tree;
        for rehearser in &mut self.rehearsers {
            rehearser.target = rehearser.target.filter(|&target| tree.contains(target));
            if rehearser.place.is_some_and(|place| !tree.contains(place) && !tree.has_passed(place)) {
                rehearser.ended.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Records that a rehearser waits at a question. Returns whether it has just come there.
    fn arrive(&mut self, number: usize, place: Option<PlaceId>) -> bool {
        let rehearser = &mut self.rehearsers[number];
        let has_come = rehearser.activity == Activity::Busy;
        if has_come {
            self.pace.arrived(rehearser.since.elapsed(), rehearser.is_replay);
        }
        (rehearser.activity, rehearser.place, rehearser.target) = (Activity::Waiting, place, None);
        has_come
    }
}

impl Rehearser {
    fn new() -> Self {
        let (place, target, since) = (None, None, Instant::now());
        Self { activity: Activity::Idle, place, target, since, is_replay: true, ended: Arc::default() }
    }

    /// Records that it goes on from its question.
    fn leave(&mut self, next: Option<PlaceId>) {
        if self.activity != Activity::Busy {
            (self.activity, self.since, self.is_replay) = (Activity::Busy, Instant::now(), false);
        }
        self.place = next;
    }

    /// Makes it go to a place, from where it waits or from the start.
    fn set_out(&mut self, target: PlaceId, from: Activity) {
        self.is_replay = from == Activity::Idle;
        if self.is_replay && self.activity == Activity::Waiting {
            self.ended.store(true, Ordering::Relaxed);
        }
        (self.activity, self.target, self.since) = (Activity::Busy, Some(target), Instant::now());
    }
}

/// The oracle of a rehearsal: returns known verdicts, and assumes the others.
pub(crate) struct Foresight<'h> {
    ahead: &'h Rehearsals,
    number: usize,
    ended: Arc<AtomicBool>,
    announce: &'h (dyn Fn() + Sync),
    path: Mutex<GuessPath>,
    /// Number of candidates that its search has counted or skipped.
    moves: AtomicUsize,
}

impl Oracle for Foresight<'_> {
    fn judge(&self, text: &[u8], _: &Run<'_>) -> Result<Verdict, OracleError> {
        let mut path = self.path.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(verdict) = path.ask(text) {
            return Ok(verdict);
        }
        let mut state = self.ahead.lock();
        loop {
            if self.ended.load(Ordering::Relaxed) {
                return Ok(Verdict::Unresolved);
            }
            if let Some(target) = state.rehearsers[self.number].target {
                path.head_for(target);
            }
            match path.step(&mut state.tree) {
                Ok(PathStep::Take(verdict)) => {
                    state.rehearsers[self.number].leave(path.place());
                    self.tell_search(&mut state);
                    return Ok(verdict);
                }
                Ok(PathStep::Wait) => {}
                Ok(PathStep::Lost) => self.ended.store(true, Ordering::Relaxed),
                Err(_) => {
                    self.ahead.contradicted(&mut state);
                    return Ok(Verdict::Unresolved);
                }
            }
            if !self.ended.load(Ordering::Relaxed) {
                // Otherwise it was only woken up, and two that wait would wake each other for ever.
                if state.arrive(self.number, path.place()) {
                    self.tell_search(&mut state);
                    self.ahead.assign(&mut state);
                }
                if state.rehearsers[self.number].target.is_none() && !self.ended.load(Ordering::Relaxed) {
                    state = self.ahead.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }
}

impl Script for Foresight<'_> {
    fn recall(&self) -> Option<Recalled> {
        let mut path = self.path.lock().unwrap_or_else(PoisonError::into_inner);
        let state = self.ahead.lock();
        let recalled = state.record.recall(self.moves.load(Ordering::Relaxed), &mut path.guesser);
        path.has_assumed |= matches!(recalled, Some(Recalled::Assumed(_)));
        recalled
    }

    fn assumes(&self, text: &[u8]) -> bool {
        let mut path = self.path.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.ahead.lock();
        path.assume(text, &mut state.tree).unwrap_or_else(|_| {
            self.ahead.contradicted(&mut state);
            false
        })
    }

    fn renew(&self) -> bool {
        self.path.lock().unwrap_or_else(PoisonError::into_inner).renew()
    }

    fn moved(&self) {
        self.moves.fetch_add(1, Ordering::Relaxed);
    }
}

impl Foresight<'_> {
    /// Returns the flag that interrupts the search.
    pub(crate) fn interrupted(&self) -> Arc<AtomicBool> {
        self.ended.clone()
    }

    /// Makes the search look at the tree.
    fn tell_search(&self, state: &mut SharedState) {
        if !state.has_news && state.tree.take_growth() {
            state.has_news = true;
            (self.announce)();
        }
    }
}
