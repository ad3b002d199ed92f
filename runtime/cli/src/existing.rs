//! Existing files in the place of an output. A file of an earlier run is replaced, any other only with `--force`.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use super::status::Failure;
use grammarc_reduce::oracle::shown;

/// Whether an existing file is overwritten that grammarc did not write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Existing {
    /// It stays.
    Keep,
    /// It is overwritten.
    Overwrite,
}

/// Refuses a file without our header `mark`. `what` completes the message: "`out.svg` exists, and is not …".
///
/// # Errors
/// If it is none of ours, or cannot be read.
pub(super) fn check(path: &Path, mark: &str, what: &str, existing: Existing) -> Result<(), Failure> {
    let mut start = Vec::new();
    match File::open(path).and_then(|file| file.take(mark.len() as u64).read_to_end(&mut start)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::file(path, &error)),
        Ok(_) if start == mark.as_bytes() || existing == Existing::Overwrite => Ok(()),
        Ok(_) => Err(Failure::usage(format!("{} exists and {what}; add `--force` to overwrite it", shown(path)))),
    }
}
