//! Patterns as files: read back as they were written, for every bundled grammar; and what is wrong with those that are not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use expect_test::expect_file;
use grammarc_runtime::generalize::{Generalized, Options, Saved, generalize};
use grammarc_runtime::grammar::Encoding;
use grammarc_runtime::language::Language;
use tempfile::TempDir;

/// Samples beyond so many bytes are left out: they would only take time.
const LONGEST: usize = 700;

fn loaded(name: &str, text: &str) -> Language {
    grammarc::load_text(name, text).unwrap_or_else(|report| panic!("{name}: {report}")).language()
}

fn names() -> Language {
    loaded("names", include_str!("patterns/names.bnf"))
}

fn bundled() -> impl Iterator<Item = Language> {
    grammarc::bundled::ALL.iter().map(|bundled| loaded(bundled.name, bundled.text))
}

/// Returns the file of a pattern of [`names`].
fn variables() -> String {
    let path = format!("{}/tests/patterns/variables.pattern", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).expect("it can be read")
}

/// Returns the files of a folder, in the order of their names.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"))).into_iter().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    paths
}

/// Returns the shortest texts that a bundled grammar has to accept.
fn samples(language: &Language) -> Vec<Vec<u8>> {
    let paths = files(&format!("../grammars/{}/accept", language.name));
    let texts = paths.into_iter().map(|path| fs::read(path).expect("it can be read"));
    let mut texts: Vec<Vec<u8>> = texts.filter(|text| text.len() <= LONGEST).collect();
    texts.sort_by_key(Vec::len);
    // Where lengths say how bytes are read, each text that is drawn takes long.
    texts.truncate(if language.grammar.encoding == Encoding::Bytes { 1 } else { 2 });
    texts
}

fn generalized(language: &Language, input: &[u8], is_bug: &(dyn Fn(&[u8]) -> bool + Sync)) -> Generalized {
    let options = Options { tries: 5, seed: 1, ..Options::default() };
    let judge = |text: &[u8]| is_bug(text);
    generalize(language, input, &judge, &options).unwrap_or_else(|error| panic!("{}: {error}", input.escape_ascii()))
}

/// Returns a pattern for each sample of a bundled grammar: what fails has the two bytes in it that are in the middle.
fn patterns(language: &Language) -> Vec<Saved> {
    let pattern = |input: &Vec<u8>| {
        let middle = input.get(input.len() / 2..input.len() / 2 + 2).unwrap_or(input);
        let has_them = |text: &[u8]| middle.is_empty() || text.windows(middle.len()).any(|other| other == middle);
        Saved::from(&generalized(language, input, &has_them))
    };
    samples(language).iter().map(pattern).collect()
}

fn shown(language: &Language, saved: &Saved) -> String {
    String::from_utf8_lossy(&saved.pattern.render(&language.grammar)).into_owned()
}

#[test]
fn files_are_read_as_they_were_written() {
    let mut holes = 0;
    for language in bundled() {
        for saved in patterns(&language) {
            let file = saved.write(&language);
            let again =
                Saved::read(&language, file.as_bytes()).unwrap_or_else(|bad| panic!("{file}{}: {bad}", bad.line));
            assert_eq!(again.pattern.text, saved.pattern.text);
            assert_eq!(again.pattern.tree, saved.pattern.tree);
            assert_eq!(again.pattern.holes, saved.pattern.holes, "{file}");
            assert_eq!(again.write(&language), file);
            holes += saved.pattern.holes.len();
        }
    }
    assert!(holes > 100, "{holes} holes");
}

/// Whether the second line calls what the first one defines, in either case.
fn calls_the_first(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let called = lines.get(1).and_then(|line| Some(line.split_once('=')?.1.split_once('(')?.0.to_ascii_lowercase()));
    called.is_some_and(|name| lines[0].to_ascii_lowercase().starts_with(&format!("let {name}=")))
}

#[test]
fn a_file_of_each_kind_is_as_recorded() {
    let language = names();
    for (name, input, is_bug) in [
        ("variables", "let A=1;\nlet b=a(  );\n", &calls_the_first as &(dyn Fn(&str) -> bool + Sync)),
        ("closed", "let b='\u{e9}\u{200b}\t\\\"';\n", &|text| text.contains('\u{200b}')),
        ("empty", "", &|_| true),
        ("none", "let a=1;\n", &|text| text == "let a=1;\n"),
    ] {
        let found = generalized(&language, input.as_bytes(), &|text| std::str::from_utf8(text).is_ok_and(is_bug));
        let file = Saved::from(&found).write(&language);
        expect_file![format!("patterns/{name}.pattern")].assert_eq(&file);
        assert_eq!(Saved::read(&language, file.as_bytes()).expect("it was written").write(&language), file);
    }
}

#[test]
fn constraints_are_lines_of_their_own() {
    let language = names();
    let lines =
        variables().replace("<value>\n", "<value>\nwhere with length ≤ 8\nwhere without <text> \"'\\xff\\n'\"\n");
    let saved = Saved::read(&language, lines.as_bytes()).expect("it is a pattern");
    assert_eq!(saved.pattern.holes[1].constraints.len(), 2);
    assert_eq!(saved.write(&language), lines);
}

