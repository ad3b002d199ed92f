//! Trials in process: concurrency, cancelling, counting, budgets, blame.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use grammarc_runtime::oracle::{Oracle, OracleError, Run, Verdict};
use grammarc_runtime::trial::{Digest, Header, Journal, Past, Splice, Stop, Ticket, Trial, TrialOptions};

fn with_jobs(jobs: usize) -> TrialOptions {
    TrialOptions { jobs, ..TrialOptions::default() }
}

/// Finds texts with an even sum interesting; slower for some, and notes how many run at once.
#[derive(Default)]
struct Slow {
    running: AtomicUsize,
    highest: AtomicUsize,
    finished: Mutex<Vec<Vec<u8>>>,
}

impl Oracle for Slow {
    fn judge(&self, text: &[u8], _: &Run<'_>) -> Result<Verdict, OracleError> {
        let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
        self.highest.fetch_max(running, Ordering::SeqCst);
        let sum: usize = text.iter().map(|&byte| byte as usize).sum();
        std::thread::sleep(Duration::from_millis(10 + (sum as u64 * 7) % 40));
        self.running.fetch_sub(1, Ordering::SeqCst);
        self.finished.lock().unwrap().push(text.to_vec());
        Ok(Verdict::from(sum.is_multiple_of(2)))
    }
}

#[test]
fn verdicts_and_counts_are_the_same_for_every_number_of_jobs() {
    let texts: Vec<Vec<u8>> = (0..24).map(|i| vec![b'a' + i % 16, i]).collect();
    let run = |jobs| {
        let oracle = Slow::default();
        let (verdicts, counters) = Trial::run(&oracle, &with_jobs(jobs), None, b"", |trial| {
            let verdicts = trial.judge(&texts).unwrap();
            assert_eq!(trial.judge(&texts).unwrap(), verdicts);
            (verdicts, trial.counters())
        });
        assert_eq!(oracle.highest.load(Ordering::SeqCst), jobs);
        let finished = oracle.finished.into_inner().unwrap();
        assert_eq!(finished == texts, jobs == 1, "with {jobs} jobs");
        (verdicts, counters)
    };
    let one = run(1);
    assert_eq!((one.1.asked, one.1.tests, one.1.runs, one.1.skipped.repeated), (48, 24, 24, 24));
    assert_eq!(run(2), one);
    assert_eq!(run(8), one);
}

#[test]
fn the_same_text_is_judged_once_while_it_runs() {
    let oracle = Slow::default();
    Trial::run(&oracle, &with_jobs(4), None, b"", |trial| {
        let mut tickets: Vec<Ticket> = (0..4).map(|_| trial.start(b"aa".to_vec())).collect();
        trial.cancel(tickets.remove(0));
        let mut finished: Vec<Ticket> = (0..3).map(|_| trial.finished().unwrap().0).collect();
        finished.sort();
        assert_eq!(finished, tickets);
        assert_eq!(trial.counters().runs, 1);
    });
}

/// Never answers about `hang` until it is cancelled.
struct Hangs;

impl Oracle for Hangs {
    fn judge(&self, text: &[u8], run: &Run<'_>) -> Result<Verdict, OracleError> {
        while text == b"hang" && !run.is_cancelled() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Verdict::Boring)
    }
}

#[test]
fn cancelling_frees_the_worker() {
    Trial::run(&Hangs, &with_jobs(2), None, b"", |trial| {
        let first = trial.start(b"hang".to_vec());
        trial.start(b"hang".to_vec());
        let _ = trial.start(b"x".to_vec());
        assert_eq!(trial.finished().unwrap().1, Verdict::Boring);
        trial.cancel(first);
        assert_eq!(trial.known(&b"hang".into()), None);
        // Whatever still runs at the end is cancelled too, or this would never return.
    });
}

#[test]
fn a_killed_run_stays_one_for_nothing_though_its_text_is_asked_about_later() {
    let oracle = Slow::default();
    Trial::run(&oracle, &with_jobs(2), None, b"", |trial| {
        let ticket = trial.start(b"aa".to_vec());
        trial.cancel(ticket);
        assert_eq!(trial.judge(&[b"aa"]).unwrap(), [Verdict::Interesting]);
        let counters = trial.counters();
        assert_eq!((counters.tests, counters.runs, counters.wasted), (1, 2, 1));
    });
}

#[test]
fn an_interrupt_stops_the_wait() {
    for jobs in [1, 2] {
        let options = with_jobs(jobs);
        let interrupted = options.interrupted.clone();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                interrupted.store(true, Ordering::Relaxed);
            });
            let result = Trial::run(&Hangs, &options, None, b"", |trial| trial.judge(&[b"hang"]));
            assert!(matches!(result, Err(Stop::Interrupted)));
        });
    }
}

