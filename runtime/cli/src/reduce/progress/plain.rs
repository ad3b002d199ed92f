//! Prints a line now and then, on a thread of its own: the search may wait for a test for long.

use std::io::{Write, stderr};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Prints lines until this is dropped.
#[derive(Debug)]
pub(super) struct Plain {
    shared: Arc<SharedState>,
    thread: Option<JoinHandle<()>>,
}

/// How far the lines are.
#[derive(Debug, Default)]
struct State {
    /// A line of another kind was printed.
    has_begun: bool,
    /// The lines have come to their end.
    is_over: bool,
}

/// The state, and that it has changed.
#[derive(Debug, Default)]
struct SharedState {
    state: Mutex<State>,
    changed: Condvar,
}

impl SharedState {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits, and returns the state then.
    fn after(&self, pause: Duration) -> MutexGuard<'_, State> {
        let waited = self.changed.wait_timeout_while(self.state(), pause, |state| !state.is_over);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

impl Plain {
    /// Calls `print` again and again, with a pause before each time; also once after `first`, if no line was printed until then.
    pub(super) fn start(first: Duration, pause: Duration, mut print: impl FnMut() + Send + 'static) -> Self {
        let shared: Arc<SharedState> = Arc::default();
        let seen = shared.clone();
        let body = move || {
            if !seen.after(first).has_begun && !seen.state().is_over {
                print();
            }
            while !seen.after(pause).is_over {
                print();
            }
        };
        // Without a thread there are no lines in between.
        Self { shared, thread: Builder::new().spawn(body).ok() }
    }

    /// Prints a line of another kind, before the lines come to their end.
    pub(super) fn print(&self, text: &str) {
        let mut state = self.shared.state();
        state.has_begun = true;
        // A closed standard error is no reason to fail.
        drop(writeln!(stderr(), "{text}"));
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        self.shared.state().is_over = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // If it panicked there are no more lines, and the search is still worth its result.
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::Plain;

    #[test]
    fn lines_come_without_a_test_that_ends() {
        let (send, receive) = channel();
        let pause = Duration::from_millis(1);
        let plain = Plain::start(pause, pause, move || send.send(()).unwrap_or_default());
        assert_eq!(receive.iter().take(3).count(), 3);
        drop(plain);
        assert!(receive.iter().count() < usize::MAX, "the thread has ended, and the channel with it");
    }

    #[test]
    fn a_line_comes_sooner_where_nothing_is_printed() {
        let (send, receive) = channel();
        let _plain = Plain::start(Duration::from_millis(1), Duration::MAX, move || send.send(()).unwrap_or_default());
        assert!(receive.recv().is_ok());
    }
}
