//! Files of patterns: where one may be written, and reading it.

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::Path;

use super::status::Failure;
use crate::generalize::Saved;
use crate::language::Language;
use crate::oracle::shown;

/// What is done with a file that is there already and holds no pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Existing {
    /// It stays.
    Keep,
    /// It is overwritten.
    Overwrite,
}

/// Refuses a file that cannot be written, is the input, or holds something else than a pattern.
///
/// # Errors
/// If it does.
pub(super) fn check(path: &Path, input: &Path, existing: Existing) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::broken(format!("{}: no such folder, to write {} into", shown(folder), shown(path))));
    }
    if path.canonicalize().is_ok_and(|path| input.canonicalize().is_ok_and(|input| input == path)) {
        return Err(Failure::usage(format!("{}: the input is never written to", shown(path))));
    }
    let mut start = Vec::new();
    match fs::File::open(path).and_then(|file| file.take(Saved::MAGIC.len() as u64).read_to_end(&mut start)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::file(path, &error)),
        Ok(_) if start == Saved::MAGIC.as_bytes() || existing == Existing::Overwrite => Ok(()),
        Ok(_) => {
            let path = shown(path);
            Err(Failure::usage(format!("{path} exists, and holds no pattern; `--force` overwrites it")))
        }
    }
}

/// Writes a pattern.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write(path: &Path, saved: &Saved, language: &Language) -> Result<(), Failure> {
    fs::write(path, saved.write(language)).map_err(|error| Failure::file(path, &error))
}
