//! `grammarc.toml`: options that a project sets once. It has a table for each command, such as `[reduce]`, whose keys are the long options of
//! the command line, and `[remote]`.
//!
//! The file must be one that may be obeyed (`trusted`). `keys` tells which options have a key, `options` and `values` make options of a
//! table, and `line` completes the command line by them.

mod keys;
mod line;
mod options;
#[cfg(feature = "remote")]
mod remote;
mod values;

use std::ops::Range;
use std::path::{Path, PathBuf};

use grammarc_runtime::cli::status::{Failure, say};
use grammarc_runtime::oracle::{calm, shown};

use super::trusted::{self, OptionsFile};
pub(super) use line::parse;
#[cfg(feature = "remote")]
pub(super) use remote::RemoteTable;

/// The name of the file.
const NAME: &str = "grammarc.toml";
/// The table that belongs to several commands.
const REMOTE: &str = "remote";

/// A file of options that may be obeyed.
#[derive(Debug)]
pub(super) struct ConfigFile {
    path: PathBuf,
    text: String,
}

impl ConfigFile {
    /// Reads the nearest file that may be obeyed. One that may not is named, also with `-q`, and left alone.
    ///
    /// # Errors
    /// If it cannot be read.
    fn nearest() -> Result<Option<Self>, Failure> {
        match trusted::nearest(NAME)? {
            None => Ok(None),
            Some(OptionsFile::Trusted { path, text }) => Ok(Some(Self { path, text })),
            Some(OptionsFile::Refused { path, why }) => {
                say(&calm(&format!("note: {} is not obeyed, because {why}", shown(&path))));
                Ok(None)
            }
        }
    }

    /// Returns its folder, which is empty for the current one.
    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// Returns the place of a range of the text, for example `grammarc.toml:3`.
    fn place(&self, span: Option<Range<usize>>) -> String {
        let before = span.and_then(|span| self.text.get(..span.start));
        let line = before.map(|before| format!(":{}", before.matches('\n').count() + 1)).unwrap_or_default();
        format!("{}{line}", shown(&self.path))
    }

    /// Returns a mistake with its place, for example `grammarc.toml:2: invalid type: integer, expected a string`.
    fn explained(&self, error: &toml::de::Error) -> String {
        format!("{}: {}", self.place(error.span()), error.message().trim().replace('\n', ", "))
    }

    /// Says that a server is not used, if the file names one.
    #[cfg(not(feature = "remote"))]
    pub(super) fn note_remote(&self) {
        let tables = toml::de::DeTable::parse(&self.text).ok();
        let remote =
            tables.as_ref().and_then(|tables| tables.get_ref().iter().find(|(name, _)| name.get_ref() == REMOTE));
        if let Some((name, _)) = remote.filter(|(_, table)| table.get_ref().get("url").is_some()) {
            let place = self.place(Some(name.span()));
            say(&calm(&format!(
                "note: {place}: no server is used, because this grammarc was built without `--remote`"
            )));
        }
    }
}
