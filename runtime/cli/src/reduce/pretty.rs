//! The formatted result: `crash.reduced.pretty.c` beside the smallest one, if it is still interesting.
//!
//! The smallest result has no byte too many, so it is hard to read. The formatter of its language makes it readable: the usual one if it
//! is installed, else a printer by its grammar, or one for languages with brackets.

mod brackets;
mod formatters;
mod tree;

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Session;
use crate::status::Failure;
use formatters::Formatted;
use grammarc_reduce::archive::Form;
use grammarc_reduce::format::Format;
use grammarc_reduce::oracle::{Verdict, shown};
use grammarc_reduce::trial::{Digest, Judgement, ResultFile};

/// Shorter results are readable as they are.
const MIN_FORMATTED_BYTES: usize = 40;
/// Longer results are hardly read.
const MAX_FORMATTED_BYTES: usize = 1 << 20;

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
            Self::Auto => Ok(formatters::by_extension(text, name).or_else(|| {
                let text = tree::formatted(language, text).or_else(|| brackets::formatted(text))?;
                Some(Formatted { text, by: "grammarc".to_owned() })
            })),
        }
    }
}

impl Session<'_> {
    /// Saves a formatted copy of a result, and returns its path. If it is not interesting, or there is no formatter, nothing is saved.
    pub(super) fn save_formatted(&mut self, text: &[u8]) -> Result<Option<PathBuf>, Failure> {
        let Some(path) = self.pretty.clone() else { return Ok(None) };
        let is_asked = matches!(self.args.format, Formatter::Command(_));
        let is_readable = text.len() < MIN_FORMATTED_BYTES && !is_asked;
        if is_readable || text.len() > MAX_FORMATTED_BYTES {
            return Ok(None);
        }
        let Formatted { text: formatted, by } =
            match self.args.format.run(self.language, text, Path::new(&self.given.name())) {
                Ok(Some(formatted)) if formatted.text != text => formatted,
                Ok(_) => return Ok(None),
                Err(why) => {
                    self.note(&format!("cannot format the result: {why}"));
                    return Ok(None);
                }
            };
        if !self.is_interesting_within((1, Duration::MAX), &formatted) {
            if is_asked {
                self.note(&format!("formatted by {by}, the result is not interesting, so it is not kept"));
            }
            return Ok(None);
        }
        // The journal knows the text, so that the next run may replace the file.
        if let Some(journal) = &mut self.keeper.journal {
            let (digest, verdict) = (Digest::of(&formatted), Verdict::Interesting);
            let judged = Judgement { digest, verdict, took: Duration::ZERO, strategy: "format" };
            journal.judged(&judged).map_err(|error| Failure::broken(error.to_string()))?;
        }
        ResultFile::new(&path, Form::File, &formatted).finish().map_err(|error| Failure::file(&path, &error))?;
        self.note(&format!("formatted by {by}: {} ({} bytes)", shown(&path), formatted.len()));
        Ok(Some(path))
    }
}
