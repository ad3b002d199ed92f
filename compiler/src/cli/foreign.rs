//! A grammar in another notation, in the place of a grammar file: says how to import it.

use std::path::Path;

use grammarc_runtime::cli::status::Failure;

/// Returns the failure of a command that was given a grammar of another notation; none if the file is no such grammar.
#[cfg(feature = "import")]
pub(super) fn failure(path: &Path) -> Option<Failure> {
    use grammarc_import::format::{Guess, guess};
    use grammarc_runtime::oracle::{quoted, shown};

    let text = crate::import::read(path).ok()?;
    let Guess::Foreign(notation) = guess(&path.to_string_lossy(), &text) else { return None };
    let (name, title, argument) = (shown(path), notation.title, quoted(path.as_os_str()));
    Some(Failure::usage(format!(
        "`{name}` is a grammar of {title}: `grammarc import {argument}` makes a grammar file of it"
    )))
}

/// Without the importer nothing is known of other notations.
#[cfg(not(feature = "import"))]
pub(super) fn failure(_: &Path) -> Option<Failure> {
    None
}
