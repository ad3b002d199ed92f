//! Finding and killing the processes that a run leaves behind.
//!
//! Every run has its own process group, which a process can leave with `setsid`. So each run also has a cookie in its
//! environment, which children inherit; on Linux, its carriers are found in /proc. A process that was started without the
//! cookie is found there by its working directory, if that is the directory of the run. The others are `orphans`.

#[cfg(target_os = "linux")]
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher, RandomState};
#[cfg(target_os = "linux")]
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

#[cfg(target_os = "linux")]
use super::processes::{all_processes, row};

/// The variable that carries the cookies of a run and of the runs that it is part of.
const VARIABLE: &str = "GRAMMARC_RUN";

/// Rounds of looking for processes and killing them. One is not enough, because a process may have forked before it was
/// killed.
const MAX_KILL_ROUNDS: usize = 8;

/// A text that no other process has in its environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cookie {
    text: String,
    /// The directory of the run, where no other process has a reason to be started.
    place: Option<PathBuf>,
}

impl Cookie {
    /// Makes one that was never used before.
    pub(super) fn new() -> Self {
        let part = || RandomState::new().hash_one(std::process::id());
        Self::from(format!("{:016x}{:016x}", part(), part()))
    }

    /// Makes the cookie of one run among many, in its own directory: a search for `self` finds its carriers, too. For
    /// example, run 12 of the cookie `4f…` carries `4f….12.`, which contains `4f…`.
    pub(super) fn of_run(&self, number: u64, place: &Path) -> Self {
        // The last dot keeps run 1 apart from run 12.
        Self { text: format!("{}.{number}.", self.text), place: place.canonicalize().ok() }
    }

    /// Parses the text that [`Cookie::as_str`] returned. The cookie of a single run is refused: it has a number behind the 32
    /// digits.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let text = text.trim();
        (text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| Self::from(text.to_owned()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the variable to be set for a child. Cookies that we carry ourselves are handed on. For example,
    /// `GRAMMARC_RUN` is `,4f….12.` in a child of run 12.
    pub(super) fn variable(&self) -> (&'static OsStr, OsString) {
        let mut value = std::env::var_os(VARIABLE).unwrap_or_default();
        value.push(",");
        value.push(&self.text);
        (OsStr::new(VARIABLE), value)
    }
}

impl From<String> for Cookie {
    fn from(text: String) -> Self {
        Self { text, place: None }
    }
}

/// Kills the process group of a run, then everybody who carries its cookie.
pub(super) fn kill_run(leader: Pid, cookie: &Cookie) {
    // The group may be gone already.
    let _ = kill_process_group(leader, Signal::KILL);
    for _ in 0..MAX_KILL_ROUNDS {
        let found = carriers(cookie, Some(leader));
        if found.is_empty() {
            return;
        }
        kill(&found);
    }
}

/// Kills everybody who carries the cookie.
pub(super) fn kill_all(cookie: &Cookie) {
    for _ in 0..MAX_KILL_ROUNDS {
        let found = carriers(cookie, None);
        if found.is_empty() {
            return;
        }
        kill(&found);
    }
}

fn kill(processes: &[Pid]) {
    for &process in processes {
        let _ = kill_process(process, Signal::KILL);
    }
}

/// The leaders of all runs that go on.
static LEADERS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Records that a run has begun. Until [`forget`], no other run takes its leader for a process of its own.
pub(super) fn remember(leader: Pid) {
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner).insert(leader.as_raw_nonzero().get());
}

/// Records that a run has ended, and its leader is reaped.
pub(super) fn forget(leader: Pid) {
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner).remove(&leader.as_raw_nonzero().get());
}

/// Age at which a measurement of all process groups is repeated. Runs share it, because each reads all of /proc.
#[cfg(target_os = "linux")]
const MAX_MEASUREMENT_AGE: Duration = Duration::from_millis(80);

/// When the memory of all process groups was measured, and the pages of each.
#[cfg(target_os = "linux")]
static MEASURED: Mutex<Option<(Instant, BTreeMap<i32, u64>)>> = Mutex::new(None);

