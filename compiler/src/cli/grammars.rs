//! `grammarc grammars`: the list of bundled grammars.

use std::io::{self, Write};

use grammarc_runtime::cli::status::{Failure, Status};
use grammarc_runtime::flat::{BYTES, LINES, TOKENS};
use grammarc_runtime::format::Format;
use grammarc_runtime::island::ISLAND;

use crate::bundled::ALL;

/// The languages that need no grammar: every text is in them.
pub(super) static BUILT_IN: [&Format; 4] = [&ISLAND, &LINES, &TOKENS, &BYTES];

/// Prints the bundled grammars, one a line: name, extensions, title.
pub(super) fn run() -> Result<Status, Failure> {
    let lines = ALL.iter().map(|bundled| {
        let extensions: Vec<String> = bundled.extensions().map(|extension| format!(".{extension}")).collect();
        format!("{:<8} {:<20} {}\n", bundled.name, extensions.join(" "), bundled.title())
    });
    let built_in = BUILT_IN.map(|language| format!("{:<8} {:<20} any text\n", language.name, ""));
    write_out(&lines.chain(built_in).collect::<String>())
}

/// Writes to standard output.
pub(super) fn write_out(text: &str) -> Result<Status, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Status::Done)
}
