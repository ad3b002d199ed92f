//! Prints a line now and then, on a thread of its own: the search may wait for a test for long.

use std::io::{Write, stderr};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

/// Prints lines until this is dropped.
#[derive(Debug)]
pub(super) struct Plain {
    end: Arc<LinesEnd>,
    thread: Option<JoinHandle<()>>,
}

/// Whether the lines have come to their end.
#[derive(Debug, Default)]
struct LinesEnd {
    is_over: Mutex<bool>,
    changed: Condvar,
}

impl LinesEnd {
    fn is_over(&self) -> MutexGuard<'_, bool> {
        self.is_over.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Plain {
    /// Calls `print` again and again, with a pause before each time.
    pub(super) fn start(pause: Duration, mut print: impl FnMut() + Send + 'static) -> Self {
        let end: Arc<LinesEnd> = Arc::default();
        let seen = end.clone();
        let body = move || {
            let wait = || {
                let waited = seen.changed.wait_timeout_while(seen.is_over(), pause, |is_over| !*is_over);
                !*waited.unwrap_or_else(PoisonError::into_inner).0
            };
            while wait() {
                print();
            }
        };
        // Without a thread there are no lines in between.
        Self { end, thread: Builder::new().spawn(body).ok() }
    }

    /// Prints a line of another kind, before the lines come to their end.
    pub(super) fn print(&self, text: &str) {
        let _not_over = self.end.is_over();
        // A closed standard error is no reason to fail.
        drop(writeln!(stderr(), "{text}"));
    }
}

impl Drop for Plain {
    fn drop(&mut self) {
        *self.end.is_over() = true;
        self.end.changed.notify_all();
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
        let plain = Plain::start(Duration::from_millis(1), move || send.send(()).unwrap_or_default());
        assert_eq!(receive.iter().take(3).count(), 3);
        drop(plain);
        assert!(receive.iter().count() < usize::MAX, "the thread has ended, and the channel with it");
    }
}
