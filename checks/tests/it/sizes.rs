//! A crate is small enough to be read and to be built again at each change.

use std::fs;
use std::path::Path;

use crate::words::sources;

const MAX_CRATE_LINES: usize = 16_000;

/// Counts the lines of every crate that is written by hand. `generated-examples/*` is not.
#[test]
fn no_crate_is_too_long() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("it is there");
    let members = manifest.lines().find_map(|line| line.strip_prefix("members = [")).expect("it lists the crates");
    let folders = members.split('"').skip(1).step_by(2).filter(|folder| !folder.ends_with('*'));
    let long = folders.filter_map(|folder| {
        let lines: usize = sources(&root.join(folder).join("src")).iter().map(|(_, text)| text.lines().count()).sum();
        (lines > MAX_CRATE_LINES).then(|| format!("{folder} has {lines} lines: split it"))
    });
    let long: Vec<String> = long.collect();
    assert!(long.is_empty(), "at most {MAX_CRATE_LINES} lines in src/:\n{}", long.join("\n"));
}
