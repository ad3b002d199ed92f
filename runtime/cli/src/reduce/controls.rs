//! The keys of the live view and their effect on the search: skip the pass at work, pause, stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

use grammarc_trial::oracle::Run;
use grammarc_trial::trial::Steering;

/// Time between two looks at the state of a pause.
const PAUSE_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Switches that the view turns and the search obeys.
#[derive(Debug, Default)]
pub(super) struct Controls {
    /// Set by the first signal and by the key `q`.
    #[cfg_attr(not(feature = "view"), expect(dead_code, reason = "the view alone has keys"))]
    pub(super) interrupted: Arc<AtomicBool>,
    /// Skips passes.
    pub(super) steering: Steering,
    is_paused: AtomicBool,
}

impl Controls {
    pub(super) fn new(interrupted: Arc<AtomicBool>) -> Self {
        Self { interrupted, ..Self::default() }
    }

    /// Does what a key stands for. Other keys do nothing.
    #[cfg(feature = "view")]
    pub(super) fn press(&self, key: u8) {
        match key.to_ascii_lowercase() {
            b's' => self.steering.skip(),
            b'p' | b' ' => drop(self.is_paused.fetch_xor(true, Ordering::Relaxed)),
            b'q' => self.interrupted.store(true, Ordering::Relaxed),
            _ => {}
        }
    }

    pub(super) fn is_paused(&self) -> bool {
        self.is_paused.load(Ordering::Relaxed)
    }

    /// Waits until the pause is over, or nobody waits for the run any more.
    pub(super) fn wait_while_paused(&self, run: &Run<'_>) {
        while self.is_paused() && !run.is_cancelled() {
            sleep(PAUSE_POLL_INTERVAL);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::Controls;
    use grammarc_trial::oracle::Run;

    #[test]
    fn a_key_does_the_same_in_both_cases_and_a_pause_ends_with_the_run() {
        let controls = Controls::default();
        b"xP".iter().for_each(|&key| controls.press(key));
        assert!(controls.is_paused() && !controls.interrupted.load(Ordering::Relaxed));
        let (cancelled, never) = (AtomicBool::new(true), AtomicBool::new(false));
        controls.wait_while_paused(&Run::new(0, &cancelled, &never));
        controls.press(b'p');
        controls.wait_while_paused(&Run::new(0, &never, &never));
        controls.press(b'q');
        assert!(controls.interrupted.load(Ordering::Relaxed));
    }
}
