//! Generated code, the interpreter and Earley give the same answers: trees, errors, generated texts, reductions.

use std::fs;
use std::path::{Path, PathBuf};

use grammarc_runtime::choices::Choices;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::language::Language;
use grammarc_runtime::parse::{EngineChoice, ErrorKind, ParseError};
use grammarc_runtime::reduce::{Options, reduce};
use grammarc_runtime::tree::Tree;

/// Texts fuzzed for each grammar.
const FUZZED: u64 = 300;
/// Longer samples are not parsed by chart here: that is for benchmarks.
const CHARTED: usize = 20_000;

/// One grammar in both forms.
struct Format {
    name: &'static str,
    generated: &'static Language,
    interpreted: Language,
}

fn formats() -> Vec<Format> {
    let all = [("expr", &expr::LANGUAGE), ("html", &html::LANGUAGE), ("json", &json::LANGUAGE)];
    let load = |(name, generated): (&'static str, &'static Language)| {
        let loaded = grammarc::load(&grammars().join(format!("{name}/{name}.bnf"))).expect("the grammar is right");
        Format { name, generated, interpreted: loaded.language() }
    };
    all.map(load).into()
}

fn grammars() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars")
}

/// Returns path and text of the samples of a grammar in a folder, in order.
fn samples(format: &Format, folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = grammars().join(format.name).join(folder);
    let mut paths: Vec<PathBuf> = match fs::read_dir(&folder) {
        Ok(entries) => entries.map(|entry| entry.expect("the folder can be read").path()).collect(),
        Err(_) => Vec::new(),
    };
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(&path).expect("the sample can be read"))).collect()
}

impl Format {
    /// Parses by every engine, checks that they agree, and returns what they found.
    fn parse(&self, text: &[u8], what: &str) -> Result<Tree, ParseError> {
        let expected = self.generated.parse(text);
        let is_decided = |result: &Result<Tree, ParseError>| {
            result.as_ref().err().is_none_or(|error| error.kind != ErrorKind::Undecided)
        };
        for (form, language) in [("generated", self.generated), ("interpreted", &self.interpreted)] {
            for choice in [EngineChoice::Auto, EngineChoice::Engine, EngineChoice::Earley] {
                if choice == EngineChoice::Earley && text.len() > CHARTED {
                    continue;
                }
                let result = language.parse_with(choice, text);
                assert!(
                    result == expected || choice == EngineChoice::Engine && !is_decided(&result),
                    "{} {form} {choice:?} differs on {what}",
                    self.name
                );
            }
        }
        expected
    }
}

#[test]
fn on_every_sample() {
    for format in formats() {
        for (path, text) in samples(&format, "accept") {
            assert!(format.parse(&text, &path.display().to_string()).is_ok(), "{} is accepted", path.display());
        }
        for (path, text) in samples(&format, "reject") {
            assert!(format.parse(&text, &path.display().to_string()).is_err(), "{} is rejected", path.display());
        }
    }
}

#[test]
fn on_fuzzed_texts_which_are_the_same() {
    for format in formats() {
        for seed in 0..FUZZED {
            let run = |language| fuzz(language, &mut Choices::fresh(seed), 12);
            let text = run(format.generated);
            assert_eq!(text, run(&format.interpreted), "{} seed {seed}", format.name);
            let text = text.expect("the bundled grammars have no dead ends");
            let parsed = format.parse(&text, &format!("seed {seed}: {}", text.escape_ascii()));
            assert!(parsed.is_ok(), "{} does not accept seed {seed}: {}", format.name, text.escape_ascii());
        }
    }
}

#[test]
fn on_reductions() {
    for format in formats() {
        let samples = samples(&format, "accept");
        for (path, text) in samples.iter().filter(|(_, text)| (20..2000).contains(&text.len())).take(12) {
            let middle = &text[text.len() / 2..][..3];
            let oracle = |candidate: &[u8]| candidate.windows(3).any(|window| window == middle);
            let run = |language| {
                let reduced = reduce(language, text, &oracle, &Options::default()).expect("the input is interesting");
                (reduced.text, reduced.valid, reduced.counters.tests)
            };
            assert_eq!(run(format.generated), run(&format.interpreted), "{}", path.display());
        }
    }
}
