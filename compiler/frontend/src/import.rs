//! Reads a grammar file and everything it imports.
//!
//! A path is relative to the file that imports it; `std/…` is built in, and `json.bnf` is the bundled grammar if there is no such file. An
//! import makes known the rules that the other file itself defines, not those that it imports in turn: under their own names, or,
//! with `as id`, as `<id.name>`.
//!
//! For example, `%import "std/bin.bnf" as bin` makes `<bin.u8>` known.
//!
//! A grammar of somebody else must not read the user's files, because messages show lines of files with errors. So all imports stay
//! inside of the folder of the first file, unless the user allows other folders.

use std::collections::HashMap;
use std::fs::{self, File as Stored};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use grammarc_dsl::ast::{Directive, DirectiveKind, Encoding, Entry, File, Name, Span};
use grammarc_dsl::diagnostic::{Diagnostic, Problem};
use grammarc_runtime::oracle::{quoted, reason, shown};

use crate::bundled;

/// The files that every compiler knows, by the path to import them with, for each encoding.
const STANDARD: &[(&str, Encoding, &str)] = &[
    ("std/bin.bnf", Encoding::Bytes, include_str!("../std/bin.bnf")),
    ("std/bin.bnf", Encoding::Latin1, include_str!("../std/bin.bnf")),
    ("std/bin.bnf", Encoding::Utf8, include_str!("../std/bin.utf8.bnf")),
];

/// One grammar file.
#[derive(Debug, Clone)]
pub struct Source {
    /// The path as messages show it.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// Its syntax tree; empty if it cannot be read.
    pub file: File,
    /// The files it imports.
    pub imports: Vec<Import>,
    /// Whether it is built in: its rules stand for numbers.
    pub standard: bool,
}

/// One `%import`.
#[derive(Debug, Clone)]
pub struct Import {
    /// Which file: an index into [`Sources::files`].
    pub file: usize,
    /// The name after `as`.
    pub alias: Option<String>,
    /// The directive.
    pub span: Span,
}

/// A grammar file with all files that it imports, directly or not. The first is the file that the user named.
#[derive(Debug, Clone)]
pub struct Sources {
    /// Each file once, however often it is imported.
    pub files: Vec<Source>,
    /// Every file on disk that was read or looked for, in that order: when one of them changes, so may the grammar.
    pub paths: Vec<PathBuf>,
    /// The start rule that the user chose, in place of the one of the first file.
    pub start: Option<String>,
}

impl Source {
    /// Returns the directives in order.
    pub fn directives(&self) -> impl Iterator<Item = &Directive> {
        self.file.entries.iter().filter_map(|entry| match entry {
            Entry::Directive(directive) => Some(directive),
            Entry::Rule(_) => None,
        })
    }

    /// Returns the rules that `%start` names; the last `%start` counts.
    pub fn starts(&self) -> &[Name] {
        let written = self.directives().filter_map(|directive| match &directive.kind {
            DirectiveKind::Start(names) => Some(&names[..]),
            _ => None,
        });
        written.last().unwrap_or_default()
    }

    /// Returns the encoding of its characters; the last `%encoding` counts.
    pub fn encoding(&self) -> Encoding {
        let written = self.directives().filter_map(|directive| match directive.kind {
            DirectiveKind::Encoding(encoding) => Some(encoding),
            _ => None,
        });
        written.last().unwrap_or_default()
    }
}