#[test]
fn every_byte_is_read_as_it_was_written() {
    let bytes = loaded("bytes", "%encoding bytes\n<all> ::= <any>*\n<any> ::= [\\x00-\\xff]\n");
    let all: Vec<u8> = (0..=255).collect();
    let saved = Saved::from(&generalized(&bytes, &all, &|text| text.starts_with(b"\0") && text.ends_with(b"\xff")));
    let file = saved.write(&bytes);
    assert_eq!(Saved::read(&bytes, file.as_bytes()).expect("it was written").pattern.text, all);
}

#[test]
fn what_is_no_pattern_is_refused() {
    let language = names();
    let digest = format!("{:032x}", language.grammar.digest());
    for path in files("tests/patterns/bad").iter().filter(|path| path.extension().is_some_and(|it| it == "pattern")) {
        let file = fs::read_to_string(path).expect("it can be read").replace("DIGEST", &digest);
        let bad = Saved::read(&language, file.as_bytes()).map(|saved| shown(&language, &saved));
        let bad = bad.expect_err(&path.to_string_lossy());
        expect_file![path.with_extension("stderr")]
            .assert_eq(&format!("{}: {bad}\n", bad.line).replace(&digest, "DIGEST"));
    }
}

#[test]
fn a_file_that_is_damaged_anywhere_is_refused_or_says_the_same() {
    let language = names();
    let file = &variables();
    assert!(Saved::read(&language, file.as_bytes()).is_ok());
    for end in 0..file.len() - 1 {
        assert!(Saved::read(&language, &file.as_bytes()[..end]).is_err(), "cut off at {end}");
    }
    for place in 0..file.len() {
        let mut damaged = file.as_bytes().to_vec();
        damaged[place] = if damaged[place] == b'x' { b'y' } else { b'x' };
        if let Ok(saved) = Saved::read(&language, &damaged) {
            let written = saved.write(&language);
            let own = |text: &str| {
                text.lines()
                    .enumerate()
                    .filter(|(number, _)| *number != 1)
                    .map(|(_, line)| line.to_owned())
                    .collect::<Vec<_>>()
            };
            assert_eq!(own(&written), own(&String::from_utf8_lossy(&damaged)), "at {place}");
        }
    }
}

#[test]
fn a_grammar_of_another_name_is_the_same() {
    let language = names();
    let file = &variables();
    let renamed = loaded("other", include_str!("patterns/names.bnf"));
    let saved = Saved::read(&renamed, file.as_bytes()).expect("it means the same");
    assert_eq!(&saved.write(&language), file);
    let weighed = include_str!("patterns/names.bnf").replace("<call> |", "<call> @w(9) |");
    assert_eq!(loaded("names", &weighed).grammar.digest(), language.grammar.digest());
}

/// Runs the program in a folder.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grammarc"));
    let Output { status, stdout, stderr } = command.current_dir(folder).args(args).output().expect("the program runs");
    (status.code(), String::from_utf8_lossy(&stdout).into_owned(), String::from_utf8_lossy(&stderr).into_owned())
}

#[test]
fn generalize_writes_a_file() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.json"), "[null,0]\n").expect("the folder can be written to");
    let generalize = |more: &[&str]| {
        let before = ["generalize", "--no-reduce", "--tries", "5", "a.json"];
        run(folder.path(), &[&before, more, &["--", "grep", "-q", "null,"]].concat())
    };
    let (status, pattern, said) = generalize(&["-p", "a.pattern"]);
    assert_eq!(status, Some(0), "{said}");
    let file = fs::read_to_string(path("a.pattern")).expect("it was written");
    assert!(file.contains("\nverified 5 of 5, ") && file.contains("\ntext \"[null,0]\\n\"\nhole "), "{file}");
    let json = bundled().find(|language| language.name == "json").expect("it is there");
    let saved = Saved::read(&json, file.as_bytes()).expect("it was written");
    assert_eq!(shown(&json, &saved) + "\n", pattern);
    // It may be written again, but nothing else is overwritten.
    assert_eq!(generalize(&["-p", "a.pattern"]).0, Some(0));
    fs::write(path("other"), "of value").expect("the folder can be written to");
    let (status, _, said) = generalize(&["--pattern-file", "other"]);
    assert!(
        status == Some(2) && said.contains("other exists, and holds no pattern; `--force` overwrites it"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(path("other")).expect("it is there"), "of value");
    assert_eq!(generalize(&["--pattern-file", "other", "--force"]).0, Some(0));
    assert_eq!(fs::read_to_string(path("other")).expect("it is there"), file);
    let (status, _, said) = generalize(&["-p", "./a.json", "--force"]);
    assert!(status == Some(2) && said.contains("the input is never written to"), "{said}");
    assert_eq!(generalize(&["-p", "no/such/folder"]).0, Some(3));
}
