//! What the tests share: grammars from texts, files and the bundle, sorted files of folders, the program, and reductions by
//! closures. A helper is here because two files need it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use grammarc_runtime::format::Format;
use grammarc_runtime::reduce::{Options, Reduction, STRATEGIES, Strategy, reduce};

/// Returns the folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the folder of a bundled grammar, with its samples; of a path in it, this path.
pub(crate) fn folder_of(name: &str) -> PathBuf {
    root().join("grammars").join(name)
}

/// Returns the folder of `compiler/tests` that holds data of this name.
pub(crate) fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Returns the language that a grammar's text describes.
pub(crate) fn language(text: &str) -> Format {
    grammarc::load_text("test", text).unwrap_or_else(|report| panic!("{report}\n{text}")).format()
}

/// Returns the language of a text under a name, as patterns and messages have it.
pub(crate) fn named(name: &str, text: &str) -> Format {
    grammarc::load_text(name, text).unwrap_or_else(|report| panic!("{name}: {report}")).format()
}

/// Returns the language that a grammar file describes.
pub(crate) fn loaded(path: &Path) -> Format {
    grammarc::load(path).unwrap_or_else(|report| panic!("{}: {report}", path.display())).format()
}

/// Returns a language of `grammars/`, from its file.
pub(crate) fn bundled(name: &str) -> Format {
    loaded(&folder_of(name).join(name).with_extension("bnf"))
}

/// Returns the text of a bundled grammar.
pub(crate) fn text_of(name: &str) -> &'static str {
    grammarc::bundled::named(name).expect("a grammar of this name is bundled").text
}

/// Returns a file of `grammars/`, for example `png/accept/one.png`.
pub(crate) fn sample(path: &str) -> Vec<u8> {
    fs::read(folder_of(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the files and folders in a folder, sorted; none if it is not there.
pub(crate) fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("it can be read").path());
    let mut entries: Vec<PathBuf> = entries.collect();
    entries.sort();
    entries
}

/// Returns the grammar files in a folder of `compiler/tests`, sorted.
///
/// # Panics
/// If there are none, because the test would check nothing.
pub(crate) fn grammars_in(folder: &str) -> Vec<PathBuf> {
    let mut cases = entries(&data(folder));
    cases.retain(|path| path.extension().is_some_and(|end| end == "bnf"));
    assert!(!cases.is_empty(), "no case in {folder}");
    cases
}

/// Returns the `grammarc` command.
pub(crate) fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grammarc"));
    // No test leaves a journal in the cache of the person who runs it.
    command.env("GRAMMARC_CACHE_DIR", "");
    command
}

/// Runs `grammarc` in a folder and returns its status, its output, and its messages.
pub(crate) fn run_in(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    printed(binary().current_dir(folder).args(args))
}

/// Runs a command and returns its status, its output, and its messages.
pub(crate) fn printed(command: &mut Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    (status.code(), String::from_utf8_lossy(&stdout).into_owned(), String::from_utf8_lossy(&stderr).into_owned())
}

/// Returns the folder in which tests build crates. They share it, so that what crates depend on is built once: flags that differ,
/// in `RUSTFLAGS` for example, would build it once more.
pub(crate) fn built_crates() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("crates")
}

/// The folder of a crate with a command line, as `compile` writes it for the expression grammar.
pub(crate) static EXPR_CRATE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("expr");
    let grammar = folder_of("expr/expr.bnf");
    let (status, _, said) = printed(binary().arg("compile").arg(grammar).arg("-o").arg(&folder));
    assert_eq!(status, Some(0), "{said}");
    folder
});

/// Returns the folder of a vendored runtime: that of [`EXPR_CRATE`]. Crates of several tests depend on it, because cargo would build
/// each copy of the runtime anew.
pub(crate) fn vendored_runtime() -> PathBuf {
    EXPR_CRATE.join("vendor/grammarc-runtime")
}

/// Returns the strategies of the runtime, and those of papers on our trees.
pub(crate) fn all_strategies() -> impl Iterator<Item = &'static Strategy> {
    STRATEGIES.iter().chain(grammarc_papers::STRATEGIES).copied()
}

/// Returns the strategy of this name.
pub(crate) fn strategy(name: &str) -> &'static Strategy {
    all_strategies().find(|strategy| strategy.name == name).expect("there is a strategy of this name")
}

/// Reduces an input, which must be interesting.
pub(crate) fn run(
    language: &Format,
    input: &[u8],
    options: &Options,
    oracle: impl Fn(&[u8]) -> bool + Sync,
) -> Reduction {
    reduce(language, input, &oracle, options).expect("the input is interesting")
}

/// Whether a text has this part.
pub(crate) fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
