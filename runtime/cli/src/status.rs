//! How a command ends: exit statuses, and failures with their messages.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use super::terminal::painted;
use grammarc_trial::oracle::{calm, reason, shown};

/// How a command ended; the number is the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Success.
    Done = 0,
    /// The answer is no: the input does not parse, is not interesting, is stale.
    No = 1,
    /// The command line, the grammar or the path of an input is wrong.
    Usage = 2,
    /// A file could not be read or written, or the oracle is missing or broken.
    Broken = 3,
    /// A signal stopped it; the best result is saved.
    Interrupted = 130,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Why a command failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The exit status.
    pub status: Status,
    /// The message on standard error. Its first line follows `error: `. If it is empty, nothing is printed.
    pub message: String,
}

impl Failure {
    /// The answer is no.
    pub fn no(message: impl Into<String>) -> Self {
        Self { status: Status::No, message: message.into() }
    }

    /// The command line or the grammar is wrong.
    pub fn usage(message: impl Into<String>) -> Self {
        Self { status: Status::Usage, message: message.into() }
    }

    /// Something outside failed.
    pub fn broken(message: impl Into<String>) -> Self {
        Self { status: Status::Broken, message: message.into() }
    }

    /// A file could not be read or written.
    pub fn file(path: &Path, error: &io::Error) -> Self {
        Self::broken(format!("{}: {}", shown(path), reason(error)))
    }

    /// An input could not be read. A wrong path is a mistake of the command line.
    pub fn input(path: &Path, error: &io::Error) -> Self {
        let is_wrong_path = matches!(
            error.kind(),
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::IsADirectory
        );
        let failure = Self::file(path, error);
        if is_wrong_path { Self::usage(failure.message) } else { failure }
    }
}

/// A failure to write to standard output. A reader that has left (`| head`) is no reason to complain.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self { status: Status::Done, message: String::new() },
            _ => Self::broken(format!("standard output: {error}")),
        }
    }
}

/// Prints lines on standard error, and colours words like `note:` at their beginnings. A closed standard error is ignored.
pub fn say(text: &str) {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    let _ = io::stderr().lock().write_all(format!("{}{end}", painted(text)).as_bytes());
}

/// Prints a failure, if there is one, and returns the exit status.
pub fn finish(result: Result<Status, Failure>) -> ExitCode {
    let status = result.unwrap_or_else(|failure| {
        if !failure.message.is_empty() {
            say(&format!("error: {}", calm(&failure.message)));
        }
        failure.status
    });
    status.into()
}
