//! Command lines that are nearly right, and all that `grammarc` says about them. They stand in `compiler/tests/hints.txt`, each behind
//! `$ grammarc`; `UPDATE_EXPECT=1` writes the output below them.

use std::fs;

use expect_test::expect_file;
use tempfile::TempDir;

use crate::common::{data, run_in};

/// The files that the lines name, in the folder where they run.
const FILES: &[(&str, &str)] = &[
    ("list.bnf", "<list> ::= \"a\" ** \",\"\n"),
    ("one.bnf", "<a> ::= \"x\" <b>\n"),
    ("two.bnf", "<word> ::= \"x\" <wrod>\n"),
    ("e3.bnf", "a ::= \"x\" | b\nb ::= \"y\"\n"),
    ("a.json", "{\"name\": \"list\", \"version\": 1}\n"),
    ("c.json", "[null]\n"),
    ("integers.txt", "[9, 1, four]\n"),
];

#[test]
fn nearly_right_lines_get_a_hint() {
    let folder = TempDir::new().expect("a folder can be made");
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).expect("the folder can be written to");
    }
    let file = data("hints.txt");
    let text = fs::read_to_string(&file).expect("it is there");
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("$ grammarc ")).collect();
    assert!(lines.len() > 20, "{lines:?}");
    let shown = lines.iter().map(|line| {
        let (status, output, messages) = run_in(folder.path(), &line.split(' ').collect::<Vec<_>>());
        let status = status.map_or_else(|| "none".to_owned(), |status| status.to_string());
        let said = format!("{output}{messages}");
        assert!(!said.contains("os error"), "{line}: {said}");
        format!("$ grammarc {line}\n{}\nstatus {status}\n\n", said.trim_end())
    });
    expect_file![file].assert_eq(&shown.collect::<String>());
}
