//! Keys of the terminal as they are pressed: without a line end, and without showing them.
//!
//! Ctrl-C and Ctrl-Z keep their meaning, because the terminal still turns them into signals. The mode of the terminal is restored when
//! this is dropped, which a panic does, too.

use std::fs::File;
use std::io::{IsTerminal, stdin};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::process::getpgrp;
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetpgrp, tcsetattr};

/// How many keys are read at once.
const KEYS: usize = 64;

/// The terminal that keys come from.
#[derive(Debug)]
pub(super) struct Keys {
    terminal: OwnedFd,
    /// The mode to restore.
    before: Termios,
}

impl Keys {
    /// Takes the terminal of standard input, or else the one that the process belongs to. None if there is none, or if the process is
    /// in the background: then keys are for another one.
    pub(super) fn open() -> Option<Self> {
        let input = stdin();
        let terminal = match input.is_terminal() {
            true => input.as_fd().try_clone_to_owned().ok()?,
            false => File::open("/dev/tty").ok()?.into(),
        };
        let before = tcgetattr(&terminal).ok()?;
        let keys = Self { terminal, before };
        keys.take_over().then_some(keys)
    }

    pub(super) fn as_fd(&self) -> BorrowedFd<'_> {
        self.terminal.as_fd()
    }

    /// Sets the mode, again if a shell has changed it while the process was stopped. Returns whether keys are for this process.
    pub(super) fn take_over(&self) -> bool {
        let is_ours = tcgetpgrp(&self.terminal).is_ok_and(|group| group == getpgrp());
        if !is_ours {
            return false;
        }
        let Ok(mut mode) = tcgetattr(&self.terminal) else { return false };
        let lines = LocalModes::ICANON | LocalModes::ECHO;
        if !mode.local_modes.intersects(lines) {
            return true;
        }
        mode.local_modes.remove(lines);
        // A read returns at once, with a key or without.
        mode.special_codes[SpecialCodeIndex::VMIN] = 0;
        mode.special_codes[SpecialCodeIndex::VTIME] = 0;
        tcsetattr(&self.terminal, OptionalActions::Now, &mode).is_ok()
    }

    /// Returns the keys that were pressed since the last call.
    pub(super) fn pressed(&self) -> Vec<u8> {
        let mut keys = [0; KEYS];
        let count = if self.take_over() { rustix::io::read(&self.terminal, &mut keys).unwrap_or(0) } else { 0 };
        match keys[..count] {
            // An arrow or function key comes as several bytes behind an escape.
            [0x1b, ..] => Vec::new(),
            ref keys => keys.to_vec(),
        }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        // In the background this would stop the process, and the shell has its own mode by then.
        if tcgetpgrp(&self.terminal).is_ok_and(|group| group == getpgrp()) {
            let _ = tcsetattr(&self.terminal, OptionalActions::Now, &self.before);
        }
    }
}
