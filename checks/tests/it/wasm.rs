//! The libraries do the same on wasm32-unknown-unknown, without threads, clock and files, as on this machine.
//!
//! This is the only build of all libraries for that target, so a warning there fails the test.

#[path = "../wasm/report.rs"]
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use report::{INPUT, PARTS, has_all, report};

use crate::skipped::skipped;

const TARGET: &str = "wasm32-unknown-unknown";

/// The crates that do without a command line.
const DEPENDENCIES: &str = r#"
grammarc = { path = "ROOT/compiler", default-features = false }
grammarc-import = { path = "ROOT/import" }
grammarc-papers = { path = "ROOT/runtime/papers" }
grammarc-runtime = { path = "ROOT/runtime", default-features = false, features = ["generalize", "steer"] }
"#;

/// Returns whether the toolchain has the standard library of the target.
fn is_installed() -> bool {
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let output = rustc.args(["--print", "target-libdir", "--target", TARGET]).output();
    output.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).exists())
}

/// Builds the module of `tests/wasm/lib.rs`.
fn built() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.parent().expect("it is in the workspace");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wasm");
    let dependencies = DEPENDENCIES.replace("ROOT", root.to_str().expect("cargo wants such paths"));
    let manifest = format!(
        "[package]\nname = \"wasm\"\nedition = \"2024\"\n\n[lib]\npath = {:?}\ncrate-type = [\"cdylib\"]\n\n\
         [dependencies]{dependencies}\n[workspace]\n",
        here.join("tests/wasm/lib.rs")
    );
    fs::create_dir_all(&folder).expect("the folder can be made");
    fs::write(folder.join("Cargo.toml"), manifest).expect("the folder can be written to");
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("the workspace has one");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--offline", "--target", TARGET, "--target-dir", "target"]).current_dir(&folder);
    cargo.env("RUSTFLAGS", "-Dwarnings").env("CARGO_INCREMENTAL", "0").env("CARGO_PROFILE_DEV_DEBUG", "0");
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder.join("target").join(TARGET).join("debug/wasm.wasm")
}

#[test]
fn all_libraries_do_the_same_without_threads_clock_and_files() {
    if !is_installed() {
        return skipped(&format!("`rustup target add {TARGET}`"));
    }
    let module = built();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wasm/run.mjs");
    let arguments = [INPUT, PARTS[0], PARTS[1]].map(|text| str::from_utf8(text).expect("it is text"));
    let Ok(node) = Command::new("node").arg(script).arg(module).args(arguments).output() else {
        return skipped("node");
    };
    let (said, wrong) = (String::from_utf8_lossy(&node.stdout), String::from_utf8_lossy(&node.stderr));
    assert!(node.status.success(), "{said}{wrong}");
    let runs = AtomicU64::new(0);
    let oracle = |text: &[u8]| {
        runs.fetch_add(1, Relaxed);
        has_all(text, &PARTS)
    };
    let reduced = json::reduce(INPUT, oracle).expect("the input is interesting");
    let reduced = format!("{} after {} runs\n", String::from_utf8_lossy(&reduced), runs.into_inner());
    let expected = reduced + &report(&json::FORMAT) + "\n";
    for (line, expected) in said.lines().zip(expected.lines()) {
        assert_eq!(line, expected);
    }
    assert_eq!(said.lines().count(), expected.lines().count());
}
