//! The folder that a test finds on the worker, as a tree of digests: its *input root*.

use std::collections::BTreeMap;

use bazel_remote_apis::build::bazel::remote::execution::v2::{Digest, Directory, DirectoryNode, FileNode, SymlinkNode};
use grammarc_trial::archive::{EntryKind, read};

use crate::blob::Blob;

/// Folders by their paths from the root, with `/` between names; the root is the empty path.
#[derive(Debug, Clone, Default)]
pub(crate) struct InputRoot {
    folders: BTreeMap<String, Directory>,
    blobs: Vec<Blob>,
}

impl InputRoot {
    /// Adds a folder, and those around it.
    pub(crate) fn add_folder(&mut self, path: &str) -> &mut Directory {
        for (place, _) in path.match_indices('/') {
            self.folders.entry(path[..place].to_owned()).or_default();
        }
        self.folders.entry(path.to_owned()).or_default()
    }

    /// Adds a file. There must be none of that path.
    pub(crate) fn add_file(&mut self, path: &str, data: Vec<u8>, is_executable: bool) {
        let (folder, name) = split(path);
        let blob = Blob::new(data);
        let digest = Some(blob.digest.clone());
        self.add_folder(folder).files.push(FileNode {
            name: name.to_owned(),
            digest,
            is_executable,
            node_properties: None,
        });
        self.blobs.push(blob);
    }

    /// Adds the entries of an archive below a folder.
    ///
    /// # Errors
    /// If a name is not UTF-8, which the protocol cannot say, or the text is no archive.
    pub(crate) fn add_archive(&mut self, folder: &str, archive: &[u8]) -> Result<(), String> {
        let entries = read(archive).ok_or("the folder cannot be read as an archive")?;
        let mut open = vec![folder.to_owned()];
        self.add_folder(folder);
        for entry in entries {
            let name = utf8(entry.name)?;
            let here = open.last().map_or("", String::as_str);
            let path = if here.is_empty() { name.clone() } else { format!("{here}/{name}") };
            match entry.kind {
                EntryKind::Folder => {
                    self.add_folder(&path);
                    open.push(path);
                }
                EntryKind::End => drop(open.pop()),
                EntryKind::File { mode, content } => {
                    self.add_file(&path, archive[content].to_vec(), mode & 0o111 != 0);
                }
                EntryKind::Link { target } => {
                    let target = utf8(archive[target].to_vec())?;
                    let (folder, _) = split(&path);
                    self.add_folder(folder).symlinks.push(SymlinkNode { name, target, node_properties: None });
                }
            }
        }
        Ok(())
    }

    /// Returns the message of the root, and the blobs of all folders and files below it.
    pub(crate) fn finish(self) -> (Directory, Vec<Blob>) {
        let Self { mut folders, mut blobs } = self;
        let mut paths: Vec<String> = folders.keys().filter(|path| !path.is_empty()).cloned().collect();
        // A folder is complete once the deeper ones are in it.
        paths.sort_by_key(|path| std::cmp::Reverse(path.matches('/').count()));
        for path in paths {
            let mut folder = folders.remove(&path).unwrap_or_default();
            sort(&mut folder);
            let blob = Blob::of(&folder);
            let (parent, name) = split(&path);
            let node = node(name, &blob.digest);
            folders.entry(parent.to_owned()).or_default().directories.push(node);
            blobs.push(blob);
        }
        let mut root = folders.remove("").unwrap_or_default();
        sort(&mut root);
        (root, blobs)
    }
}

/// Returns a root with one more folder in it.
pub(crate) fn with_folder(root: &Directory, name: &str, digest: &Digest) -> Blob {
    let mut root = root.clone();
    root.directories.push(node(name, digest));
    sort(&mut root);
    Blob::of(&root)
}

fn node(name: &str, digest: &Digest) -> DirectoryNode {
    DirectoryNode { name: name.to_owned(), digest: Some(digest.clone()) }
}

/// Sorts the entries by name, because the digest of a folder must not depend on the order in which it was filled.
fn sort(folder: &mut Directory) {
    folder.files.sort_by(|a, b| a.name.cmp(&b.name));
    folder.directories.sort_by(|a, b| a.name.cmp(&b.name));
    folder.symlinks.sort_by(|a, b| a.name.cmp(&b.name));
}

/// Returns the folder of a path, and its last name.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// Returns a name as the protocol needs it.
pub(crate) fn utf8(name: Vec<u8>) -> Result<String, String> {
    String::from_utf8(name).map_err(|error| {
        format!("a server takes names in UTF-8 only; rename {:?}", String::from_utf8_lossy(error.as_bytes()))
    })
}

#[cfg(test)]
mod tests {
    use super::InputRoot;

    #[test]
    fn a_root_does_not_depend_on_the_order_of_its_files() {
        let root = |paths: &[&str]| {
            let mut root = InputRoot::default();
            paths.iter().for_each(|path| root.add_file(path, path.as_bytes().to_vec(), false));
            root.finish()
        };
        let (one, blobs) = root(&["b", "a/x/y", "a/z"]);
        assert_eq!(one, root(&["a/z", "a/x/y", "b"]).0);
        assert_eq!((one.files.len(), one.directories.len()), (1, 1));
        assert_eq!(blobs.len(), 3 + 2, "three files, and the folders a and a/x");
    }

    #[test]
    fn an_archive_becomes_folders_files_and_links() {
        let archive = b"folder src\nfile 755 3 a.sh\nx;\n\nlink 4 l\na.sh\nend\n";
        let mut root = InputRoot::default();
        root.add_archive("candidate", archive).expect("it is an archive");
        let (root, blobs) = root.finish();
        assert_eq!(root.directories[0].name, "candidate");
        assert_eq!(blobs.len(), 3, "a.sh, src and candidate");
        let mut deep = InputRoot::default();
        assert!(deep.add_archive("", b"file 644 1 \xff\nx\n").is_err());
        assert!(deep.add_archive("", b"int main;").is_err());
    }
}
