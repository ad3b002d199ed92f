//! The clock, which wasm32-unknown-unknown does not have: `Instant::now` panics there.
//!
//! A deadline is an [`Instant`], which nobody can make without a clock, so only times that a trial takes by itself need care.

use std::time::{Duration, Instant};

/// Whether the platform has a clock.
const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// Measures how long something takes. Without a clock, no time passes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopwatch {
    start: Option<Instant>,
}

impl Stopwatch {
    /// Starts it.
    pub(crate) fn start() -> Self {
        Self { start: HAS_CLOCK.then(Instant::now) }
    }

    /// Returns the time since it was started.
    pub(crate) fn elapsed(self) -> Duration {
        self.start.map_or(Duration::ZERO, |start| start.elapsed())
    }
}
