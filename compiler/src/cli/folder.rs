//! The languages of the files in a folder: that of `-g` where it fits, else by extension or first bytes, as for a single file.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::OnceLock;

use grammarc_runtime::cli::status::Failure;
use grammarc_runtime::cli::terminal::Terminal;
use grammarc_runtime::format::Format;
use grammarc_runtime::island::ISLAND;
use grammarc_runtime::reduce::Formats;

use super::check::Remarks;
use super::subject::{Chosen, named};
use crate::bundled::{ALL, BundledGrammar, guessed};
use crate::{GrammarFile, StartRule};

/// The formats of a folder. A bundled grammar is loaded when the first file needs it.
pub(super) struct FolderFormats {
    named: Option<Chosen>,
    /// By the place in [`ALL`].
    bundled: Vec<OnceLock<Format>>,
}

impl FolderFormats {
    /// Loads the grammar that `-g` names, if it names one.
    pub(super) fn new(grammar: Option<GrammarFile<'_>>, remarks: Remarks, terminal: Terminal) -> Result<Self, Failure> {
        let named = grammar.map(|grammar| named(grammar, None, remarks, terminal)).transpose()?;
        Ok(Self { named, bundled: ALL.iter().map(|_| OnceLock::new()).collect() })
    }

    /// Returns a bundled format.
    fn bundled(&self, grammar: &'static BundledGrammar) -> &Format {
        let Some(place) = ALL.iter().position(|other| other == grammar) else { return &ISLAND };
        self.bundled[place].get_or_init(|| {
            let start = StartRule::Declared(None);
            let loaded = crate::load_starting(Path::new(grammar.name).into(), Some(grammar), start);
            loaded.expect("bundled grammars have no errors").format()
        })
    }
}

impl Formats for FolderFormats {
    fn of(&self, path: &[u8], content: &[u8]) -> &Format {
        if let Some(named) = &self.named
            && named.subject().language.parse(content).is_ok()
        {
            return named.subject().language;
        }
        match guessed(Path::new(OsStr::from_bytes(path)), content) {
            Some((grammar, _)) => self.bundled(grammar),
            None => &ISLAND,
        }
    }
}
