//! A grammar in another notation, in the place of a grammar file: says how to import it.

use std::path::Path;

use grammarc_runtime::cli::status::Failure;
#[cfg(feature = "import")]
use grammarc_runtime::oracle::{quoted, shown};

/// Returns the notation of a file that is no grammar file.
#[cfg(feature = "import")]
fn notation(path: &Path) -> Option<&'static grammarc_import::read::Notation> {
    use grammarc_import::format::{Guess, guess};

    let text = crate::import::read(path).ok()?;
    match guess(&path.to_string_lossy(), &text) {
        Guess::Foreign(notation) => Some(notation),
        _ => None,
    }
}

/// Returns the failure of a command that was given a grammar of another notation; none if the file may be a grammar file with mistakes.
#[cfg(feature = "import")]
pub(super) fn failure(path: &Path) -> Option<Failure> {
    let notation = notation(path).filter(|notation| !notation.has_own_rules)?;
    let (name, title, argument) = (shown(path), notation.title, quoted(path.as_os_str()));
    Some(Failure::usage(format!(
        "`{name}` is a grammar of {title}: `grammarc import {argument}` makes a grammar file of it"
    )))
}

/// Returns advice for a file with mistakes that is perhaps in another notation.
#[cfg(feature = "import")]
pub(super) fn advice(path: &Path) -> Option<String> {
    let notation = notation(path)?;
    let argument = quoted(path.as_os_str());
    Some(format!("if it is {}, `grammarc import {argument}` makes a grammar file of it", notation.title))
}

/// Without the importer nothing is known of other notations.
#[cfg(not(feature = "import"))]
pub(super) fn failure(_: &Path) -> Option<Failure> {
    None
}

/// As above.
#[cfg(not(feature = "import"))]
pub(super) fn advice(_: &Path) -> Option<String> {
    None
}