/// Returns the memory in use by a process group, in bytes. It may have been measured 80 ms ago.
#[cfg(target_os = "linux")]
pub(super) fn group_memory(leader: Pid) -> u64 {
    let mut measured = MEASURED.lock().unwrap_or_else(PoisonError::into_inner);
    let last = measured.take().filter(|(when, _)| when.elapsed() < MAX_MEASUREMENT_AGE);
    let (_, groups) = measured.insert(last.unwrap_or_else(|| (Instant::now(), pages_by_group())));
    let pages = groups.get(&leader.as_raw_nonzero().get()).copied().unwrap_or(0);
    pages * rustix::param::page_size() as u64
}

/// Returns the memory in use by a process group, in bytes, as ps says.
#[cfg(not(target_os = "linux"))]
pub(super) fn group_memory(leader: Pid) -> u64 {
    let Ok(listing) = std::process::Command::new("ps").args(["-axo", "pgid=,rss="]).output() else { return 0 };
    let leader = leader.as_raw_nonzero().to_string();
    let text = String::from_utf8_lossy(&listing.stdout).into_owned();
    let rows = text.lines().filter_map(|line| line.trim().split_once(' '));
    let kibibytes = rows.filter(|(group, _)| *group == leader).filter_map(|(_, size)| size.trim().parse::<u64>().ok());
    kibibytes.sum::<u64>() * 1024
}

#[cfg(not(target_os = "linux"))]
fn carriers(_: &Cookie, _: Option<Pid>) -> Vec<Pid> {
    Vec::new()
}

/// Returns the processes that carry the cookie; only `since` and those that were started later, if given.
#[cfg(target_os = "linux")]
fn carriers(cookie: &Cookie, since: Option<Pid>) -> Vec<Pid> {
    match since.and_then(started_since) {
        Some(mut started) => {
            let leaders = LEADERS.lock().unwrap_or_else(PoisonError::into_inner).clone();
            started.retain(|process| since == Some(*process) || !leaders.contains(&process.as_raw_nonzero().get()));
            started.into_iter().filter(|&process| carries(process, cookie) || is_in_place(process, cookie)).collect()
        }
        None => all_processes().into_iter().filter(|&process| carries(process, cookie)).collect(),
    }
}

/// Returns `first` and the numbers that were given out later; none if they wrapped around, are too many to be tried
/// one by one, or cannot be told.
#[cfg(target_os = "linux")]
fn started_since(first: Pid) -> Option<Vec<Pid>> {
    let load = std::fs::read_to_string("/proc/loadavg").ok()?;
    let last: i32 = load.split_whitespace().last()?.parse().ok()?;
    let first = first.as_raw_nonzero().get();
    (last >= first && last - first < 200).then(|| (first..=last).filter_map(Pid::from_raw).collect())
}

#[cfg(target_os = "linux")]
fn carries(process: Pid, cookie: &Cookie) -> bool {
    let Ok(environment) = std::fs::read(format!("/proc/{}/environ", process.as_raw_nonzero())) else { return false };
    let start = format!("{VARIABLE}=");
    let mut variables = environment.split(|&byte| byte == 0).filter(|variable| variable.starts_with(start.as_bytes()));
    variables.any(|variable| variable.windows(cookie.text.len()).any(|window| window == cookie.text.as_bytes()))
}

/// Returns whether a process works in the directory of the run.
#[cfg(target_os = "linux")]
fn is_in_place(process: Pid, cookie: &Cookie) -> bool {
    let Some(place) = &cookie.place else { return false };
    let link = std::fs::read_link(format!("/proc/{}/cwd", process.as_raw_nonzero()));
    // Linux writes ` (deleted)` behind the path of a removed directory.
    let is_below = |rest: &[u8]| rest.is_empty() || rest.starts_with(b"/") || rest.starts_with(b" (deleted)");
    link.is_ok_and(|link| link.as_os_str().as_bytes().strip_prefix(place.as_os_str().as_bytes()).is_some_and(is_below))
}

/// Returns how many pages each process group holds.
#[cfg(target_os = "linux")]
fn pages_by_group() -> BTreeMap<i32, u64> {
    let mut groups = BTreeMap::new();
    for row in all_processes().into_iter().filter_map(row) {
        *groups.entry(row.group).or_default() += row.pages;
    }
    groups
}
