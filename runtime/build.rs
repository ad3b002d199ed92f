//! Lists the sources of this crate and of its dependencies in this repository, for feature `sources`. The compiler writes them
//! beside generated code.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders of the packages, from this one.
const PACKAGES: [&str; 10] =
    ["", "tables", "core", "outline", "generate", "steer", "trial", "reduce", "generalize", "cli"];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.toml");
    if env::var_os("CARGO_FEATURE_SOURCES").is_none() {
        return Ok(());
    }
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut files = Vec::new();
    for package in PACKAGES {
        files.push(Path::new(package).join("Cargo.toml"));
        let sources = Path::new(package).join("src");
        println!("cargo::rerun-if-changed={}", sources.display());
        list(&root, &sources, &mut files)?;
    }
    files.sort();
    let mut code = String::from("&[\n");
    for file in files {
        let name = file.to_string_lossy().replace('\\', "/");
        let _ = writeln!(code, "    ({name:?}, include_str!({:?})),", root.join(&file));
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("sources.rs");
    fs::write(out, code + "]\n")
}

fn list(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            list(root, &path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
