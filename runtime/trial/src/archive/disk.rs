//! Between archives and folders on disk: packing the inputs of a run, and writing a candidate or a result.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Component, Path, PathBuf};

use super::{END, Entry, EntryKind, read, write_file, write_folder, write_link};

pub use crate::removal::remove;

/// Most bytes of an archive: more than its tree can count.
const MAX_ARCHIVE_BYTES: u64 = u32::MAX as u64;

/// How a text stands on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// As a file.
    #[default]
    File,
    /// As a folder; the text is an archive.
    Folder,
}

impl Form {
    /// Reads a result of grammarc. A folder is read whole, with its `.git`.
    ///
    /// # Errors
    /// If it cannot be read, or stands in the other form.
    pub fn read(self, path: &Path) -> io::Result<Vec<u8>> {
        match self {
            Self::File => fs::read(path),
            Self::Folder if path.metadata()?.is_dir() => Ok(pack(&[path.to_owned()], true)?.text),
            Self::Folder => Err(io::Error::other("not a folder")),
        }
    }

    /// Writes a text where nothing is yet. `sync` forces each file to the disk.
    ///
    /// # Errors
    /// If that fails; a part may be written by then.
    pub fn write(self, text: &[u8], path: &Path, sync: bool) -> io::Result<()> {
        match self {
            Self::File => write_content(path, 0o666, text, sync),
            Self::Folder => {
                fs::create_dir(path)?;
                unpack(text, path, sync)
            }
        }
    }
}

/// Inputs as an archive.
#[derive(Debug, Default)]
pub struct Packing {
    /// The archive.
    pub text: Vec<u8>,
    /// What is not in it.
    pub left_out: Vec<LeftOut>,
}

/// A path that was not packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// The path.
    pub path: PathBuf,
    /// Why, for example "a socket".
    pub why: &'static str,
}

/// Whatever is found on disk, before contents are read.
enum Found {
    File(PathBuf),
    Link { target: PathBuf },
    Folder(Folder),
}

type Folder = BTreeMap<OsString, Found>;

/// Packs inputs. The content of a single folder is at the top of the archive; of several inputs each has its path, if that is relative
/// and stays below the current folder, or else its name. Permissions are kept as git keeps them: executable or not. Folders
/// named `.git` are left out unless `git` says otherwise. An absolute link into the folder that it is in becomes relative, so that a
/// run that writes to it changes the copy; other links stay as they are.
///
/// # Errors
/// If a file cannot be read, two inputs have the same path, or the archive would be larger than 4 GiB.
pub fn pack(inputs: &[PathBuf], git: bool) -> io::Result<Packing> {
    let mut packing = Packing::default();
    let mut top = Folder::new();
    match inputs {
        [folder] if folder.is_dir() => top = collected(&Root::new(folder), folder, git, &mut packing.left_out)?,
        _ => {
            for input in inputs {
                let found = if input.is_dir() {
                    Found::Folder(collected(&Root::new(input), input, git, &mut packing.left_out)?)
                } else {
                    Found::File(input.clone())
                };
                place(&mut top, input, found)?;
            }
        }
    }
    write(&top, &mut packing.text)?;
    Ok(packing)
}

/// Returns the path of an input in the archive of several inputs. For example, `./src/a.c` is `src/a.c`, and `../a.c` is `a.c`.
pub fn path_in_archive(input: &Path) -> PathBuf {
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if input.components().all(is_plain) {
        return input.components().filter(|part| matches!(part, Component::Normal(_))).collect();
    }
    input.file_name().map_or_else(|| PathBuf::from("input"), PathBuf::from)
}

/// Puts an input at its path.
fn place(top: &mut Folder, input: &Path, found: Found) -> io::Result<()> {
    let path = path_in_archive(input);
    let twice =
        || io::Error::new(ErrorKind::InvalidInput, "this input is given twice, or another one has the same name");
    let mut folder = top;
    let mut names: Vec<&OsStr> = path.iter().collect();
    let Some(last) = names.pop() else { return Err(twice()) };
    for name in names {
        match folder.entry(name.to_owned()).or_insert_with(|| Found::Folder(Folder::new())) {
            Found::Folder(inner) => folder = inner,
            _ => return Err(twice()),
        }
    }
    match folder.insert(last.to_owned(), found) {
        None => Ok(()),
        Some(_) => Err(twice()),
    }
}

/// The folder that is packed, by the names that absolute links may call it: as it was given, and with all links followed.
struct Root<'a> {
    given: &'a Path,
    names: [PathBuf; 2],
}

