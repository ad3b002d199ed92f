//! Every grammar that the repository holds: its `.bnf` files, the fenced blocks of its pages, and the texts in its sources. They are
//! searched for, not listed: a grammar that is new in a test takes part at once.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use grammarc::LoadedGrammar;
use proc_macro2::{TokenStream, TokenTree};
use syn::Lit;

/// The folders and files that may hold grammars. Generated code is beside its grammar, and holds no grammar of its own.
pub const WATCHED: [&str; 9] =
    ["README.md", "benches", "checks", "compiler", "docs", "dsl", "generated-examples", "grammars", "runtime"];
/// Text that every grammar contains.
const SIGN: &str = "::=";

/// A grammar that can be loaded.
#[derive(Debug, Clone)]
pub struct CorpusGrammar {
    /// Where it is, as a name of Rust: `compiler_tests_it_emit_rs_3` is the fourth text with `::=` in `compiler/tests/it/emit.rs`.
    pub place: String,
    /// The grammar.
    pub loaded: LoadedGrammar,
}

impl CorpusGrammar {
    /// Whether it is whole by itself: it leaves no function to Rust.
    pub fn is_whole(&self) -> bool {
        self.loaded.grammar.functions.is_empty() && self.loaded.rust.is_empty()
    }
}

/// Returns the folder of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the samples that a bundled grammar accepts, in the order of their names.
///
/// # Panics
/// If they cannot be read.
pub fn samples(name: &str) -> Vec<Vec<u8>> {
    let folder = root().join("grammars").join(name).join("accept");
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = files.map(|file| file.expect("the folder can be read").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("the sample can be read")).collect()
}

/// Returns every valid grammar of the repository, in the order of the paths, each text once. Examples of a page are written to
/// `folder`, so that an example finds another one that it imports.
///
/// # Panics
/// If a folder cannot be read, or `folder` not written to.
pub fn grammars(folder: &Path) -> Vec<CorpusGrammar> {
    let root = fs::canonicalize(root()).expect("the repository is there");
    let mut found = Vec::new();
    let mut known = HashSet::new();
    for path in WATCHED.iter().flat_map(|watched| files(&root.join(watched))) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if !text.contains(SIGN) {
            continue;
        }
        let place = name(path.strip_prefix(&root).unwrap_or(&path));
        let loaded = match path.extension().and_then(|ending| ending.to_str()) {
            Some("bnf") => vec![(text, grammarc::load(&path).ok())],
            Some("md") => of_page(&text, &folder.join(&place)),
            _ => of_source(&text),
        };
        for (number, (text, loaded)) in loaded.into_iter().enumerate() {
            if let Some(loaded) = loaded.filter(|_| known.insert(text)) {
                found.push(CorpusGrammar { place: format!("{place}_{number}"), loaded });
            }
        }
    }
    found
}

/// Returns the files at a path that may hold grammars, sorted. Skips build results (`target`), fuzzing
/// corpora and hidden folders. For example, `compiler/tests/it/emit.rs` is one.
fn files(folder: &Path) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_owned()];
    }
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<_> = entries.map(|entry| entry.expect("the folder can be read")).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    let of = |entry: fs::DirEntry| {
        let path = entry.path();
        let name = entry.file_name();
        let is_left_out = ["target", "corpus", "seeds"].iter().any(|left_out| name == *left_out);
        let is_hidden = name.to_string_lossy().starts_with('.');
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && !is_left_out && !is_hidden => files(&path),
            Ok(kind) if kind.is_file() && is_read(&path) => vec![path],
            _ => Vec::new(),
        }
    };
    entries.into_iter().flat_map(of).collect()
}

fn is_read(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ["bnf", "md", "rs"].iter().any(|read| ending == *read))
}

/// Turns a path into a Rust identifier: `docs/a.md` becomes `docs_a_md`.
fn name(path: &Path) -> String {
    path.to_string_lossy().to_ascii_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

/// The fenced blocks of a page, each loaded if it is a grammar. A block behind the fence ```` ```bnf words.bnf ```` is that file.
fn of_page(page: &str, folder: &Path) -> Vec<(String, Option<LoadedGrammar>)> {
    fs::create_dir_all(folder).expect("the folder can be written to");
    let mut lines = page.lines();
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        let kind = line.trim_start_matches('`');
        let fence = &line[..line.len() - kind.len()];
        if fence.len() < 3 {
            continue;
        }
        let inside = lines.by_ref().take_while(|line| line.trim_end() != fence);
        let text: String = inside.map(|line| format!("{line}\n")).collect();
        if text.contains(SIGN) {
            let path = folder.join(kind.strip_prefix("bnf ").unwrap_or("example.bnf"));
            fs::write(&path, &text).expect("the folder can be written to");
            blocks.push((text, grammarc::load(&path).ok()));
        }
    }
    blocks
}

/// The texts of a source with `::=` in them, each loaded if it is a grammar by itself. For example, the literal `"<s> ::= \"a\""` in a test
/// is one.
fn of_source(source: &str) -> Vec<(String, Option<LoadedGrammar>)> {
    let tokens: TokenStream = source.parse().unwrap_or_default();
    let mut texts = Vec::new();
    literals(tokens, &mut texts);
    texts.retain(|text| text.contains(SIGN));
    let loaded = |text: String| {
        let loaded = grammarc::load_text("example", &text).ok();
        (text, loaded)
    };
    texts.into_iter().map(loaded).collect()
}

/// Adds the string literals in code, those in groups included.
fn literals(tokens: TokenStream, texts: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => literals(group.stream(), texts),
            TokenTree::Literal(literal) => match Lit::new(literal) {
                Lit::Str(text) => texts.push(text.value()),
                Lit::ByteStr(text) => texts.extend(String::from_utf8(text.value())),
                _ => {}
            },
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}
