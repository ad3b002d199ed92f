//! Judging many texts: workers, a memory of all verdicts, a budget and the counts that a report needs.
//!
//! A trial commits nothing and knows no tree. Whoever searches tells it which questions were asked *in sequential order*
//! ([`Trial::count`]); texts that were judged ahead of time and not needed show up in `runs` alone. So everything that
//! can be seen of a result, budgets included, is the same for every number of jobs.
//!
//! `pool` has the workers, `journal` and `result_file` keep everything that must outlive the process. While a file of a folder is
//! reduced, `frame` puts each text into its archive. `confirm` asks flaky oracles again, and `doubt` mistrusts a shared cache. `steering`
//! skips a pass on request.
//!
//! `rehearsed` starts the threads that look ahead ([`speculation`](crate::speculation)), and gives their questions to the workers. With
//! option `merge`, changes that failed beside a successful one count as failed (`assume`).

mod assume;
#[cfg(feature = "cli")]
mod beside;
mod confirm;
mod counting;
mod doubt;
mod frame;
#[cfg(feature = "cli")]
mod journal;
mod not_run;
mod pool;
mod rate;
mod rehearsed;
#[cfg(feature = "cli")]
mod result_file;
mod splice;
mod steering;
mod stop_signal;
mod witness;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

#[cfg(feature = "cli")]
pub use beside::{before_extension, beside, numbered};
#[doc(hidden)]
pub use confirm::RETRY_TIMEOUT;
#[cfg(feature = "cli")]
pub use journal::{Header, Journal, JournalError, Past};
use pool::{Event, Pool, Task, TaskResult};
pub use rate::RUNS;
pub use rate::Rate;
#[doc(hidden)]
pub use rehearsed::MAX_REHEARSED_BYTES;
#[cfg(feature = "cli")]
pub use result_file::ResultFile;
pub use splice::Splice;
pub use steering::Steering;
#[doc(hidden)]
pub use stop_signal::StopSignal;
pub use witness::{Judgement, Tested, Witness};

pub use crate::counters::{Counters, Skip, SkipCounts};
pub use crate::digest::Digest;
use crate::oracle::{Oracle, OracleError, Verdict};
pub use crate::shared::SharedText;
use crate::speculation::Rehearsals;
#[doc(hidden)]
pub use crate::speculation::{Recalled, Script};

/// The options of a trial.
#[derive(Debug, Clone)]
pub struct TrialOptions {
    /// How many texts are judged at the same time. 1 judges on the calling thread, and so does any number where no thread can be
    /// started, as on wasm32-unknown-unknown.
    pub jobs: usize,
    /// How many distinct texts may be asked about.
    pub tests: Option<u64>,
    /// When to stop at the latest. Without a clock there is no `Instant`: there, the oracle sets `interrupted` when it has run for long
    /// enough.
    pub deadline: Option<Instant>,
    /// Once set, the trial stops as soon as it can.
    pub interrupted: Arc<AtomicBool>,
    /// The rate at which the input is interesting, if the oracle is known to be flaky: then runs are repeated.
    pub rate: Option<Rate>,
    /// Tells the search to skip the pass at work. For example, when a user presses a key.
    pub steering: Steering,
    /// The least probability, from 0 to 1, with which a text must be needed so that it is judged ahead of time. Each useful
    /// run costs up to `1 / least_chance` runs.
    pub least_chance: f64,
    /// Whether every text is run, also one whose verdict a cache knows that the oracle shares with others.
    pub is_fresh: bool,
    /// Whether changes that were tested side by side are merged: see option `merge` of a reduction.
    pub merge: bool,
}

impl Default for TrialOptions {
    fn default() -> Self {
        Self {
            jobs: 1,
            tests: None,
            deadline: None,
            interrupted: Arc::default(),
            rate: None,
            steering: Steering::default(),
            least_chance: 0.0,
            is_fresh: false,
            merge: false,
        }
    }
}

/// Why a trial ended before the search was through.
#[derive(Debug)]
pub enum Stop {
    /// The budget of tests or time is used up.
    Budget,
    /// The user wants no more.
    Interrupted,
    /// The oracle does not even find the best text interesting any more.
    Broken(OracleError),
    /// A verdict or a result could not be kept.
    Io(std::io::Error),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Budget => f.write_str("budget exhausted"),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Broken(why) => write!(f, "cannot run the interestingness test: {why}"),
            Self::Io(error) => write!(f, "cannot write the result: {error}"),
        }
    }
}

