//! The inputs of a triage, and the files of their reductions.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::TriageArgs;
use crate::status::Failure;
use grammarc_trial::oracle::{is_disturbing, shown};
use grammarc_trial::trial::{Digest, before_extension};

/// Returns the files of a folder, in the order of their names; those whose names begin with a dot are left out, and so are folders.
///
/// # Errors
/// If it cannot be read, or has no files.
pub(super) fn inputs(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if folder.is_file() {
        let name = shown(folder);
        let help = format!("`grammarc reduce {name}` reduces one failing input");
        return Err(Failure::usage(format!(
            "{name}: a file, but triage takes a folder of failing inputs\nhelp: {help}"
        )));
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|error| Failure::input(folder, &error))?;
    let is_hidden = |name: OsString| name.as_encoded_bytes().starts_with(b".");
    let seen = entries.into_iter().filter(|entry| !is_hidden(entry.file_name()));
    let mut paths: Vec<PathBuf> = seen.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    if paths.is_empty() {
        return Err(Failure::no(format!("{}: no files in this folder", shown(folder))));
    }
    Ok(paths)
}

/// Returns the folder for the reduced inputs; none if they are taken as they are.
pub(super) fn output(args: &TriageArgs) -> Result<Option<PathBuf>, Failure> {
    let input = &args.reduce.input;
    match &args.reduce.output {
        Some(_) if args.no_reduce => {
            Err(Failure::usage("--no-reduce cannot be combined with -o: there are no reduced inputs to write"))
        }
        _ if args.no_reduce => Ok(None),
        Some(path) if path.as_os_str() == "-" => {
            Err(Failure::usage("the groups go to standard output: write the reduced inputs to a folder with `-o DIR`"))
        }
        Some(path) => Ok(Some(path.clone())),
        None => {
            let whole = input.canonicalize().map_err(|error| Failure::input(input, &error))?;
            let mut name = whole.file_name().unwrap_or_default().to_owned();
            name.push(".triage");
            Ok(Some(PathBuf::from(name)))
        }
    }
}

/// Returns the file of a reduced input.
pub(super) fn reduced(folder: &Path, input: &Path) -> PathBuf {
    folder.join(before_extension(Path::new(&name_for_result(input)), ".reduced"))
}

/// Returns the name of an input as results have it: characters that a terminal would obey become `-`. The digest of the name then keeps two
/// inputs apart. For example, `a<ESC>[1m.json` becomes `a-[1m-5f0c1e2d.json`.
fn name_for_result(input: &Path) -> OsString {
    let name = input.file_name().unwrap_or_default();
    match name.to_str() {
        Some(text) if text.chars().any(is_disturbing) => {
            let plain: String = text.chars().map(|c| if is_disturbing(c) { '-' } else { c }).collect();
            let digest = Digest::of(text.as_bytes()).to_string();
            before_extension(Path::new(&plain), &format!("-{}", &digest[..8])).into_os_string()
        }
        _ => name.to_owned(),
    }
}

/// Returns the file of a group's pattern, named after the group's representative.
pub(super) fn pattern(folder: &Path, input: &Path) -> PathBuf {
    let mut name = name_for_result(input);
    name.push(".pattern");
    folder.join(name)
}
