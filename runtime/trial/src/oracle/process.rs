//! One run of a program: started in a process group of its own, watched, and ended with all that it started. So a run
//! can neither hang the search nor disturb later runs.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, waitid};

use super::disk::Disk;
use super::orphans::OwnChild;
use super::output::Output;
use super::survivors::{Cookie, forget, group_memory, kill_run, remember};
use crate::oracle::Run;

/// Time between two looks at the flag that cancels a run. Only where there is no pidfd does it also delay verdicts.
const CANCEL_POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Time between two measurements of memory and disk. It is longer, because a measurement reads all of /proc.
const MEMORY_POLL_INTERVAL: Duration = Duration::from_millis(100);
/// Time for reading output after the end. There is a limit, because a process that was not found may hold the pipe
/// open.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(100);

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// By itself, with this status, for example 1.
    Exited(i32),
    /// By this signal, for example 11: SIGSEGV on Linux.
    Signalled(i32),
    /// It was killed because it took too long.
    TimedOut,
    /// It was killed because it used too much memory.
    OutOfMemory,
    /// It was killed because hardly anything was left of the disk, or ended with it.
    OutOfDisk,
    /// It was killed because nobody waited for it any more.
    Cancelled,
}

/// The outcome of a run.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// Its standard output.
    pub stdout: Output,
    /// Its standard error.
    pub stderr: Output,
    /// How long it took.
    pub took: Duration,
}

/// The time and memory that a run may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How long it may take.
    pub timeout: Duration,
    /// How many bytes of memory it may use.
    pub memory: Option<u64>,
}

/// The limits of a run, and the disk that it must not fill.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) limits: Limits,
    pub(super) disk: &'a Disk,
}

/// Runs a program to its end or to its limits. Nothing that it started is alive afterwards, as far as can be found out.
pub(super) fn observe(
    command: &mut Command,
    cookie: &Cookie,
    bounds: Bounds<'_>,
    run: &Run<'_>,
) -> io::Result<Outcome> {
    let (name, value) = cookie.variable();
    command.env(name, value).process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped());
    let start = Instant::now();
    let mut running = ChildProcess::spawn(command)?;
    let mut watch = Watch::new(start, bounds);
    let mut cut = None;
    while cut.is_none() && !running.has_ended() {
        cut = watch.look(&mut running, run);
    }
    running.conclude(cut, start, cookie, bounds.disk)
}

/// Looks after a run: how long it takes, how much memory and disk it uses, whether anybody still waits for it.
pub(super) struct Watch<'a> {
    start: Instant,
    bounds: Bounds<'a>,
    /// When memory and disk are measured again.
    measure: Instant,
}

impl<'a> Watch<'a> {
    pub(super) fn new(start: Instant, bounds: Bounds<'a>) -> Self {
        Self { start, bounds, measure: start + MEMORY_POLL_INTERVAL }
    }

    /// Returns the reason to end the run, if there is one; otherwise waits for at most a tick, and reads output.
    pub(super) fn look(&mut self, running: &mut ChildProcess, run: &Run<'_>) -> Option<End> {
        let now = Instant::now();
        if let Some(signal) = running.wants_terminal() {
            return Some(End::Signalled(signal));
        }
        if run.is_cancelled() {
            return Some(End::Cancelled);
        }
        let left = self.bounds.limits.timeout.saturating_sub(now - self.start);
        if left.is_zero() {
            return Some(End::TimedOut);
        }
        if now >= self.measure {
            if self.bounds.limits.memory.is_some_and(|limit| group_memory(running.id) > limit) {
                return Some(End::OutOfMemory);
            }
            if self.bounds.disk.is_full() {
                return Some(End::OutOfDisk);
            }
            self.measure = Instant::now() + MEMORY_POLL_INTERVAL;
        }
        running.read(left.min(CANCEL_POLL_INTERVAL), true);
        None
    }
}

fn end_of(status: ExitStatus) -> End {
    match status.code() {
        Some(code) => End::Exited(code),
        None => End::Signalled(status.signal().unwrap_or_default()),
    }
}

/// A program that was started, and its output so far.
pub(super) struct ChildProcess {
    child: Child,
    id: Pid,
    /// Bytes still to be written to its standard input, if it is a server.
    feed: Option<Feed>,
    /// Becomes readable at the end: a pidfd. Only Linux has it; elsewhere the end is noticed at the next tick.
    end: Option<OwnedFd>,
    pipes: [Pipe; 2],
    /// None once it is reaped.
    own: Option<OwnChild>,
}

impl ChildProcess {
    pub(super) fn spawn(command: &mut Command) -> io::Result<Self> {
        let own = Some(OwnChild::announce());
        let mut child = command.spawn()?;
        let id = Pid::from_child(&child);
        remember(id);
        let pipes = [Pipe::new(child.stdout.take()), Pipe::new(child.stderr.take())];
        Ok(Self { id, end: end_of_process(id), child, pipes, feed: None, own })
    }

    /// Returns its standard input, if it is a pipe.
    pub(super) fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Gives it something to read, which is written as it reads. `sink` must not block.
    pub(super) fn feed(&mut self, sink: std::fs::File, bytes: Vec<u8>) {
        self.feed = Some(Feed { sink, bytes, written: 0 });
    }

