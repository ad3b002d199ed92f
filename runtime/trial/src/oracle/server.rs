//! A command that stays: it is started once, gets one candidate after another and answers each with a line.
//!
//! A candidate is written to its standard input as a line with the number of bytes, then these bytes: `3\na b`. The answer is a
//! line on standard output with the exit status of a command for this one candidate: `0\n` if it is interesting, unless
//! conditions say otherwise. Death by a signal counts as an answer, too; the command is then started again.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::process::{Bounds, ChildProcess, End, Outcome, Watch};
use super::scratch::RunDirectory;
use super::words::calm;
use crate::oracle::{OracleError, Run};

/// Servers that nobody waits for. Never more than there are workers.
#[derive(Default)]
pub(super) struct Servers(Mutex<Vec<Server>>);

/// A command that waits for a candidate.
pub(super) struct Server {
    /// None once it has ended.
    running: Option<ChildProcess>,
    stdin: ChildStdin,
    fresh: RunDirectory,
}

impl Servers {
    /// Asks a server about a text: one that waits, or else a new one from `start`.
    ///
    /// # Errors
    /// If it cannot be started, or does not keep to the protocol.
    pub(super) fn observe(
        &self,
        start: impl FnOnce() -> Result<Server, OracleError>,
        text: &[u8],
        bounds: Bounds<'_>,
        run: &Run<'_>,
    ) -> Result<Outcome, OracleError> {
        let waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut server = waiting.map_or_else(start, Ok)?;
        let outcome = server.ask(text, bounds, run)?;
        if server.running.is_some() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(server);
        }
        Ok(outcome)
    }
}

impl std::fmt::Debug for Servers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Servers").finish_non_exhaustive()
    }
}

impl Server {
    /// Starts a command in a directory that lasts as long as it does.
    pub(super) fn start(mut command: Command, fresh: RunDirectory) -> io::Result<Self> {
        let (name, value) = fresh.cookie().variable();
        command.env(name, value).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = ChildProcess::spawn(&mut command)?;
        let stdin = running.take_stdin().ok_or_else(|| io::Error::other("it has no standard input"))?;
        fcntl_setfl(&stdin, fcntl_getfl(&stdin)? | OFlags::NONBLOCK)?;
        Ok(Self { running: Some(running), stdin, fresh })
    }

    /// Asks about one text. Where there is no answer in time the command is ended.
    fn ask(&mut self, text: &[u8], bounds: Bounds<'_>, run: &Run<'_>) -> Result<Outcome, OracleError> {
        let start = Instant::now();
        let failed = |error: io::Error| OracleError::new(format!("cannot write to the server: {error}"));
        let Some(mut running) = self.running.take() else { return Err(OracleError::new("the server has exited")) };
        running.read(Duration::ZERO, false);
        if !running.stdout().is_empty() {
            running.end(self.fresh.cookie());
            return Err(talkative());
        }
        let sink = rustix::io::fcntl_dupfd_cloexec(&self.stdin, 0).map_err(|error| failed(error.into()))?;
        running.feed(sink.into(), [format!("{}\n", text.len()).as_bytes(), text].concat());
        let mut watch = Watch::new(start, bounds);
        let mut cut = None;
        while cut.is_none() && !running.has_ended() {
            if let Some(status) = answer(&running) {
                let [stdout, stderr] = running.take_outputs();
                self.running = Some(running);
                return Ok(Outcome { end: End::Exited(status?), stdout, stderr, took: start.elapsed() });
            }
            cut = watch.look(&mut running, run);
        }
        let outcome = running.conclude(cut, start, self.fresh.cookie(), bounds.disk).map_err(failed)?;
        match outcome.end {
            End::Exited(status) => {
                let line = outcome.stderr.last_lines(1).pop().unwrap_or_default();
                Err(OracleError::new(format!("the server exited without an answer (exit status {status}): {line}")))
            }
            _ => Ok(outcome),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end(self.fresh.cookie());
        }
    }
}

/// Returns the status that was answered, once it is there. For example, `0⏎` is status 0, and `ok⏎` is an error.
fn answer(running: &ChildProcess) -> Option<Result<i32, OracleError>> {
    let (line, rest) = running.stdout().first_line()?;
    let line = String::from_utf8_lossy(line);
    Some(match line.trim().parse() {
        Ok(_) if !rest.is_empty() => Err(talkative()),
        Ok(status) => Ok(status),
        Err(_) => Err(OracleError::new(format!("the server answered `{}`, which is not an exit status", calm(&line)))),
    })
}

fn talkative() -> OracleError {
    OracleError::new("the server printed more than one line for a candidate: print other output to standard error")
}
