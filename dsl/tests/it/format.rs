//! Formatting: goldens, and laws over every grammar of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use grammarc_dsl::format::format;
use grammarc_dsl::parse;
use grammarc_dsl::print::print;

fn grammars(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "bnf") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no grammars in {folder}");
    found
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a grammar is UTF-8")
}

/// Formats a text. The result means the same and is formatted.
fn checked(place: &str, text: &str) -> String {
    let formatted = format(text).unwrap_or_else(|error| panic!("{place}: {error:?}"));
    let [before, after] = [text, &formatted].map(|text| print(&parse(text).expect("it is correct")));
    assert_eq!(after, before, "{place}");
    assert_eq!(
        format(&formatted).expect("it is correct"),
        formatted,
        "{place} is not formatted after formatting:\n{text}"
    );
    formatted
}

#[test]
fn goldens() {
    for path in grammars("tests/fmt") {
        let formatted = checked(&path.display().to_string(), &text(&path));
        expect_file![path.with_extension("formatted")].assert_eq(&formatted);
    }
}

#[test]
fn every_grammar_keeps_its_meaning() {
    for path in grammars("../grammars").into_iter().chain(grammars("tests/ok")) {
        checked(&path.display().to_string(), &text(&path));
    }
}

/// A comment may stand between any two tokens. Wherever it is, it stays there.
#[test]
fn comments_are_kept_everywhere() {
    for path in grammars("tests/fmt") {
        let text = text(&path);
        let tree = print(&parse(&text).expect("the case is correct"));
        for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            for comment in ["# here\n", "\n# here\n"] {
                let with = [&text[..at], comment, &text[at..]].concat();
                if parse(&with).is_ok_and(|file| print(&file) == tree) {
                    let formatted = checked(&format!("{} at {at}", path.display()), &with);
                    // The case has three blank lines in a row at several places, so it was not left as it was.
                    assert!(!formatted.contains("\n\n\n"), "{with}");
                    assert_eq!(formatted.matches("# here").count(), with.matches("# here").count(), "{with}");
                }
            }
        }
    }
}

#[test]
fn blanks_do_not_matter() {
    for path in grammars("tests/fmt") {
        let text = text(&path);
        let formatted = checked(&path.display().to_string(), &text);
        let tree = print(&parse(&text).expect("the case is correct"));
        for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
            let with = [&text[..at], " ", &text[at..]].concat();
            if parse(&with).is_ok_and(|file| print(&file) == tree) && !text[..at].ends_with(['#', '\n']) {
                let line = text[..at].rsplit('\n').next().unwrap_or_default();
                // In a comment a blank is a blank.
                if !line.contains('#') {
                    assert_eq!(checked(&path.display().to_string(), &with), formatted, "{with}");
                }
            }
        }
    }
}
