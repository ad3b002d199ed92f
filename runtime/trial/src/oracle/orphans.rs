//! Orphans: processes whose parents ended before them. The command line takes them in, so that none outlives the runs.
//!
//! A process can leave its group, its session, its environment and its directory, and so all by which `survivors` finds it:
//! `setsid env -i sh -c 'cd /; exec sleep 301' &`. But on Linux a *child subreaper* becomes the parent of all orphans below it.
//! So such a process comes back as a child that we have not started.
//!
//! Nothing tells which run an orphan came from. But its run had begun when the orphan was first seen, so the orphan is killed as
//! soon as all runs of that time have ended. With one job that is at once, because an orphan is looked for at the end of each run.
//!
//! ```text
//! run 1      ├──────┤ orphan seen
//! run 2          ├──────┤ killed           it may be an orphan of run 2
//! run 3              ├──────┤              it began later
//! ```
//!
//! A program that embeds the library may have children that we know nothing of. So only the command line takes orphans in, and it
//! announces each child that it starts itself ([`OwnChild`]).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

use super::processes::{ProcessRow, all_processes, children, row};

/// Rounds of killing and reaping at the end of a run. Each waits twice as long as the one before, 1.6 s in all.
const MAX_SWEEP_ROUNDS: u32 = 15;
/// The first wait. A killed process is usually gone after it.
const FIRST_WAIT: Duration = Duration::from_micros(50);

/// The children of this process. For example, two runs and a daemon that an earlier run left.
static FAMILY: Mutex<Family> = Mutex::new(Family::new());

/// Children that were announced, and those that nobody announced.
struct Family {
    takes_orphans: bool,
    /// Number of children announced so far.
    announced: u64,
    /// Announced children that are not yet reaped.
    own: BTreeSet<u64>,
    /// Each child seen, by number and start. One of ours is among them until it is reaped.
    seen: BTreeMap<(i32, u64), Sighting>,
}

/// The moment when a child was first seen.
struct Sighting {
    /// Number of children announced by then: one of them is the child, or the run that it came from.
    announced: u64,
    /// Whether it has outlived all rounds of killing. It is not waited for again.
    is_stubborn: bool,
}

/// Makes this process the parent of all orphans below it, on Linux. A process that has children already does not, because
/// their children would come to it too. For example, `daemon & exec grammarc …` in a script makes such a process.
#[doc(hidden)]
pub fn take_orphans() {
    if sees_itself() && children().is_empty() && become_subreaper() {
        family().takes_orphans = true;
    }
}

/// Returns whether the numbers in /proc are those by which we know processes: in a container they may be others.
fn sees_itself() -> bool {
    let me = rustix::process::getpid().as_raw_nonzero().to_string();
    std::fs::read_link("/proc/self").is_ok_and(|link| link.as_os_str() == me.as_str())
}

#[cfg(target_os = "linux")]
fn become_subreaper() -> bool {
    rustix::process::set_child_subreaper(Some(rustix::process::getpid())).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn become_subreaper() -> bool {
    false
}

/// A child that this process is about to start. To be kept until the child is reaped; then orphans are looked for.
#[doc(hidden)]
#[derive(Debug)]
pub struct OwnChild(u64);

impl OwnChild {
    /// Announces a child, before it is started. Otherwise it could be taken for an orphan.
    pub fn announce() -> Self {
        let mut family = family();
        let number = family.announced;
        family.announced += 1;
        family.own.insert(number);
        Self(number)
    }
}

impl Drop for OwnChild {
    fn drop(&mut self) {
        family().own.remove(&self.0);
        sweep();
    }
}

/// Kills and reaps the orphans of runs that have ended, and waits a moment until they are gone.
pub(super) fn sweep() {
    for round in 0..MAX_SWEEP_ROUNDS {
        let doomed = family().doomed();
        if doomed.is_empty() {
            return;
        }
        for id in with_descendants(doomed).into_iter().filter_map(Pid::from_raw) {
            let _ = kill_process(id, Signal::KILL);
        }
        std::thread::sleep(FIRST_WAIT * (1 << round));
    }
    family().give_up();
}

fn family() -> MutexGuard<'static, Family> {
    // Nothing that holds the lock can panic half way.
    FAMILY.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Family {
    const fn new() -> Self {
        Self { takes_orphans: false, announced: 0, own: BTreeSet::new(), seen: BTreeMap::new() }
    }

    /// Reaps the orphans of ended runs that are dead, and returns the others.
    fn doomed(&mut self) -> Vec<i32> {
        if !self.takes_orphans {
            return Vec::new();
        }
        let here: BTreeSet<(i32, u64)> = children().iter().map(|child| (child.id, child.start)).collect();
        self.seen.retain(|child, _| here.contains(child));
        for child in here {
            self.seen.entry(child).or_insert(Sighting { announced: self.announced, is_stubborn: false });
        }
        let oldest = self.own.first().copied().unwrap_or(u64::MAX);
        let is_free = |sighting: &Sighting| sighting.announced <= oldest;
        let alive = self.seen.iter().filter(|((id, _), sighting)| is_free(sighting) && !is_reaped(*id));
        alive.filter(|(_, sighting)| !sighting.is_stubborn).map(|(&(id, _), _)| id).collect()
    }

    /// Records that the orphans that are left cannot be killed: they belong to another user, or a device holds them.
    fn give_up(&mut self) {
        let doomed = self.doomed();
        let left = self.seen.iter_mut().filter(|((id, _), _)| doomed.contains(id));
        left.for_each(|(_, sighting)| sighting.is_stubborn = true);
    }
}

/// Reaps a child if it is dead. Returns whether it is gone, or is no child of ours.
fn is_reaped(id: i32) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG;
    Pid::from_raw(id).is_none_or(|id| !matches!(waitid(WaitId::Pid(id), options), Ok(None)))
}

/// Adds the processes below the given ones, which would come to us only after the death of these.
fn with_descendants(mut found: Vec<i32>) -> Vec<i32> {
    let rows: Vec<ProcessRow> = all_processes().into_iter().filter_map(row).collect();
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        let below = rows.iter().filter(|row| row.parent == parent && !found.contains(&row.id));
        let below: Vec<i32> = below.map(|row| row.id).collect();
        found.extend(below);
        next += 1;
    }
    found
}