impl<'a> Root<'a> {
    fn new(given: &'a Path) -> Self {
        let absolute = std::path::absolute(given).unwrap_or_else(|_| given.to_owned());
        let real = given.canonicalize().unwrap_or_else(|_| absolute.clone());
        Self { given, names: [absolute, real] }
    }

    /// Returns the target of a link as the archive has it. For example, the link `/p/a/log` to `/p/x.log` has the target `../x.log`, if
    /// the folder is `/p`.
    fn target(&self, link: &Path, target: PathBuf) -> PathBuf {
        let inside = self.names.iter().find_map(|name| target.strip_prefix(name).ok());
        // With `..` in it, a target may lead out of the folder again.
        let inside = inside.filter(|rest| rest.components().all(|part| matches!(part, Component::Normal(_))));
        let depth = link.strip_prefix(self.given).ok().map(|link| link.components().count().saturating_sub(1));
        let (Some(inside), Some(depth)) = (inside, depth) else { return target };
        let up = std::iter::repeat_n(Component::ParentDir, depth).collect::<PathBuf>();
        match up.join(inside) {
            here if here.as_os_str().is_empty() => PathBuf::from("."),
            relative => relative,
        }
    }
}

/// Collects the entries of a folder on disk.
fn collected(root: &Root<'_>, path: &Path, git: bool, left_out: &mut Vec<LeftOut>) -> io::Result<Folder> {
    let mut folder = Folder::new();
    for entry in fs::read_dir(path).map_err(|error| at(path, &error))? {
        let entry = entry.map_err(|error| at(path, &error))?;
        let (path, name) = (entry.path(), entry.file_name());
        let kind = entry.file_type().map_err(|error| at(&path, &error))?;
        let mut leave = |why| left_out.push(LeftOut { path: path.clone(), why });
        let found = if kind.is_dir() && name == ".git" && !git {
            leave("a git repository; `--git` takes it in");
            continue;
        } else if kind.is_dir() {
            Found::Folder(collected(root, &path, git, left_out)?)
        } else if kind.is_symlink() {
            let target = fs::read_link(&path).map_err(|error| at(&path, &error))?;
            Found::Link { target: root.target(&path, target) }
        } else if kind.is_file() {
            Found::File(path)
        } else {
            leave("neither a file nor a folder");
            continue;
        };
        folder.insert(name, found);
    }
    Ok(folder)
}

fn write(folder: &Folder, text: &mut Vec<u8>) -> io::Result<()> {
    for (name, found) in folder {
        let name = name.as_bytes();
        match found {
            Found::Folder(inner) => {
                write_folder(text, name);
                write(inner, text)?;
                text.extend_from_slice(END);
            }
            Found::Link { target } => write_link(text, name, target.as_os_str().as_bytes()),
            Found::File(path) => {
                let (mode, content) = content_of(path, text.len() as u64).map_err(|error| at(path, &error))?;
                write_file(text, name, mode, &content);
            }
        }
    }
    Ok(())
}

/// Reads a file, if an archive has room for it.
fn content_of(path: &Path, used: u64) -> io::Result<(u32, Vec<u8>)> {
    let file = File::open(path)?;
    let mode = if file.metadata()?.permissions().mode() & 0o100 == 0 { 0o644 } else { 0o755 };
    let room = MAX_ARCHIVE_BYTES.saturating_sub(used);
    let mut content = Vec::new();
    file.take(room + 1).read_to_end(&mut content)?;
    if content.len() as u64 > room {
        return Err(io::Error::new(ErrorKind::FileTooLarge, "the inputs are larger than 4 GiB together"));
    }
    Ok((mode, content))
}

/// Writes the entries of an archive into a folder that is there and empty. `sync` forces each file to the disk.
///
/// # Errors
/// If a file cannot be written, or the text is no archive.
pub fn unpack(text: &[u8], into: &Path, sync: bool) -> io::Result<()> {
    let entries = read(text).ok_or_else(|| io::Error::new(ErrorKind::InvalidData, "not an archive"))?;
    let mut path = into.to_owned();
    for Entry { name, kind, .. } in entries {
        if kind == EntryKind::End {
            path.pop();
            continue;
        }
        path.push(OsString::from_vec(name));
        let is_folder = kind == EntryKind::Folder;
        let written = match kind {
            EntryKind::Folder => fs::create_dir(&path),
            EntryKind::Link { target } => symlink(OsStr::from_bytes(&text[target]), &path),
            EntryKind::File { mode, content } => write_content(&path, mode, &text[content], sync),
            EntryKind::End => Ok(()),
        };
        written.map_err(|error| at(&path, &error))?;
        if !is_folder {
            path.pop();
        }
    }
    Ok(())
}

