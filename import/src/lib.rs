//! Grammars in other notations, as grammars of grammarc.
//!
//! A reader (`read/`) makes a [`SourceGrammar`] of the files, and the back end makes a grammar file of that.
//! [`import`] does both:
//!
//! ```
//! use grammarc_import::files::SourceFile;
//! use grammarc_import::{ImportOptions, import};
//!
//! let text = "; SPDX-License-Identifier: MIT\nsum = number *(\"+\" number)\nnumber = 1*DIGIT\n".to_owned();
//! let file = SourceFile { path: "sum.abnf".to_owned(), text };
//! let imported = import(vec![file], &|_| None, &ImportOptions::default());
//! let grammar = imported.text.unwrap();
//! assert!(grammar.starts_with("# Imported from sum.abnf by grammarc.\n"));
//! assert!(grammar.contains("<sum> ::= <number> (\"+\" <number>)*\n"));
//! assert!(imported.problems.is_empty());
//! ```
//!
//! Between the two, `source` is one type for all notations, and `walk` goes through it. `format` tells the notation of a file, `files` finds
//! the files that it names, `licence` keeps their licences, and `problem` has the complaints.

pub mod back;
pub mod files;
pub mod format;
mod licence;
pub mod problem;
pub mod read;
pub mod source;
mod walk;

use files::{SourceFile, SourceFiles};
use format::Guess;
use grammarc_dsl::diagnostic::Diagnostic;
use problem::ImportProblem;
use read::Notation;
use source::{SourceGrammar, SourcePlace};

/// How files are imported.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportOptions<'a> {
    /// Their notation; none if it is to be told from their names and texts.
    pub notation: Option<&'static Notation>,
    /// The rule that a whole input is, by its name in the source; none if the source says it.
    pub start: Option<&'a str>,
    /// The grammar to import, by its name in the source, where a file has several; none for the first. Only grammars of the Fuzzing
    /// Book have names in their files.
    pub grammar: Option<&'a str>,
}

/// The result of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The grammar file; none if a problem is an error.
    pub text: Option<String>,
    /// Losses of the import, and mistakes in the source. In no order.
    pub problems: Vec<Diagnostic<ImportProblem>>,
    /// The files that were read, by the index that places have.
    pub files: Vec<SourceFile>,
}

impl Imported {
    /// Returns whether nothing was written, because of an error.
    pub fn has_failed(&self) -> bool {
        self.text.is_none()
    }
}

/// Makes one grammar file of the files of a grammar. `find` gives a file that one of them names, such as `Words.g4`. The same files
/// give the same text.
pub fn import(
    mut files: Vec<SourceFile>,
    find: &dyn Fn(&str) -> Option<SourceFile>,
    options: &ImportOptions<'_>,
) -> Imported {
    // The reader begins with the first file, and a lexer does not name its parser.
    files.sort_by_key(|file| format::is_lexer(&file.text));
    let mut problems = Vec::new();
    let Some(notation) = options.notation.or_else(|| notation_of(&files, &mut problems)) else {
        return Imported { text: None, problems, files };
    };
    let named = files.len();
    let mut files = SourceFiles::new(files, find);
    let mut grammar = notation.read_named(&mut files, options.grammar, &mut problems);
    let is_readable = !problems.iter().any(Diagnostic::is_error);
    let text = is_readable.then(|| {
        grammar.head = head(&grammar, &files, named);
        write(&grammar, options.start, &mut problems)
    });
    let is_usable = !problems.iter().any(Diagnostic::is_error);
    Imported { text: text.filter(|_| is_usable), problems, files: files.list().to_vec() }
}

/// Tells the notation of the first file, or complains.
fn notation_of(files: &[SourceFile], problems: &mut Vec<Diagnostic<ImportProblem>>) -> Option<&'static Notation> {
    let file = files.first()?;
    let (problem, span) = match format::guess(&file.path, &file.text) {
        Guess::Foreign(notation) => return Some(notation),
        Guess::Own(span) => (ImportProblem::OwnNotation, span),
        Guess::Unknown => {
            (ImportProblem::UnknownNotation { known: read::names(), is_json: format::is_json(&file.text) }, 0..0)
        }
    };
    problems.push(Diagnostic::new(problem, span));
    None
}

/// Writes a grammar file, and moves the complaints of the back end to the others.
fn write(grammar: &SourceGrammar, start: Option<&str>, problems: &mut Vec<Diagnostic<ImportProblem>>) -> String {
    let written = back::write(grammar, start);
    let located = |(SourcePlace { file, span }, problem)| Diagnostic::new(problem, span).in_file(file);
    for (_, problem) in &written.problems {
        if let ImportProblem::Layout { newline, indent, dedent } = problem {
            let is_missing = |problem: &ImportProblem| match problem {
                ImportProblem::External { name } | ImportProblem::Undefined { name } => {
                    [newline, indent, dedent].contains(&name)
                }
                _ => false,
            };
            problems.retain(|it| !is_missing(&it.problem));
        }
    }
    problems.extend(written.problems.into_iter().map(located));
    grammarc_dsl::format::format(&written.text).unwrap_or(written.text)
}

/// Returns the lines of the comment that begins the grammar file: its sources, their licences, then their own comment.
fn head(grammar: &SourceGrammar, files: &SourceFiles<'_>, named: usize) -> Vec<String> {
    let names: Vec<&str> = files.list().iter().map(SourceFile::name).collect();
    let mut lines = vec![format!("Imported from {} by grammarc.", names.join(", "))];
    for (index, file) in files.list().iter().enumerate() {
        let missing = licence::lines(&file.text).filter(|line| !grammar.head.contains(line) && !lines.contains(line));
        let missing: Vec<String> = missing.collect();
        // The reader keeps the head comment of the files that the user named.
        if index >= named || !missing.is_empty() {
            lines.extend(missing);
        }
    }
    if !grammar.head.is_empty() {
        lines.push(String::new());
        lines.extend(grammar.head.iter().cloned());
    }
    lines
}
