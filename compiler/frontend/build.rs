//! Brings the bundled grammars where the compiler embeds them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed=grammars");
    fs::write(out.join("bundled.rs"), bundled(&root.join("grammars"))?)
}

/// Writes the table of the grammars in a folder: name, text, and how their inputs are known.
fn bundled(folder: &Path) -> io::Result<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    let mut code = String::from("&[\n");
    for name in names {
        let grammar = folder.join(format!("{name}/{name}.bnf"));
        let known_by = folder.join(format!("{name}/known-by"));
        let _ = writeln!(
            code,
            "    BundledGrammar {{ name: {name:?}, text: include_str!({grammar:?}), known_by: include_str!({known_by:?}) }},"
        );
    }
    Ok(code + "]\n")
}
