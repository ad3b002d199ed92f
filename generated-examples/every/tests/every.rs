//! The generated code of every grammar of the repository, and the interpreter, give the same answers: tables, generated texts, trees.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use grammarc_checks::corpus::{self, CorpusGrammar};
use grammarc_runtime::choices::{Choice, Choices};
use grammarc_runtime::facts::Facts;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::{DeadEnd, fuzz};
use grammarc_runtime::syntax::Parsed;

/// Texts that are fuzzed for each grammar in each depth. There are hundreds of grammars, most of them with a handful of rules.
const SEEDS: u64 = 6;
/// How deep rules nest in them before generating looks for an end.
const DEPTHS: [usize; 3] = [0, 3, 8];
/// Longer texts, in bytes, are not parsed: of some grammars all is left to Earley.
const LONGEST_PARSED: usize = 60;

/// Generates a text, and says by which choices.
fn written(language: &Format, choices: Choices, depth: usize) -> (Result<Vec<u8>, DeadEnd>, Vec<Choice>) {
    let mut choices = choices.recorded();
    let text = fuzz(language, &mut choices, depth);
    (text, choices.into_log())
}

/// Compares one text of both, and returns how many bytes were parsed.
fn compare(place: &str, [generated, interpreted]: [&Format; 2], seed: u64, depth: usize) -> usize {
    let unrecorded = fuzz(generated, &mut Choices::fresh(seed), depth);
    let (text, choices) = written(generated, Choices::fresh(seed), depth);
    let expected = written(interpreted, Choices::fresh(seed), depth);
    assert_eq!((&text, &choices), (&expected.0, &expected.1), "{place}: text {seed} in depth {depth}");
    assert_eq!(unrecorded, text, "{place}: text {seed} in depth {depth}");
    let replayed = [generated, interpreted].map(|language| written(language, Choices::replay(choices.clone()), depth));
    assert_eq!(replayed[0], replayed[1], "{place}: text {seed} in depth {depth}, replayed");
    let Some(text) = text.ok().filter(|text| text.len() <= LONGEST_PARSED) else { return 0 };
    let expected = interpreted.parse(&text);
    assert_eq!(generated.parse(&text), expected, "{place}: {:?}", text.escape_ascii().to_string());
    if expected.is_ok() { text.len() } else { 0 }
}

/// Compares tables, facts and texts of one grammar, and returns how many bytes were parsed.
fn compare_all(CorpusGrammar { place, loaded }: &CorpusGrammar, built: &HashMap<&str, &Format>) -> usize {
    let generated = built.get(&**place).unwrap_or_else(|| panic!("{place} is not built"));
    let interpreted = loaded.format();
    assert_eq!(generated.grammar, interpreted.grammar, "{place}");
    assert_eq!(*generated.facts(), Facts::of(&generated.grammar), "{place}");
    let texts = (0..SEEDS).flat_map(|seed| DEPTHS.map(|depth| (seed, depth)));
    texts.map(|(seed, depth)| compare(place, [generated, &interpreted], seed, depth)).sum()
}

#[test]
fn every_grammar_builds_and_agrees_with_the_interpreter() {
    let built: HashMap<&str, &Format> = grammarc_every::ALL.iter().copied().collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    let grammars = corpus::grammars(&folder);
    let left = Mutex::new(grammars.iter().filter(|found| found.is_whole()));
    let next = || left.lock().expect("nobody panics here").next();
    let work = || std::iter::from_fn(next).map(|found| compare_all(found, &built)).sum::<usize>();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let parsed: usize = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("both agree")).sum()
    });
    assert!(parsed > 5_000, "only {parsed} bytes were parsed: this proves little");
}

/// Holds the views of every node of an input against the tree, and returns how many views there are.
fn views(place: &str, language: &Format, input: &[u8], count: grammarc_every::CountViews) -> usize {
    let Ok(tree) = language.parse(input) else { return 0 };
    let parsed: Parsed<'_> = Parsed::new(language, input, tree);
    let nodes = std::iter::once(parsed.root()).chain(parsed.root().descendants());
    let mut seen = 0;
    for node in nodes {
        let grammar = &language.grammar;
        let has_view = grammar.rule(node.symbol()).is_some() && !language.roles().is_text(grammar, node.symbol());
        let views = count(node);
        assert_eq!(views > 0, has_view, "{place}: {}", node.rule());
        seen += views;
    }
    seen
}

/// The samples of a bundled grammar, or none.
fn samples(place: &str) -> Vec<Vec<u8>> {
    let grammars = corpus::root().join("grammars");
    let names =
        std::fs::read_dir(&grammars).expect("they are there").map(|entry| entry.expect("it is there").file_name());
    let names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    let is_meant = |name: &&String| {
        let name = name.replace('-', "_");
        place == format!("grammars_{name}_{name}_bnf_0")
    };
    let Some(name) = names.iter().find(is_meant) else { return Vec::new() };
    let files = std::fs::read_dir(grammars.join(name).join("accept")).expect("it has samples");
    files.map(|file| std::fs::read(file.expect("it is there").path()).expect("it can be read")).collect()
}

#[test]
fn views_show_what_the_tree_has_by_name() {
    let languages: HashMap<&str, &Format> = grammarc_every::ALL.iter().copied().collect();
    let mut places = 0;
    for (place, count) in grammarc_every::VIEWS {
        let language = languages[place];
        let samples = samples(place);
        places += usize::from(!samples.is_empty());
        let fuzzed = (0..SEEDS).filter_map(|seed| fuzz(language, &mut Choices::fresh(seed), 8).ok());
        let seen: usize = samples.into_iter().chain(fuzzed).map(|input| views(place, language, &input, *count)).sum();
        assert!(seen > 0, "{place}: no view was seen");
    }
    assert!(places >= 15, "samples of {places} grammars");
}

#[test]
fn grammars_are_found_in_files_pages_and_sources() {
    let places: Vec<&str> = grammarc_every::ALL.iter().map(|(place, _)| *place).collect();
    for (folder, least) in
        [("grammars_", 15), ("benches_", 10), ("compiler_tests_", 100), ("dsl_tests_ok_", 4), ("docs_language_md_", 25)]
    {
        let count = places.iter().filter(|place| place.starts_with(folder)).count();
        assert!(count >= least, "{count} in {folder}");
    }
}
