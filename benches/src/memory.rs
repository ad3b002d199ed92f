//! The memory that one run takes at most, in a process of its own, so that nothing before it counts. On Linux alone.

use std::process::{Command, ExitCode};

/// What it takes, as first argument, to be the process that is measured.
pub(crate) const CHILD: &str = "memory-of";

/// Returns by how many bytes the process grows at most that runs a case; none where that cannot be found out.
pub(crate) fn growth(case: &str) -> Option<usize> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).args([CHILD, case]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Runs what was asked for in this process, and prints by how much it grew.
#[expect(clippy::print_stdout, reason = "the process that measures reads it")]
pub(crate) fn report(run: impl FnOnce() -> usize) -> ExitCode {
    let Some(before) = kilobytes("VmRSS:") else { return ExitCode::FAILURE };
    std::hint::black_box(run());
    let Some(most) = kilobytes("VmHWM:") else { return ExitCode::FAILURE };
    println!("{}", most.saturating_sub(before) * 1024);
    ExitCode::SUCCESS
}

fn kilobytes(name: &str) -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
