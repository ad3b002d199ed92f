//! Triage: a folder of failing inputs comes apart into those that fail for the same reason.

use std::fs;
use std::path::Path;
use std::process::Output;

use tempfile::TempDir;

use crate::common::binary;

/// In the place of a program with two bugs, one of which depends on a list, one on a member of an object.
const PROGRAM: &str = "#!/bin/sh
grep -zqE '\\[[[:space:]]*null[[:space:]]*,' \"$1\" && kill -SEGV $$
grep -zqE '\"id\": *true' \"$1\" && exit 3
exit 0
";

/// Inputs by name; `cut` is not in the language, nor is what is left of it, and `fine` does not fail.
const INPUTS: [(&str, &str); 7] = [
    ("one.json", "{\"users\": [{\"id\": 1, \"tags\": [null, \"b\"]}, {\"id\": 2, \"name\": null}]}"),
    ("two.json", "[[null,\n 12.5e3], {\"x\": {}}]"),
    ("three.json", "[{\"n\": [1,2,3]}, {\"a\": 0, \"id\": true}]"),
    ("cut.json", "[{}, [null, {\"a\": 5}, tru"),
    ("fine.json", "[1, {\"id\": false}]"),
    (".hidden.json", "[null,1]"),
    ("four.json", "{\"x\": [{\"k\": {\"id\": true, \"z\": [0]}}]}"),
];

/// Returns a folder with the program, and the inputs in a folder of their own.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written to");
    write("program.sh", PROGRAM);
    fs::create_dir_all(folder.path().join("crashes/deeper")).expect("a folder can be made");
    for (name, text) in INPUTS {
        write(&format!("crashes/{name}"), text);
    }
    folder
}

/// Runs a command of the program in a folder; returns the status, what it printed and what it said.
fn triage(folder: &Path, options: &[&str], oracle: &[&str]) -> (Option<i32>, String, String) {
    let mut command = binary();
    command.current_dir(folder).args(["triage", "crashes", "--tries", "20"]).args(options).arg("--").args(oracle);
    let Output { status, stdout, stderr } = command.output().expect("the program runs");
    (status.code(), String::from_utf8_lossy(&stdout).into_owned(), String::from_utf8_lossy(&stderr).into_owned())
}

const ORACLE: [&str; 3] = ["sh", "-c", "! sh \"$1\"/program.sh \"$2\""];

/// Runs it with both bugs as one oracle: what fails in any way is interesting.
fn failing(folder: &Path, options: &[&str]) -> (Option<i32>, String, String) {
    let place = folder.to_str().expect("the path is UTF-8");
    triage(folder, options, &[&ORACLE[..], &["sh", place, "{}"]].concat())
}

#[test]
fn inputs_that_fail_for_the_same_reason_come_together() {
    let folder = folder();
    let (status, table, said) = failing(folder.path(), &["--report", "page.html"]);
    assert_eq!(status, Some(0), "{said}");
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["inputs", "bytes", "rate", "representative", "pattern"]);
    assert_eq!(lines.len(), 3, "{table}");
    let place = "crashes.triage/one.reduced.valid.json";
    assert_eq!(lines[1], ["3", "8", "1.000", "of", "20", place, "<ws>[<ws>null<ws>,<element>]<ws>"]);
    assert_eq!(lines[2][0], "2", "{table}");
    assert!(lines[2][6].contains("\"id\""), "{table}");
    assert!(said.contains("\nnote: 1 of the inputs is not interesting: crashes/fine.json\n"), "{said}");
    assert!(said.lines().any(|line| line.starts_with("3/6 crashes/four.json: ") && line.contains("; ")), "{said}");
    assert!(said.lines().last().is_some_and(|last| last.starts_with("5 inputs, 2 groups, ")), "{said}");
    let left = fs::read(folder.path().join(place)).expect("it is there");
    assert_eq!(left, b"[null,0]");
    let page = fs::read_to_string(folder.path().join("page.html")).expect("it was written");
    for part in
        ["5 failing inputs, 2 groups", "&lt;element&gt;", "crashes/four.json", "In no group", "crashes/fine.json"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    for (name, text) in INPUTS {
        let there = fs::read_to_string(folder.path().join("crashes").join(name)).expect("it is there");
        assert_eq!(there, text, "an input is never changed");
    }
    // A pattern tells new crashes from known ones.
    let mut command = binary();
    let formula = "crashes.triage/one.json.pattern and not crashes.triage/four.json.pattern";
    let known = command.current_dir(folder.path()).args(["parse", "--pattern", formula, place]).output();
    assert!(known.expect("the program runs").status.success());
    // What was found is there: the same command needs no more than to ask again, and comes to the same.
    let (status, again, said) = failing(folder.path(), &["--report", "page.html"]);
    assert_eq!((status, again), (Some(0), table), "{said}");
}

