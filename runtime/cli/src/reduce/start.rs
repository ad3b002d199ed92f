//! The first runs: whether the input is interesting, how it ends, how long other runs may take, and whether all workers agree.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::thread::{Builder, ScopedJoinHandle};
use std::time::Duration;

use super::advice;
use crate::status::Failure;
use grammarc_trial::archive::Form;
use grammarc_trial::oracle::{
    CommandOracle, Conditions, End, Oracle, OracleError, Outcome, PassingMode, Run, Verdict, quoted, shown,
};
use grammarc_trial::trial::{RUNS, Rate};

/// How long the very first run may take without `--timeout`.
pub(super) const FIRST_TIMEOUT: Duration = Duration::from_secs(600);
/// How long any other run may take at least.
const LEAST_TIMEOUT: Duration = Duration::from_secs(1);
/// How many lines of output are shown when the input is not interesting.
const LINES: usize = 20;

/// Returns how long a run may take, given the time that the first one took.
pub(super) fn timeout_after(first: Duration) -> Duration {
    (first * 10).max(LEAST_TIMEOUT)
}

/// Runs a text outside any trial.
pub(super) fn observe(oracle: &CommandOracle, text: &[u8], interrupted: &AtomicBool) -> Result<Outcome, OracleError> {
    oracle.observe(text, &Run::new(0, &AtomicBool::new(false), interrupted).fresh())
}

/// Judges a text outside any trial.
pub(super) fn judge(oracle: &CommandOracle, text: &[u8], interrupted: &AtomicBool) -> Result<Verdict, OracleError> {
    oracle.judge(text, &Run::new(0, &AtomicBool::new(false), interrupted).fresh())
}

/// Runs the input on all workers at once, several times if it is interesting at a rate; returns why that does not go well, if
/// so, and how many runs it took.
pub(super) fn disagreement(
    oracle: &CommandOracle,
    input: &[u8],
    (jobs, rate): (usize, Option<Rate>),
    interrupted: &AtomicBool,
) -> (Option<String>, u64) {
    let rounds = rate.map_or(1, |_| (RUNS as usize).div_ceil(jobs));
    let verdicts: Vec<_> = (0..rounds).flat_map(|_| at_once(oracle, input, jobs, interrupted)).collect();
    let runs = verdicts.len();
    let bad: Vec<_> = verdicts.into_iter().filter(|verdict| *verdict != Ok(Verdict::Interesting)).collect();
    let together = Rate { yes: (runs - bad.len()) as u32, runs: runs as u32 };
    let why = match bad.first() {
        None => None,
        Some(_) if rate.is_some_and(|rate| rate.confirms(together)) => None,
        Some(Ok(Verdict::Unresolved)) => Some("timed out".to_owned()),
        Some(Ok(_)) => Some("were not interesting".to_owned()),
        Some(Err(broken)) => Some(format!("failed: {broken}")),
    };
    (why.map(|why| format!("of {runs} parallel runs of the input, {} {why}", bad.len())), runs as u64)
}

fn at_once(
    oracle: &CommandOracle,
    input: &[u8],
    jobs: usize,
    interrupted: &AtomicBool,
) -> Vec<Result<Verdict, OracleError>> {
    let never = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let never = &never;
        let run = |worker| oracle.judge(input, &Run::new(worker, never, interrupted).fresh());
        let start = |worker| Builder::new().spawn_scoped(scope, move || run(worker)).map_err(|_| worker);
        let workers: Vec<_> = (0..jobs).map(start).collect();
        // Without a thread of its own, a run is made here.
        let end = |worker: Result<ScopedJoinHandle<'_, _>, usize>| match worker {
            Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(worker) => run(worker),
        };
        workers.into_iter().map(end).collect()
    })
}

/// Reports that the input is not interesting, with the reason and advice.
pub(super) fn not_interesting(
    oracle: &CommandOracle,
    input: &Path,
    (text, runs): (&[u8], u32),
    outcome: &Outcome,
) -> Failure {
    let wanted = format!("expected {}", oracle.conditions().described());
    // The copy that the command was given is gone soon, so the line names the input itself.
    let is_there = input.symlink_metadata().is_ok();
    let example = if is_there { std::path::absolute(input).unwrap_or_default() } else { oracle.example() };
    let (advice, others) = advice::find(oracle, input, text, outcome);
    let mut message = format!(
        "{input} is not interesting: {end} after {ms} ms, {wanted}\n  \
         command    {command}{source}\n  \
         directory  {directory}{there}\n  \
         runs       {runs} of the input{others}",
        input = shown(input),
        end = outcome.end,
        others = if others > 0 { format!(", {others} more to find advice") } else { String::new() },
        ms = outcome.took.as_millis(),
        command = oracle.invocation().shown(example.as_os_str()),
        source = match oracle.invocation().passing() {
            _ if oracle.form() == Form::Folder => String::new(),
            PassingMode::Server =>
                ", a server that read the input from standard input after a line with its length".to_owned(),
            PassingMode::Path | PassingMode::Stdin => format!(" < {}", quoted(example.as_os_str())),
        },
        there = oracle.executor().map_or_else(String::new, |executor| format!("; run on {}", executor.place())),
        directory = match (oracle.invocation().directory(), oracle.form()) {
            (Some(directory), _) => shown(directory),
            (None, Form::File) => "a fresh one, which holds only the input".to_owned(),
            (None, Form::Folder) => "a fresh copy of the input".to_owned(),
        },
    );
    for (name, output) in [("standard output", &outcome.stdout), ("standard error", &outcome.stderr)] {
        let lines = output.last_lines(LINES);
        if !lines.is_empty() {
            message += &format!("\n  last lines of {name}:\n    {}", lines.join("\n    "));
        }
    }
    for advice in advice {
        let line = advice.command_line(std::env::args_os(), input);
        message += &format!("\n{}, add `{}`:\n  {line}", advice.when, advice.options);
    }
    Failure::no(message)
}

/// Returns how a run ended, as the journal notes it.
pub(super) fn end_to_note(end: End) -> String {
    match end {
        End::Exited(status) => format!("exited {status}"),
        End::Signalled(signal) => format!("signalled {signal}"),
        End::TimedOut => "timed-out".to_owned(),
        End::OutOfMemory => "out-of-memory".to_owned(),
        End::OutOfDisk => "out-of-disk".to_owned(),
        End::Cancelled => "cancelled".to_owned(),
    }
}

/// Reads an end from a note of [`end_to_note`].
pub(super) fn end_from_note(note: &str) -> Option<End> {
    match note.split_once(' ') {
        Some(("exited", status)) => status.parse().ok().map(End::Exited),
        Some(("signalled", signal)) => signal.parse().ok().map(End::Signalled),
        None if note == "timed-out" => Some(End::TimedOut),
        _ => None,
    }
}

/// Returns the conditions as the journal writes them.
pub(super) fn conditions_term(conditions: &Conditions) -> String {
    let signature = conditions.signature.iter().map(|signature| format!("report {signature}"));
    conditions.options().into_iter().chain(signature).collect::<Vec<_>>().join(" ")
}
