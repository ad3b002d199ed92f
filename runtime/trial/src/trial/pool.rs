//! The workers: they judge texts and remember nothing. So it does not matter which of them judges a text.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope};
use std::time::{Duration, Instant};

use super::{Rate, SharedText, TrialOptions, rate};
use crate::clock::Stopwatch;
use crate::oracle::{Oracle, OracleError, Run, Verdict};

/// Time between two looks at the interrupt flag, while a trial waits for a verdict.
const INTERRUPT_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A text to be judged.
pub(super) struct Task {
    pub(super) ticket: u64,
    pub(super) text: SharedText,
    pub(super) cancelled: Arc<AtomicBool>,
    /// How likely the verdict is needed, from 0 to 1.
    pub(super) chance: f64,
    /// The rate at which the input is interesting, if runs are repeated.
    pub(super) rate: Option<Rate>,
    /// Whether it must be run now, whatever a shared cache knows.
    pub(super) is_fresh: bool,
}

/// A text that was judged.
pub(super) struct TaskResult {
    pub(super) ticket: u64,
    pub(super) verdict: Result<Verdict, OracleError>,
    pub(super) took: Duration,
    /// How many runs it took.
    pub(super) runs: u64,
    /// Whether the verdict comes from a shared cache, so that nothing was run.
    pub(super) is_cached: bool,
    /// Nobody waits for it: the verdict may be anything.
    pub(super) lost: bool,
}

/// An event that a trial waits for.
pub(super) enum Event {
    Done(TaskResult),
    /// Rehearsals have found more questions.
    Foreseen,
}

/// Judges texts, on threads of its own if there is more than one worker, else on the thread that waits.
pub(super) struct Pool<'a> {
    judge: Judge<'a>,
    queue: Arc<Queue>,
    workers: Option<Workers>,
}

/// The threads of the pool, and where they report.
struct Workers {
    jobs: usize,
    sender: Sender<Report>,
    reports: Receiver<Report>,
}

/// An event, or the panic of an oracle.
pub(super) type Report = std::thread::Result<Event>;

/// The oracle and the stop conditions, which all workers share.
#[derive(Clone, Copy)]
struct Judge<'a> {
    oracle: &'a dyn Oracle,
    interrupted: &'a AtomicBool,
    deadline: Option<Instant>,
}

#[derive(Default)]
struct Queue {
    tasks: Mutex<Tasks>,
    changed: Condvar,
}

#[derive(Default)]
struct Tasks {
    waiting: VecDeque<Task>,
    closed: bool,
}

impl<'a> Pool<'a> {
    pub(super) fn new<'scope>(
        scope: &'scope Scope<'scope, 'a>,
        oracle: &'a dyn Oracle,
        options: &'a TrialOptions,
    ) -> Self {
        let (jobs, interrupted, deadline) = (options.jobs.max(1), &*options.interrupted, options.deadline);
        let judge = Judge { oracle, interrupted, deadline };
        let queue = Arc::new(Queue::default());
        let (sender, reports) = channel();
        let start = |worker: usize| {
            let (queue, sender) = (queue.clone(), sender.clone());
            Builder::new().spawn_scoped(scope, move || work(worker, &queue, &sender, judge)).is_ok()
        };
        // Fewer workers do where no more threads can be started. None can on wasm32-unknown-unknown.
        let started = (0..if jobs > 1 { jobs } else { 0 }).filter(|&worker| start(worker)).count();
        Self { judge, queue, workers: (started > 0).then_some(Workers { jobs, sender, reports }) }
    }

    /// Returns how many texts are judged at the same time: one without threads.
    pub(super) fn jobs(&self) -> usize {
        self.workers.as_ref().map_or(1, |workers| workers.jobs)
    }

    pub(super) fn start(&self, task: Task) {
        self.queue.lock().waiting.push_back(task);
        self.queue.changed.notify_one();
    }

    /// Returns a sender of reports to the trial; none with a single job.
    pub(super) fn sender(&self) -> Option<Sender<Report>> {
        self.workers.as_ref().map(|workers| workers.sender.clone())
    }

    /// Waits for the next event. None if the trial must end first.
    pub(super) fn next(&self) -> Option<Event> {
        let Some(workers) = &self.workers else {
            let task = self.queue.lock().waiting.pop_front()?;
            return Some(Event::Done(self.judge.task(0, task)));
        };
        while !self.judge.is_over() {
            match workers.reports.recv_timeout(INTERRUPT_POLL_INTERVAL) {
                Ok(Ok(event)) => return Some(event),
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }

    /// Runs a text at once on the thread that asks, beside whatever the workers do.
    pub(super) fn judge_here(&self, worker: usize, text: &[u8]) -> Result<Verdict, OracleError> {
        self.judge.here(worker, text)
    }

    /// Runs a text twice at the same time, beside whatever the workers do.
    pub(super) fn judge_twice(&self, text: &[u8]) -> [Result<Verdict, OracleError>; 2] {
        let judge = self.judge;
        std::thread::scope(|scope| {
            let second = Builder::new().spawn_scoped(scope, move || judge.here(1, text));
            let first = judge.here(0, text);
            let second = second.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            [first, second.unwrap_or_else(|_| judge.here(1, text))]
        })
    }
}

impl Drop for Pool<'_> {
    fn drop(&mut self) {
        let mut tasks = self.queue.lock();
        tasks.closed = true;
        tasks.waiting.clear();
        drop(tasks);
        self.queue.changed.notify_all();
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Tasks> {
        // Nothing that holds the lock can panic half way.
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Task> {
        let mut tasks = self.lock();
        loop {
            if tasks.closed {
                return None;
            }
            if let Some(task) = tasks.waiting.pop_front() {
                return Some(task);
            }
            tasks = self.changed.wait(tasks).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Judge<'_> {
    fn here(&self, worker: usize, text: &[u8]) -> Result<Verdict, OracleError> {
        self.oracle.judge(text, &self.run(worker, &AtomicBool::new(false)).fresh())
    }

    fn task(&self, worker: usize, task: Task) -> TaskResult {
        let Task { ticket, text, cancelled, chance, rate, is_fresh } = task;
        let run = self.run(worker, &cancelled).needed(chance);
        // Repetitions tell a rate, so each must be a run of its own.
        let run = if is_fresh || rate.is_some() { run.fresh() } else { run };
        let stopwatch = Stopwatch::start();
        let mut runs = 0;
        let mut judge = || {
            // A task may be cancelled while it waits for a worker, or between two runs.
            if run.is_cancelled() {
                return Ok(Verdict::Unresolved);
            }
            runs += 1;
            self.oracle.judge(&text, &run)
        };
        let verdict = match rate {
            None => judge(),
            Some(rate) => rate::judge(rate, judge),
        };
        let (is_cached, lost) = (run.is_cached(), run.is_cancelled());
        TaskResult { ticket, verdict, took: stopwatch.elapsed(), runs, is_cached, lost }
    }

    fn run<'r>(&'r self, worker: usize, cancelled: &'r AtomicBool) -> Run<'r> {
        Run::new(worker, cancelled, self.interrupted).until(self.deadline)
    }

    fn is_over(&self) -> bool {
        self.run(0, &AtomicBool::new(false)).is_cancelled()
    }
}

fn work(worker: usize, queue: &Queue, sender: &Sender<Report>, judge: Judge<'_>) {
    while let Some(task) = queue.next() {
        let done = catch_unwind(AssertUnwindSafe(|| judge.task(worker, task)));
        let panicked = done.is_err();
        if sender.send(done.map(Event::Done)).is_err() || panicked {
            return;
        }
    }
}
