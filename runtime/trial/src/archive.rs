//! Archives: a folder as one text, so that a folder is reduced, cached, journalled and resumed as a file is.
//!
//! An archive has one entry after another, in the order of their names. A name is escaped if it has a line break:
//!
//! ```text
//! folder src             a folder, with its entries up to `end`
//! file 644 10 main.c     permissions, number of bytes, name; then the content
//! int main;
//!
//! link 6 latest          number of bytes and name; then the target of a symbolic link
//! main.c
//! end
//! ```

#[cfg(feature = "cli")]
mod disk;

use std::ops::Range;

#[cfg(feature = "cli")]
pub use disk::{Form, LeftOut, Packing, pack, path_in_archive, remove, unpack};

/// One entry of an archive, or the end of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its bytes in the archive; for a folder those of its first line.
    pub span: Range<usize>,
    /// The name without the folders around it; empty for the end of a folder.
    pub name: Vec<u8>,
    /// What the entry is.
    pub kind: EntryKind,
}

/// What an entry is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryKind {
    /// A folder begins; its entries follow.
    Folder,
    /// The last folder that began ends.
    End,
    /// A file with its permissions, as `0o644`, and the place of its content in the archive.
    File {
        /// The permission bits.
        mode: u32,
        /// The bytes of the content in the archive.
        content: Range<usize>,
    },
    /// A symbolic link, and the place of its target in the archive.
    Link {
        /// The bytes of the target in the archive.
        target: Range<usize>,
    },
}

/// A file of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedFile {
    /// The path from the folder on, with `/` between names.
    pub path: Vec<u8>,
    /// The bytes of the entry in the archive.
    pub span: Range<usize>,
    /// The bytes of the content in the archive.
    pub content: Range<usize>,
    /// The permission bits.
    mode: u32,
}

/// Reads the entries of an archive; none if the text is no archive. O(n).
///
/// ```
/// use grammarc_runtime::archive::{EntryKind, read};
///
/// let entries = read(b"folder src\nfile 644 3 a.c\nx;\n\nend\n").unwrap();
/// assert_eq!(entries.len(), 3);
/// assert_eq!(entries[1].kind, EntryKind::File { mode: 0o644, content: 26..29 });
/// assert_eq!(entries[2].kind, EntryKind::End);
/// assert!(read(b"int main;").is_none());
/// ```
pub fn read(text: &[u8]) -> Option<Vec<Entry>> {
    let (mut entries, mut at, mut depth) = (Vec::new(), 0, 0_usize);
    while at < text.len() {
        let entry = entry(text, at)?;
        depth = match entry.kind {
            EntryKind::Folder => depth + 1,
            EntryKind::End => depth.checked_sub(1)?,
            _ => depth,
        };
        at = entry.span.end;
        entries.push(entry);
    }
    (depth == 0).then_some(entries)
}

/// Returns the files of an archive, in its order; none if the text is no archive.
pub fn files(text: &[u8]) -> Option<Vec<ArchivedFile>> {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    for Entry { span, name, kind } in read(text)? {
        match kind {
            EntryKind::Folder => folders.push(name),
            EntryKind::End => drop(folders.pop()),
            EntryKind::Link { .. } => {}
            EntryKind::File { mode, content } => {
                let names: Vec<&[u8]> = folders.iter().chain([&name]).map(Vec::as_slice).collect();
                files.push(ArchivedFile { path: names.join(&b'/'), span, content, mode });
            }
        }
    }
    Some(files)
}

impl ArchivedFile {
    /// Returns the archive with another content of this file.
    pub fn replaced(&self, archive: &[u8], content: &[u8]) -> Vec<u8> {
        with_contents(archive, &[(self, content.to_vec())])
    }

    /// Returns the name without the folders around it.
    fn name(&self) -> &[u8] {
        self.path.rsplit(|&byte| byte == b'/').next().unwrap_or_default()
    }
}

/// Returns an archive with other contents of some of its files, which are in its order. O(n).
pub fn with_contents(archive: &[u8], contents: &[(&ArchivedFile, Vec<u8>)]) -> Vec<u8> {
    let (mut text, mut at) = (Vec::with_capacity(archive.len()), 0);
    for (file, content) in contents {
        text.extend_from_slice(&archive[at..file.span.start]);
        write_file(&mut text, file.name(), file.mode, content);
        at = file.span.end;
    }
    text.extend_from_slice(&archive[at..]);
    text
}

/// Returns how many files an archive has, and how many bytes these have together.
pub fn size(text: &[u8]) -> (usize, usize) {
    let files = files(text).unwrap_or_default();
    (files.len(), files.iter().map(|file| file.content.len()).sum())
}

/// Appends a file.
fn write_file(text: &mut Vec<u8>, name: &[u8], mode: u32, content: &[u8]) {
    text.extend_from_slice(format!("file {mode:o} {} ", content.len()).as_bytes());
    write_name(text, name);
    text.extend_from_slice(content);
    text.push(b'\n');
}

