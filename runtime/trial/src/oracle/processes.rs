//! Processes as Linux lists them in /proc. Elsewhere there is no such list, and nothing is found.

use rustix::process::Pid;

/// A row of the list. For example, a shell that was started by process 12 has the parent 12.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ProcessRow {
    pub(super) id: i32,
    pub(super) parent: i32,
    pub(super) group: i32,
    /// When it was started, in ticks since the system was. No later process of the same number has the same start.
    pub(super) start: u64,
    /// Memory that it holds, in pages.
    pub(super) pages: u64,
}

/// Returns the numbers of all processes.
pub(super) fn all_processes() -> Vec<Pid> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.filter_map(Pid::from_raw).collect()
}

/// Returns the row of a process; none if it is gone.
pub(super) fn row(id: Pid) -> Option<ProcessRow> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", id.as_raw_nonzero())).ok()?;
    // The second field is the name in parentheses, which may hold anything. After it: state, parent, group, …
    let fields: Vec<&str> = stat.get(stat.rfind(')')? + 1..)?.split_whitespace().collect();
    let field = |number: usize| fields.get(number)?.parse::<u64>().ok();
    let (parent, group) = (i32::try_from(field(1)?).ok()?, i32::try_from(field(2)?).ok()?);
    let id = id.as_raw_nonzero().get();
    Some(ProcessRow { id, parent, group, start: field(19)?, pages: field(21)? })
}

/// Returns the rows of the children of this process.
pub(super) fn children() -> Vec<ProcessRow> {
    let me = rustix::process::getpid().as_raw_nonzero().get();
    // Orphans come to the main thread, which has the number of the process. Some systems lack its list.
    let list = std::fs::read_to_string(format!("/proc/self/task/{me}/children"));
    let ids = match list {
        Ok(list) => list.split_whitespace().filter_map(|id| Pid::from_raw(id.parse().ok()?)).collect(),
        Err(_) => all_processes(),
    };
    ids.into_iter().filter_map(row).filter(|row| row.parent == me).collect()
}
