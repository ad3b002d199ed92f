//! Names of files that stand beside another one, and are called after it. A file that is to be renamed must be on the
//! same file system.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use super::Digest;

/// The longest name of a file, in bytes, that file systems take.
const MAX_NAME_BYTES: usize = 255;

/// Returns the path beside `path` with something before and after its name, for example `.crash.html.tmp`. A name that
/// would be too long is cut, and told from others by a few digits of its digest.
pub fn beside(path: &Path, before: &str, after: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().as_bytes();
    let room = MAX_NAME_BYTES.saturating_sub(before.len() + after.len());
    let mut result = before.as_bytes().to_vec();
    if name.len() <= room {
        result.extend_from_slice(name);
    } else {
        let digits = &Digest::of(name).to_string()[..8];
        let mut end = room.saturating_sub(digits.len() + 1);
        // Not in the middle of a character.
        while end > 0 && name[end] & 0xc0 == 0x80 {
            end -= 1;
        }
        result.extend_from_slice(&name[..end]);
        result.push(b'~');
        result.extend_from_slice(digits.as_bytes());
    }
    result.extend_from_slice(after.as_bytes());
    path.with_file_name(OsString::from_vec(result))
}

/// Returns the paths beside `path` with an ending, of which a caller takes the first that is free: `crash.html.old`, `crash.html.old.2`
/// and so on, endlessly.
pub fn numbered(path: &Path, ending: &str) -> impl Iterator<Item = PathBuf> {
    let others = (2..).map(move |number| beside(path, "", &format!("{ending}.{number}")));
    std::iter::once(beside(path, "", ending)).chain(others)
}

/// Returns the path beside `path` with something put before its extension, for example `crash.reduced.html`.
pub fn before_extension(path: &Path, what: &str) -> PathBuf {
    let extension = path.extension().and_then(|extension| extension.to_str());
    match (path.file_stem(), extension) {
        // One that is longer is no extension, but a name with a dot.
        (Some(stem), Some(extension)) if extension.len() <= MAX_NAME_BYTES / 4 => {
            beside(&path.with_file_name(stem), "", &format!("{what}.{extension}"))
        }
        _ => beside(path, "", what),
    }
}

#[cfg(test)]
mod tests {
    use super::{before_extension, beside};
    use std::collections::HashSet;
    use std::path::Path;

    #[test]
    fn names_are_never_too_long() {
        assert_eq!(beside(Path::new("d/a.b"), ".", ".tmp"), Path::new("d/.a.b.tmp"));
        assert_eq!(before_extension(Path::new("d/a.b"), ".reduced"), Path::new("d/a.reduced.b"));
        assert_eq!(before_extension(Path::new("-"), ".reduced"), Path::new("-.reduced"));
        let long = ["x".repeat(255), "x".repeat(254) + "y", "\u{e9}".repeat(127), format!("{}.txt", "x".repeat(251))];
        let mut made = HashSet::new();
        for name in &long {
            for path in [beside(Path::new(name), "", ".journal"), before_extension(Path::new(name), ".reduced")] {
                assert!(path.as_os_str().len() <= 255 && path.to_str().is_some(), "{path:?}");
                assert!(made.insert(path));
            }
        }
        assert!(before_extension(Path::new(&long[3]), ".reduced").to_string_lossy().ends_with(".reduced.txt"));
    }
}
