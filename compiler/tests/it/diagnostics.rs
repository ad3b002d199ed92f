//! What is said of wrong and of odd grammars: each file of `err/` and `warn/` beside what is said of it.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use expect_test::expect_file;

use crate::common::{data, grammars_in, root};

/// Returns a report as a user in the folder of the tests would see it: paths begin there.
fn shown(report: impl Display) -> String {
    report.to_string().replace(data("").to_str().expect("the path is UTF-8"), "")
}

#[test]
fn errors() {
    for case in grammars_in("err") {
        let report = grammarc::load(&case).err().unwrap_or_else(|| panic!("{} loads", case.display()));
        expect_file![case.with_extension("stderr")].assert_eq(&shown(report));
    }
}

#[test]
fn warnings() {
    for case in grammars_in("warn") {
        let loaded = grammarc::load(&case).unwrap_or_else(|report| panic!("{}:\n{report}", case.display()));
        expect_file![case.with_extension("stderr")]
            .assert_eq(&shown(format!("{}{}", loaded.warnings, loaded.left_out)));
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let report = grammarc::load(Path::new("nowhere.bnf")).expect_err("there is no such file").to_string();
    assert!(report.starts_with("error: cannot read `nowhere.bnf`: "), "{report}");
}

/// Every problem that the program knows has a file that shows it: the names of the variants are read from the source.
#[test]
fn every_problem_has_a_case() {
    let root = root().join("dsl");
    let mut shown = String::new();
    for case in grammars_in("err").into_iter().chain(grammars_in("warn")) {
        match grammarc::load(&case) {
            Ok(loaded) => shown += &format!("{:?}{:?}", loaded.warnings.diagnostics, loaded.left_out.diagnostics),
            Err(report) => shown += &format!("{:?}", report.diagnostics),
        }
    }
    for entry in fs::read_dir(root.join("tests").join("err")).expect("the cases of the dsl are there") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|end| end == "bnf") {
            let text = fs::read_to_string(&path).expect("a case is UTF-8");
            shown += &format!("{:?}", grammarc_dsl::parse(&text));
        }
    }
    shown += &format!("{:?}", grammarc::load(Path::new("nowhere.bnf")).expect_err("no such file").diagnostics);
    let names: std::collections::HashSet<&str> = shown.split(|c: char| !c.is_alphanumeric()).collect();
    for file in ["problem", "syntax", "slip"] {
        let source =
            fs::read_to_string(root.join("src/diagnostic").join(file).with_extension("rs")).expect("it is there");
        for variant in variants(&source) {
            assert!(names.contains(&*variant), "no case in err/ or warn/ shows {file}: {variant}");
        }
    }
}

/// The variants of the enum that says most in a source file.
fn variants(source: &str) -> Vec<String> {
    let file = syn::parse_file(source).expect("the source is Rust");
    let enums = file.items.into_iter().filter_map(|item| match item {
        syn::Item::Enum(item) => Some(item),
        _ => None,
    });
    let largest = enums.max_by_key(|item| item.variants.len()).expect("there is an enum");
    largest.variants.iter().map(|variant| variant.ident.to_string()).collect()
}
