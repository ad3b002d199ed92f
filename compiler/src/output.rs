//! Writes generated files to disk, or prints a diff against the files there. It touches only files that grammarc generated.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use grammarc_runtime::cli::existing::refuse_link;
use grammarc_runtime::cli::status::Failure;
use grammarc_runtime::cli::whole;
use grammarc_runtime::oracle::shown;
use similar::TextDiff;

use crate::emit::{is_ours, vendor};

/// A generated file: where it stands below its folder, and its text.
pub(crate) type File = (PathBuf, String);

/// The file that makes a folder a crate; its first line says whose.
const MANIFEST: &str = "Cargo.toml";

/// Writes generated files below a folder, and removes generated ones that are no longer part of the crate.
///
/// # Errors
/// If the folder holds anything but a generated crate, or a file cannot be written.
pub(crate) fn write(folder: &Path, files: &[File]) -> Result<(), Failure> {
    refuse_foreign(folder)?;
    for file in leftovers(folder, files)? {
        let path = folder.join(file);
        fs::remove_file(&path).map_err(|error| Failure::file(&path, &error))?;
        remove_empty(folder, &path);
    }
    // The manifest first, because it marks the folder as ours: if writing stops halfway, the next run may write here again.
    let (manifest, rest): (Vec<_>, Vec<_>) = files.iter().partition(|(path, _)| path == Path::new(MANIFEST));
    manifest.into_iter().chain(rest).try_for_each(|(path, text)| write_file(&folder.join(path), text))
}

/// Removes the folders above a file that are empty now, up to a folder that stays.
/// For example, when `vendor/a/b.rs` was the last file below `vendor`, both `vendor/a` and `vendor` go.
fn remove_empty(folder: &Path, file: &Path) {
    let above = file.ancestors().skip(1).take_while(|&above| above != folder);
    // A folder that is not empty cannot be removed, and none above it is empty either.
    for above in above {
        if fs::remove_dir(above).is_err() {
            return;
        }
    }
}

/// Writes one generated file, with the folders above it. An unchanged file keeps its modification time.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    if path.is_file() && fs::read(path).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    refuse_link(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let written = fs::create_dir_all(folder).and_then(|()| whole::write(path, text.as_bytes()));
    written.map_err(|error| Failure::file(path, &error))
}

/// Returns how the files below a folder differ from the generated ones, as one unified diff; empty if they do not.
/// `Cargo.lock` does not count: after the first build it is cargo's.
///
/// # Errors
/// If a file cannot be read.
pub(crate) fn differences(folder: &Path, files: &[File]) -> Result<String, Failure> {
    let mut diff = String::new();
    for (path, text) in files.iter().filter(|(path, _)| path != Path::new("Cargo.lock")) {
        diff += &difference(&folder.join(path), text)?;
    }
    for path in leftovers(folder, files)? {
        diff += &difference(&folder.join(path), "")?;
    }
    Ok(diff)
}

/// Returns how a file differs from its generated text, as a unified diff; empty if it does not.
///
/// # Errors
/// If the file is there and cannot be read.
pub(crate) fn difference(path: &Path, text: &str) -> Result<String, Failure> {
    let old = match fs::read(path) {
        Ok(old) => String::from_utf8_lossy(&old).into_owned(),
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Failure::file(path, &error)),
    };
    if old == text {
        return Ok(String::new());
    }
    let names = [shown(path), format!("{} (generated)", shown(path))];
    Ok(TextDiff::from_lines(&old, text).unified_diff().header(&names[0], &names[1]).to_string())
}

/// Refuses a single file that is there and does not carry our first line.
///
/// # Errors
/// If it does not.
pub(crate) fn refuse_foreign_file(path: &Path) -> Result<(), Failure> {
    // Only a file: reading one's own standard output would take for ever.
    match path.is_file().then(|| fs::read(path)) {
        Some(Ok(text)) if !is_ours(&text) => {
            Err(Failure::usage(format!("{}: not overwritten, because grammarc did not generate it", shown(path))))
        }
        Some(Err(error)) => Err(Failure::file(path, &error)),
        _ => Ok(()),
    }
}

/// Refuses a folder that holds something, but not the manifest of a generated crate.
fn refuse_foreign(folder: &Path) -> Result<(), Failure> {
    if folder.is_file() {
        let name = shown(folder);
        return Err(Failure::usage(format!(
            "{name}: a file, but a crate is a folder\nhelp: name a folder with `-o`, or add `--module` to write a single file"
        )));
    }
    // A run that was killed before it had written the manifest has left half of it.
    let is_empty = match whole::is_empty_but_for(folder, MANIFEST) {
        Ok(is_empty) => is_empty,
        Err(error) if error.kind() == ErrorKind::NotFound => true,
        Err(error) => return Err(Failure::file(folder, &error)),
    };
    if is_empty || fs::read(folder.join(MANIFEST)).is_ok_and(|text| is_ours(&text)) {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{0}: not empty, and not a crate generated by grammarc\nhelp: name another folder with `-o`, or remove {0}",
        shown(folder)
    )))
}

