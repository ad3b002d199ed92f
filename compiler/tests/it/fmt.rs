//! `grammarc fmt`: files in place, `-`, `--check`, and mistakes. Layouts are tested beside the formatter.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

const WILD: &str = "<a>::=\"b\"  # note\n";
const TIDY: &str = "<a> ::= \"b\"  # note\n";

fn fmt(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grammarc"));
    command
        .arg("fmt")
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program runs");
    child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("the input is read");
    child.wait_with_output().expect("the program ends")
}

#[test]
fn files_are_formatted_in_place() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = |name: &str| folder.path().join(name);
    for name in ["one.bnf", "two.bnf"] {
        fs::write(path(name), WILD).expect("it can be written");
    }
    fs::set_permissions(path("one.bnf"), fs::Permissions::from_mode(0o640)).expect("it is ours");
    fs::write(path("tidy.bnf"), TIDY).expect("it can be written");

    let checked = fmt(folder.path(), &["--check", "one.bnf", "tidy.bnf", "two.bnf"], "");
    assert_eq!(checked.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&checked.stdout), "one.bnf\ntwo.bnf\n");
    assert_eq!(String::from_utf8_lossy(&checked.stderr), "");
    assert_eq!(fs::read_to_string(path("one.bnf")).expect("it is there"), WILD);

    let written = fmt(folder.path(), &["one.bnf", "tidy.bnf", "two.bnf"], "");
    assert_eq!(written.status.code(), Some(0), "{written:?}");
    assert!(written.stdout.is_empty() && written.stderr.is_empty(), "{written:?}");
    for name in ["one.bnf", "two.bnf"] {
        assert_eq!(fs::read_to_string(path(name)).expect("it is there"), TIDY);
    }
    let mode = fs::metadata(path("one.bnf")).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(fs::read_dir(folder.path()).expect("it is a folder").count(), 3, "nothing is left beside the files");
    assert_eq!(fmt(folder.path(), &["--check", "one.bnf", "tidy.bnf", "two.bnf"], "").status.code(), Some(0));
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let written = fmt(folder.path(), &["-"], WILD);
    assert_eq!((written.status.code(), String::from_utf8_lossy(&written.stdout).as_ref()), (Some(0), TIDY));
    let checked = fmt(folder.path(), &["--check", "-"], WILD);
    assert_eq!((checked.status.code(), String::from_utf8_lossy(&checked.stdout).as_ref()), (Some(1), "-\n"));
}

#[test]
fn a_mistake_is_told_and_the_other_files_are_formatted() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("bad.bnf"), "<a> = \"b\"").expect("it can be written");
    fs::write(folder.path().join("wild.bnf"), WILD).expect("it can be written");
    let output = fmt(folder.path(), &["bad.bnf", "missing.bnf", "wild.bnf"], "");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("--> bad.bnf:1:5") && told.contains("bad.bnf: not formatted"), "{told}");
    assert_eq!(fs::read_to_string(folder.path().join("bad.bnf")).expect("it is there"), "<a> = \"b\"");
    assert_eq!(fs::read_to_string(folder.path().join("wild.bnf")).expect("it is there"), TIDY);
}
