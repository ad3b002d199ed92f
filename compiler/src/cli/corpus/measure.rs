//! Parses examples on several threads, each within a time limit. A parse cannot be stopped, so a thread that takes too long is left to
//! itself, and another takes its place.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use grammarc_runtime::grammar::{Encoding, Grammar, Slot};
use grammarc_runtime::language::Language;
use grammarc_runtime::parse::ParseError;
use grammarc_runtime::tree::Tree;

use crate::LoadedGrammar;

/// Maximum size of an example: 64 MiB. A tree takes several times as much memory as its text.
const MAX_EXAMPLE_BYTES: u64 = 64 << 20;
/// How often to look whether a parse takes too long.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The outcome for an example.
#[derive(Debug, Clone)]
pub(super) enum ExampleOutcome {
    /// It parses as a whole.
    Parsed(ParsedExample),
    /// It does not parse.
    Refused {
        /// How long it took to find out.
        time: Duration,
        /// Where it stops, and why.
        error: ParseError,
    },
    /// It took longer than the time limit.
    TimedOut,
    /// It was not parsed, for this reason.
    LeftOut(String),
}

/// An example that parses.
#[derive(Debug, Clone, Copy)]
pub(super) struct ParsedExample {
    /// How long it took.
    pub(super) time: Duration,
    /// Its size.
    pub(super) bytes: usize,
    /// Bytes that `%skip` took.
    pub(super) skipped: usize,
    /// Those of the skipped bytes that are no white space.
    pub(super) skipped_words: usize,
}

/// The examples that nobody has parsed yet.
struct ExampleQueue {
    files: Vec<PathBuf>,
    next: AtomicUsize,
    language: Language,
}

/// A message of a worker about the example of this number.
enum WorkerMessage {
    Started(usize, Arc<AtomicBool>),
    Done(usize, ExampleOutcome),
}

/// Parses each file, `jobs` of them at the same time. Returns the outcomes in the order of the files.
pub(super) fn measure(files: &[PathBuf], loaded: &LoadedGrammar, jobs: usize, limit: Duration) -> Vec<ExampleOutcome> {
    let queue = ExampleQueue { files: files.to_vec(), next: AtomicUsize::new(0), language: loaded.language() };
    let queue = Arc::new(queue);
    let (sender, receiver) = channel();
    let begin = || {
        let (queue, sender) = (Arc::clone(&queue), sender.clone());
        // It is not joined: the process ends without a thread that parses too long.
        thread::Builder::new().spawn(move || work(&queue, &sender)).is_ok()
    };
    collect((files.len(), jobs), &receiver, limit, begin)
}

