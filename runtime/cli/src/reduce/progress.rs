//! The progress of a reduction: a live view on a terminal, else a plain line now and then.

mod board;
#[cfg(feature = "view")]
mod curve;
#[cfg(feature = "view")]
mod frame;
#[cfg(feature = "view")]
mod keys;
#[cfg(feature = "view")]
mod live;
mod plain;
mod running;
#[cfg(feature = "view")]
mod styled;

use std::ffi::OsStr;
#[cfg(feature = "view")]
use std::io::IsTerminal;
use std::io::{Write, stderr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use board::Board;
#[cfg(feature = "view")]
use live::Live;
use plain::Plain;
pub(super) use running::RunningTests;

use super::ReportArgs;
use super::controls::Controls;
use crate::counted::grouped;
use crate::terminal::painted;
use grammarc_trial::oracle::{Verdict, calm, shown};
use grammarc_trial::trial::{Counters, Rate, Witness};

/// How often a plain line is printed.
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);
/// Time until a plain line comes if nothing was printed before. For example, because a large input is being parsed.
const FIRST_PLAIN_PAUSE: Duration = Duration::from_secs(2);

/// Shows how far a reduction is.
#[derive(Debug)]
pub(crate) struct Progress {
    shown: Shown,
    is_quiet: bool,
    board: Arc<Mutex<Board>>,
}

#[derive(Debug)]
enum Shown {
    Nothing,
    #[cfg(feature = "view")]
    Live(Live),
    Plain(Plain),
}

impl Progress {
    /// Shows nothing.
    pub(crate) fn quiet(before: usize) -> Self {
        Self { shown: Shown::Nothing, is_quiet: true, board: Arc::new(Mutex::new(Board::new(before, Arc::default()))) }
    }

    /// Shows one line on standard error, as far as the options allow.
    pub(crate) fn on_stderr(report: &ReportArgs, before: usize) -> Self {
        let board = Board::new(before, Arc::default());
        match report {
            ReportArgs { quiet: true, .. } => Self::quiet(before),
            ReportArgs { plain: true, .. } => Self::plain(board),
            _ => Self::shown(board, None),
        }
    }

    /// Shows everything on standard error, as far as the options allow, and lets keys steer the search. `timeouts` is the number of
    /// runs that the timeout has cut off.
    pub(super) fn steered(
        report: &ReportArgs,
        before: usize,
        timeouts: Arc<AtomicU64>,
        controls: Arc<Controls>,
    ) -> Self {
        let board = Board::new(before, timeouts);
        match report {
            ReportArgs { quiet: true, .. } => Self::quiet(before),
            ReportArgs { plain: true, .. } => Self::plain(board),
            _ => Self::shown(board, Some(controls)),
        }
    }

    /// Shows nothing itself, but is shown by another progress.
    pub(super) fn part_of(whole: &Self) -> Self {
        Self { shown: Shown::Nothing, is_quiet: true, board: whole.board.clone() }
    }

    /// Prints plain lines on standard error, even on a terminal.
    fn plain(board: Board) -> Self {
        let board = Arc::new(Mutex::new(board));
        let printed = board.clone();
        let print = move || {
            let text = line(&mut printed.lock().unwrap_or_else(PoisonError::into_inner));
            let _ = writeln!(stderr(), "{text}");
        };
        Self { shown: Shown::Plain(Plain::start(FIRST_PLAIN_PAUSE, PLAIN_INTERVAL, print)), is_quiet: false, board }
    }