#[test]
fn machines_are_told_the_same() {
    let folder = folder();
    let (status, json, said) = failing(folder.path(), &["--json", "-q", "-o", "small"]);
    assert_eq!((status, &*said), (Some(0), ""));
    for part in [
        "{\"folder\":\"crashes\",\"grammar\":\"json\",\"groups\":[{\"count\":3,\"pattern\":\"<ws>[<ws>null<ws>,<element>]<ws>\"",
        "\"saved\":\"small/one.json.pattern\",\"verified\":true,\"rate\":{\"interesting\":20,\"of\":20,\"low\":0.8389,\"high\":1.0000}",
        "\"representative\":\"small/one.reduced.valid.json\",\"text\":\"[null,0]\"",
        "\"left\":[{\"input\":\"crashes/fine.json\",\"judged\":true,\"why\":\"crashes/fine.json is not interesting",
        "\"end\":\"done\",\"tests\":",
    ] {
        assert!(json.contains(part), "{part}: {json}");
    }
}

#[test]
fn failures_of_another_kind_are_other_groups() {
    let folder = folder();
    // Both fail where there is `null`, one with another status: with --same these are two.
    let oracle = ["sh", "-c", "grep -q null \"$1\" || exit 0; grep -q 1 \"$1\" && exit 5; exit 6", "sh", "{}"];
    let (status, table, said) = triage(folder.path(), &["--same", "--no-reduce"], &oracle);
    assert_eq!(status, Some(0), "{said}");
    assert!(table.lines().count() > 2, "{table}");
    assert!(said.contains("crashes/three.json does not fail: the command exits with status 0\n"), "{said}");
    assert!(!folder.path().join("crashes.triage").exists(), "nothing is written");
}

#[test]
fn it_says_what_cannot_be() {
    let folder = folder();
    let (status, table, said) = triage(folder.path(), &[], &["false"]);
    assert_eq!((status, &*table), (Some(1), ""));
    assert!(said.ends_with("error: crashes: none of the 6 inputs is interesting\n"), "{said}");
    let (status, _, said) = triage(folder.path(), &[], &["./nowhere"]);
    assert!(matches!(status, Some(2 | 3)) && said.contains("nowhere"), "{status:?} {said}");
    for options in [&["-o", "-"][..], &["--no-reduce", "-o", "x"], &["--report", "crashes/fine.json"]] {
        let (status, table, said) = triage(folder.path(), options, &["true"]);
        assert_eq!((status, &*table), (Some(2), ""), "{options:?}: {said}");
    }
    fs::create_dir_all(folder.path().join("crashes.triage")).expect("a folder can be made");
    fs::write(folder.path().join("crashes.triage/one.json.pattern"), "mine").expect("it can be written to");
    let (status, table, said) = triage(folder.path(), &[], &["true"]);
    assert_eq!((status, &*table), (Some(2), ""), "before anything is run: {said}");
    assert!(said.contains("one.json.pattern exists and is not a pattern file"), "{said}");
    fs::create_dir(folder.path().join("empty")).expect("a folder can be made");
    let mut command = binary();
    let output = command.current_dir(folder.path()).args(["triage", "empty", "--", "true"]).output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: empty: no files in this folder\n");
}

#[test]
fn different_numbers_of_one_bug_come_together() {
    let folder = TempDir::new().expect("a folder can be made");
    fs::create_dir(folder.path().join("crashes")).expect("a folder can be made");
    for (name, text) in [("one.json", "[-4.2e8]"), ("two.json", "[-0.6]"), ("three.json", "{\"a\": [1, -17.25, 3]}")] {
        fs::write(folder.path().join("crashes").join(name), text).expect("it can be written to");
    }
    // Texts outside the language fail, too: `-0.` is one.
    let (status, table, said) = triage(folder.path(), &[], &["grep", "-zqE", "-e", "-[0-9]+\\."]);
    assert_eq!(status, Some(0), "{said}");
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((lines.len(), lines[1][0]), (2, "3"), "{table}");
    let place = folder.path().join("crashes.triage/one.reduced.valid.json");
    assert_eq!(fs::read(place).expect("it is there"), b"-0.0");
}

#[test]
fn a_condition_stands_on_the_line_of_its_pattern() {
    let folder = TempDir::new().expect("a folder can be made");
    fs::create_dir(folder.path().join("crashes")).expect("a folder can be made");
    fs::write(folder.path().join("crashes/one.json"), "[1, null]").expect("it can be written to");
    let (status, table, said) = triage(folder.path(), &[], &["grep", "-zqF", "null"]);
    assert_eq!(status, Some(0), "{said}");
    let pattern = "<element> where <element> with <value> \"null\"";
    assert!(table.contains(pattern) && said.contains(pattern), "{table}{said}");
}
