//! What is said of wrong and of odd grammars: each file of `err/` and `warn/` beside what is said of it.

use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;

/// The files of a directory, with paths as a user in the directory of the tests would give them.
fn cases(directory: &str) -> Vec<PathBuf> {
    std::env::set_current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")).expect("the tests are there");
    let entries = fs::read_dir(directory).expect("the cases are there").map(|entry| entry.expect("readable").path());
    let mut cases: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "bnf")).collect();
    cases.sort();
    cases
}

fn golden(case: &Path) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(case).with_extension("stderr")
}

#[test]
fn errors() {
    for case in cases("err") {
        let report = grammarc::load(&case).err().unwrap_or_else(|| panic!("{} loads", case.display()));
        expect_file![golden(&case)].assert_eq(&report.to_string());
    }
}

#[test]
fn warnings() {
    for case in cases("warn") {
        let loaded = grammarc::load(&case).unwrap_or_else(|report| panic!("{}:\n{report}", case.display()));
        expect_file![golden(&case)].assert_eq(&loaded.warnings.to_string());
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let report = grammarc::load(Path::new("nowhere.bnf")).expect_err("there is no such file").to_string();
    assert!(report.starts_with("error: cannot read `nowhere.bnf`: "), "{report}");
}
