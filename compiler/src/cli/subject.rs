//! Which language a command works on: `-g`, else the extension of the input, else its first bytes, else the island.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use grammarc_runtime::cli::Subject;
use grammarc_runtime::cli::status::Failure;
use grammarc_runtime::cli::terminal::Terminal;
use grammarc_runtime::format::Format;
use grammarc_runtime::island::ISLAND;
use grammarc_runtime::oracle::shown;

use super::check::{Remarks, load_briefly, print_left_out, wrong};
use super::foreign;
use super::grammars::{BUILT_IN, no_input, unknown};
use crate::bundled::{self, BundledGrammar};
use crate::{GrammarFile, StartRule};

/// How many bytes of an input are looked at.
const HEAD: u64 = 1024;

/// A language and why it is this one.
pub(super) struct Chosen {
    language: SubjectSource,
    why: String,
}

/// Where a language comes from.
enum SubjectSource {
    /// A grammar, interpreted.
    Grammar(Box<Format>),
    /// The runtime.
    BuiltIn(&'static Format),
}

impl Chosen {
    pub(super) fn subject(&self) -> Subject<'_> {
        let language: &Format = match &self.language {
            SubjectSource::Grammar(language) => language,
            SubjectSource::BuiltIn(language) => language,
        };
        Subject { language, why: &self.why }
    }

    /// Says which language it is and why.
    pub(super) fn description(&self) -> String {
        format!("grammar: {}, {}", self.subject().language.name, self.why)
    }
}

/// Returns whether the value of `-g` is the path of a grammar file, and not the name of a grammar.
pub(super) fn is_file(grammar: &Path) -> bool {
    let bytes = grammar.as_os_str().as_encoded_bytes();
    bytes.contains(&b'/') || bytes.ends_with(b".bnf")
}

/// Returns the language that `-g` names, begun with `start` if `%start` names that rule.
pub(super) fn named(
    grammar: GrammarFile<'_>,
    start: Option<&str>,
    remarks: Remarks,
    terminal: Terminal,
) -> Result<Chosen, Failure> {
    if is_file(grammar.path) {
        let loaded = load_briefly(grammar, start, remarks, terminal)?;
        print_left_out(&loaded, terminal);
        let language = loaded.format();
        return Ok(Chosen {
            language: SubjectSource::Grammar(Box::new(language)),
            why: format!("from {}", shown(grammar.path)),
        });
    }
    let grammar = &*grammar.path.to_string_lossy();
    if let Some(language) = BUILT_IN.iter().find(|language| language.name == grammar) {
        return Ok(Chosen { language: SubjectSource::BuiltIn(language), why: "built in".to_owned() });
    }
    match bundled::named(grammar) {
        Some(bundled) => of_bundled(bundled, start, "bundled".to_owned(), terminal),
        None => Err(foreign::failure(Path::new(grammar)).unwrap_or_else(|| unknown(grammar))),
    }
}

/// Returns the language that `-g` names, else the one that the input seems to be in.
pub(super) fn for_input(
    grammar: Option<GrammarFile<'_>>,
    path: &Path,
    start: Option<&str>,
    remarks: Remarks,
    terminal: Terminal,
) -> Result<Chosen, Failure> {
    let head = if grammar.is_some() { Vec::new() } else { head(path)? };
    for_text(grammar, (path, &head), start, remarks, terminal)
}

/// Returns the first bytes of an input.
fn head(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut head = Vec::new();
    // A pipe can be read only once, so it is not peeked at.
    let is_file = |path: &Path| path.metadata().map(|there| there.is_file());
    if path.as_os_str() != "-" && is_file(path).map_err(|error| no_input(Failure::input(path, &error), path))? {
        let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        read.map_err(|error| Failure::file(path, &error))?;
    }
    Ok(head)
}

/// Returns the language that `-g` names, else the one that a text seems to be in: by its path, or its first bytes.
pub(super) fn for_text(
    grammar: Option<GrammarFile<'_>>,
    (path, text): (&Path, &[u8]),
    start: Option<&str>,
    remarks: Remarks,
    terminal: Terminal,
) -> Result<Chosen, Failure> {
    if let Some(grammar) = grammar {
        return named(grammar, start, remarks, terminal);
    }
    match bundled::guessed(path, &text[..text.len().min(HEAD as usize)]) {
        Some((bundled, why)) => of_bundled(bundled, start, why, terminal),
        None => {
            Ok(Chosen { language: SubjectSource::BuiltIn(&ISLAND), why: "no grammar matches this input".to_owned() })
        }
    }
}

fn of_bundled(
    bundled: &BundledGrammar,
    start: Option<&str>,
    why: String,
    terminal: Terminal,
) -> Result<Chosen, Failure> {
    let loaded = crate::load_starting(Path::new(bundled.name).into(), Some(bundled), StartRule::Declared(start));
    let loaded = loaded.map_err(|report| wrong(&report, terminal))?;
    print_left_out(&loaded, terminal);
    Ok(Chosen { language: SubjectSource::Grammar(Box::new(loaded.format())), why })
}