    #[cfg(feature = "view")]
    fn shown(board: Board, controls: Option<Arc<Controls>>) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        if !stderr().is_terminal() || is_dumb {
            return Self::plain(board);
        }
        let board = Arc::new(Mutex::new(board));
        let shown = Live::start(board.clone(), controls).map_or(Shown::Nothing, Shown::Live);
        Self { shown, is_quiet: false, board }
    }

    /// Prints plain lines, because there is no live view without the feature `view`.
    #[cfg(not(feature = "view"))]
    fn shown(board: Board, _: Option<Arc<Controls>>) -> Self {
        Self::plain(board)
    }

    /// Begins with another input, named in front of all that is shown.
    pub(crate) fn restart(&self, subject: &str, before: usize) {
        self.board().restart(subject, before);
    }

    /// Returns the tests that are running, to be noted as they begin.
    pub(super) fn running(&self) -> Arc<RunningTests> {
        self.board().running.clone()
    }

    pub(super) fn entered(&mut self, strategy: &str) {
        self.board().entered(strategy);
    }

    pub(super) fn opened(&mut self, file: Option<&[u8]>) {
        self.board().file = file.map(|path| shown(Path::new(OsStr::from_bytes(path))));
    }

    pub(super) fn judged(&mut self, verdict: Verdict) {
        self.board().judged(verdict);
    }

    pub(super) fn accepted(&mut self, text: &[u8], bytes: usize) {
        self.board().accepted(text, bytes);
    }

    pub(super) fn counted(&mut self, counters: &Counters) {
        let mut board = self.board();
        board.counted(counters);
        board.message.clear();
    }

    /// Shows a text in place of the counts, before there are any.
    pub(crate) fn say(&self, what: &str) {
        self.board().say(what);
    }

    /// Prints a line above the live view.
    pub(crate) fn print(&self, text: &str) {
        let text = painted(&calm(text));
        match &self.shown {
            #[cfg(feature = "view")]
            Shown::Live(live) => live.print(&text),
            Shown::Plain(plain) => plain.print(&text),
            // A closed standard error is no reason to fail.
            Shown::Nothing => drop(writeln!(stderr(), "{text}")),
        }
    }

    /// Prints a note, unless `--quiet` is given.
    pub(super) fn note(&self, text: &str) {
        if !self.is_quiet {
            self.print(&format!("note: {text}"));
        }
    }

    /// Removes the live view.
    pub(crate) fn clear(&mut self) {
        self.shown = Shown::Nothing;
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        // Nothing that holds the lock can panic half way.
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Witness for Progress {
    fn counted(&mut self, counters: &Counters) {
        self.counted(counters);
    }

    fn entered(&mut self, strategy: &str) {
        self.entered(strategy);
    }

    fn turned_flaky(&mut self, rate: Rate) {
        self.note(&flaky(rate));
    }
}

/// Returns the line for a log file.
fn line(board: &mut Board) -> String {
    board.tick();
    if let Some(message) = board.message() {
        return message;
    }
    let waiting = board.waiting().map_or_else(String::new, |waiting| format!(", {waiting}"));
    let rate = board.counters.tests as f64 / board.elapsed.as_secs_f64().max(0.001);
    format!(
        "{}{} bytes ({}), {} tests, {rate:.0} tests/s, {}{waiting}, {}",
        board.of_subject(),
        board.now,
        share(board.before, board.now),
        board.counters.tests,
        board.pass(),
        time(board.elapsed)
    )
}

/// Returns the remaining size as a share of the input: `12.5%`. Below one percent that would be `0.0%` for most results, so it
/// becomes a factor: `3,595× smaller`.
pub(super) fn share(before: usize, now: usize) -> String {
    match smaller(before, now) {
        Some(factor) => factor,
        None => format!("{:.1}%", 100.0 * now as f64 / before.max(1) as f64),
    }
}

/// Returns the same with the input named: `12.5% of the input`, `3,595× smaller than the input`.
#[cfg(feature = "view")]
pub(super) fn share_of_input(before: usize, now: usize) -> String {
    let link = if smaller(before, now).is_some() { "than" } else { "of" };
    format!("{} {link} the input", share(before, now))
}

/// Returns the factor of a size below one percent. An empty text has none.
fn smaller(before: usize, now: usize) -> Option<String> {
    let (before, now) = (before as u64, now as u64);
    (now > 0 && now * 100 < before).then(|| format!("{}× smaller", grouped((before + now / 2) / now)))
}

/// Returns a time for people.
pub(super) fn time(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 3600.. => format!("{}h {:02}m", seconds / 3600, seconds / 60 % 60),
        seconds @ 60.. => format!("{}m {:02}s", seconds / 60, seconds % 60),
        10.. => format!("{:.0}s", time.as_secs_f64()),
        1.. => format!("{:.1}s", time.as_secs_f64()),
        0 => format!("{}ms", time.as_millis()),
    }
}

/// Warns that the command is flaky, and explains how candidates are judged then.
pub(super) fn flaky(rate: Rate) -> String {
    let most = match rate.tries() {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        tries => format!("{tries} times"),
    };
    format!(
        "the test is flaky: the input is interesting in {rate}. From now on each candidate runs until it passes, \
         {most} at most, and is kept if it is interesting at least half as often as the input"
    )
}

#[cfg(test)]
mod tests {
    use super::{share, share_of_input};

    #[test]
    fn a_size_below_one_percent_is_a_factor() {
        for (before, now, shown) in [
            (104_258, 29, "3,595× smaller"),
            (2000, 19, "105× smaller"),
            (2000, 20, "1.0%"),
            (8, 1, "12.5%"),
            (8, 8, "100.0%"),
            (1000, 0, "0.0%"),
            (0, 0, "0.0%"),
        ] {
            assert_eq!(share(before, now), shown);
        }
        assert_eq!(share_of_input(2000, 19), "105× smaller than the input");
        assert_eq!(share_of_input(8, 1), "12.5% of the input");
    }
}