impl std::error::Error for Stop {}

/// Stands for a text that was given to [`Trial::start`]. For example, a text that is started twice has two tickets and
/// one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(u64);

/// The judging of texts by one oracle.
pub struct Trial<'a> {
    pool: Pool<'a>,
    options: &'a TrialOptions,
    witness: Option<&'a mut dyn Witness>,
    strategy: &'static str,
    /// Number of passes that have begun.
    passes: u64,
    input: SharedText,
    best: SharedText,
    known: HashMap<Digest, Verdict>,
    /// Verdicts of an earlier trial that hold once runs are repeated.
    by_repeated_runs: HashMap<Digest, Verdict>,
    /// Texts that the oracle could not be run on. Their verdict in `known` is no answer.
    not_run: not_run::NotRun,
    /// The rate at which the input is interesting, once the oracle was seen to be flaky.
    rate: Option<Rate>,
    /// Measured rates, by the text and the number of runs.
    rates: HashMap<(Digest, u32), Rate>,
    /// The texts among `tests`.
    counted: HashSet<Digest>,
    counters: Counters,
    /// Runs of texts that were not counted so far. For example, those of texts that were judged ahead of time.
    uncounted: HashMap<Digest, u64>,
    next_ticket: u64,
    /// Texts that workers judge or will judge, by the number of the first ticket. A text that only a rehearsal wants takes a
    /// number, but has no ticket.
    running: HashMap<u64, JudgedText>,
    /// The first ticket of every text that is being judged.
    by_digest: HashMap<Digest, u64>,
    /// Verdicts that nobody has fetched yet.
    ready: VecDeque<(Ticket, Verdict)>,
    /// The state shared with the rehearsals, while there are any.
    ahead: Option<Arc<Rehearsals>>,
    /// Makes whole texts of those that a search asks about, while it works on a part.
    frame: Option<frame::OpenFrame>,
    /// The record to follow, in a rehearsal.
    script: Option<&'a dyn Script>,
    /// Texts of this round that are assumed to be boring, not tested.
    assumed: HashSet<Digest>,
    /// Whether there were any.
    has_assumed: bool,
    /// How often all assumptions were forgotten.
    round: u32,
    /// Verdicts of a cache that the oracle shares with others, and which of its verdicts are trusted.
    shared: doubt::CachedVerdicts,
}

/// A text that is being judged, and everybody who waits for it.
struct JudgedText {
    digest: Digest,
    tickets: Vec<Ticket>,
    cancelled: Arc<AtomicBool>,
}

impl JudgedText {
    fn new(digest: Digest) -> Self {
        Self { digest, tickets: Vec::new(), cancelled: Arc::default() }
    }
}

