//! The bundled grammars in both forms, their samples, and the shared corpus.

use std::fs;
use std::path::{Path, PathBuf};

use grammarc_runtime::format::Format;
use grammarc_runtime::parse::{EngineChoice, ErrorKind, ParseError};
use grammarc_runtime::tree::Tree;

use crate::skipped::skipped;

/// Longer texts are not parsed by chart here: that is for benchmarks.
const CHARTED: usize = 50_000;

/// One grammar in both forms.
pub(crate) struct Compared {
    pub(crate) name: &'static str,
    pub(crate) generated: &'static Format,
    pub(crate) interpreted: Format,
}

/// A text and where it is from.
pub(crate) struct Sample {
    pub(crate) path: PathBuf,
    pub(crate) text: Vec<u8>,
}

pub(crate) fn html() -> Compared {
    Compared::load("html", &html::FORMAT)
}

pub(crate) fn json() -> Compared {
    Compared::load("json", &json::FORMAT)
}

/// Returns a grammar of which the next bytes decide everything, and which is not bundled.
pub(crate) fn direct() -> Compared {
    Compared::from("direct", &grammarc_agree::direct::FORMAT, Path::new("direct.bnf"))
}

/// Returns a grammar with every form of node that is put around what is there.
pub(crate) fn around() -> Compared {
    Compared::from("around", &grammarc_agree::around::FORMAT, Path::new("around.bnf"))
}

/// Returns a grammar whose rules give text back.
pub(crate) fn give() -> Compared {
    Compared::from("give", &grammarc_agree::give::FORMAT, Path::new("give.bnf"))
}

/// Returns the expressions of the Fuzzing Book: those that are right-recursive, and those that are left-recursive.
pub(crate) fn expressions() -> [Compared; 2] {
    let path = |name: &str| Path::new("../../benches/grammars").join(format!("{name}.bnf"));
    [
        Compared::from("book", &grammarc_agree::book::FORMAT, &path("book")),
        Compared::from("left", &grammarc_agree::left::FORMAT, &path("left")),
    ]
}

/// Returns a grammar of JSON with nodes for values and members alone.
pub(crate) fn json_values() -> Compared {
    let path = Path::new("../../benches/grammars/json_values.bnf");
    Compared::from("json_values", &grammarc_agree::json_values::FORMAT, path)
}

/// Returns every bundled grammar.
pub(crate) fn all() -> impl Iterator<Item = Compared> {
    grammarc_agree::ALL.iter().map(|&(name, language)| Compared::load(name, language))
}

impl Compared {
    fn load(name: &'static str, generated: &'static Format) -> Self {
        Self::from(name, generated, &grammars().join(format!("{name}/{name}.bnf")))
    }

    fn from(name: &'static str, generated: &'static Format, path: &Path) -> Self {
        let loaded = grammarc::load(path).expect("the grammar is right");
        Self { name, generated, interpreted: loaded.format() }
    }

    /// Returns the samples of the grammar in a folder, in order.
    pub(crate) fn samples(&self, folder: &str) -> Vec<Sample> {
        read_all(&grammars().join(self.name).join(folder))
    }

    /// Parses by every engine, and returns their answer. Checks that they agree, and that generated code decides as much as the
    /// interpreter.
    pub(crate) fn parse(&self, text: &[u8], what: &str) -> Result<Tree, ParseError> {
        let expected = self.generated.parse(text);
        let [generated, interpreted] = [("generated", self.generated), ("interpreted", &self.interpreted)].map(|it| {
            let (form, language) = it;
            let mut is_decided = true;
            for choice in [EngineChoice::Auto, EngineChoice::Engine, EngineChoice::Earley] {
                if choice == EngineChoice::Earley && text.len() > CHARTED {
                    continue;
                }
                let result = language.parsing().by(choice).run(text);
                is_decided &= !is_undecided(&result);
                assert!(
                    result == expected || choice == EngineChoice::Engine && is_undecided(&result),
                    "{} {form} {choice:?} differs on {what}",
                    self.name
                );
            }
            is_decided
        });
        assert!(generated || !interpreted, "{}: only the interpreter decides {what}", self.name);
        expected
    }
}

fn is_undecided(result: &Result<Tree, ParseError>) -> bool {
    result.as_ref().is_err_and(|error| error.kind == ErrorKind::Undecided)
}

/// Returns the files in a folder of the shared corpus, in order; none where it is absent.
#[track_caller]
pub(crate) fn corpus(name: &str) -> Vec<Sample> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus").join(name);
    let files = read_all(&folder);
    if files.is_empty() {
        skipped(&format!("../shared/corpus/{name}"));
    }
    files
}

fn grammars() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars")
}

fn read_all(folder: &Path) -> Vec<Sample> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    let read = |path: PathBuf| Sample { text: fs::read(&path).expect("the sample can be read"), path };
    paths.into_iter().map(read).collect()
}
