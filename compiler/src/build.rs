//! Compiles grammars from a `build.rs`, like prost and lalrpop.

use std::collections::{BTreeSet, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

use grammarc_runtime::oracle::shown;

use crate::emit::crate_files::CrateNames;
use crate::emit::{self, Parts};
use crate::{GrammarFile, LoadedGrammar, Report, load_file};

/// Grammars to compile to modules while a crate is built.
///
/// In `build.rs`, with `grammarc` under `[build-dependencies]` (`default-features = false` leaves its command line out):
///
/// ```no_run
/// grammarc::Build::new().grammar("list.bnf").compile().unwrap();
/// ```
///
/// In the crate, with `grammarc-runtime` under `[dependencies]`:
///
/// ```ignore
/// grammarc_runtime::include_grammar!(pub list);
///
/// let tree = list::parse(b"[abc, [1, 2], x]")?;
/// let text = list::fuzz(7, 10)?;
/// let small = list::reduce(input, |candidate| crashes(candidate))?;
/// ```
///
/// Where a grammar leaves functions to Rust and has no `%rust` block, the module has these by `with` alone, which takes the
/// functions; its documentation has them all to begin with.
///
/// Paths are relative to the folder of `Cargo.toml`, where cargo runs a `build.rs`. Cargo is told to run it again when a
/// grammar or a file that it imports changes, and shown the warnings on the grammars.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Build {
    grammars: Vec<PathBuf>,
    allowed: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    parts: Parts,
    is_quiet: bool,
}

/// A grammar that was compiled to a file of Rust.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Module {
    /// Its name in `include_grammar!`: the stem of the grammar file in snake case, with `_grammar` appended to a keyword.
    pub name: String,
    /// The file, for `include!`. In a folder of sources a plain `mod` finds it too.
    pub path: PathBuf,
}

impl Build {
    /// Starts without grammars.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a grammar file.
    #[must_use]
    pub fn grammar(mut self, path: impl Into<PathBuf>) -> Self {
        self.grammars.push(path.into());
        self
    }

    /// Lets the grammars import files of this folder, too. Otherwise the imports of each stay inside of its own folder.
    #[must_use]
    pub fn allow_import(mut self, folder: impl Into<PathBuf>) -> Self {
        self.allowed.push(folder.into());
        self
    }

    /// Writes the modules into this folder, not into the one that cargo names in `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Writes these parts only. The crate that includes the modules then needs `grammarc-runtime` with these features alone:
    /// `default-features = false`, and `features = ["generate"]`, `["reduce"]` or `["generalize"]` for more than a parser.
    ///
    /// ```no_run
    /// use grammarc::emit::Parts;
    ///
    /// grammarc::Build::new().grammar("list.bnf").only(Parts::PARSE).compile().unwrap();
    /// ```
    #[must_use]
    pub fn only(mut self, parts: Parts) -> Self {
        self.parts = parts;
        self
    }

    /// Does not show the warnings on the grammars.
    #[must_use]
    pub fn quiet(mut self) -> Self {
        self.is_quiet = true;
        self
    }

    /// Compiles the grammars, each to one file that is named like its module, in the order in which they were added. A file
    /// that would not change is not touched.
    ///
    /// # Errors
    /// Everything that is wrong with the grammars, and the first file that cannot be written. `unwrap` shows it well.
    pub fn compile(&self) -> Result<Vec<Module>, BuildError> {
        let folder = self.out_dir.clone().or_else(|| env::var_os("OUT_DIR").map(PathBuf::from));
        let folder = folder.ok_or(BuildError::NoFolder)?;
        let mut modules = Vec::new();
        for (name, loaded) in self.load()? {
            let path = folder.join(format!("{name}.rs"));
            write(&path, &emit::module(&loaded, self.parts))?;
            modules.push(Module { name, path });
        }
        Ok(modules)
    }

    /// Loads all grammars, with the names of their modules. If several have errors, it reports all of them at once.
    fn load(&self) -> Result<Vec<(String, LoadedGrammar)>, BuildError> {
        let mut good: Vec<(String, LoadedGrammar)> = Vec::new();
        let mut wrong = Vec::new();
        for grammar in &self.grammars {
            let loaded = load_file(GrammarFile { path: grammar, allowed: &self.allowed });
            match loaded {
                Err(report) => {
                    tell_cargo(&files(&report))?;
                    wrong.push(report);
                }
                Ok(loaded) => {
                    let warnings = if self.is_quiet { String::new() } else { warnings(&loaded.warnings) };
                    tell_cargo(&(files(&loaded.warnings) + &warnings))?;
                    good.push((CrateNames::new(&loaded.name).lib, loaded));
                }
            }
        }
        let mut names = HashSet::new();
        match good.iter().find(|(name, _)| !names.insert(name)) {
            _ if !wrong.is_empty() => Err(BuildError::Grammars(wrong)),
            Some((name, _)) => Err(BuildError::SameName(name.clone())),
            None => Ok(good),
        }
    }
}

/// Returns the lines that make cargo watch files. A path with a line break is left out, because cargo reads one line a path.
fn files(report: &Report) -> String {
    let paths: BTreeSet<String> = report.files.iter().map(|path| path.display().to_string()).collect();
    let paths = paths.iter().filter(|path| !path.contains(['\n', '\r']));
    paths.map(|path| format!("cargo::rerun-if-changed={path}\n")).collect()
}

/// The lines that make cargo show a report.
fn warnings(report: &Report) -> String {
    report.to_string().lines().map(|line| format!("cargo::warning={line}\n")).collect()
}

fn tell_cargo(lines: &str) -> Result<(), BuildError> {
    let mut out = io::stdout().lock();
    let told = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
    told.map_err(|error| BuildError::File { path: "standard output".into(), error })
}

/// Writes a module if its text has changed. A new modification time would make cargo rebuild its dependents.
fn write(path: &Path, text: &str) -> Result<(), BuildError> {
    match fs::read(path) {
        Ok(old) if old == text.as_bytes() => return Ok(()),
        Ok(old) if !emit::is_ours(&old) => return Err(BuildError::Foreign(path.to_owned())),
        _ => {}
    }
    let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, text));
    written.map_err(|error| BuildError::File { path: path.to_owned(), error })
}

/// Why grammars were not compiled. `Display` and `Debug` both draw the diagnostics for people.
#[non_exhaustive]
pub enum BuildError {
    /// These grammars cannot be used.
    Grammars(Vec<Report>),
    /// Two grammars would become the module of this name.
    SameName(String),
    /// Cargo did not set `OUT_DIR`, and [`Build::out_dir`] names no folder.
    NoFolder,
    /// There is a file in the way that grammarc did not generate.
    Foreign(PathBuf),
    /// A file could not be written.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grammars(reports) => {
                let reports: Vec<String> = reports.iter().map(Report::to_string).collect();
                f.write_str(&reports.join("\n"))
            }
            Self::SameName(name) => write!(f, "two grammars would be the module `{name}`: rename one of the files"),
            Self::NoFolder => {
                f.write_str("`OUT_DIR` is not set: run this in a build.rs, or name a folder with `out_dir`")
            }
            Self::Foreign(path) => write!(f, "{}: not overwritten, because grammarc did not generate it", shown(path)),
            Self::File { path, error } => write!(f, "{}: {error}", shown(path)),
        }
    }
}

/// Draws the diagnostics, starting on a new line, because `unwrap` prints this behind its own message.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl std::error::Error for BuildError {}