impl<'a> Trial<'a> {
    /// Starts the workers, does `body`, and stops them again. `best` is the text to begin with: it must be interesting,
    /// and is judged again when the oracle seems broken.
    pub fn run<T>(
        oracle: &'a dyn Oracle,
        options: &'a TrialOptions,
        witness: Option<&'a mut dyn Witness>,
        best: impl Into<SharedText>,
        body: impl FnOnce(&mut Trial<'_>) -> T,
    ) -> T {
        Self::run_by(None, oracle, options, witness, best.into(), body)
    }

    /// Does the same by the record of another trial.
    #[doc(hidden)]
    pub fn run_by<T>(
        script: Option<&'a dyn Script>,
        oracle: &'a dyn Oracle,
        options: &'a TrialOptions,
        witness: Option<&'a mut dyn Witness>,
        best: SharedText,
        body: impl FnOnce(&mut Trial<'_>) -> T,
    ) -> T {
        std::thread::scope(|scope| {
            let pool = Pool::new(scope, oracle, options);
            let mut trial = Trial::new(pool, options, witness, best);
            trial.script = script;
            body(&mut trial)
        })
    }

    fn new(pool: Pool<'a>, options: &'a TrialOptions, witness: Option<&'a mut dyn Witness>, best: SharedText) -> Self {
        Self {
            pool,
            options,
            witness,
            strategy: "",
            passes: 0,
            known: HashMap::from([(best.digest(), Verdict::Interesting)]),
            input: best.clone(),
            best,
            by_repeated_runs: HashMap::new(),
            not_run: not_run::NotRun::default(),
            rate: options.rate,
            rates: HashMap::new(),
            counted: HashSet::new(),
            counters: Counters::default(),
            uncounted: HashMap::new(),
            next_ticket: 0,
            running: HashMap::new(),
            by_digest: HashMap::new(),
            ready: VecDeque::new(),
            ahead: None,
            frame: None,
            script: None,
            assumed: HashSet::new(),
            has_assumed: false,
            round: 0,
            shared: doubt::CachedVerdicts::new(options.is_fresh),
        }
    }

    /// Returns how many texts are judged at the same time. At least 1; and 1 where no thread can be started.
    pub fn jobs(&self) -> usize {
        self.pool.jobs()
    }

    /// Returns the counts so far.
    pub fn counters(&self) -> Counters {
        Counters { not_run: self.number_not_run(), ..self.counters }
    }

    /// Says which strategy asks from now on.
    pub fn enter(&mut self, strategy: &'static str) {
        self.strategy = strategy;
        self.begin_pass();
        if let Some(witness) = &mut self.witness {
            witness.entered(strategy);
        }
    }

    /// Says which file of a folder the search works on from now on; none is the folder as a whole.
    #[doc(hidden)]
    pub fn open(&mut self, file: Option<&[u8]>) {
        if let Some(witness) = &mut self.witness {
            witness.opened(file);
        }
    }

    /// Begins work that a skip of the pass before it does not end.
    #[doc(hidden)]
    pub fn begin_pass(&mut self) {
        self.passes += 1;
    }

    /// Returns the verdict about a text if it was judged before, without a run and without counting.
    pub fn known(&self, text: &SharedText) -> Option<Verdict> {
        self.known.get(&self.digest_of(text)).copied()
    }

    /// Takes verdicts of an earlier trial for granted.
    pub fn learn(&mut self, verdicts: impl IntoIterator<Item = (Digest, Verdict)>) {
        self.known.extend(verdicts);
    }

    /// Gives a text to a free worker, or lets it wait for one. A text that is being judged already is not judged twice;
    /// one whose verdict is known is ready at once.
    pub fn start(&mut self, text: impl Into<SharedText>) -> Ticket {
        let text = self.in_frame(&text.into());
        let digest = text.digest();
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        if let Some(&verdict) = self.known.get(&digest) {
            self.ready.push_back((ticket, verdict));
            return ticket;
        }
        if let Some(running) = self.by_digest.get(&digest).and_then(|first| self.running.get_mut(first)) {
            running.tickets.push(ticket);
            return ticket;
        }
        self.make_room();
        self.give_away(text, ticket.0, JudgedText { tickets: vec![ticket], ..JudgedText::new(digest) }, 1.0);
        ticket
    }

    /// Waits for the next text to be judged, in any order. With one job, they are judged here, in the order given.
    ///
    /// # Errors
    /// If the trial must stop. Nothing is counted here.
    ///
    /// # Panics
    /// If nothing was started that is neither fetched nor cancelled; and if the oracle panicked.
    pub fn finished(&mut self) -> Result<(Ticket, Verdict), Stop> {
        loop {
            self.check_interrupt()?;
            if let Some(ready) = self.ready.pop_front() {
                return Ok(ready);
            }
            assert!(!self.running.is_empty(), "nothing to wait for");
            match self.pool.next() {
                Some(Event::Done(done)) => self.settle(done)?,
                Some(Event::Foreseen) => self.foresee(),
                None => {}
            }
        }
    }

    /// Gives a text up: its run is killed if nobody else waits for it, and its verdict is lost.
    pub fn cancel(&mut self, ticket: Ticket) {
        self.ready.retain(|&(other, _)| other != ticket);
        let Some((&first, running)) = self.running.iter_mut().find(|(_, running)| running.tickets.contains(&ticket))
        else {
            return;
        };
        running.tickets.retain(|&other| other != ticket);
        // While there are rehearsals, a run goes on until its worker is needed.
        if running.tickets.is_empty() && self.ahead.is_none() {
            self.kill(first);
        }
    }

    /// Judges all of the texts, several at a time, and counts them in the order given.
    ///
    /// # Errors
    /// If the trial must stop.
    pub fn judge<T>(&mut self, texts: &[T]) -> Result<Vec<Verdict>, Stop>
    where
        T: Clone + Into<SharedText>,
    {
        let texts: Vec<SharedText> = texts.iter().cloned().map(T::into).collect();
        let mut verdicts = vec![None; texts.len()];
        let mut places: HashMap<Ticket, usize> = HashMap::new();
        let mut next = 0;
        let mut counted = 0;
        while counted < texts.len() {
            while next < texts.len() && places.len() < self.width() {
                let text = &texts[next];
                if self.known(text).is_none() && self.assumes(text) {
                    verdicts[next] = Some(Verdict::Boring);
                } else {
                    places.insert(self.start(text), next);
                }
                next += 1;
            }
            if !places.is_empty() {
                let (ticket, verdict) = self.finished()?;
                if let Some(place) = places.remove(&ticket) {
                    verdicts[place] = Some(verdict);
                }
            }
            while verdicts.get(counted).is_some_and(Option::is_some) {
                self.count(&texts[counted])?;
                counted += 1;
            }
        }
        Ok(verdicts.into_iter().flatten().collect())
    }

    /// Commits a text: it is the best from now on, and kept.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub fn accepted(&mut self, text: &SharedText) -> Result<(), Stop> {
        self.best = self.in_frame(text);
        match &mut self.witness {
            Some(witness) => witness.accepted(&self.best, &self.counters).map_err(Stop::Io),
            None => Ok(()),
        }
    }

    /// Returns an error if the trial should stop. To be called now and then in long work between two questions.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] or [`Stop::Budget`] if the trial should stop.
    pub fn check_interrupt(&self) -> Result<(), Stop> {
        self.stop_signal().check()
    }

    /// Gives a text to the workers under a number that is not yet taken. `chance` is how likely its verdict is needed.
    fn give_away(&mut self, text: SharedText, number: u64, running: JudgedText, chance: f64) {
        let (digest, cancelled) = (running.digest, running.cancelled.clone());
        self.running.insert(number, running);
        self.by_digest.insert(digest, number);
        self.count_runs(digest, 1);
        let is_fresh = self.shared.must_run(digest);
        self.pool.start(Task { ticket: number, text, cancelled, chance, rate: self.rate, is_fresh });
    }

    /// Ends a run; its verdict is lost.
    fn kill(&mut self, number: u64) {
        let Some(running) = self.running.remove(&number) else { return };
        running.cancelled.store(true, Ordering::Relaxed);
        self.by_digest.remove(&running.digest);
        // If the text is asked about later, this run still counts as wasted.
        if let Some(runs) = self.uncounted.get_mut(&running.digest) {
            *runs -= 1;
        }
    }

    /// Stores the verdict of a worker, and makes it ready for everybody who waits.
    fn settle(&mut self, done: TaskResult) -> Result<(), Stop> {
        // The first was counted when it was given away.
        let more = done.runs.saturating_sub(1);
        let Some(running) = self.running.remove(&done.ticket).filter(|_| !done.lost) else {
            (self.counters.runs, self.counters.wasted) = (self.counters.runs + more, self.counters.wasted + more);
            return Ok(());
        };
        self.count_runs(running.digest, more);
        self.by_digest.remove(&running.digest);
        let is_answer = done.verdict.is_ok();
        let verdict = match done.verdict {
            Ok(verdict) => verdict,
            Err(why) => self.could_not_run(running.digest, why)?,
        };
        self.compare_with_cache(running.digest, verdict, done.is_cached);
        self.known.insert(running.digest, verdict);
        if let Some(witness) = &mut self.witness {
            let (digest, took, strategy) = (running.digest, done.took, self.strategy);
            let judged = Judgement { digest, verdict, is_answer, took, strategy, is_cached: done.is_cached };
            witness.judged(&judged).map_err(Stop::Io)?;
        }
        self.tell(&running, verdict, done.took);
        self.ready.extend(running.tickets.into_iter().map(|ticket| (ticket, verdict)));
        Ok(())
    }

    /// Finds out whether a text or the oracle is to blame for a run without a verdict, by judging the best text again.
    fn blame(&mut self, why: OracleError) -> Result<Verdict, Stop> {
        for _ in 0..if self.rate.is_some() { RUNS } else { 1 } {
            self.counters.runs += 1;
            let verdict = self.pool.judge_here(self.jobs(), &self.best);
            self.check_interrupt()?;
            match verdict {
                Ok(Verdict::Interesting) => return Ok(Verdict::Unresolved),
                Ok(_) => {}
                Err(_) => break,
            }
        }
        Err(Stop::Broken(why))
    }
}

/// Ends whatever still runs; the workers are then waited for.
impl Drop for Trial<'_> {
    fn drop(&mut self) {
        for running in self.running.values() {
            running.cancelled.store(true, Ordering::Relaxed);
        }
    }
}
