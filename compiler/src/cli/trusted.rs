//! Which file of options is obeyed: one that belongs to the user, in the current folder or in the repository around it.
//!
//! Such a file can start programs and send files away. So it is git's rule for its own configuration: a file that another user has put
//! into `/tmp`, or into any other folder above this one, does nothing.

use std::fs::{self, File, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use grammarc_runtime::cli::status::Failure;
use grammarc_runtime::oracle::shown;
use rustix::process::geteuid;

/// Everybody may write to a file or folder with this bit in its mode.
const WRITABLE_BY_ALL: u32 = 0o002;

/// A file of options that was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum OptionsFile {
    /// It is obeyed.
    Trusted { path: PathBuf, text: String },
    /// It is not, and why: for example, "it belongs to another user".
    Refused { path: PathBuf, why: String },
}

/// Returns the nearest file of this name: in the current folder, or above it up to the folder of the repository.
///
/// # Errors
/// If it cannot be read.
pub(super) fn nearest(name: &str) -> Result<Option<OptionsFile>, Failure> {
    // A command that needs no current directory runs without one, too.
    let Ok(current) = std::env::current_dir() else { return Ok(None) };
    for (depth, folder) in folders(&current).enumerate() {
        let path = folder.join(name);
        if path.is_file() {
            // Paths of the current directory stay as short as those that the user types.
            let shown = if depth == 0 { PathBuf::from(name) } else { path.clone() };
            return opened(folder, &path, shown.clone()).map(Some).map_err(|error| Failure::file(&shown, &error));
        }
    }
    Ok(None)
}

/// Returns the folders in which a file of options may be, the current one first: up to the one with `.git`; without one, no other.
fn folders(current: &Path) -> impl Iterator<Item = &Path> {
    let above = current.ancestors().position(|folder| folder.join(".git").symlink_metadata().is_ok());
    current.ancestors().take(above.unwrap_or(0) + 1)
}

fn opened(folder: &Path, path: &Path, shown: PathBuf) -> std::io::Result<OptionsFile> {
    let mut file = File::open(path)?;
    // The link, the file, and the folder in which somebody could replace either.
    let entries = [(path.symlink_metadata()?, "it"), (file.metadata()?, "it"), (fs::metadata(folder)?, "its folder")];
    let whys = entries.iter().filter_map(|(entry, name)| Some(format!("{name} {}", distrust(entry)?)));
    if let Some(why) = whys.into_iter().next() {
        return Ok(OptionsFile::Refused { path: shown, why });
    }
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    Ok(OptionsFile::Trusted { path: shown, text })
}

/// Returns why somebody else may decide about a file or folder; none if nobody may but the user and root.
fn distrust(entry: &Metadata) -> Option<&'static str> {
    let is_own = entry.uid() == geteuid().as_raw() || entry.uid() == 0;
    // The mode of a link means nothing.
    let is_writable = !entry.is_symlink() && entry.mode() & WRITABLE_BY_ALL != 0;
    match (is_own, is_writable) {
        (false, _) => Some("belongs to another user"),
        (true, true) => Some("can be written by everybody"),
        (true, false) => None,
    }
}

/// Returns where a file lies that a file of options names; it must be inside of its folder, also when links are followed. It may be missing,
/// because it is read or written later.
///
/// # Errors
/// If it is outside. The error says how that is known.
pub(super) fn inside(folder: &Path, file: &Path) -> Result<PathBuf, String> {
    let is_plain =
        file.components().all(|part| matches!(part, std::path::Component::Normal(_) | std::path::Component::CurDir));
    if !is_plain || file.to_string_lossy().starts_with('~') {
        return Err(format!("`{}` is not a path inside of its folder", shown(file)));
    }
    let path = folder.join(file);
    let home = if folder == Path::new("") { Path::new(".") } else { folder };
    // The folders of a missing file may be links, and so may the file itself, if it leads to another one that is missing.
    let entry = path.ancestors().find(|entry| entry.symlink_metadata().is_ok());
    match (home.canonicalize(), entry.unwrap_or(home).canonicalize()) {
        (Ok(home), Ok(there)) if !there.starts_with(&home) => {
            Err(format!("`{}` leads by a link out of its folder, to {}", shown(file), shown(&there)))
        }
        (_, Err(_)) => Err(format!("`{}` leads by a link to a missing file", shown(file))),
        _ => Ok(path),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::{Path, PathBuf};

    use super::{OptionsFile, folders, inside, opened};

    #[test]
    fn only_the_repository_around_is_searched() {
        let root = tempfile::tempdir().expect("a folder can be made");
        let below = root.path().join("a/b/c");
        fs::create_dir_all(&below).expect("it can be made");
        let found = |from: &Path| folders(from).map(Path::to_owned).collect::<Vec<_>>();
        assert_eq!(found(&below), std::slice::from_ref(&below), "there is no repository");
        fs::write(root.path().join("a/.git"), "gitdir: elsewhere").expect("it can be written");
        assert_eq!(found(&below), [&below, &root.path().join("a/b"), &root.path().join("a")].map(PathBuf::clone));
        fs::create_dir(below.join(".git")).expect("it can be made");
        assert_eq!(found(&below), std::slice::from_ref(&below), "the innermost one");
    }

    #[test]
    fn a_file_that_everybody_may_write_is_refused_and_so_is_such_a_folder() {
        let root = tempfile::tempdir().expect("a folder can be made");
        let (folder, path) = (root.path(), root.path().join("grammarc.toml"));
        fs::write(&path, "x = 1").expect("it can be written");
        let open = |file_mode, folder_mode| {
            fs::set_permissions(&path, PermissionsExt::from_mode(file_mode)).expect("it is ours");
            fs::set_permissions(folder, PermissionsExt::from_mode(folder_mode)).expect("it is ours");
            opened(folder, &path, PathBuf::from("f")).expect("it can be read")
        };
        let path = PathBuf::from("f");
        assert_eq!(open(0o600, 0o755), OptionsFile::Trusted { path: path.clone(), text: "x = 1".to_owned() });
        let refused = |why: &str| OptionsFile::Refused { path: path.clone(), why: why.to_owned() };
        assert_eq!(open(0o666, 0o755), refused("it can be written by everybody"));
        assert_eq!(open(0o600, 0o1777), refused("its folder can be written by everybody"));
    }

    #[test]
    fn named_files_stay_inside() {
        let root = tempfile::tempdir().expect("a folder can be made");
        let folder = root.path().join("project");
        fs::create_dir_all(folder.join("lib")).expect("it can be made");
        for (target, link) in [("lib", "in"), ("../secret", "out"), ("/etc", "etc"), ("..", "up"), ("../new", "gone")] {
            symlink(target, folder.join(link)).expect("it can be made");
        }
        fs::write(root.path().join("secret"), "").expect("it can be written");
        for name in ["lib", "./lib", "in", "missing", "in/new", "lib/new/file", "a~"] {
            assert_eq!(inside(&folder, Path::new(name)), Ok(folder.join(name)));
        }
        for name in [
            "/etc/passwd",
            "..",
            "lib/../lib",
            "~/.ssh",
            "~root",
            "out",
            "etc",
            "etc/passwd",
            "up/new",
            "up/a/b",
            "gone",
        ] {
            assert!(inside(&folder, Path::new(name)).is_err(), "{name}");
        }
    }
}
