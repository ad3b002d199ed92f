//! Removing a folder with all that is in it, whatever its permissions and depth.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The beginning of the names of folders that are moved up.
const MOVED: &str = "..grammarc-";

/// Removes a folder: deeper folders are moved up first, so that no path gets long and nothing recurses.
///
/// # Errors
/// If something cannot be removed; the rest may be gone by then.
pub fn remove(root: &Path) -> io::Result<()> {
    remove_but(root, None)?;
    fs::remove_dir(root)
}

/// Empties a folder; the file `last` in it goes after everything else.
pub(crate) fn remove_but(root: &Path, last: Option<&str>) -> io::Result<()> {
    let mut moved = 0_u64;
    loop {
        let mut folders = false;
        for entry in fs::read_dir(root)? {
            let entry = entry?;
            if !entry.file_type()?.is_dir() {
                if last.is_none_or(|last| entry.file_name() != last) {
                    fs::remove_file(entry.path())?;
                }
                continue;
            }
            folders = true;
            fs::set_permissions(entry.path(), Permissions::from_mode(0o700))?;
            for inner in fs::read_dir(entry.path())? {
                let inner = inner?;
                if inner.file_type()?.is_dir() {
                    fs::set_permissions(inner.path(), Permissions::from_mode(0o700))?;
                    fs::rename(inner.path(), free(root, &mut moved))?;
                } else {
                    fs::remove_file(inner.path())?;
                }
            }
            fs::remove_dir(entry.path())?;
        }
        if !folders {
            return match last.map_or(Ok(()), |last| fs::remove_file(root.join(last))) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            };
        }
    }
}

/// Returns the next free name for a folder that is moved up. An earlier removal that failed half way may have left some.
fn free(root: &Path, moved: &mut u64) -> PathBuf {
    loop {
        let name = root.join(format!("{MOVED}{moved}"));
        *moved += 1;
        if name.symlink_metadata().is_err() {
            return name;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::remove;
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_deep_and_closed_folder_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("root");
        let mut folder = root.clone();
        for depth in 0..300 {
            folder = folder.join(format!("d{}", depth % 7));
        }
        fs::create_dir_all(&folder).unwrap();
        fs::create_dir_all(root.join("wide/..grammarc-0/x")).unwrap();
        // As a removal leaves them that failed half way.
        fs::create_dir_all(root.join("..grammarc-0/x/y")).unwrap();
        fs::create_dir_all(root.join("..grammarc-1/x/y")).unwrap();
        fs::write(folder.join("file"), "x").unwrap();
        std::os::unix::fs::symlink("/", root.join("link")).unwrap();
        fs::set_permissions(&folder, Permissions::from_mode(0o0)).unwrap();
        fs::set_permissions(root.join("wide"), Permissions::from_mode(0o0)).unwrap();
        remove(&root).unwrap();
        assert!(!root.exists());
    }
}
