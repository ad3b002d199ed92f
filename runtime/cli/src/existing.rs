//! Existing files in the place of an output. A file of an earlier run is replaced, any other only with `--force`, and a symbolic link
//! never: in a folder of somebody else it may lead to any file of the user.

use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::status::Failure;
use grammarc_trial::oracle::shown;
use grammarc_trial::trial::numbered;

/// Whether an existing file is overwritten that grammarc did not write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Existing {
    /// It stays.
    Keep,
    /// It is overwritten.
    Overwrite,
}

/// Refuses a symbolic link as the place of a file or of a folder that is replaced. Streams such as `/dev/stdout` are links, too, and
/// allowed.
///
/// # Errors
/// If it is one.
pub fn refuse_link(path: &Path) -> Result<(), Failure> {
    let is_stream = path.starts_with("/dev") || path.starts_with("/proc");
    match fs::read_link(path) {
        Ok(target) if !is_stream => Err(Failure::usage(format!(
            "{} is a symbolic link to {}, which is left alone\nhelp: name another file, or remove the link",
            shown(path),
            shown(&target)
        ))),
        _ => Ok(()),
    }
}

/// Refuses a file without our header `mark`. `what` completes the message: "`out.svg` exists, and is not …".
///
/// # Errors
/// If it is none of ours, or cannot be read.
pub(super) fn check(path: &Path, mark: &str, what: &str, existing: Existing) -> Result<(), Failure> {
    refuse_link(path)?;
    let mut start = Vec::new();
    match File::open(path).and_then(|file| file.take(mark.len() as u64).read_to_end(&mut start)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::file(path, &error)),
        Ok(_) if start == mark.as_bytes() || existing == Existing::Overwrite => Ok(()),
        Ok(_) => Err(Failure::usage(format!("{} exists and {what}; add `--force` to overwrite it", shown(path)))),
    }
}

/// Returns the first free name for a result of an earlier run: `crash.reduced.html.old`, then `crash.reduced.html.old.2`.
pub(crate) fn for_old(path: &Path) -> PathBuf {
    numbered(path, ".old").find(|place| place.symlink_metadata().is_err()).unwrap_or_default()
}
