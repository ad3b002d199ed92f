//! The files below a folder, in the order of their paths.

use std::fs;
use std::path::{Path, PathBuf};

use grammarc_runtime::cli::status::Failure;
use grammarc_runtime::oracle::shown;

/// Lists the files below a folder; a file stands for itself. Names that begin with a dot are left out, and links to folders are not
/// followed, so that the walk ends.
///
/// # Errors
/// If the folder cannot be read, or nothing is in it.
pub(super) fn below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let there = folder.metadata().map_err(|error| Failure::input(folder, &error))?;
    if !there.is_dir() {
        return Ok(vec![folder.to_owned()]);
    }
    let (mut found, mut open) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| Failure::file(&folder, &error))? {
            let entry = entry.map_err(|error| Failure::file(&folder, &error))?;
            let kind = entry.file_type().map_err(|error| Failure::file(&entry.path(), &error))?;
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            if kind.is_dir() {
                open.push(entry.path());
            } else if entry.path().is_file() {
                found.push(entry.path());
            }
        }
    }
    if found.is_empty() {
        return Err(Failure::usage(format!("{}: no files in this folder", shown(folder))));
    }
    found.sort();
    Ok(found)
}