/// Waits for all outcomes. When an example takes too long, its thread is replaced. `begin` tells whether a thread could be started.
fn collect(
    (count, jobs): (usize, usize),
    receiver: &Receiver<WorkerMessage>,
    limit: Duration,
    begin: impl Fn() -> bool,
) -> Vec<ExampleOutcome> {
    let mut workers = (0..jobs.min(count)).filter(|_| begin()).count();
    let mut outcomes: Vec<Option<ExampleOutcome>> = vec![None; count];
    let mut running: HashMap<usize, (Instant, Arc<AtomicBool>)> = HashMap::new();
    let mut missing = count;
    while missing > 0 && workers > 0 {
        match receiver.recv_timeout(POLL_INTERVAL) {
            Ok(WorkerMessage::Started(number, is_given_up)) => {
                running.insert(number, (Instant::now(), is_given_up));
            }
            Ok(WorkerMessage::Done(number, outcome)) => {
                if running.remove(&number).is_some() {
                    outcomes[number] = Some(outcome);
                    missing -= 1;
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        let late: Vec<usize> =
            running.iter().filter(|(_, (start, _))| start.elapsed() > limit).map(|(&number, _)| number).collect();
        for number in late {
            if let Some((_, is_given_up)) = running.remove(&number) {
                is_given_up.store(true, Ordering::Relaxed);
                outcomes[number] = Some(ExampleOutcome::TimedOut);
                missing -= 1;
                workers -= usize::from(!begin());
            }
        }
    }
    let lost = || ExampleOutcome::LeftOut("no thread could be started for it".to_owned());
    outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(lost)).collect()
}

/// Parses examples until none is left, or until this thread is given up.
fn work(queue: &ExampleQueue, sender: &Sender<WorkerMessage>) {
    loop {
        let number = queue.next.fetch_add(1, Ordering::Relaxed);
        let Some(path) = queue.files.get(number) else { return };
        let is_given_up = Arc::new(AtomicBool::new(false));
        // Nobody listens once all other examples are done.
        let _ = sender.send(WorkerMessage::Started(number, Arc::clone(&is_given_up)));
        let outcome = parse(&queue.language, path);
        let is_wanted = sender.send(WorkerMessage::Done(number, outcome)).is_ok();
        if !is_wanted || is_given_up.load(Ordering::Relaxed) {
            return;
        }
    }
}

fn parse(language: &Language, path: &Path) -> ExampleOutcome {
    let text = match read(path, language.grammar.encoding) {
        Ok(text) => text,
        Err(reason) => return ExampleOutcome::LeftOut(reason),
    };
    let start = Instant::now();
    let parsed = language.parse(&text);
    let time = start.elapsed();
    match parsed {
        Ok(tree) => {
            let (skipped, skipped_words) = skipped(&language.grammar, &text, &tree);
            ExampleOutcome::Parsed(ParsedExample { time, bytes: text.len(), skipped, skipped_words })
        }
        Err(error) => ExampleOutcome::Refused { time, error },
    }
}

/// Reads an example, or says why it is none.
fn read(path: &Path, encoding: Encoding) -> Result<Vec<u8>, String> {
    let size = path.metadata().map_err(|error| error.to_string())?.len();
    if size > MAX_EXAMPLE_BYTES {
        return Err("larger than 64 MiB".to_owned());
    }
    let text = fs::read(path).map_err(|error| error.to_string())?;
    if text.is_empty() {
        return Err("empty".to_owned());
    }
    if encoding == Encoding::Utf8 && str::from_utf8(&text).is_err() {
        return Err("not UTF-8".to_owned());
    }
    Ok(text)
}

/// Counts the bytes that `%skip` took, and those of them that are no white space. For example, `a /* b */ c` has 9 skipped bytes, 7
/// of them no white space.
fn skipped(grammar: &Grammar, text: &[u8], tree: &Tree) -> (usize, usize) {
    let (mut all, mut words, mut end) = (0, 0, 0);
    for id in tree.subtree(tree.root()) {
        let node = tree.node(id);
        let is_skip = grammar.item(node.item).is_some_and(|item| item.slot == Slot::Skip);
        // Inside of skipped text, nodes were counted with it.
        if is_skip && node.span.end > end {
            let part = &text[node.span.start.max(end)..node.span.end];
            all += part.len();
            words += part.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
            end = node.span.end;
        }
    }
    (all, words)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::{ExampleOutcome, WorkerMessage, collect};

    #[test]
    fn a_parse_that_takes_too_long_is_given_up() {
        let (sender, receiver) = channel();
        let is_given_up = Arc::new(AtomicBool::new(false));
        let send = |message| sender.send(message).expect("the receiver is there");
        let begun = Cell::new(0);
        // The thread in the place of the first one takes the next example.
        let begin = || {
            begun.set(begun.get() + 1);
            if begun.get() == 1 {
                send(WorkerMessage::Started(0, Arc::clone(&is_given_up)));
            } else {
                send(WorkerMessage::Started(1, Arc::new(AtomicBool::new(false))));
                send(WorkerMessage::Done(1, ExampleOutcome::LeftOut("empty".to_owned())));
                send(WorkerMessage::Done(0, ExampleOutcome::LeftOut("late".to_owned())));
            }
            true
        };
        let outcomes = collect((2, 1), &receiver, Duration::ZERO, begin);
        assert!(matches!(&outcomes[0], ExampleOutcome::TimedOut), "{outcomes:?}");
        assert!(is_given_up.load(Ordering::Relaxed) && begun.get() >= 2);
    }

    #[test]
    fn without_a_thread_nothing_is_waited_for() {
        let (_sender, receiver) = channel();
        let outcomes = collect((2, 4), &receiver, Duration::MAX, || false);
        assert!(outcomes.iter().all(|outcome| matches!(outcome, ExampleOutcome::LeftOut(_))), "{outcomes:?}");
    }
}
