//! `--log FILE`: one line of JSON for each test, in the order in which the search asks. So the file is the same for every number of jobs.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::ReduceArgs;
use crate::json::Json;
use crate::status::Failure;
use grammarc_trial::oracle::{Verdict, shown};
use grammarc_trial::trial::Tested;

/// The beginning of every log. Another file is not overwritten.
const START: &[u8] = b"{\"number\":1,";

/// A log that is being written.
#[derive(Debug)]
pub(super) struct TestLog {
    file: File,
    /// The input of the reduction, as it was given.
    input: String,
    /// The file of a folder that the search works on.
    opened: Option<String>,
    number: u64,
}

/// Makes the log empty, if there is to be one. To be called once for a command, before its first reduction.
///
/// # Errors
/// If the file cannot be written, or is another file than a log.
pub(crate) fn begin_log(args: &ReduceArgs) -> Result<(), Failure> {
    let Some(path) = &args.log else { return Ok(()) };
    let place = |path: &Path| path.metadata().ok().map(|there| (there.dev(), there.ino()));
    let mut inputs = [&args.input].into_iter().chain(&args.more);
    if inputs.any(|input| place(input).is_some_and(|input| Some(input) == place(path))) {
        return Err(Failure::usage(format!("{}: this is the input, which is never overwritten", shown(path))));
    }
    if !args.force && !is_log(path).map_err(|error| Failure::file(path, &error))? {
        return Err(Failure::usage(format!(
            "{} exists, and is no log of tests; add `--force` to overwrite it, or choose another name for `--log`",
            shown(path)
        )));
    }
    File::create(path).map(drop).map_err(|error| Failure::file(path, &error))
}

/// Returns whether a path is free, or holds a log or nothing. A device or a pipe holds nothing.
fn is_log(path: &Path) -> io::Result<bool> {
    if !path.metadata().is_ok_and(|there| there.is_file() && there.len() > 0) {
        return Ok(true);
    }
    let mut start = Vec::new();
    File::open(path)?.take(START.len() as u64).read_to_end(&mut start)?;
    Ok(start == START)
}

impl TestLog {
    /// Opens the log of a reduction, if there is to be one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn open(args: &ReduceArgs) -> Result<Option<Self>, Failure> {
        let Some(path) = &args.log else { return Ok(None) };
        // One log has the tests of all inputs of a triage.
        let file = File::options().append(true).create(true).open(path).map_err(|error| Failure::file(path, &error))?;
        Ok(Some(Self { file, input: shown(&args.input), opened: None, number: 0 }))
    }

    /// Says which file of a folder the search works on.
    pub(super) fn opened(&mut self, file: Option<&[u8]>) {
        self.opened = file.map(|file| String::from_utf8_lossy(file).into_owned());
    }

    /// Writes the line of a test.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn tested(&mut self, test: &Tested<'_>) -> io::Result<()> {
        self.number += 1;
        let text = match std::str::from_utf8(test.text) {
            Ok(text) => ("text", text.into()),
            Err(_) => ("hex", Json::Text(hexadecimal(test.text))),
        };
        let line = Json::object([
            ("number", self.number.into()),
            ("input", self.input.as_str().into()),
            ("verdict", word(test).into()),
            ("strategy", test.strategy.into()),
            ("file", self.opened.as_deref().into()),
            text,
        ]);
        // One call for a line, so that a killed run tears at most the last one.
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

fn word(test: &Tested<'_>) -> &'static str {
    match test.verdict {
        None => "assumed",
        Some(_) if !test.is_answer => "not run",
        Some(Verdict::Interesting) => "interesting",
        Some(Verdict::Boring) => "boring",
        Some(Verdict::Unresolved) => "unresolved",
    }
}

/// Returns two digits for each byte: `ff00` for the bytes 255 and 0.
fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
