//! Files that are whole at every moment: a text goes to a file beside its place, which is then renamed. So a kill leaves the old file or
//! the new one.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use grammarc_trial::trial::beside;
use rustix::fs::OFlags;

/// The ending of the file that is renamed. It is always the same, so that the next run takes over the file of a killed one.
const ENDING: &str = ".grammarc.tmp";

/// Writes a file. A device or a pipe in its place gets the text itself, and so does the target of a link such as `/dev/stdout`.
///
/// # Errors
/// If it cannot be written. An old file in its place is then unchanged.
pub fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    if path.symlink_metadata().is_ok_and(|there| !there.is_file()) {
        return fs::write(path, text);
    }
    let temporary = beside(path, ".", ENDING);
    let mut file = ours(&temporary)?;
    let written = file.set_len(0).and_then(|()| file.write_all(text)).and_then(|()| {
        // Who may read the old file may read the new one.
        path.metadata().map_or(Ok(()), |old| file.set_permissions(old.permissions()))?;
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Returns whether a folder has nothing in it but the file that a killed run left beside `name`.
///
/// # Errors
/// If the folder cannot be read.
pub fn is_empty_but_for(folder: &Path, name: &str) -> io::Result<bool> {
    let left = beside(Path::new(name), ".", ENDING);
    for entry in fs::read_dir(folder)? {
        if Path::new(&entry?.file_name()) != left {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Opens a temporary file that no other process writes to: another one that writes the same file waits.
fn ours(temporary: &Path) -> io::Result<File> {
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    loop {
        let mut options = File::options();
        // In a folder of somebody else, a link could lead to any file.
        options.write(true).create(true).truncate(false).custom_flags(OFlags::NOFOLLOW.bits().cast_signed());
        let file = options.open(temporary)?;
        // Some file systems have no locks. There, two processes at once may write a torn file.
        let _ = file.lock();
        let there = match temporary.symlink_metadata() {
            Ok(there) => Some(place(there)),
            // The process that had the lock before has renamed the file.
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if there == Some(place(file.metadata()?)) {
            return Ok(file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ENDING, is_empty_but_for, write};
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("it is there").flatten();
        entries.map(|entry| entry.file_name().into_string().expect("it is UTF-8")).collect()
    }

    #[test]
    fn the_file_of_a_killed_run_is_taken_over() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("a.txt");
        fs::write(folder.path().join(format!(".a.txt{ENDING}")), "half of a longer text").expect("there is room");
        assert!(is_empty_but_for(folder.path(), "a.txt").expect("it is there"));
        assert!(!is_empty_but_for(folder.path(), "b.txt").expect("it is there"));
        write(&path, b"text").expect("it can be written");
        assert_eq!(
            (fs::read_to_string(&path).ok().as_deref(), names(folder.path())),
            (Some("text"), vec!["a.txt".into()])
        );
        assert!(!is_empty_but_for(folder.path(), "a.txt").expect("it is there"));
    }

    #[test]
    fn permissions_stay_and_links_are_left_alone() {
        let folder = tempfile::tempdir().expect("there is room");
        let (path, other) = (folder.path().join("a"), folder.path().join("other"));
        fs::write(&path, "old").expect("there is room");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("it is ours");
        write(&path, b"new").expect("it can be written");
        assert_eq!(path.metadata().expect("it is there").permissions().mode() & 0o777, 0o640);
        fs::write(&other, "of the user").expect("there is room");
        symlink(&other, folder.path().join(format!(".a{ENDING}"))).expect("links can be made");
        assert!(write(&path, b"newer").is_err());
        assert_eq!(fs::read(&other).expect("it is there"), b"of the user");
        assert_eq!(fs::read(&path).expect("it is there"), b"new");
    }

    #[test]
    fn many_at_once_write_whole_files() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("a");
        std::thread::scope(|scope| {
            for letter in *b"abcd" {
                let path = &path;
                scope.spawn(move || {
                    for _ in 0..50 {
                        write(path, &[letter; 5000]).expect("it can be written");
                        let text = fs::read(path).expect("it is there at any moment");
                        assert!(text.len() == 5000 && text.iter().all(|byte| *byte == text[0]));
                    }
                });
            }
        });
        assert_eq!(names(folder.path()), ["a"]);
    }
}
