//! The oracle that runs a command. Each candidate stands in a fresh directory, so that no run sees the files of
//! another.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use super::condition::Conditions;
use super::disk::Disk;
use super::executor::{Candidates, Execution, Executor};
use super::invocation::{Invocation, PassingMode};
use super::process::{Bounds, End, Limits, Outcome, observe};
use super::scratch::{RunDirectory, Scratch};
use super::server::{Server, Servers};
use super::words::{quoted, shown};
use crate::archive::Form;
use crate::oracle::{Oracle, OracleError, Run, Verdict};

/// Statuses by which a shell says that it could not run something: for example 127, if it has not found a program.
const NOT_RUN: [i32; 2] = [126, 127];

/// Judges a text by running a command on it. For example, `./check.sh {}` runs as
/// `/home/me/check.sh /tmp/grammarc-3f9a01b2c4d5/0/crash.json`, if the input is called `crash.json`.
#[derive(Debug)]
pub struct CommandOracle {
    invocation: Invocation,
    conditions: Conditions,
    limits: Limits,
    /// How the input ended, once that is known.
    first: Option<End>,
    candidates: Candidates,
    /// Runs the command instead of this machine.
    executor: Option<Arc<dyn Executor>>,
    /// Declared before `scratch`, because fields are dropped in order: servers must end before their directory is removed.
    servers: Servers,
    scratch: Scratch,
    disk: Disk,
}

impl CommandOracle {
    /// Makes an oracle. The temporary directories and processes that killed runs of grammarc have left behind are removed.
    ///
    /// # Errors
    /// If no temporary directory can be made.
    pub fn new(
        invocation: Invocation,
        conditions: Conditions,
        limits: Limits,
        candidates: Candidates,
    ) -> io::Result<Self> {
        let scratch = Scratch::new()?;
        let disk = Disk::of(scratch.root());
        let servers = Servers::default();
        Ok(Self { invocation, conditions, limits, first: None, candidates, executor: None, servers, scratch, disk })
    }

    /// Lets an executor run the command instead of this machine. A server (`PassingMode::Server`) still runs here.
    pub fn set_executor(&mut self, executor: Arc<dyn Executor>) {
        self.executor = Some(executor);
    }

    /// Returns the executor, if the command does not run on this machine.
    pub fn executor(&self) -> Option<&dyn Executor> {
        self.executor.as_deref()
    }

    /// Returns the command.
    pub fn invocation(&self) -> &Invocation {
        &self.invocation
    }

