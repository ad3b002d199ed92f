//! Learning from samples: models as text, texts like samples, and dictionaries. All texts of all grammars stay in their languages.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use expect_test::{expect, expect_file};
use grammarc_runtime::choices::Choices;
use grammarc_runtime::format::Format;
use grammarc_runtime::fuzz::Fuzzer;
use grammarc_runtime::learn::{Learner, Model};
use grammarc_runtime::parse::fill;
use tempfile::tempdir;

use crate::common::{bundled, data, entries, folder_of, language, run_in};

/// Texts of each grammar.
const TEXTS: u64 = 200;
/// Named rules nest no deeper than this.
const MAX_DEPTH: usize = 500;

/// Returns the model of some samples, which must all parse.
fn model(format: &Format, samples: &[Vec<u8>]) -> Model {
    let mut learner = Learner::new(format);
    for text in samples {
        learner.add(text).unwrap_or_else(|error| panic!("{}: {}", text.escape_ascii(), error.message()));
    }
    learner.model()
}

/// Returns texts of 64 to some hundred bytes, like the samples of a model if there is one.
fn texts(format: &Format, model: Option<&Model>, seeds: u64) -> Vec<Vec<u8>> {
    let imitation = model.map(|model| {
        let (imitation, unknown) = model.imitation(format);
        assert_eq!(unknown.names, [""; 0], "{}", format.name);
        imitation
    });
    let mut fuzzer = Fuzzer::new(format, MAX_DEPTH);
    fuzzer.imitate(imitation.as_ref());
    let text = |seed: u64| {
        fuzzer.aim(Some(64 + 2 * seed as u32));
        let text = fuzzer.run(&mut Choices::fresh(seed)).unwrap_or_else(|_| panic!("{}: seed {seed}", format.name));
        fill(format, text.to_vec())
    };
    (0..seeds).map(text).collect()
}

/// Returns how far the choices of texts are from those of samples: 0 if each alternative has the same share, 1 if they have none in common.
/// It is the total variation distance of each rule, weighted by its choices in the samples.
fn distance(samples: &Model, texts: &Model) -> f64 {
    let none = BTreeMap::new();
    let (mut sum, mut weight) = (0.0, 0);
    for (rule, counts) in &samples.choices {
        let others = texts.choices.get(rule).unwrap_or(&none);
        let (all, of) = (counts.values().sum::<u64>(), others.values().sum::<u64>().max(1));
        let share = |counts: &BTreeMap<String, u64>, name, all| *counts.get(name).unwrap_or(&0) as f64 / all as f64;
        let common: f64 = counts.keys().map(|name| share(counts, name, all).min(share(others, name, of))).sum();
        sum += all as f64 * (1.0 - common);
        weight += all;
    }
    sum / weight.max(1) as f64
}

fn accepted(name: &str) -> Vec<Vec<u8>> {
    entries(&folder_of(name).join("accept")).iter().map(|path| fs::read(path).expect("it can be read")).collect()
}

