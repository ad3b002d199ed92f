//! Says what a test skips, and what it needs for that, so that a run in a plain clone shows what was not checked.

use std::io::Write;
use std::panic::Location;

/// Prints `skipped: TEST needs WHAT`, past the harness: it holds back what `eprintln!` writes in a test that passes, but not
/// what is written to standard error itself.
#[track_caller]
pub(crate) fn skipped(what: &str) {
    let thread = std::thread::current();
    // With one test at a time, the harness runs them in its own thread.
    let test = thread.name().filter(|name| *name != "main");
    let test = test.map_or_else(|| Location::caller().to_string(), str::to_owned);
    // One write for the line, because others write as well.
    let _ = std::io::stderr().write_all(format!("skipped: {test} needs {}\n", what.trim_end()).as_bytes());
}