/// Where the text of a file comes from. Two imports of equal origin are the same file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Origin {
    Standard(&'static str, Encoding),
    Bundled(&'static str),
    Disk(PathBuf),
    Memory,
}

/// Reads `text`, known as `name`, and its imports, which are relative to the directory of `path`; without a path, to the
/// current one. They stay inside of it, or of one of the `allowed` folders. Problems are added to `found`.
pub fn gather(
    (name, path): (&str, Option<&Path>),
    text: String,
    allowed: &[PathBuf],
    found: &mut Vec<Diagnostic>,
) -> Sources {
    let origin = path.map_or(Origin::Memory, disk);
    let paths = path.map(Path::to_owned).into_iter().collect();
    let home = path.and_then(Path::parent).unwrap_or(Path::new(""));
    let allowed = std::iter::once(home).chain(allowed.iter().map(|folder| &**folder)).map(real).collect();
    let mut gathering = Gathering { files: Vec::new(), folders: Vec::new(), paths, allowed, known: HashMap::new() };
    gathering.add(name.to_owned(), path.unwrap_or(Path::new(name)), origin, text, found);
    let mut next = 0;
    while next < gathering.files.len() {
        gathering.follow(next, found);
        next += 1;
    }
    let sources = Sources { files: gathering.files, paths: gathering.paths, start: None };
    check_encodings(&sources, found);
    check_cycles(&sources, found);
    sources
}

struct Gathering {
    files: Vec<Source>,
    /// The folder of each file; its imports are relative to that.
    folders: Vec<PathBuf>,
    paths: Vec<PathBuf>,
    /// The folders of which files may be read, links followed.
    allowed: Vec<PathBuf>,
    known: HashMap<Origin, usize>,
}

impl Gathering {
    fn add(&mut self, name: String, path: &Path, origin: Origin, text: String, found: &mut Vec<Diagnostic>) -> usize {
        let number = self.files.len();
        let file = grammarc_dsl::parse_all(&text).unwrap_or_else(|mistakes| {
            found.extend(mistakes.into_iter().map(|mistake| mistake.in_file(number)));
            File::default()
        });
        let standard = matches!(origin, Origin::Standard(..));
        self.files.push(Source { name, text, file, imports: Vec::new(), standard });
        self.folders.push(path.parent().unwrap_or(Path::new("")).to_owned());
        self.known.insert(origin, number);
        number
    }

    /// Reads the imports of one file.
    fn follow(&mut self, importer: usize, found: &mut Vec<Diagnostic>) {
        let wanted: Vec<(String, Option<String>, Span)> =
            self.files[importer].directives().filter_map(wanted).collect();
        for (path, alias, span) in wanted {
            match self.open(importer, &path, found) {
                Ok(file) => self.files[importer].imports.push(Import { file, alias, span }),
                Err(problem) => found.push(Diagnostic::new(problem, span).in_file(importer)),
            }
        }
    }

    /// Returns the number of an imported file, reading it at its first import.
    fn open(&mut self, importer: usize, path: &str, found: &mut Vec<Diagnostic>) -> Result<usize, Problem> {
        let encoding = self.files[importer].encoding();
        if let Some(&(name, _, text)) = STANDARD.iter().find(|(name, of, _)| (*name, *of) == (path, encoding)) {
            let origin = Origin::Standard(name, encoding);
            let known = self.known.get(&origin).copied();
            let add = || self.add(name.to_owned(), Path::new(name), origin, text.to_owned(), found);
            return Ok(known.unwrap_or_else(add));
        }
        let target = self.folders[importer].join(path);
        let origin = disk(&target);
        if let Some(&file) = self.known.get(&origin) {
            return Ok(file);
        }
        self.paths.push(target.clone());
        if let Some(bundled) = path.strip_suffix(".bnf").and_then(bundled::named).filter(|_| !target.exists()) {
            let origin = Origin::Bundled(bundled.name);
            let known = self.known.get(&origin).copied();
            let add = || self.add(path.to_owned(), Path::new(path), origin, bundled.text.to_owned(), found);
            return Ok(known.unwrap_or_else(add));
        }
        if let Ok(there) = target.canonicalize()
            && !self.allowed.iter().any(|folder| there.starts_with(folder))
        {
            let folder = there.parent().unwrap_or(&there);
            // Shorter, if there is no link at the end.
            let written = target.parent().filter(|written| real(written) == folder);
            let folder = quoted(written.unwrap_or(folder).as_os_str());
            return Err(Problem::ImportOutside { path: path.to_owned(), folder });
        }
        let text = read(&target).map_err(|reason| Problem::ImportMissing { path: path.to_owned(), reason })?;
        Ok(self.add(shown(&target), &target, origin, text, found))
    }
}

/// Most bytes of a grammar file: 64 MiB. The bound keeps an endless device, such as `/dev/zero`, from filling the memory.
const MAX_GRAMMAR_BYTES: u64 = 1 << 26;

/// Returns the text of a grammar file, or why there is none.
pub fn read(path: &Path) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = path.metadata().and_then(|there| {
        // A pipe that nobody writes into would block forever. An open one, as /dev/stdin, does end.
        let is_pipe = !there.is_file() && !there.is_dir() && !path.starts_with("/dev") && !path.starts_with("/proc");
        let file = if is_pipe { Err(io::Error::other("not a file")) } else { Stored::open(path) };
        file?.take(MAX_GRAMMAR_BYTES + 1).read_to_end(&mut bytes)
    });
    match read {
        Err(error) => Err(reason(&error)),
        Ok(length) if length as u64 > MAX_GRAMMAR_BYTES => Err("larger than 64 MiB".to_owned()),
        Ok(_) => String::from_utf8(bytes).map_err(|_| "not UTF-8".to_owned()),
    }
}

fn wanted(directive: &Directive) -> Option<(String, Option<String>, Span)> {
    match &directive.kind {
        DirectiveKind::Import { path, alias } => {
            Some((path.clone(), alias.as_ref().map(|name| name.text.clone()), directive.span.clone()))
        }
        _ => None,
    }
}

fn disk(path: &Path) -> Origin {
    Origin::Disk(real(path))
}

/// Returns a path without links; the current directory for an empty one.
fn real(path: &Path) -> PathBuf {
    let path = if path == Path::new("") { Path::new(".") } else { path };
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn check_encodings(sources: &Sources, found: &mut Vec<Diagnostic>) {
    for (number, source) in sources.files.iter().enumerate() {
        for import in &source.imports {
            let other = &sources.files[import.file];
            if !other.standard && other.encoding() != source.encoding() {
                let problem = Problem::EncodingMismatch { path: other.name.clone() };
                found.push(Diagnostic::new(problem, import.span.clone()).in_file(number));
            }
        }
    }
}

/// Reports each import that leads back to a file on the way to it.
fn check_cycles(sources: &Sources, found: &mut Vec<Diagnostic>) {
    let mut done = vec![false; sources.files.len()];
    let mut way: Vec<(usize, usize)> = vec![(0, 0)];
    while let Some((file, next)) = way.pop() {
        let Some(import) = sources.files[file].imports.get(next) else {
            done[file] = true;
            continue;
        };
        way.push((file, next + 1));
        if let Some(start) = way.iter().position(|&(open, _)| open == import.file) {
            let names = way[start..].iter().map(|&(open, _)| open).chain([import.file]);
            let cycle = names.map(|open| sources.files[open].name.clone()).collect();
            found.push(Diagnostic::new(Problem::ImportCycle { cycle }, import.span.clone()).in_file(file));
        } else if !done[import.file] {
            way.push((import.file, 0));
        }
    }
}