#[test]
fn a_model_names_choices_and_tokens_as_the_grammar_does() {
    let format = language(concat!(
        "%skip <_>  %start <s>\n",
        "<s> ::= (<set> \";\")*  <set> ::= <name> (\"=\" (<number> | <sum>))?\n",
        "<sum> ::= \"(\" <number> ++ \"+\" \")\" @as(Sum) | i\"none\"\n",
        "%token <name> ::= [a-z]+ - \"none\"  %token <number> ::= [0-9]+  %token <_> ::= \" \"+\n",
    ));
    let model = model(&format, &[b"a = 1; b; a = (1 + 20 + 1);".to_vec(), b"c = NONE; d = 7;".to_vec()]);
    let mut shown = format!("texts {}\n", model.texts);
    for (rule, counts) in &model.choices {
        shown += &format!("choices {rule}: {counts:?}\n");
    }
    for (name, counts) in &model.tokens {
        let texts: Vec<String> = counts.iter().map(|(text, n)| format!("{}: {n}", text.escape_ascii())).collect();
        shown += &format!("tokens {name}: {}\n", texts.join(", "));
    }
    expect![[r#"
        texts 2
        choices s: (<set> ";")*: {"again": 5, "stop": 2}
        choices set: ("=" (<number> | <sum>))?: {"absent": 1, "present": 4}
        choices set: (<number> | <sum>): {"<number>": 2, "<sum>": 2}
        choices sum: {"Sum": 1, "i\"none\"": 1}
        choices sum: ("+" <number>)*: {"again": 2, "stop": 1}
        tokens i"none": NONE: 1
        tokens name: a: 2, b: 1, c: 1, d: 1
        tokens number: 1: 3, 20: 1, 7: 1
    "#]]
    .assert_eq(&shown);
}

#[test]
fn arrays_of_numbers_give_mostly_such() {
    let format = bundled("json");
    let samples: Vec<Vec<u8>> = (0..40).map(|n| format!("[{n}, {}, 7]", n * n).into_bytes()).collect();
    let learned = model(&format, &samples);
    let values = &model(&format, &texts(&format, Some(&learned), TEXTS)).choices["value"];
    let (numbers, all) = (values["<number>"], values.values().sum::<u64>());
    assert!(numbers * 10 > all * 7, "{values:?}");
    assert!(values.len() == 7, "every alternative stays possible: {values:?}");
}

/// The texts of all grammars parse, also those with tokens of samples beside each other in new ways.
#[test]
fn texts_are_in_the_language_and_like_the_samples() {
    for grammar in grammarc::bundled::ALL {
        let format = bundled(grammar.name);
        let samples = model(&format, &accepted(grammar.name));
        let alike = model(&format, &texts(&format, Some(&samples), TEXTS));
        let drawn = model(&format, &texts(&format, None, TEXTS));
        let (near, far) = (distance(&samples, &alike), distance(&samples, &drawn));
        assert!(near < far + 0.02, "{}: {near:.3} {far:.3}", grammar.name);
        if ["csv", "html", "json", "toml"].contains(&grammar.name) {
            assert!(near * 2.0 < far, "{}: {near:.3} {far:.3}", grammar.name);
        }
    }
}

/// `!"]]>"` inside a token forbids a `>` behind the token.
#[test]
fn look_aheads_of_tokens_hold_in_other_places() {
    let format = language(concat!(
        "%start <s>  <s> ::= (<data> \".\"? | <end>)*\n",
        "%token <data> ::= (!\"]]>\" [a-z\\]])+ !\"!\"  %token <end> ::= [>!]\n",
    ));
    let samples = model(&format, &[b"a]].>!>b]].".to_vec(), b"]]a".to_vec()]);
    for text in texts(&format, Some(&samples), 500) {
        assert!(format.parse(&text).is_ok(), "{}", text.escape_ascii());
    }
}

/// Runs `grammarc fuzz` in a folder.
fn fuzz(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    run_in(folder, &[&["fuzz"], args].concat())
}

#[test]
fn a_model_file_stands_for_its_samples() {
    let folder = tempdir().expect("there is room");
    let here = folder.path();
    fs::create_dir(here.join("samples")).expect("there is room");
    for (name, text) in [("a", "[1, 20]"), ("b", "{\"key\": [true]}"), ("c", "[")] {
        fs::write(here.join("samples").join(name), text).expect("there is room");
    }
    let note = "note: 1 of 3 samples do not parse; the first: samples/c:1:2: ";
    let (status, out, said) = fuzz(here, &["-g", "json", "--like", "samples", "--write-model", "learned"]);
    assert_eq!((status, out.as_str()), (Some(0), ""));
    assert!(said.starts_with(note) && said.ends_with("samples: 2 texts (22 bytes)\n"), "{said}");
    let all = ["-g", "json", "--seed", "1", "-n", "20", "-0"];
    let by_samples = fuzz(here, &[&all[..], &["--like", "samples"]].concat());
    let by_model = fuzz(here, &[&all[..], &["--like", "learned"]].concat());
    assert_eq!((by_samples.0, &by_samples.1), (Some(0), &by_model.1));
    assert_eq!(by_model.2, "");
    let again = fuzz(here, &["-g", "json", "--like", "learned", "--write-model", "again"]);
    assert_eq!(again.0, Some(0), "{}", again.2);
    let read = |name: &str| fs::read_to_string(here.join(name)).expect("it was written");
    assert_eq!(read("again"), read("learned"));
    let one = fuzz(here, &["-g", "json", "--like", "learned", "--seed", "3", "--record", "choices"]);
    assert_eq!(fuzz(here, &["-g", "json", "--replay", "choices"]).1, one.1);
}

#[test]
fn models_that_do_not_fit_are_refused_or_noted() {
    let folder = tempdir().expect("there is room");
    let here = folder.path();
    fs::write(here.join("sample"), "[1, 20, {\"key\": null}]").expect("there is room");
    assert_eq!(fuzz(here, &["-g", "json", "--like", "sample", "--write-model", "learned"]).0, Some(0));
    let learned = fs::read_to_string(here.join("learned")).expect("it was written");
    fs::write(here.join("renamed"), learned.replace("\"members: ", "\"entries: ")).expect("there is room");
    let (status, text, said) = fuzz(here, &["-g", "json", "--like", "renamed", "--seed", "1"]);
    assert!(status == Some(0) && !text.is_empty(), "{said}");
    assert!(said.contains("1 of its") && said.contains("the first: `entries: (\",\" <member>)*`"), "{said}");
    let (status, _, said) = fuzz(here, &["-g", "sql", "--like", "learned", "--seed", "1"]);
    assert!(status == Some(2) && said.contains("learned by the grammar `json`"), "{said}");
    fs::write(here.join("broken"), &learned[..learned.len() / 2]).expect("there is room");
    let (status, _, said) = fuzz(here, &["-g", "json", "--like", "broken", "--seed", "1"]);
    assert!(status == Some(2) && said.contains("broken: a broken model: "), "{said}");
    fs::write(here.join("bad"), "[1 2]").expect("there is room");
    let (status, _, said) = fuzz(here, &["-g", "json", "--like", "bad", "--seed", "1"]);
    assert!(status == Some(1) && said.contains("nothing to learn from") && said.contains("bad:1:4: "), "{said}");
    assert_eq!(fuzz(here, &["-g", "json", "--like", "none", "--seed", "1"]).0, Some(2));
    assert_eq!(fuzz(here, &["-g", "json", "--write-model", "other"]).0, Some(2));
}

#[test]
fn dictionaries_have_literals_and_frequent_tokens() {
    let folder = tempdir().expect("there is room");
    let here = folder.path();
    for name in ["json", "sql"] {
        assert_eq!(fuzz(here, &["-g", name, "--dict", name]).0, Some(0));
        let dictionary = fs::read_to_string(here.join(name)).expect("it was written");
        expect_file![data("dictionaries").join(name).with_extension("dict")].assert_eq(&dictionary);
    }
    fs::write(here.join("sample"), "[\"a\\n\u{e9}\", 12, 12, 3]").expect("there is room");
    assert_eq!(fuzz(here, &["-g", "json", "--like", "sample", "--dict", "json"]).0, Some(0));
    let dictionary = fs::read_to_string(here.join("json")).expect("it was written");
    for line in ["string=\"\\\"a\\\\n\\xc3\\xa9\\\"\"", "number=\"12\"", "literal=\"null\""] {
        assert!(dictionary.lines().any(|found| found == line), "{line}: {dictionary}");
    }
    assert!(!dictionary.contains("number=\"3\""), "{dictionary}");
}