    /// Returns the conditions of an interesting run.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Returns the limits of a run.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets how long a run may take.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.limits.timeout = timeout;
    }

    /// Sets how the input ends.
    pub fn set_first(&mut self, end: End) {
        self.first = Some(end);
    }

    /// Returns how the input ended, if that is known.
    pub fn first(&self) -> Option<End> {
        self.first
    }

    /// Forgets how the input ended.
    pub fn forget_first(&mut self) {
        self.first = None;
    }

    /// Runs the command on a text: in a fresh directory, by the server, or by the executor.
    ///
    /// # Errors
    /// If it cannot be run at all.
    pub fn observe(&self, text: &[u8], run: &Run<'_>) -> Result<Outcome, OracleError> {
        self.observe_as(&self.invocation, text, run)
    }

    /// As [`CommandOracle::observe`], but with another command.
    ///
    /// # Errors
    /// If it cannot be run at all.
    pub fn observe_as(&self, invocation: &Invocation, text: &[u8], run: &Run<'_>) -> Result<Outcome, OracleError> {
        let Some(executor) = &self.executor else { return self.observe_here(invocation, text, run) };
        let conditions = &self.conditions;
        let is_read = self.first.is_none()
            || conditions.stdout.is_some()
            || conditions.stderr.is_some()
            || conditions.signature.is_some();
        let (candidates, timeout) = (&self.candidates, self.limits.timeout);
        let outcome = executor.execute(&Execution { text, invocation, candidates, timeout, is_read }, run)?;
        Ok(Outcome { end: conditions.end_of_status(outcome.end), ..outcome })
    }

    /// As [`CommandOracle::observe_as`], but always on this machine.
    ///
    /// # Errors
    /// If it cannot be run at all.
    pub fn observe_here(&self, invocation: &Invocation, text: &[u8], run: &Run<'_>) -> Result<Outcome, OracleError> {
        if invocation.passing() == PassingMode::Server {
            return self.servers.observe(|| self.server(invocation), text, self.bounds(), run);
        }
        let fresh = self.fresh()?;
        let candidate = fresh.path().join(&self.candidates.name);
        let stdin = self.write(&candidate, text).map_err(|error| cannot("write", &candidate, &error))?;
        let mut command = invocation.command(&candidate, self.home(&candidate));
        command.stdin(stdin);
        observe(&mut command, fresh.cookie(), self.bounds(), run).map_err(|error| self.cannot_start(&error))
    }

    fn bounds(&self) -> Bounds<'_> {
        Bounds { limits: self.limits, disk: &self.disk }
    }

    fn server(&self, invocation: &Invocation) -> Result<Server, OracleError> {
        let fresh = self.fresh()?;
        let command = invocation.command(&fresh.path().join(&self.candidates.name), fresh.path());
        Server::start(command, fresh).map_err(|error| self.cannot_start(&error))
    }

    fn fresh(&self) -> Result<RunDirectory, OracleError> {
        self.scratch.fresh().map_err(|error| OracleError::new(format!("cannot create a directory: {error}")))
    }

    /// Judges the outcome of a run.
    pub fn verdict(&self, outcome: &Outcome) -> Verdict {
        self.conditions.judge(outcome, self.first)
    }

    /// Judges the outcome of a run, unless it shows that the command could not do its work: exit status 127, for example, by
    /// which a shell says that it has not found a program.
    ///
    /// # Errors
    /// If so.
    pub fn verdict_or_broken(&self, outcome: &Outcome) -> Result<Verdict, OracleError> {
        match outcome.end {
            End::Exited(status)
                if NOT_RUN.contains(&status)
                    && !self.conditions.unresolved.contains(&status)
                    && self.first.is_some_and(|first| first != outcome.end) =>
            {
                let line = outcome.stderr.last_lines(1).pop().unwrap_or_default();
                Err(OracleError::new(format!("the command could not start a program (exit status {status}): {line}")))
            }
            End::OutOfMemory => {
                Err(OracleError::new("the command used too much memory: raise the limit with --memory"))
            }
            End::OutOfDisk => Err(OracleError::new(self.disk.complaint())),
            _ => Ok(self.verdict(outcome)),
        }
    }

    /// Returns whether a boring run crashed, but not as asked for: with SIGABRT instead of SIGSEGV, for example.
    pub fn has_slipped(&self, end: End) -> bool {
        self.conditions.has_slipped(end, self.first)
    }

    /// Returns the path that a candidate would have, to be shown.
    pub fn example(&self) -> PathBuf {
        self.scratch.example().join(&self.candidates.name)
    }

    /// Returns whether a candidate is a file or a folder.
    pub fn form(&self) -> Form {
        self.candidates.form
    }

    /// Says that the command has filled the disk.
    pub fn full_disk(&self) -> String {
        self.disk.complaint()
    }

    /// Returns the directory in which a command runs: that of a file, or the folder.
    fn home<'p>(&self, candidate: &'p Path) -> &'p Path {
        match self.candidates.form {
            Form::File => candidate.parent().unwrap_or(candidate),
            Form::Folder => candidate,
        }
    }

    /// Writes a candidate, and returns its standard input: the file, or nothing for a folder.
    fn write(&self, candidate: &Path, text: &[u8]) -> io::Result<Stdio> {
        self.candidates.form.write(text, candidate, false)?;
        if self.candidates.form == Form::Folder {
            return Ok(Stdio::null());
        }
        if self.candidates.is_executable {
            fs::set_permissions(candidate, fs::Permissions::from_mode(0o755))?;
        }
        File::open(candidate).map(Stdio::from)
    }

    fn cannot_start(&self, error: &io::Error) -> OracleError {
        let program = Path::new(self.invocation.program());
        let hint = match error.kind() {
            io::ErrorKind::NotFound if program.is_file() => " (the interpreter named in its first line does not exist)",
            io::ErrorKind::PermissionDenied if program.is_file() => " (make it executable with chmod +x)",
            io::ErrorKind::PermissionDenied if program.is_dir() => " (it is a directory)",
            // ENOEXEC has no kind of its own.
            _ if error.raw_os_error() == Some(8) => " (a script needs a first line such as #!/bin/sh)",
            _ => "",
        };
        OracleError::new(format!("cannot start {}: {error}{hint}", quoted(program.as_os_str())))
    }
}

impl Oracle for CommandOracle {
    fn judge(&self, text: &[u8], run: &Run<'_>) -> Result<Verdict, OracleError> {
        self.verdict_or_broken(&self.observe(text, run)?)
    }
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> OracleError {
    OracleError::new(format!("cannot {what} {}: {error}", shown(path)))
}