/// Appends a symbolic link.
#[cfg(feature = "cli")]
fn write_link(text: &mut Vec<u8>, name: &[u8], target: &[u8]) {
    text.extend_from_slice(format!("link {} ", target.len()).as_bytes());
    write_name(text, name);
    text.extend_from_slice(target);
    text.push(b'\n');
}

/// Appends the beginning of a folder.
#[cfg(feature = "cli")]
fn write_folder(text: &mut Vec<u8>, name: &[u8]) {
    text.extend_from_slice(b"folder ");
    write_name(text, name);
}

/// The line that ends a folder.
const END: &[u8] = b"end\n";

/// Appends a name and a line break. Line breaks and backslashes in the name are escaped.
fn write_name(text: &mut Vec<u8>, name: &[u8]) {
    for &byte in name {
        match byte {
            b'\n' => text.extend_from_slice(b"\\n"),
            b'\\' => text.extend_from_slice(b"\\\\"),
            byte => text.push(byte),
        }
    }
    text.push(b'\n');
}

fn read_name(line: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = line.iter();
    let mut name = Vec::with_capacity(line.len());
    while let Some(&byte) = bytes.next() {
        name.push(match byte {
            b'\\' => match bytes.next()? {
                b'n' => b'\n',
                b'\\' => b'\\',
                _ => return None,
            },
            byte => byte,
        });
    }
    let is_name = !matches!(name.as_slice(), b"" | b"." | b"..") && !name.contains(&b'/') && !name.contains(&0);
    is_name.then_some(name)
}

/// Reads the entry that begins at a place.
fn entry(text: &[u8], at: usize) -> Option<Entry> {
    let rest = &text[at..];
    let line = &rest[..rest.iter().position(|&byte| byte == b'\n')?];
    let after_line = at + line.len() + 1;
    if rest.starts_with(END) {
        return Some(Entry { span: at..after_line, name: Vec::new(), kind: EntryKind::End });
    }
    if let Some(name) = line.strip_prefix(b"folder ") {
        return Some(Entry { span: at..after_line, name: read_name(name)?, kind: EntryKind::Folder });
    }
    let is_file = line.starts_with(b"file ");
    let mut words = line.splitn(if is_file { 4 } else { 3 }, |&byte| byte == b' ');
    if !is_file && words.next()? != b"link" {
        return None;
    }
    let mode = match is_file {
        true => u32::from_str_radix(std::str::from_utf8(words.nth(1)?).ok()?, 8).ok().filter(|&mode| mode <= 0o777)?,
        false => 0,
    };
    let length: usize = std::str::from_utf8(words.next()?).ok()?.parse().ok()?;
    let name = read_name(words.next()?)?;
    let content = after_line..after_line.checked_add(length)?;
    if text.get(content.end) != Some(&b'\n') {
        return None;
    }
    let span = at..content.end + 1;
    let kind = if is_file { EntryKind::File { mode, content } } else { EntryKind::Link { target: content } };
    Some(Entry { span, name, kind })
}

#[cfg(test)]
mod tests {
    use super::{EntryKind, files, read, size, write_file};

    #[test]
    fn names_and_contents_may_hold_anything() {
        let mut text = Vec::new();
        write_file(&mut text, b"a\nb\\ c", 0o755, b"file 644 3 x\nend\n");
        write_file(&mut text, b"empty", 0o600, b"");
        let files = files(&text).unwrap();
        assert_eq!(files[0].path, b"a\nb\\ c");
        assert_eq!(&text[files[0].content.clone()], b"file 644 3 x\nend\n");
        assert_eq!((files[1].path.as_slice(), files[1].mode, size(&text)), (&b"empty"[..], 0o600, (2, 17)));
        let smaller = files[0].replaced(&text, b"xy");
        assert_eq!(smaller, b"file 755 2 a\\nb\\\\ c\nxy\nfile 600 0 empty\n\n");
    }

    #[test]
    fn a_path_has_the_folders_around_it() {
        let text = b"folder a\nfolder b\nfile 644 1 c\nx\nend\nend\nlink 1 d\na\nfile 644 0 e\n\n";
        let paths: Vec<_> = files(text).unwrap().into_iter().map(|file| file.path).collect();
        assert_eq!(paths, [&b"a/b/c"[..], b"e"]);
        assert!(matches!(read(text).unwrap()[5].kind, EntryKind::Link { .. }));
    }

    #[test]
    fn other_texts_are_no_archives() {
        for text in [
            "x",
            "end\n",
            "folder a\n",
            "folder ..\nend\n",
            "folder a/b\nend\n",
            "file 644 9 a\nx\n",
            "file 644 1 a\nxy",
            "file 999 1 a\nx\n",
            "file 644 18446744073709551615 a\nx\n",
            "link 1 \\x\na\n",
        ] {
            assert!(read(text.as_bytes()).is_none(), "{text:?}");
        }
        assert_eq!(read(b""), Some(Vec::new()));
    }
}
