//! The formatted result: `crash.reduced.pretty.c` beside the smallest one, if it is still interesting.
//!
//! The smallest result has no byte too many, so it is hard to read. The formatter of its language makes it readable: the usual one if it
//! is installed, else a printer by its grammar, or one for languages with brackets. A folder gets a formatted copy,
//! `project.reduced.pretty`, with each file formatted by its own language.

#[cfg(feature = "view")]
mod brackets;
mod formatters;
#[cfg(feature = "view")]
mod tree;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::Session;
use crate::counted::counted;
use crate::status::Failure;
use formatters::Formatted;
use grammarc_reduce::format::Format;
use grammarc_trial::archive;
use grammarc_trial::oracle::{Verdict, shown};
use grammarc_trial::trial::{Digest, Judgement, ResultFile};

/// Shorter results are readable as they are.
const MIN_FORMATTED_BYTES: usize = 40;
/// Longer results are hardly read.
const MAX_FORMATTED_BYTES: usize = 1 << 20;
/// Most files of a folder that are formatted, each for one more run.
const MAX_FORMATTED_FILES: usize = 100;

/// What formats the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formatter {
    /// The usual formatter for the extension of the input, or a printer of our own.
    Auto,
    /// Nothing.
    None,
    /// A command of a shell, from standard input to standard output.
    Command(String),
}

impl Formatter {
    /// Reads the value of `--format`.
    ///
    /// # Errors
    /// If it is empty.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        match text.trim() {
            "" => Err("expected auto, none, or a command such as 'clang-format -style=google'".to_owned()),
            "auto" => Ok(Self::Auto),
            "none" => Ok(Self::None),
            command => Ok(Self::Command(command.to_owned())),
        }
    }

    fn run(&self, language: &Format, text: &[u8], name: &Path) -> Result<Option<Formatted>, String> {
        match self {
            Self::None => Ok(None),
            Self::Command(command) => formatters::by_command(command, text, name).map(Some),
            Self::Auto => Ok(formatters::by_extension(text, name).or_else(|| printed(language, text))),
        }
    }
}

/// Prints a text by its grammar, or by its brackets.
#[cfg(feature = "view")]
fn printed(language: &Format, text: &[u8]) -> Option<Formatted> {
    let text = tree::formatted(language, text).or_else(|| brackets::formatted(text))?;
    Some(Formatted { text, by: "grammarc".to_owned() })
}

/// Prints nothing without the feature `view`.
#[cfg(not(feature = "view"))]
fn printed(_: &Format, _: &[u8]) -> Option<Formatted> {
    None
}

impl Session<'_> {
    /// Saves a formatted copy of a result, and returns its path. If it is not interesting, or there is no formatter, nothing is saved.
    pub(super) fn save_formatted(&mut self, text: &[u8]) -> Result<Option<PathBuf>, Failure> {
        let Some(path) = self.pretty.clone() else { return Ok(None) };
        let formatted = if self.given.is_folder() { self.format_folder(text) } else { self.format_file(text) };
        let Some(Formatted { text, by }) = formatted else { return Ok(None) };
        // The journal knows the text, so that the next run may replace the file.
        if let Some(journal) = &mut self.keeper.journal {
            let (digest, verdict) = (Digest::of(&text), Verdict::Interesting);
            let (took, strategy) = (Duration::ZERO, "format");
            let judged = Judgement { digest, verdict, is_answer: true, took, strategy, is_cached: false };
            journal.judged(&judged).map_err(|error| Failure::broken(error.to_string()))?;
        }
        ResultFile::new(&path, self.given.form, &text).finish().map_err(|error| Failure::file(&path, &error))?;
        let bytes = counted(self.keeper.bytes(&text), "byte");
        self.note(&format!("formatted by {by}: {} ({bytes})", shown(&path)));
        Ok(Some(path))
    }

    fn format_file(&mut self, text: &[u8]) -> Option<Formatted> {
        let name = self.given.name();
        let formatted = self.formatted(self.language, text, Path::new(&name))?;
        self.is_kept(&formatted.text, &formatted.by).then_some(formatted)
    }

    /// Formats the files of an archive one after another, each if the folder stays interesting.
    fn format_folder(&mut self, archive: &[u8]) -> Option<Formatted> {
        let (formats, files) = (self.formats?, archive::files(archive)?);
        let (mut best, mut by, mut tests) = (archive.to_vec(), BTreeSet::new(), 0);
        // The last one first, so that the places of the others stay.
        for file in files.iter().rev() {
            let (content, path) = (&archive[file.content.clone()], Path::new(OsStr::from_bytes(&file.path)));
            let Some(formatted) = self.formatted(formats.of(&file.path, content), content, path) else { continue };
            let candidate = file.replaced(&best, &formatted.text);
            if self.is_kept(&candidate, &format!("{} by {}", shown(path), formatted.by)) {
                best = candidate;
                by.insert(formatted.by);
            }
            tests += 1;
            if tests == MAX_FORMATTED_FILES || self.interrupted.load(Ordering::Relaxed) {
                break;
            }
        }
        let by = by.into_iter().reduce(|before, one| format!("{before}, {one}"))?;
        Some(Formatted { text: best, by })
    }

    /// Returns a text with another layout; none if it is short enough to be read, or too long, or there is no formatter.
    fn formatted(&self, language: &Format, text: &[u8], name: &Path) -> Option<Formatted> {
        let is_asked = matches!(self.args.format, Formatter::Command(_));
        let is_readable = text.len() < MIN_FORMATTED_BYTES && !is_asked;
        if is_readable || text.len() > MAX_FORMATTED_BYTES {
            return None;
        }
        match self.args.format.run(language, text, name) {
            Ok(formatted) => formatted.filter(|formatted| formatted.text != text),
            Err(why) => {
                self.note(&format!("cannot format {}: {why}", shown(name)));
                None
            }
        }
    }

    /// Returns whether a formatted result is interesting.
    fn is_kept(&mut self, text: &[u8], by: &str) -> bool {
        let is_interesting = self.is_interesting_within((1, Duration::MAX), text);
        if !is_interesting && matches!(self.args.format, Formatter::Command(_)) {
            self.note(&format!("formatted by {by}, the result is not interesting, so it is not kept"));
        }
        is_interesting
    }
}
