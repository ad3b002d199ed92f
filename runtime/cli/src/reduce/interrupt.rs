//! Ctrl-C and other signals: the first one asks to stop, the second one ends the process at once. So does the first one before
//! there is anything to save.

use std::ffi::OsString;
use std::io;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Instant;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

use crate::status::{Failure, Status};
use grammarc_core::steps;

/// The status of a run that was interrupted.
const INTERRUPTED: i32 = 130;

/// The commands that catch signals. The others die of them, as any program does.
const COMMANDS: [&str; 3] = ["reduce", "generalize", "triage"];

/// The flag that all reductions of a process share, so that a signal stops the current one and all later ones.
static FLAG: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// Lets the first signal end the process with status 130, if the arguments name a command that ends so later, too. To be called first
/// in `main`, because reading a large grammar takes a while.
pub fn prepare_early() {
    let names_command = |argument: &OsString| COMMANDS.iter().any(|command| argument == command);
    if std::env::args_os().skip(1).take_while(|argument| argument != "--").any(|argument| names_command(&argument)) {
        // Should that fail, it fails again later, where it is reported.
        let _ = registered(true);
    }
}

/// Returns a flag that is set by the first signal; the same one each time.
///
/// # Errors
/// If signals cannot be caught.
pub(super) fn catch() -> io::Result<Arc<AtomicBool>> {
    static IS_CAUGHT: Once = Once::new();
    let interrupted = registered(false)?;
    // From now on the first signal only sets the flag.
    IS_CAUGHT.call_once(|| interrupted.store(false, Ordering::Relaxed));
    Ok(interrupted)
}

/// Returns the flag, which has the value `is_set` if it is new. While it is set, a signal ends the process.
fn registered(is_set: bool) -> io::Result<Arc<AtomicBool>> {
    let mut known = FLAG.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(interrupted) = &*known {
        return Ok(interrupted.clone());
    }
    let interrupted = Arc::new(AtomicBool::new(is_set));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // In this order: a signal that finds the flag unset sets it, and does no more.
        flag::register_conditional_shutdown(signal, INTERRUPTED, interrupted.clone())?;
        flag::register(signal, interrupted.clone())?;
    }
    *known = Some(interrupted.clone());
    Ok(interrupted)
}

/// Returns whether a signal has come.
pub(super) fn has_come(interrupted: &AtomicBool) -> bool {
    interrupted.load(Ordering::Relaxed)
}

/// Does work before the first result, such as parsing a large input; a signal ends it, and the deadline. Then it returns none.
///
/// # Errors
/// If a signal came.
pub(super) fn until<T>(
    interrupted: &Arc<AtomicBool>,
    deadline: Option<Instant>,
    work: impl FnOnce() -> T,
) -> Result<Option<T>, Failure> {
    let flag = interrupted.clone();
    let ends = move || has_come(&flag) || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    match steps::until(Rc::new(ends), work) {
        None if has_come(interrupted) => Err(before_result()),
        done => Ok(done),
    }
}

/// Returns the failure of a run that was interrupted before it had a result.
pub(super) fn before_result() -> Failure {
    Failure { status: Status::Interrupted, message: "interrupted before the first result".to_owned() }
}
