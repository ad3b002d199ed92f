//! Progress of a long run, printed to standard error now and then, because a test reports its result only at its end.

use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Time between two messages, 20 seconds: long enough not to fill a log. A run that is shorter prints none.
const MESSAGE_INTERVAL: Duration = Duration::from_secs(20);

/// A long run, of many threads perhaps.
#[derive(Debug)]
pub struct Progress {
    begun: Instant,
    said: Mutex<Instant>,
}

impl Progress {
    /// Begins a run.
    pub fn begin() -> Self {
        let begun = Instant::now();
        Self { begun, said: Mutex::new(begun) }
    }

    /// Prints `done` of `wanted`, if the last message is old enough. It is visible even where a test's output is captured. For example, it
    /// prints `   40 s: texts: 1200 of 5000`.
    pub fn say(&self, what: &str, done: u64, wanted: u64) {
        let Ok(mut said) = self.said.lock() else { return };
        if said.elapsed() >= MESSAGE_INTERVAL {
            *said = Instant::now();
            // A closed standard error does not stop a run.
            let _ = writeln!(std::io::stderr(), "{:>5} s: {what}: {done} of {wanted}", self.begun.elapsed().as_secs());
        }
    }
}
