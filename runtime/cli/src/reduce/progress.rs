//! The progress of a reduction: one live line on a terminal, else a plain line now and then.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::page::grouped;
use crate::terminal::painted;
use grammarc_reduce::oracle::calm;
use grammarc_reduce::trial::{Counters, Rate, Witness};

/// How often a plain line is printed.
const PLAIN: Duration = Duration::from_secs(10);

/// Shows how far a reduction is.
#[derive(Debug)]
pub(crate) struct Progress {
    shown: Shown,
    is_quiet: bool,
    before: usize,
    now: usize,
    strategy: String,
    start: Instant,
}

#[derive(Debug)]
enum Shown {
    Nothing,
    Live(ProgressBar),
    Plain { next: Instant },
}

impl Progress {
    /// Shows nothing.
    pub(crate) fn quiet(before: usize) -> Self {
        let (shown, strategy, start) = (Shown::Nothing, String::new(), Instant::now());
        Self { shown, is_quiet: true, before, now: before, strategy, start }
    }

    /// Shows something on standard error.
    pub(crate) fn on_stderr(before: usize) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        let shown = if stderr().is_terminal() && !is_dumb {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
            bar.set_style(
                ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_bar()),
            );
            bar.enable_steady_tick(Duration::from_millis(200));
            Shown::Live(bar)
        } else {
            Shown::Plain { next: Instant::now() + PLAIN }
        };
        Self { shown, is_quiet: false, ..Self::quiet(before) }
    }

    pub(super) fn entered(&mut self, strategy: &str) {
        self.strategy = strategy.to_owned();
    }

    pub(super) fn accepted(&mut self, size: usize) {
        self.now = size;
    }

    pub(super) fn counted(&mut self, counters: &Counters) {
        match &mut self.shown {
            Shown::Nothing => {}
            Shown::Live(bar) => bar.set_message(line(self.before, self.now, counters, &self.strategy, self.start)),
            Shown::Plain { next } => {
                if Instant::now() >= *next {
                    let text = line(self.before, self.now, counters, &self.strategy, self.start);
                    let _ = writeln!(stderr(), "{text}");
                    *next = Instant::now() + PLAIN;
                }
            }
        }
    }

    /// Shows a text in place of the counts, before there are any.
    pub(crate) fn say(&self, what: &str) {
        if let Shown::Live(bar) = &self.shown {
            bar.set_message(what.to_owned());
        }
    }

    /// Prints a line above the live one.
    pub(crate) fn print(&self, text: &str) {
        // A closed standard error is no reason to fail.
        let print = || drop(writeln!(stderr(), "{}", painted(&calm(text))));
        match &self.shown {
            Shown::Live(bar) => bar.suspend(print),
            Shown::Nothing | Shown::Plain { .. } => print(),
        }
    }

    /// Prints a note, unless `--quiet` is given.
    pub(super) fn note(&self, text: &str) {
        if !self.is_quiet {
            self.print(&format!("note: {text}"));
        }
    }

    /// Removes the live line.
    pub(crate) fn clear(&mut self) {
        if let Shown::Live(bar) = &self.shown {
            bar.finish_and_clear();
        }
        self.shown = Shown::Nothing;
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

fn line(before: usize, now: usize, counters: &Counters, strategy: &str, start: Instant) -> String {
    let elapsed = start.elapsed();
    let rate = counters.tests as f64 / elapsed.as_secs_f64().max(0.001);
    format!(
        "{now} bytes ({}), {} tests, {rate:.0} tests/s, {strategy}, {}",
        share(before, now),
        counters.tests,
        time(elapsed)
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