/// Returns the files that an earlier run left and this one would not write: ours in `src`, everything in `vendor`.
fn leftovers(folder: &Path, files: &[File]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for root in ["src", vendor::FOLDER] {
        let root = folder.join(root);
        list(&root, &mut found).map_err(|error| Failure::file(&root, &error))?;
    }
    let vendored = folder.join(vendor::FOLDER);
    found.retain(|path| path.starts_with(&vendored) || fs::read(path).is_ok_and(|text| is_ours(&text)));
    let relative = found.iter().filter_map(|path| path.strip_prefix(folder).ok());
    Ok(relative.filter(|path| !files.iter().any(|(file, _)| file == path)).map(Path::to_owned).collect())
}

/// Adds all files below a folder in order; none if there is no such folder.
fn list(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        // A link is not followed, because its target is not ours.
        match entry.file_type()? {
            kind if kind.is_dir() => list(&entry.path(), found)?,
            kind if kind.is_file() => found.push(entry.path()),
            _ => {}
        }
    }
    Ok(())
}

/// A workspace that a generated crate would lie in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Workspace {
    /// Its manifest.
    pub(crate) manifest: PathBuf,
    /// The generated crate, relative to it, with `/`.
    pub(crate) member: String,
    /// The members that the manifest lists.
    /// For example, `["crates/*", "tools"]`.
    pub(crate) members: Vec<String>,
    /// Whether the manifest lists the crate already.
    pub(crate) is_listed: bool,
}

/// Returns the workspace above a folder, as cargo would find it; none if that excludes the folder.
///
/// # Errors
/// If there is no current directory.
pub(crate) fn workspace_above(folder: &Path) -> io::Result<Option<Workspace>> {
    let folder = normal(&std::path::absolute(folder)?);
    for above in folder.ancestors().skip(1) {
        let manifest = above.join("Cargo.toml");
        let Some(workspace) = workspace_of(&manifest) else { continue };
        let member = slashed(folder.strip_prefix(above).unwrap_or(&folder));
        let names = |key| workspace.get(key).and_then(toml::Value::as_array).into_iter().flatten();
        let texts = |key| names(key).filter_map(toml::Value::as_str);
        if texts("exclude").any(|excluded| Path::new(&member).starts_with(plain(excluded))) {
            return Ok(None);
        }
        let members: Vec<String> = texts("members").map(str::to_owned).collect();
        let is_listed = members.iter().any(|pattern| is_meant(pattern, &member));
        return Ok(Some(Workspace { manifest, member, members, is_listed }));
    }
    Ok(None)
}

/// Returns a path of a manifest without `.` and trailing `/`, which mean nothing.
/// For example, `./crates/html/` becomes `crates/html`.
fn plain(path: &str) -> PathBuf {
    Path::new(path).components().filter(|part| *part != Component::CurDir).collect()
}

/// Returns whether an entry of `members`, which may be a pattern, means this crate.
/// For example, `crates/*` means the member `crates/html`.
fn is_meant(pattern: &str, member: &str) -> bool {
    let options = glob::MatchOptions { require_literal_separator: true, ..glob::MatchOptions::default() };
    let pattern = glob::Pattern::new(&slashed(&plain(pattern)));
    pattern.is_ok_and(|pattern| pattern.matches_with(member, options))
}

/// Refuses a folder that holds no grammarc-runtime.
///
/// # Errors
/// If it does not.
pub(crate) fn refuse_other_package(folder: &Path) -> Result<(), Failure> {
    let text = fs::read_to_string(folder.join("Cargo.toml")).ok();
    let manifest: Option<toml::Table> = text.and_then(|text| text.parse().ok());
    let name = manifest.as_ref().and_then(|manifest| manifest.get("package")?.get("name")?.as_str());
    match name {
        Some("grammarc-runtime") => Ok(()),
        _ => Err(Failure::usage(format!("{}: no package grammarc-runtime in this folder", shown(folder)))),
    }
}

/// Returns the `[workspace]` table of a manifest that has one.
fn workspace_of(manifest: &Path) -> Option<toml::Table> {
    let text = fs::read_to_string(manifest).ok()?;
    let mut table: toml::Table = text.parse().ok()?;
    match table.remove("workspace")? {
        toml::Value::Table(workspace) => Some(workspace),
        _ => None,
    }
}

/// Returns the path to `to` as seen from the folder `from`; an absolute one stays as it is.
///
/// # Errors
/// If there is no current directory.
pub(crate) fn relative(from: &Path, to: &Path) -> io::Result<PathBuf> {
    if to.is_absolute() {
        return Ok(to.to_owned());
    }
    let (from, to) = (normal(&std::path::absolute(from)?), normal(&std::path::absolute(to)?));
    let common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    Ok(up.chain(to.components().skip(common)).collect())
}

/// Removes `.` and `..` from an absolute path, as if nothing in it were a link.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => _ = out.pop(),
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

/// Returns a relative path with `/` between its parts, as manifests have it.
pub(crate) fn slashed(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
