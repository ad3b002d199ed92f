//! `--allow-import`: the folders besides that of a grammar file from which it may import. Every command that reads a grammar has it.

use std::path::{Path, PathBuf};

use crate::GrammarFile;

/// The folders that the user allows.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct AllowedImports {
    /// Let the grammar `%import` files of this folder, too; otherwise only those of its own folder. May be repeated
    #[arg(long = "allow-import", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

impl AllowedImports {
    /// Returns a grammar file with these folders.
    pub(super) fn file<'a>(&'a self, path: &'a Path) -> GrammarFile<'a> {
        GrammarFile { path, allowed: &self.folders }
    }
}
