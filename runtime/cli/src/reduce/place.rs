//! The place of the result, and checks that nothing of value is there.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::{Given, slips};
use crate::existing::refuse_link;
use crate::journals;
use crate::status::Failure;
use grammarc_trial::archive::Form;
use grammarc_trial::oracle::shown;
use grammarc_trial::trial::{Journal, JournalError, before_extension, beside};

/// Opens the journal of an output file, which may be kept beside it.
pub(super) fn open_journal(output: &Path, is_kept: bool) -> Result<Journal, Failure> {
    let path = journals::path(output, is_kept);
    refuse_link(&path)?;
    Journal::open(&path).map_err(|error| journal_failure(&path, error))
}

/// Opens the journal of a run without an output; none if there is no cache, or another run on the same input has it. Two such runs are
/// not in each other's way, because neither has a result to write.
pub(super) fn open_journal_without_output(given: &Given, is_kept: bool) -> Result<Option<Journal>, Failure> {
    let Some(path) = journals::path_without_output(&given.name_without_output(), is_kept) else { return Ok(None) };
    refuse_link(&path)?;
    match Journal::open(&path) {
        Ok(journal) => Ok(Some(journal)),
        Err(JournalError::Locked) => Ok(None),
        Err(error) => Err(journal_failure(&path, error)),
    }
}

/// Returns the failure to report if there can be no journal.
pub(super) fn journal_failure(path: &Path, error: JournalError) -> Failure {
    match error {
        JournalError::Locked => Failure::broken(format!("{}: locked by another run", shown(path))),
        JournalError::Io(error) => Failure::file(path, &error),
    }
}

/// Refuses an output that is no file, or that would overwrite the input, itself or by a file beside it, as its journal.
pub(super) fn check((input, form): (&Path, Form), output: &Path) -> Result<(), Failure> {
    refuse_link(output)?;
    let into = folder(output);
    if !into.is_dir() {
        return Err(Failure::broken(format!("{}: no such folder; cannot write {}", shown(into), shown(output))));
    }
    match form {
        Form::File if !could_be_file(output) => {
            return Err(Failure::usage(format!("{}: not a file; `-o -` writes to standard output", shown(output))));
        }
        Form::Folder if output.is_file() => {
            return Err(Failure::usage(format!("{}: a file; the result is a folder", shown(output))));
        }
        _ => {}
    }
    if is_inside(into, input) {
        return Err(Failure::usage(format!(
            "{}: the result would be in the folder that is reduced; choose another place with `-o`",
            shown(output)
        )));
    }
    if input.parent().is_some_and(|parent| is_same(parent, &slips::folder(output))) {
        let output = shown(output);
        return Err(Failure::usage(format!(
            "the input is in the folder for other crashes of {output}; choose another output with `-o FILE`"
        )));
    }
    for path in &written(output, form) {
        if is_same(input, path) {
            let message = if path == output {
                "this is the input, which is never overwritten"
            } else {
                "the input would be overwritten"
            };
            return Err(Failure::usage(format!("{}: {message}; choose another output with `-o FILE`", shown(path))));
        }
    }
    Ok(())
}

/// Returns the files that are written where the result goes.
fn written(output: &Path, form: Form) -> [PathBuf; 5] {
    let journal = journals::near(output);
    [output.to_owned(), beside(&journal, "", ".old"), journal, valid_path(output), pretty_path(output, form)]
}

/// Returns the folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether the path is a file, or does not exist yet.
fn could_be_file(path: &Path) -> bool {
    let is_name = path.file_name().is_some() && !path.as_os_str().as_bytes().ends_with(b"/");
    is_name && path.metadata().map_or(true, |there| there.is_file())
}

/// Refuses a page that is no file or cannot be written, or that would overwrite an input, a result or a file beside one.
#[cfg(feature = "view")]
pub(crate) fn check_page<'p>(
    inputs: impl IntoIterator<Item = &'p Path>,
    (outputs, form): (impl IntoIterator<Item = &'p Path>, Form),
    page: &Path,
) -> Result<(), Failure> {
    let into = folder(page);
    if let Err(error) = tempfile::Builder::new().prefix(".grammarc-").tempfile_in(into) {
        return Err(Failure::broken(format!("{}: {}; cannot write {}", shown(into), error.kind(), shown(page))));
    }
    if !could_be_file(page) {
        return Err(Failure::usage(format!("{}: not a file; `--report` needs a file", shown(page))));
    }
    let place = |path: &Path| Some((folder(path).canonicalize().ok()?, path.file_name()?.to_owned()));
    let mut taken =
        inputs.into_iter().map(Path::to_owned).chain(outputs.into_iter().flat_map(|output| written(output, form)));
    match taken.find(|path| is_same(path, page) || place(path) == place(page)) {
        Some(path) => {
            Err(Failure::usage(format!("{}: the report would overwrite this file; choose another name", shown(&path))))
        }
        None => Ok(()),
    }
}

/// Returns whether a folder is another one, or is in it.
fn is_inside(path: &Path, folder: &Path) -> bool {
    matches!((path.canonicalize(), folder.canonicalize()), (Ok(path), Ok(folder)) if folder.is_dir() && path.starts_with(&folder))
}

fn is_same(a: &Path, b: &Path) -> bool {
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    matches!((a.metadata(), b.metadata()), (Ok(a), Ok(b)) if place(a.clone()) == place(b.clone()))
}

/// Refuses an existing output file that its journal does not describe.
pub(super) fn check_existing(output: &Path, form: Form, journal: &Journal) -> Result<(), Failure> {
    match form.read(output) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::file(output, &error)),
        Ok(text) if journal.describes(&text) || journal.set_aside_describes(&text) => Ok(()),
        Ok(_) if journal.past().is_some_and(|past| past.is_headless) => Err(Failure::usage(format!(
            "{} exists, and the beginning of its journal {} is damaged, so it does not show that grammarc wrote it; add `--force` to \
             overwrite it, or choose another output with `-o FILE`",
            shown(output),
            shown(journal.path())
        ))),
        Ok(_) => Err(Failure::usage(format!(
            "{} exists, and no journal shows that grammarc wrote it; add `--force` to overwrite it, or choose another output with `-o FILE`",
            shown(output)
        ))),
    }
}

/// Writes a result where it can be written if it cannot where it belongs.
pub(super) fn rescue((name, form): (&OsStr, Form), text: &[u8]) -> io::Result<PathBuf> {
    let folder = tempfile::Builder::new().prefix("grammarc-saved-").tempdir()?;
    let name = before_extension(Path::new(name), ".reduced");
    form.write(text, &folder.path().join(&name), true)?;
    Ok(folder.keep().join(name))
}

/// Returns the path of the formatted result: `crash.reduced.html` becomes `crash.reduced.pretty.html`, and the folder
/// `project.reduced` becomes `project.reduced.pretty`.
pub(super) fn pretty_path(output: &Path, form: Form) -> PathBuf {
    match form {
        Form::File => before_extension(output, ".pretty"),
        Form::Folder => beside(output, "", ".pretty"),
    }
}

/// Returns the path of the smallest result in the language, if the smallest result is not: `crash.reduced.html` becomes
/// `crash.reduced.valid.html`.
pub(super) fn valid_path(output: &Path) -> PathBuf {
    before_extension(output, ".valid")
}
