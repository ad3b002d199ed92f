//! Where the result goes, and that nothing of value is there.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::cli::status::Failure;
use crate::trial::{Journal, JournalError};

/// Returns the journal's path of an output file.
pub(super) fn journal_path(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".journal");
    PathBuf::from(name)
}

/// Opens the journal of an output file.
pub(super) fn open_journal(output: &Path) -> Result<Journal, Failure> {
    let path = journal_path(output);
    Journal::open(&path).map_err(|error| journal_failure(&path, error))
}

/// Returns what to say if there can be no journal.
pub(super) fn journal_failure(path: &Path, error: JournalError) -> Failure {
    match error {
        JournalError::Locked => Failure::broken(format!("{}: another run is writing it", path.display())),
        JournalError::Io(error) => Failure::file(path, &error),
    }
}

/// Refuses an output file that is the input or no file at all.
pub(super) fn check(input: &Path, output: &Path) -> Result<(), Failure> {
    let Ok(there) = output.metadata() else { return Ok(()) };
    let same = |input: fs::Metadata| (input.dev(), input.ino()) == (there.dev(), there.ino());
    if input.metadata().is_ok_and(same) {
        return Err(Failure::usage(format!("{}: the input is never written to", output.display())));
    }
    if !there.is_file() {
        let message = format!("{}: not a file; `-o -` writes to standard output", output.display());
        return Err(Failure::usage(message));
    }
    Ok(())
}

/// Refuses an output file that no journal of ours describes.
pub(super) fn check_existing(output: &Path, journal: &Journal) -> Result<(), Failure> {
    let Ok(text) = fs::read(output) else { return Ok(()) };
    if journal.describes(&text) {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{} exists, and is not a result of an earlier run; `--force` overwrites it, `-o FILE` writes elsewhere",
        output.display()
    )))
}

/// Returns where the smallest result in the language goes if the smallest is not: `crash.reduced.html` becomes
/// `crash.reduced.valid.html`.
pub(super) fn valid_path(output: &Path) -> PathBuf {
    let mut name = output.file_stem().unwrap_or_default().to_owned();
    name.push(".valid");
    if let Some(extension) = output.extension() {
        name.push(".");
        name.push(extension);
    }
    output.with_file_name(name)
}
