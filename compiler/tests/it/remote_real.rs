//! `reduce --remote` on a real server, where it is installed; skipped elsewhere: the first run there and here must agree.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use crate::common::{binary, printed};

#[path = "../../../runtime/remote/tests/it/server.rs"]
mod server;

/// Makes a folder with a test, the words that it looks for, and an input in which they are.
fn project(test: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("it can be written");
    write("test.sh", &format!("#!/bin/sh\n{test}\n"));
    write("words.txt", "null\n");
    write("crash.json", "[1, {\"a\": null}]");
    fs::set_permissions(folder.path().join("test.sh"), PermissionsExt::from_mode(0o755)).expect("it is there");
    folder
}

/// Reduces the input of a project on a server, and returns status, result and messages.
fn reduce(server: &server::Real, folder: &Path, options: &[&str]) -> (Option<i32>, String, String) {
    let mut command = binary();
    // Tests on a worker do not get this variable.
    command.current_dir(folder).env("ONLY_HERE", "yes");
    command.args(["reduce", "crash.json", "-o", "-", "-j", "2", "--remote", &server.address]).args(options);
    printed(command.args(["--", "./test.sh", "{}"]))
}

#[test]
fn a_file_that_is_missing_there_is_named() {
    let blobs = TempDir::new().expect("a folder can be made");
    let Some(server) = server::Real::start(blobs.path()) else { return };
    let folder = project(r#"grep -q -f "$(dirname "$0")/words.txt" "$1""#);
    let (status, result, messages) = reduce(&server, folder.path(), &[]);
    assert_eq!((status, &*result), (Some(3), ""), "{messages}");
    assert!(messages.contains("disagree: exit status 2 there, exit status 0 here"), "{messages}");
    assert!(messages.contains("add `--remote-input words.txt`"), "{messages}");
    assert!(!folder.path().join("crash.reduced.json").exists(), "nothing is written");
    let (status, result, messages) = reduce(&server, folder.path(), &["--remote-input", "words.txt"]);
    assert_eq!((status, result.trim()), (Some(0), "null"), "{messages}");
    fs::write(folder.path().join("grammarc.toml"), "[remote]\ninputs = ['words.txt']\n").expect("it can be written");
    let (status, result, messages) = reduce(&server, folder.path(), &[]);
    assert_eq!((status, result.trim()), (Some(0), "null"), "{messages}");
    assert!(messages.contains("with options from grammarc.toml"), "{messages}");
}

#[test]
fn a_test_that_cannot_run_here_needs_remote_only() {
    let blobs = TempDir::new().expect("a folder can be made");
    let Some(server) = server::Real::start(blobs.path()) else { return };
    let folder = project(r#"test -z "$ONLY_HERE" && grep -q null "$1""#);
    let (status, result, messages) = reduce(&server, folder.path(), &[]);
    assert_eq!((status, &*result), (Some(3), ""), "{messages}");
    assert!(messages.contains("disagree: exit status 0 there, exit status 1 here"), "{messages}");
    assert!(messages.contains("`--remote-only` if the test cannot run on this machine"), "{messages}");
    let (status, result, messages) = reduce(&server, folder.path(), &["--remote-only"]);
    assert_eq!((status, result.trim()), (Some(0), "null"), "{messages}");
}
