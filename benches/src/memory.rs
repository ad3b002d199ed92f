//! Peak memory of one run. It has a process of its own, so that nothing before it counts. Linux only, because it reads
//! `/proc/self/status`. For example, the chart of a million brackets is measured before any other text is parsed.

use std::process::{Command, ExitCode};

/// First argument that turns this program into the measured process.
pub(crate) const CHILD: &str = "memory-of";

/// Returns the peak growth, in bytes, of a process that runs a case; `None` if it cannot be measured. The case is one argument or
/// several of the process.
pub(crate) fn growth(case: &[&str]) -> Option<usize> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program).arg(CHILD).args(case).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Runs a case in this process, and prints the peak growth of its memory in bytes.
#[expect(clippy::print_stdout, reason = "the process that measures reads it")]
pub(crate) fn report(run: impl FnOnce() -> usize) -> ExitCode {
    // Forgets the peak of everything so far, such as that of loading a grammar. It may fail: then the peak is too high, not too low.
    _ = std::fs::write("/proc/self/clear_refs", "5");
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