    /// Returns its standard output and standard error so far, and empties both.
    pub(super) fn take_outputs(&mut self) -> [Output; 2] {
        self.pipes.each_mut().map(|pipe| std::mem::take(&mut pipe.output))
    }

    /// Returns its standard output so far.
    pub(super) fn stdout(&self) -> &Output {
        &self.pipes[0].output
    }

    /// Ends it with all that it started, if it has not ended, and says how it did. `cut` is why it must be ended.
    pub(super) fn conclude(
        mut self,
        cut: Option<End>,
        start: Instant,
        cookie: &Cookie,
        disk: &Disk,
    ) -> io::Result<Outcome> {
        kill_run(self.id, cookie);
        let status = self.child.wait();
        forget(self.id);
        let status = status?;
        let took = start.elapsed();
        // Before the pipes are drained, because an orphan may hold them open.
        self.own = None;
        self.drain();
        // If the disk is full, the way in which a program ended means nothing.
        let cut = cut.or_else(|| disk.is_full().then_some(End::OutOfDisk));
        let [stdout, stderr] = self.take_outputs();
        Ok(Outcome { end: cut.unwrap_or_else(|| end_of(status)), stdout, stderr, took })
    }

    /// Ends it with all that it started; how does not matter.
    pub(super) fn end(mut self, cookie: &Cookie) {
        kill_run(self.id, cookie);
        let _ = self.child.wait();
        forget(self.id);
    }

    /// Returns whether it has ended. It is left unreaped so that its number stays its own.
    pub(super) fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // An error means that there is no such child any more.
        !matches!(waitid(WaitId::Pid(self.id), options), Ok(None))
    }

    /// Returns the signal that stopped the program when it tried to use the terminal. Nobody would continue it, so it must be
    /// ended.
    fn wants_terminal(&self) -> Option<i32> {
        let options = WaitIdOptions::STOPPED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let stopped = waitid(WaitId::Pid(self.id), options).ok().flatten()?;
        let signal = stopped.stopping_signal()?;
        [Signal::TTIN, Signal::TTOU].iter().any(|wanted| wanted.as_raw() == signal).then_some(signal)
    }

    /// Reads the rest of the pipes, up to a deadline: a process that was not found may hold them open for ever.
    fn drain(&mut self) {
        let deadline = Instant::now() + DRAIN_TIMEOUT;
        while self.pipes.iter().any(|pipe| pipe.source.is_some()) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            self.read(left, false);
        }
    }

    /// Waits for output, at most for the time given, and reads some.
    pub(super) fn read(&mut self, wait: Duration, until_end: bool) {
        let mut sources: Vec<PollFd<'_>> =
            self.pipes.iter().filter_map(Pipe::fd).map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)).collect();
        let count = sources.len();
        if let Some(feed) = &self.feed {
            sources.push(PollFd::new(&feed.sink, PollFlags::OUT));
        }
        if let (true, Some(end)) = (until_end, &self.end) {
            sources.push(PollFd::new(end, PollFlags::IN));
        }
        let wait = if sources.is_empty() { wait.min(Duration::from_millis(1)) } else { wait };
        let timeout = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) };
        if poll(&mut sources, Some(&timeout)).is_err() {
            return;
        }
        let ready: Vec<bool> = sources[..count].iter().map(|source| !source.revents().is_empty()).collect();
        let takes_more = self.feed.is_some() && !sources[count].revents().is_empty();
        drop(sources);
        if takes_more && self.feed.as_mut().is_some_and(|feed| feed.write()) {
            self.feed = None;
        }
        for (pipe, ready) in self.pipes.iter_mut().filter(|pipe| pipe.source.is_some()).zip(ready) {
            if ready {
                pipe.read();
            }
        }
    }
}

#[cfg(target_os = "linux")]
fn end_of_process(id: Pid) -> Option<OwnedFd> {
    rustix::process::pidfd_open(id, rustix::process::PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn end_of_process(_: Pid) -> Option<OwnedFd> {
    None
}

/// Bytes to be written to a process as it reads them.
struct Feed {
    sink: std::fs::File,
    bytes: Vec<u8>,
    written: usize,
}

impl Feed {
    /// Writes some; returns whether that was all, or nobody reads any more.
    fn write(&mut self) -> bool {
        match self.sink.write(&self.bytes[self.written..]) {
            Ok(count) => self.written += count,
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Err(_) => return true,
        }
        self.written == self.bytes.len()
    }
}

/// One of the two outputs of a process.
struct Pipe {
    /// None once it is closed.
    source: Option<std::fs::File>,
    output: Output,
}

impl Pipe {
    fn new<T: Into<OwnedFd>>(source: Option<T>) -> Self {
        Self { source: source.map(|source| source.into().into()), output: Output::default() }
    }

    fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.source.as_ref().map(AsFd::as_fd)
    }

    /// Reads once; to be called when that does not block.
    fn read(&mut self) {
        let mut buffer = [0; 1 << 16];
        let Some(source) = &mut self.source else { return };
        match source.read(&mut buffer) {
            Ok(0) => self.source = None,
            Ok(count) => self.output.push(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => self.source = None,
        }
    }
}