#[test]
fn the_budget_counts_distinct_texts() {
    for jobs in [1, 2, 8] {
        let options = TrialOptions { tests: Some(3), ..with_jobs(jobs) };
        Trial::run(&|text: &[u8]| text.is_empty(), &options, None, b"", |trial| {
            assert!(trial.judge(&["a", "b", "a", "c", "b"]).is_ok());
            assert!(matches!(trial.judge(&["a", "d"]), Err(Stop::Budget)));
            assert_eq!((trial.counters().asked, trial.counters().tests), (6, 3));
        });
    }
}

/// Cannot judge texts with a `!`; and nothing any more after one with a `?`.
#[derive(Default)]
struct Fragile(AtomicUsize);

impl Oracle for Fragile {
    fn judge(&self, text: &[u8], _: &Run<'_>) -> Result<Verdict, OracleError> {
        if text.contains(&b'?') {
            self.0.store(1, Ordering::SeqCst);
        }
        if text.contains(&b'!') || self.0.load(Ordering::SeqCst) == 1 {
            return Err(OracleError::new("it does not start"));
        }
        Ok(Verdict::Interesting)
    }
}

#[test]
fn the_best_text_tells_a_broken_oracle_from_a_bad_candidate() {
    for jobs in [1, 2] {
        Trial::run(&Fragile::default(), &with_jobs(jobs), None, b"best", |trial| {
            assert_eq!(trial.judge(&["a!"]).unwrap(), [Verdict::Unresolved]);
            assert_eq!(trial.judge(&["a"]).unwrap(), [Verdict::Interesting]);
            let stop = trial.judge(&["a?"]).unwrap_err();
            assert_eq!(stop.to_string(), "cannot run the interestingness test: it does not start");
        });
    }
}

#[test]
#[should_panic(expected = "in the oracle")]
fn a_panic_of_the_oracle_is_passed_on() {
    let oracle = |_: &[u8]| -> bool { panic!("in the oracle") };
    Trial::run(&oracle, &with_jobs(2), None, b"", |trial| trial.judge(&["a"]).map(drop)).unwrap();
}

/// A splice that applies, but makes another text than it did when it was written, is left out. A run that went on from there began with
/// the text before it.
#[test]
fn a_splice_with_a_wrong_digest_is_left_out() {
    let all = |past: &Past, input: &[u8]| past.accepted(input).collect::<Vec<_>>();
    let (first, second) = (Splice::between(b"abcd", b"abc"), Splice::between(b"abc", b"ac"));
    let third = Splice::between(b"ac", b"a");
    let splices = |second_text: &[u8]| {
        vec![
            (Digest::of(b"abc"), first.clone()),
            (Digest::of(second_text), second.clone()),
            (Digest::of(b"a"), third.clone()),
        ]
    };
    let right = Past { splices: splices(b"ac"), ..Past::default() };
    assert_eq!(all(&right, b"abcd"), [&b"abc"[..], b"ac", b"a"]);
    assert_eq!(right.best(b"abcd", |_| true), b"a");
    let wrong = Past { splices: splices(b"ab"), ..Past::default() };
    assert_eq!(all(&wrong, b"abcd"), [b"abc"]);
    assert_eq!(wrong.best(b"abcd", |_| true), b"abc");
    let mut resumed = wrong.clone();
    resumed.splices.push((Digest::of(b"c"), Splice::between(b"abc", b"c")));
    assert_eq!(all(&resumed, b"abcd"), [&b"abc"[..], b"c"]);
    assert_eq!(resumed.best(b"abcd", |_| true), b"c");
}

#[test]
fn a_journal_tells_nothing_of_another_input() {
    let path = std::env::temp_dir().join(format!("grammarc-trial-{}.journal", std::process::id()));
    let mut journal = Journal::open(&path).expect("nobody else has it");
    journal.restart(&Header::default(), b"abc").expect("there is room");
    for text in [&b"ab"[..], b"a"] {
        journal.accepted(text).expect("there is room");
    }
    drop(journal);
    let mut journal = Journal::open(&path).expect("nobody else has it");
    let past = journal.past().expect("it was written").clone();
    // The splices fit this text as well: it is as long.
    journal.resume(b"xyz").expect("there is room");
    journal.accepted(b"x").expect("there is room");
    drop(journal);
    let again = Journal::open(&path).expect("nobody else has it").past().cloned().expect("it was written");
    std::fs::remove_file(&path).expect("it is there");
    assert_eq!(past.accepted(b"abc").collect::<Vec<_>>(), [&b"ab"[..], b"a"]);
    assert_eq!((past.accepted(b"xyz").count(), past.best(b"xyz", |_| true)), (0, b"xyz".into()));
    assert_eq!(again.splices[2], (Digest::of(b"x"), Splice::between(b"xyz", b"x")));
}
