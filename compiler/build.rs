//! Brings the lock file of the workspace (or, in a packaged crate, its own) where the compiler can embed it: generated
//! crates are given the part of it that the runtime needs.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let workspace = root.join("../Cargo.lock");
    let lock = if workspace.exists() { workspace } else { root.join("Cargo.lock") };
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", lock.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("known.lock"), fs::read_to_string(lock)?)
}
