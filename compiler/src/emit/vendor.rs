//! The runtime as a folder of a generated crate, so that it builds anywhere.

use std::path::{Path, PathBuf};

use grammarc_runtime::sources::FILES;

use super::Interface;

/// Where the runtime stands in a generated crate.
pub(crate) const FOLDER: &str = "vendor/grammarc-runtime";

/// Returns the files of the vendored runtime, by path in the generated crate. `header` is the line without comment sign.
pub(crate) fn files(header: &str, interface: Interface) -> Vec<(PathBuf, String)> {
    let sources = FILES.iter().filter(|(path, _)| *path != "Cargo.toml" && *path != "src/sources.rs");
    let sources = sources.map(|(path, text)| (Path::new(FOLDER).join(path), (*text).to_owned()));
    let manifest = (Path::new(FOLDER).join("Cargo.toml"), manifest(header, interface));
    std::iter::once(manifest).chain(sources).collect()
}

/// Returns the names of the packages that the runtime with its command line depends on, in order.
pub(crate) fn dependencies() -> Vec<String> {
    let mut names = Vec::new();
    let mut section = "";
    for line in original().lines() {
        if let Some(name) = line.strip_prefix('[') {
            section = name.trim_end_matches(']');
            names.extend(section.strip_prefix("dependencies.").map(str::to_owned));
        } else if section == "dependencies" {
            names.extend(line.split_once(" = ").map(|(name, _)| name.to_owned()));
        }
    }
    names.sort();
    names
}

/// The manifest that the runtime was built from.
fn original() -> &'static str {
    FILES.iter().find(|(path, _)| *path == "Cargo.toml").map_or("", |(_, text)| text)
}

/// Writes a manifest that stands alone: nothing of a workspace, of tests or of the sources feature.
fn manifest(header: &str, interface: Interface) -> String {
    let (version, rust) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_RUST_VERSION"));
    let rest = match interface {
        Interface::Cli => sections(&["features", "dependencies"]),
        Interface::Library => "[features]\ndefault = []\n".to_owned(),
    };
    format!(
        "# {header}\n[package]\nname = \"grammarc-runtime\"\nversion = \"{version}\"\nedition = \"2024\"\n\
         rust-version = \"{rust}\"\nlicense = \"MIT OR Apache-2.0\"\nbuild = false\npublish = false\n\n\
         [lints.rust]\nunexpected_cfgs = {{ level = \"warn\", check-cfg = ['cfg(feature, values(\"cli\", \"sources\"))'] }}\n\n\
         {rest}"
    )
}

/// Copies the sections of these names, and those below them, from the original manifest, without its comments.
fn sections(wanted: &[&str]) -> String {
    let mut copied = String::new();
    let mut is_wanted = false;
    for line in original().lines().filter(|line| !line.starts_with('#') && !line.starts_with("sources = ")) {
        if let Some(section) = line.strip_prefix('[') {
            let name = section.split(['.', ']']).next().unwrap_or_default();
            is_wanted = wanted.contains(&name);
        }
        if is_wanted {
            copied += &format!("{line}\n");
        }
    }
    format!("{}\n", copied.trim_end())
}
