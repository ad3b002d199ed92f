//! How far a long run is, said on standard error now and then: what a test finds it tells only at its end.

use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Nothing is said more often than this, nor by a run that is shorter.
const PAUSE: Duration = Duration::from_secs(20);

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

    /// Says how much of what is wanted is done, if it is time. It is seen even where a test's output is kept back.
    pub fn say(&self, what: &str, done: u64, wanted: u64) {
        let Ok(mut said) = self.said.lock() else { return };
        if said.elapsed() >= PAUSE {
            *said = Instant::now();
            // A run goes on where nobody listens.
            let _ = writeln!(std::io::stderr(), "{:>5} s: {what}: {done} of {wanted}", self.begun.elapsed().as_secs());
        }
    }
}