fn write_content(path: &Path, mode: u32, content: &[u8], sync: bool) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).mode(mode).open(path)?;
    file.write_all(content)?;
    if sync { file.sync_data() } else { Ok(()) }
}

/// Adds the path to an error.
fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::{LeftOut, pack, unpack};
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::slice;

    #[test]
    fn a_folder_comes_back_as_it_was() {
        let place = tempfile::tempdir().unwrap();
        let (from, to) = (place.path().join("from"), place.path().join("to"));
        for folder in ["a/b", "empty", ".git"] {
            fs::create_dir_all(from.join(folder)).unwrap();
        }
        fs::write(from.join("a/b/deep"), [0, 255, b'\n']).unwrap();
        fs::write(from.join("a/run\nme \\"), "#!/bin/sh\n").unwrap();
        fs::set_permissions(from.join("a/run\nme \\"), Permissions::from_mode(0o700)).unwrap();
        fs::write(from.join(".git/HEAD"), "x").unwrap();
        symlink("a/nowhere", from.join("link")).unwrap();
        let socket = UnixListener::bind(from.join("socket")).unwrap();
        let packed = pack(slice::from_ref(&from), false).unwrap();
        assert_eq!(packed.left_out.len(), 2, "{:?}", packed.left_out);
        assert!(packed.left_out.contains(&LeftOut { path: from.join("socket"), why: "neither a file nor a folder" }));
        drop(socket);
        fs::create_dir(&to).unwrap();
        unpack(&packed.text, &to, true).unwrap();
        assert_eq!(pack(slice::from_ref(&to), false).unwrap().text, packed.text);
        assert_eq!(fs::read(to.join("a/b/deep")).unwrap(), [0, 255, b'\n']);
        assert_eq!(fs::read_link(to.join("link")).unwrap().to_str(), Some("a/nowhere"));
        assert!(to.join("empty").is_dir() && !to.join(".git").exists());
        assert!(pack(slice::from_ref(&from), true).unwrap().text.len() > packed.text.len());
        assert!(unpack(&packed.text, &to, false).is_err(), "nothing is overwritten");
    }

    #[test]
    fn a_link_into_the_folder_leads_into_the_copy() {
        let place = tempfile::tempdir().unwrap();
        let (from, to) = (place.path().join("from"), place.path().join("to"));
        fs::create_dir_all(from.join("a/b")).unwrap();
        symlink(&from, place.path().join("alias")).unwrap();
        let absolute = |path: &str| from.join(path).to_str().unwrap().to_owned();
        let outside = format!("{}/c", place.path().display());
        let climbing = absolute("a/../../c");
        let cases = [
            (absolute("x"), "a/b/link", "../../x"),
            (absolute("a/y"), "a/link", "../a/y"),
            (absolute("x"), "link", "x"),
            (absolute(""), "self", "."),
            (absolute(""), "a/up", "../"),
            (outside.clone(), "outside", &*outside),
            (climbing.clone(), "climbing", &*climbing),
            ("../x".to_owned(), "a/relative", "../x"),
        ];
        cases.iter().for_each(|(target, link, _)| symlink(target, from.join(link)).unwrap());
        fs::create_dir(&to).unwrap();
        // By another name of the folder the links mean the same.
        for name in ["from", "alias"] {
            let packed = pack(&[place.path().join(name)], false).unwrap();
            fs::remove_dir_all(&to).and_then(|()| fs::create_dir(&to)).unwrap();
            unpack(&packed.text, &to, false).unwrap();
            for (_, link, expected) in &cases {
                assert_eq!(fs::read_link(to.join(link)).unwrap().to_str(), Some(*expected), "{name}/{link}");
            }
        }
    }

    #[test]
    fn several_inputs_have_their_paths() {
        let place = tempfile::tempdir().unwrap();
        let paths = ["b.h", "a.c"].map(|name| place.path().join(name));
        paths.iter().for_each(|path| fs::write(path, "x").unwrap());
        assert_eq!(pack(&paths, false).unwrap().text, b"file 644 1 a.c\nx\nfile 644 1 b.h\nx\n");
        assert!(pack(&[paths[0].clone(), paths[0].clone()], false).is_err());
        assert!(pack(&[place.path().join("nothing")], false).is_err());
    }
}
