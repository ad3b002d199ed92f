//! When a run counts as interesting. Running and judging are two steps, because `--same` asks for the end of the
//! input's run, which must be known first.

use regex_lite::Regex;
use rustix::process::Signal;

use super::process::{End, Outcome};
use super::signature::Signature;
use crate::oracle::Verdict;

/// The conditions of an interesting run. Without any, it must exit with status 0. For example, with `exit` 1 and
/// `stderr` `panicked`, it must exit with status 1 and print `panicked`.
#[derive(Debug, Clone, Default)]
pub struct Conditions {
    /// It exits with this status.
    pub exit: Option<i32>,
    /// It dies of this signal.
    pub signal: Option<i32>,
    /// Its standard output matches.
    pub stdout: Option<Regex>,
    /// Its standard error matches.
    pub stderr: Option<Regex>,
    /// It ends like the input did.
    pub same: Option<SameEnd>,
    /// It takes too long.
    pub timeout: Option<InterestingTimeout>,
    /// Its output reports the same failure at the same place. This condition comes on top of the others, also of exit status 0.
    pub signature: Option<Signature>,
    /// The statuses by which it says that it cannot tell. For example, 125, as with `git bisect run`.
    pub unresolved: Vec<i32>,
}

/// Asks for the end of the input's first run. For example, if the input died of SIGSEGV, a candidate must.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SameEnd;

/// Asks for a run that takes too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InterestingTimeout;

impl Conditions {
    /// Judges a run. `first` is how the input ended, none if this run is the one to find that out.
    pub fn judge(&self, outcome: &Outcome, first: Option<End>) -> Verdict {
        match outcome.end {
            End::TimedOut if !self.may_time_out(first) => Verdict::Unresolved,
            End::OutOfMemory | End::OutOfDisk | End::Cancelled => Verdict::Unresolved,
            End::Exited(status) if self.unresolved.contains(&status) => Verdict::Unresolved,
            _ => Verdict::from(self.hold(outcome, first)),
        }
    }

    /// Returns whether a boring run crashed, but not as asked for: with SIGABRT instead of SIGSEGV, for example. Always false
    /// unless `same` or `signal` asks for a certain end.
    pub fn has_slipped(&self, end: End, first: Option<End>) -> bool {
        let wants_failure = self.same.is_some() && matches!(first, Some(End::Exited(status)) if status != 0);
        match end {
            _ if self.same.is_none() && self.signal.is_none() => false,
            End::Signalled(_) => true,
            // More than 128 is how a shell says that a program died of a signal.
            End::Exited(status) => status > 128 || (status != 0 && wants_failure),
            _ => false,
        }
    }

    /// Returns the end of a run of which only the exit status is known. A shell reports death by signal 11 as status 139, so
    /// that status counts as the signal if `signal` asks for it.
    pub(super) fn end_of_status(&self, end: End) -> End {
        match (end, self.signal) {
            (End::Exited(status), Some(signal)) if status == 128 + signal => End::Signalled(signal),
            _ => end,
        }
    }

    /// Returns the conditions as options, as they stand on a command line: for example `--exit 1` and `--same`. The
    /// same text means the same conditions.
    pub fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        options.extend(self.exit.map(|status| format!("--exit {status}")));
        options.extend(self.unresolved.iter().map(|status| format!("--unresolved {status}")));
        options.extend(self.signal.map(|signal| format!("--signal {}", super::signals::name(signal))));
        options.extend(self.stdout.as_ref().map(|expression| format!("--stdout-matches {expression}")));
        options.extend(self.stderr.as_ref().map(|expression| format!("--stderr-matches {expression}")));
        options.extend(self.same.map(|_| "--same".to_owned()));
        options.extend(self.timeout.map(|_| "--timeout-is-interesting".to_owned()));
        options
    }

    /// Returns the conditions for people: `exit status 0` if there is none, or `--same; unresolved: exit status 125`.
    pub fn described(&self) -> String {
        let mut wanted = Self { unresolved: Vec::new(), ..self.clone() }.options().join(" ");
        if wanted.is_empty() {
            wanted.push_str("exit status 0");
        }
        for (number, status) in self.unresolved.iter().enumerate() {
            wanted += &format!("{} {status}", if number == 0 { "; unresolved: exit status" } else { "," });
        }
        wanted
    }

    /// Returns whether none was given that a run must fulfil, so that exit status 0 is asked for.
    pub fn is_default(&self) -> bool {
        let Self { exit, signal, stdout, stderr, same, timeout, unresolved: _, signature: _ } = self;
        let is_end_free = exit.is_none() && signal.is_none() && same.is_none() && timeout.is_none();
        is_end_free && stdout.is_none() && stderr.is_none()
    }

    /// Returns the status of an interesting run that also says that the run cannot tell; none if there is no such contradiction.
    pub fn contradiction(&self) -> Option<i32> {
        let wanted = if self.is_default() { Some(0) } else { self.exit };
        wanted.filter(|status| self.unresolved.contains(status))
    }

    fn may_time_out(&self, first: Option<End>) -> bool {
        self.timeout.is_some() || (self.same.is_some() && first.is_none_or(|first| first == End::TimedOut))
    }

    fn hold(&self, outcome: &Outcome, first: Option<End>) -> bool {
        self.hold_by_options(outcome, first)
            && self.signature.as_ref().is_none_or(|wanted| Signature::of(outcome).as_ref() == Some(wanted))
    }

    fn hold_by_options(&self, outcome: &Outcome, first: Option<End>) -> bool {
        if self.is_default() {
            return outcome.end == End::Exited(0);
        }
        self.exit.is_none_or(|status| outcome.end == End::Exited(status))
            && self.signal.is_none_or(|signal| outcome.end == End::Signalled(signal))
            && self.timeout.is_none_or(|_| outcome.end == End::TimedOut)
            && self.same.and(first).is_none_or(|first| outcome.end == first)
            && self.stdout.as_ref().is_none_or(|expression| outcome.stdout.matches(expression))
            && self.stderr.as_ref().is_none_or(|expression| outcome.stderr.matches(expression))
    }
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "exit status {status}"),
            Self::Signalled(signal) if [Signal::TTIN, Signal::TTOU].map(Signal::as_raw).contains(signal) => {
                write!(f, "stopped by {} when it accessed the terminal", super::signals::name(*signal))
            }
            Self::Signalled(signal) => write!(f, "killed by {}", super::signals::name(*signal)),
            Self::TimedOut => f.write_str("killed after the timeout"),
            Self::OutOfMemory => f.write_str("killed for using too much memory"),
            Self::OutOfDisk => f.write_str("ended because the disk was full"),
            Self::Cancelled => f.write_str("cancelled"),
        }
    }
}
