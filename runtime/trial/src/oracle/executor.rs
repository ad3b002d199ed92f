//! Running the command of an oracle elsewhere than on this machine, for example on a cluster. A candidate becomes an outcome
//! there; whether the outcome is interesting is decided here, by the same conditions.

use std::ffi::OsString;
use std::fmt::Debug;
use std::time::Duration;

use super::invocation::Invocation;
use super::process::Outcome;
use crate::archive::Form;
use crate::oracle::{OracleError, Run};

/// Runs commands in place of this machine. It is called from several threads at once.
pub trait Executor: Debug + Send + Sync {
    /// Runs a command on a candidate. The end is [`End::TimedOut`](super::End::TimedOut) after the timeout, and
    /// [`End::Cancelled`](super::End::Cancelled) once [`Run::is_cancelled`]. Death by a signal may be reported as exit status
    /// 128 + n, as shells do. If the outcome comes from a cache that others write to, that is [marked](Run::mark_cached); a
    /// [fresh](Run::is_fresh) run must not come from there.
    ///
    /// # Errors
    /// If the command cannot be run. The message says why and what to do, as a clause without a full stop.
    fn execute(&self, execution: &Execution<'_>, run: &Run<'_>) -> Result<Outcome, OracleError>;

    /// Returns what outcomes depend on besides the command, by names without blanks: for example `remote-platform` and
    /// `OSFamily=linux`. A journal from other terms is not resumed.
    fn terms(&self) -> Vec<(String, String)>;

    /// Returns where commands run, to be shown: for example `grpc://build.example:8980`.
    fn place(&self) -> String;

    /// Returns what a user should know about the runs so far: for example how many were answered by a cache.
    fn notes(&self) -> Vec<String>;
}

/// One run of a command on a candidate.
#[derive(Debug, Clone, Copy)]
pub struct Execution<'a> {
    /// The content of a file, or the archive of a folder.
    pub text: &'a [u8],
    /// The command.
    pub invocation: &'a Invocation,
    /// How the candidate stands on disk.
    pub candidates: &'a Candidates,
    /// How long the run may take.
    pub timeout: Duration,
    /// Whether anybody reads the output. Otherwise it need not be fetched.
    pub is_read: bool,
}

/// How candidates stand on disk: like the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    /// Whether each is a file or a folder.
    pub form: Form,
    /// The name of each.
    pub name: OsString,
    /// Whether a file may be executed.
    pub is_executable: bool,
}
