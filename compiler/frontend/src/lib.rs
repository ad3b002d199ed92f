//! From the text of a grammar to tables and decisions: `import → resolve → desugar → facts → lint → plan`.
//!
//! [`load`] runs these passes, one a line. The interpreter reads their result, a [`LoadedGrammar`], and crate `grammarc` writes code for
//! it. That crate re-exports the items that programs need, so nothing else has to depend on this one. The hidden items are for that crate
//! and for tests alone.

pub mod bundled;
mod ir;
mod lint;

// The passes.
#[doc(hidden)]
pub mod clash;
#[doc(hidden)]
pub mod desugar;
#[doc(hidden)]
pub mod facts;
#[doc(hidden)]
pub mod import;
#[doc(hidden)]
pub mod plan;
#[doc(hidden)]
pub mod regulars;
#[doc(hidden)]
pub mod resolve;
#[doc(hidden)]
pub mod walk;

use std::path::{Path, PathBuf};

use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::oracle::{calm, shown};

use crate::import::Sources;
pub use crate::ir::{LoadedGrammar, Report, RuleText};

/// Reads a grammar file and all that it imports, checks it and lowers it to tables.
///
/// # Errors
/// Everything that is wrong with the grammar; or that it cannot be read.
pub fn load(path: &Path) -> Result<LoadedGrammar, Report> {
    load_file(path.into())
}

/// A grammar file, and the folders outside of its own that it may import from.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
pub struct GrammarFile<'a> {
    /// Its path.
    pub path: &'a Path,
    /// The folders outside of its own.
    pub allowed: &'a [PathBuf],
}

/// Its imports stay inside of its folder.
impl<'a> From<&'a Path> for GrammarFile<'a> {
    fn from(path: &'a Path) -> Self {
        Self { path, allowed: &[] }
    }
}

/// As [`load`], with more folders to import from.
///
/// # Errors
/// As [`load`].
#[doc(hidden)]
pub fn load_file(file: GrammarFile<'_>) -> Result<LoadedGrammar, Report> {
    let (name, sources, found) = read(file)?;
    compile(name, &sources, found)
}

/// Loads a grammar file or a bundled grammar, and gives the resolved grammar to `picture` (an SVG or a page).
///
/// # Errors
/// As [`load`].
#[doc(hidden)]
pub fn draw(
    file: GrammarFile<'_>,
    bundled: Option<&bundled::BundledGrammar>,
    picture: impl Fn(&str, &resolve::Program<'_>) -> String,
) -> Result<(LoadedGrammar, String), Report> {
    let (name, sources, found) = read_either(file, bundled)?;
    let loaded = compile(name, &sources, found)?;
    let drawn = picture(&loaded.name, &resolve::resolve(&sources, &mut Vec::new()));
    Ok((loaded, drawn))
}

/// Which rule a whole input is.
#[derive(Debug, Clone, Copy)]
#[doc(hidden)]
pub enum StartRule<'a> {
    /// Any rule of the file; without a name the first that `%start` names.
    Any(Option<&'a str>),
    /// One of the rules that `%start` names; for another name the first of them.
    Declared(Option<&'a str>),
}

/// Loads a grammar file or a bundled grammar, with another start rule.
///
/// # Errors
/// As [`load`]; or that there is no such rule.
#[doc(hidden)]
pub fn load_starting(
    file: GrammarFile<'_>,
    bundled: Option<&bundled::BundledGrammar>,
    start: StartRule<'_>,
) -> Result<LoadedGrammar, Report> {
    let (name, mut sources, found) = read_either(file, bundled)?;
    let bare = |name: &str| name.trim_start_matches('<').trim_end_matches('>').to_owned();
    let declared = sources.files[0].starts();
    sources.start = match start {
        StartRule::Any(name) => name.map(bare),
        StartRule::Declared(name) => name.map(bare).filter(|name| declared.iter().any(|start| start.text == *name)),
    };
    compile(name, &sources, found)
}

/// Reads a file, or a bundled grammar, and the imports.
fn read_either(
    file: GrammarFile<'_>,
    bundled: Option<&bundled::BundledGrammar>,
) -> Result<(String, Sources, Vec<Diagnostic>), Report> {
    bundled.map_or_else(|| read(file), |bundled| Ok(read_text(bundled.name, bundled.text)))
}

/// Reads a file and its imports.
fn read(GrammarFile { path, allowed }: GrammarFile<'_>) -> Result<(String, Sources, Vec<Diagnostic>), Report> {
    let shown = shown(path);
    let text = import::read(path).map_err(|reason| {
        let problem = Problem::Unreadable { path: shown.clone(), reason };
        Report { diagnostics: vec![Diagnostic::new(problem, 0..0)], files: vec![path.to_owned()], ..Report::default() }
    })?;
    let name = path.file_stem().map_or_else(|| shown.clone(), |stem| name_of(&stem.to_string_lossy()));
    let mut found = Vec::new();
    let sources = import::gather((&shown, Some(path)), text, allowed, &mut found);
    Ok((name, sources, found))
}

/// Does the same with the text of a grammar file that is called `name`. Its imports are relative to the current
/// directory.
///
/// ```
/// let loaded = grammarc_frontend::load_text("sum", r#"<sum> ::= ([0-9]+) ++ "+""#).unwrap();
/// assert_eq!(loaded.grammar.rules[0].name, "sum");
/// ```
///
/// # Errors
/// Everything that is wrong with the grammar.
pub fn load_text(name: &str, text: &str) -> Result<LoadedGrammar, Report> {
    let (name, sources, found) = read_text(name, text);
    compile(name, &sources, found)
}

/// Reads the imports of a text.
fn read_text(name: &str, text: &str) -> (String, Sources, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let sources = import::gather((&format!("{name}.bnf"), None), text.to_owned(), &[], &mut found);
    (name.to_owned(), sources, found)
}

/// Returns a stem with `-` for each character that would break a line, or a text in quotes: `a"b` becomes `a-b`.
fn name_of(stem: &str) -> String {
    calm(stem).replace(['\n', '\t', '"', '\\', '`', '\u{fffd}'], "-")
}

/// From syntax trees to tables, one pass a line.
fn compile(name: String, sources: &Sources, mut found: Vec<Diagnostic>) -> Result<LoadedGrammar, Report> {
    let program = resolve::resolve(sources, &mut found);
    if found.iter().any(Diagnostic::is_error) {
        return Err(Report::new(found, sources));
    }
    let Some(mut lowered) = desugar::desugar(&program, &mut found) else {
        return Err(Report::new(found, sources));
    };
    facts::complete(&mut lowered.grammar);
    found.extend(lowered.separators(&program));
    found.extend(lint::check(&program, &lowered));
    resolve::once(&mut found);
    let decisions = plan::plan(&mut lowered.grammar, &lowered.automata);
    let warnings = Report::new(found, sources);
    let left_out = Report::new(resolve::functions::left_out(&program).into_iter().collect(), sources);
    Ok(LoadedGrammar::new(name, &program, lowered, decisions, (warnings, left_out)))
}
