//! Readers: every folder of `tests/cases` has a grammar in another notation, and the grammar file that becomes of it.

use grammarc_dsl::diagnostic::{Color, Source, render};
use grammarc_import::back::write;
use grammarc_import::files::{SourceFile, SourceFiles};
use grammarc_import::read::{NOTATIONS, Notation};
use std::path::{Path, PathBuf};

/// A sample: `tests/cases/abnf-pairs/input.abnf` is one of `abnf`.
struct Case {
    folder: PathBuf,
    input: String,
    text: String,
    notation: &'static Notation,
}

fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders.into_iter().map(case).collect()
}

fn case(folder: PathBuf) -> Case {
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let input = files.into_iter().find(|name| name.starts_with("input.")).unwrap();
    let text = std::fs::read_to_string(folder.join(&input)).unwrap();
    let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
    let notation =
        NOTATIONS.iter().find(|notation| name.strip_prefix(notation.name).is_some_and(|rest| rest.starts_with('-')));
    Case { folder, input, text, notation: notation.unwrap_or_else(|| panic!("{name} begins with no notation")) }
}

#[test]
fn samples_become_grammar_files() {
    for case in cases() {
        let mut problems = Vec::new();
        let read_beside = |name: &str| {
            let text = std::fs::read_to_string(case.folder.join(name)).ok()?;
            Some(SourceFile { path: name.to_owned(), text })
        };
        let input = SourceFile { path: case.input.clone(), text: case.text.clone() };
        let mut files = SourceFiles::new(vec![input], &read_beside);
        let grammar = case.notation.read(&mut files, &mut problems);
        let written = write(&grammar, None).text;
        let formatted = grammarc_dsl::format::format(&written).unwrap_or(written);
        expect_test::expect_file![case.folder.join("output.bnf")].assert_eq(&formatted);
        let sources: Vec<Source<'_>> =
            files.list().iter().map(|file| Source { path: &file.path, text: &file.text }).collect();
        let drawn = render(&problems, &sources, Color::Never);
        expect_test::expect_file![case.folder.join("problems.txt")].assert_eq(&drawn);
    }
}

#[test]
fn every_notation_has_a_sample() {
    let cases = cases();
    for notation in NOTATIONS {
        assert!(cases.iter().any(|case| case.notation.name == notation.name), "{}", notation.name);
    }
}

/// Cuts, doubles and exchanges parts of the samples: no reader panics or runs on, and every place is within the text.
#[test]
fn damaged_samples_give_problems_only() {
    let cases = cases();
    let mut state = 1_u64;
    let mut draw = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below.max(1)
    };
    for case in &cases {
        for _ in 0..300 {
            let mut bytes = case.text.clone().into_bytes();
            for _ in 0..=draw(3) {
                let (from, to) = (draw(bytes.len()), draw(bytes.len()));
                let part = bytes[from.min(to)..from.max(to).min(from.min(to) + 40)].to_vec();
                let at = draw(bytes.len());
                let removed = if draw(2) == 0 { draw(20).min(bytes.len() - at) } else { 0 };
                bytes.splice(at..at + removed, part);
            }
            let text = String::from_utf8_lossy(&bytes).into_owned();
            for notation in [case.notation, &NOTATIONS[draw(NOTATIONS.len())]] {
                check_places(notation, &text);
            }
        }
    }
}

fn check_places(notation: &Notation, text: &str) {
    let mut problems = Vec::new();
    let grammar = notation.read_text(text, &mut problems);
    write(&grammar, None);
    for problem in &problems {
        assert!(text.get(problem.span.clone()).is_some(), "{}: {problem:?}", notation.name);
    }
}

/// A text of any length of one character, or of brackets, is read to its end or refused.
#[test]
fn deep_texts_are_refused() {
    for notation in NOTATIONS {
        for head in [
            "",
            "a = ",
            "a ::= ",
            "a: ",
            "grammar A; a: ",
            "grammar A; A: ",
            "a <- ",
            "a = { ",
            "{'<start>': ",
            "{\"rules\":{\"a\":",
        ] {
            for unit in
                ["(", "[", "{", "a*", "*", "?", "!", "&", "- a", "a - ", "\"", "'", "\\", "{\"content\":", "((("]
            {
                check_places(notation, &(head.to_owned() + &unit.repeat(5_000)));
            }
        }
    }
}
