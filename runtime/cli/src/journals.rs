//! The folder of journals. It is in the user's cache, so that a result stands alone in its own folder.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use grammarc_trial::trial::{Digest, beside};
use rustix::fs::{Access, access};

/// The variable that names another cache folder. If it is empty, journals are kept beside the results.
const VARIABLE: &str = "GRAMMARC_CACHE_DIR";
/// The ending of a journal's name.
const ENDING: &str = ".journal";
/// Digits in the name of a journal that tell outputs of the same name apart.
const DIGITS: usize = 16;

/// Returns the folder of journals: `~/.cache/grammarc/journals`, or the one that `GRAMMARC_CACHE_DIR` or `XDG_CACHE_HOME` asks for.
/// None if there is no such place.
pub fn folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).map(PathBuf::from);
    if let Some(chosen) = set(VARIABLE) {
        return Some(chosen).filter(|chosen| !chosen.as_os_str().is_empty()).map(|chosen| chosen.join("journals"));
    }
    let is_absolute = |path: &PathBuf| path.is_absolute();
    let home = || set("HOME").filter(is_absolute).map(|home| home.join(".cache"));
    let cache = set("XDG_CACHE_HOME").filter(is_absolute).or_else(home)?;
    Some(cache.join("grammarc").join("journals"))
}

/// Returns the path of the journal beside an output.
pub(crate) fn near(output: &Path) -> PathBuf {
    beside(output, "", ENDING)
}

/// Returns the path of an output's journal: in the cache, or beside the output if it is to be kept there or is there already. A
/// journal that is to be kept is moved from the cache.
pub(crate) fn path(output: &Path, is_kept: bool) -> PathBuf {
    let near = near(output);
    place(&near, output, is_kept).unwrap_or(near)
}

/// Returns the path of the journal of a run without an output, by the name that an output beside the input would have. It is in the
/// cache, or in the current folder if it is to be kept or is there already. None if there is no cache.
pub(crate) fn path_without_output(name: &Path, is_kept: bool) -> Option<PathBuf> {
    place(&near(Path::new(name.file_name()?)), name, is_kept)
}

/// Returns the path of a journal, which may be `near`; none if it should be in the cache and there is none.
fn place(near: &Path, output: &Path, is_kept: bool) -> Option<PathBuf> {
    if near.symlink_metadata().is_ok() {
        return Some(near.to_owned());
    }
    let far = in_cache(output);
    if !is_kept {
        return far;
    }
    if let Some(far) = far {
        // Without it, the run starts afresh.
        let _ = fs::rename(&far, near).or_else(|_| fs::copy(&far, near).and_then(|_| fs::remove_file(&far)));
    }
    Some(near.to_owned())
}

/// Returns the path of an output's journal in the cache; none if nothing can be written there.
fn in_cache(output: &Path) -> Option<PathBuf> {
    let folder = folder()?;
    // Journals tell about the user's files, so nobody else may read them.
    DirBuilder::new().recursive(true).mode(0o700).create(&folder).ok()?;
    access(&folder, Access::WRITE_OK | Access::EXEC_OK).ok()?;
    let parent = output.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (parent, name) = (parent.canonicalize().ok()?, output.file_name()?);
    let digest = Digest::of(parent.join(name).as_os_str().as_bytes()).to_string();
    Some(beside(&folder.join(name), "", &format!(".{}{ENDING}", &digest[..DIGITS])))
}

/// The result of a cleaning of the folder of journals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cleaned {
    /// Number of journals that were removed, with those that were set aside.
    pub removed: usize,
    /// Their size.
    pub bytes: u64,
    /// Number of journals that runs have open.
    pub in_use: usize,
}

/// Removes all journals in a folder except those that runs have open. Files of other kinds stay.
///
/// # Errors
/// If the folder cannot be read, or a journal cannot be removed.
pub fn clean(folder: &Path) -> io::Result<Cleaned> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Cleaned::default()),
        Err(error) => return Err(error),
    };
    let mut cleaned = Cleaned::default();
    for entry in entries {
        let entry = entry?;
        let Some(current) =
            current_of(&entry.file_name()).filter(|_| entry.file_type().is_ok_and(|kind| kind.is_file()))
        else {
            continue;
        };
        if is_in_use(&folder.join(current))? {
            cleaned.in_use += 1;
            continue;
        }
        let bytes = entry.metadata()?.len();
        fs::remove_file(entry.path())?;
        (cleaned.removed, cleaned.bytes) = (cleaned.removed + 1, cleaned.bytes + bytes);
    }
    Ok(cleaned)
}

/// Returns the name of the journal that a file is, or was until it was set aside: `a.journal` for `a.journal.old`.
fn current_of(name: &OsString) -> Option<OsString> {
    let name = name.as_bytes();
    let at = name.windows(ENDING.len()).rposition(|window| window == ENDING.as_bytes())?;
    let (current, rest) = name.split_at(at + ENDING.len());
    (rest.is_empty() || rest.starts_with(b".old")).then(|| OsString::from_vec(current.to_vec()))
}

fn is_in_use(journal: &Path) -> io::Result<bool> {
    let file = match File::open(journal) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::{Cleaned, clean};
    use std::fs::{self, File};

    #[test]
    fn journals_in_use_and_other_files_stay() {
        let folder = tempfile::tempdir().expect("there is room");
        assert_eq!(clean(&folder.path().join("none")).expect("it is not there"), Cleaned::default());
        let names =
            ["a.1.journal", "a.1.journal.old", "a.1.journal.old.2", "b.2.journal", "b.2.journal.old", "notes.txt"];
        for name in names {
            fs::write(folder.path().join(name), name).expect("there is room");
        }
        let used = File::open(folder.path().join("b.2.journal")).expect("it is there");
        used.try_lock().expect("nobody else has it");
        let cleaned = clean(folder.path()).expect("all is ours");
        assert_eq!(cleaned, Cleaned { removed: 3, bytes: 11 + 15 + 17, in_use: 2 });
        drop(used);
        assert_eq!(clean(folder.path()).expect("all is ours").removed, 2);
        let left: Vec<_> =
            fs::read_dir(folder.path()).expect("it is ours").map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["notes.txt"]);
    }
}
