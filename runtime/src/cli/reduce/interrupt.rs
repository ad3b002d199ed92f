//! Ctrl-C and its like: the first one asks to stop, the second one leaves at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::flag;

/// The status of a run that was interrupted.
const INTERRUPTED: i32 = 130;

/// Returns a flag that is set by the first signal.
///
/// # Errors
/// If signals cannot be caught.
pub(super) fn catch() -> io::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        // In this order: the first signal finds the flag still unset.
        flag::register_conditional_shutdown(signal, INTERRUPTED, interrupted.clone())?;
        flag::register(signal, interrupted.clone())?;
    }
    Ok(interrupted)
}
