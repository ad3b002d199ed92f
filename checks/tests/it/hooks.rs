//! A new hook is a row in two tables and in the documentation: no other source names a hook, and every hook has its row there. A new
//! demand on names is told apart from others in one place, and a law tests it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::words::all_sources;

/// The file that makes hooks of their notation. The other table, beside the hooks, calls them `Self::Def`.
const NOTATION: &str = "compiler/frontend/src/resolve/hooks/notation.rs";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the file is there")
}

/// Returns the variants of `Hook`, in order.
fn variants() -> Vec<String> {
    let text = read("runtime/tables/src/grammar/hook.rs");
    let (_, body) = text.split_once("pub enum Hook {\n").expect("it declares the hooks");
    let body = body.split("\n}\n").next().unwrap_or_default();
    let names = body.lines().filter_map(|line| {
        let name = line.strip_prefix("    ")?.split([' ', '(', ',']).next()?;
        name.starts_with(|c: char| c.is_ascii_uppercase()).then(|| name.to_owned())
    });
    names.collect()
}

#[test]
fn only_the_notation_names_hooks() {
    let variants = variants();
    assert!(variants.len() > 10, "{variants:?}");
    let names_one = |text: &str| {
        text.match_indices("Hook::").any(|(at, path)| {
            let rest = &text[at + path.len()..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
            !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric()) && variants.iter().any(|it| *it == rest[..end])
        })
    };
    let files: Vec<PathBuf> =
        all_sources().into_iter().filter(|(_, text)| names_one(text)).map(|(path, _)| path).collect();
    assert_eq!(files, [root().join(NOTATION)], "ask `Hook::meaning` for the effects of a hook, or add one to it");
}

#[test]
fn only_the_state_and_a_law_tell_demands_apart() {
    let names_one = |text: &str| ["Unknown", "Untaken"].iter().any(|it| text.contains(&format!("NameDemand::{it}")));
    let mut files: Vec<PathBuf> =
        all_sources().into_iter().filter(|(_, text)| names_one(text)).map(|(path, _)| path).collect();
    files.sort();
    // The table of hooks makes them.
    let expected = ["checks/src/laws.rs", "runtime/core/src/meaning/state.rs", "runtime/tables/src/grammar/hook.rs"];
    assert_eq!(files, expected.map(|path| root().join(path)), "ask `State::meets` whether a text meets a demand");
}

#[test]
fn every_hook_has_notation_and_documentation() {
    let (notation, page) = (read(NOTATION), read("docs/hooks.md"));
    for variant in variants() {
        let name = variant.to_ascii_lowercase();
        assert!(notation.contains(&format!("\"{name}\",")), "{NOTATION} has no row of `@{name}`");
        let is_row = |line: &str| ["(", "`"].iter().any(|end| line.starts_with(&format!("| `@{name}{end}")));
        assert!(page.lines().any(is_row), "docs/hooks.md has no row of `@{name}`");
    }
}
