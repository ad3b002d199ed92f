//! Arguments that name a part of the inputs, where a candidate is a folder: they mean the part in the candidate.
//!
//! Of several inputs, each is named on purpose: `reduce a.c b.h -- gcc -c a.c` compiles the candidate's `a.c`. In a single folder a file
//! may also be a part of the test, as `check.py` in `reduce . -- python check.py`; so there the command must say which it is.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::{CommandLine, Directory, InvocationError, lossy, quoted};
use crate::archive::path_in_archive;

/// Returns for each argument of a command how it is written if it names a part of several inputs: then it names that part of the
/// candidate.
///
/// # Errors
/// If an argument names a part of a single folder.
pub(super) fn in_candidate(line: &CommandLine<'_>) -> Result<Vec<Option<OsString>>, InvocationError> {
    let mut parts = Vec::new();
    for (place, word) in line.words.iter().enumerate().skip(1) {
        let Some(part) = part(word, line) else {
            parts.push(None);
            continue;
        };
        let marked = if part.as_os_str().is_empty() {
            OsString::from(line.placeholder)
        } else {
            Path::new(line.placeholder).join(&part).into_os_string()
        };
        if line.inputs.len() > 1 {
            parts.push(Some(if line.directory == Directory::Fresh { part.into_os_string() } else { marked }));
            continue;
        }
        let mut words = line.words.to_vec();
        words[place] = marked;
        let shown =
            |word: &OsString| if word == line.placeholder { lossy(word.as_encoded_bytes()) } else { quoted(word) };
        return Err(InvocationError::NamesPart {
            argument: lossy(word.as_encoded_bytes()),
            instead: words.iter().map(shown).collect::<Vec<_>>().join(" "),
        });
    }
    Ok(parts)
}

/// Returns the path in the candidate of an argument that names an input, or a file in it.
fn part(word: &OsStr, line: &CommandLine<'_>) -> Option<PathBuf> {
    let path = line.start.join(word);
    // Where the command runs in the candidate, this names the candidate anyway.
    if matches!(word.to_str(), Some("" | "." | "./")) {
        return None;
    }
    let named = path.canonicalize().ok()?;
    line.inputs.iter().find_map(|input| {
        let root = line.start.join(input).canonicalize().ok()?;
        let inner = named.strip_prefix(&root).ok()?;
        let top = if line.inputs.len() > 1 { path_in_archive(input) } else { PathBuf::new() };
        let is_meant = named.is_file() || inner.as_os_str().is_empty();
        is_meant.then(|| if inner.as_os_str().is_empty() { top } else { top.join(inner) })
    })
}
