//! Limits on the words of the sources, so that comments and names stay readable: few "what"-clauses, enough examples, one type of a name
//! in a crate, a unit for each constant.

use std::fs;
use std::path::{Path, PathBuf};

use grammarc_checks::words::{Sentence, repeated_types, sentences, vague_constants};

/// The folders whose sources are read, below the root of the repository.
const FOLDERS: [&str; 18] = [
    "benches/src",
    "checks/src",
    "compiler/frontend/src",
    "compiler/src",
    "dsl/src",
    "import/src",
    "runtime/cli/src",
    "runtime/core/src",
    "runtime/generalize/src",
    "runtime/generate/src",
    "runtime/outline/src",
    "runtime/reduce/src",
    "runtime/papers/src",
    "runtime/remote/src",
    "runtime/src",
    "runtime/steer/src",
    "runtime/tables/src",
    "runtime/trial/src",
];

/// Of so many sentences one may hang on a "what"-clause.
const SENTENCES_PER_WHAT: usize = 33;

/// Sentences for each example, at most: 25 means that 4 % give one.
const SENTENCES_PER_EXAMPLE: usize = 25;

/// Sentences of generated code that the test must find, or it reads the wrong files.
const MIN_EMITTED_SENTENCES: usize = 100;

/// The folders of generated code, below the root of the repository. Their comments are texts in the sources of the compiler, so the
/// limits on comments there do not see them.
const EMITTED_FOLDERS: [&str; 4] = [
    "generated-examples/expr/src",
    "generated-examples/html/src",
    "generated-examples/json/src",
    "generated-examples/misfit/src",
];

/// The files in which most sentences do are named.
const WORST: usize = 10;

/// Returns all Rust files below a folder with their text.
pub(crate) fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let (mut open, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let text = fs::read_to_string(&path).expect("sources are text");
                found.push((path, text));
            }
        }
    }
    found
}

/// Returns all sources with their paths.
pub(crate) fn all_sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    FOLDERS.iter().flat_map(|folder| sources(&root.join(folder))).collect()
}

#[test]
fn few_sentences_hang_on_a_what_clause() {
    let files: Vec<(PathBuf, Vec<Sentence>)> =
        all_sources().into_iter().map(|(path, text)| (path, sentences(&text))).collect();
    let all: usize = files.iter().map(|(_, found)| found.len()).sum();
    let mut hanging: Vec<(&Path, Vec<&Sentence>)> =
        files.iter().map(|(path, found)| (&**path, found.iter().filter(|it| it.hangs_on_what()).collect())).collect();
    hanging.sort_by_key(|(path, found)| (std::cmp::Reverse(found.len()), *path));
    let count: usize = hanging.iter().map(|(_, found)| found.len()).sum();
    let worst = hanging.iter().take(WORST).flat_map(|(path, found)| {
        found.iter().map(move |sentence| format!("{}:{}: {}", path.display(), sentence.line, sentence.text))
    });
    let worst: Vec<String> = worst.collect();
    eprintln!("{count} of {all} sentences");
    assert!(count * SENTENCES_PER_WHAT <= all, "{count} of {all} sentences hang on \"what\":\n{}", worst.join("\n"));
}

#[test]
fn emitted_sentences_hang_on_no_what_clause() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files: Vec<(PathBuf, String)> = EMITTED_FOLDERS.iter().flat_map(|folder| sources(&root.join(folder))).collect();
    let all: Vec<(&Path, Sentence)> =
        files.iter().flat_map(|(path, text)| sentences(text).into_iter().map(move |found| (&**path, found))).collect();
    assert!(all.len() > MIN_EMITTED_SENTENCES, "only {} sentences", all.len());
    let hanging = all.iter().filter(|(_, sentence)| sentence.hangs_on_what());
    let hanging: Vec<String> =
        hanging.map(|(path, sentence)| format!("{}:{}: {}", path.display(), sentence.line, sentence.text)).collect();
    assert!(hanging.is_empty(), "the compiler writes these, `compiler/src/emit/`:\n{}", hanging.join("\n"));
}

#[test]
fn enough_sentences_give_an_example() {
    let all: Vec<Sentence> = all_sources().iter().flat_map(|(_, text)| sentences(text)).collect();
    let count = all.iter().filter(|sentence| sentence.gives_an_example()).count();
    eprintln!("{count} of {} sentences", all.len());
    assert!(count * SENTENCES_PER_EXAMPLE >= all.len(), "only {count} of {} sentences give an example", all.len());
}

#[test]
fn a_type_has_its_name_alone_in_its_crate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for folder in FOLDERS {
        let texts: Vec<String> = sources(&root.join(folder)).into_iter().map(|(_, text)| text).collect();
        let repeated = repeated_types(texts.iter().map(String::as_str));
        assert!(repeated.is_empty(), "{folder} has these types twice: {}", repeated.join(", "));
    }
}

#[test]
fn constants_say_their_unit() {
    let vague: Vec<String> = all_sources()
        .iter()
        .flat_map(|(path, text)| vague_constants(text).into_iter().map(|name| format!("{}: {name}", path.display())))
        .collect();
    assert!(vague.is_empty(), "name the unit, as in `MAX_REHEARSED_BYTES`:\n{}", vague.join("\n"));
}

#[test]
fn every_file_says_first_why_it_is_there() {
    let silent: Vec<String> = all_sources()
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//! ") && !text.starts_with("// @generated "))
        .map(|(path, _)| path.display().to_string())
        .collect();
    assert!(silent.is_empty(), "these begin without `//!`:\n{}", silent.join("\n"));
}
