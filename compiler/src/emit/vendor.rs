//! The runtime as a folder of a generated crate, so that it builds anywhere: the crates that its parts need, and no others.
//!
//! For example, a crate with a parser alone has `tables/`, `core/` and the façade, but not `generate/`.

use std::path::{Path, PathBuf};

use grammarc_runtime::sources::FILES;

use super::{Interface, Parts};

/// Where the runtime stands in a generated crate.
pub(crate) const FOLDER: &str = "vendor/grammarc-runtime";

/// A crate of the runtime.
struct RuntimeCrate {
    /// Its folder in the runtime's folder; empty for `grammarc-runtime` itself.
    folder: &'static str,
    name: &'static str,
    /// Whether a generated crate needs it.
    is_needed: fn(Interface) -> bool,
}

/// The crates, each after its dependencies.
const PACKAGES: [RuntimeCrate; 10] = [
    RuntimeCrate { folder: "tables/", name: "grammarc-tables", is_needed: |_| true },
    RuntimeCrate { folder: "core/", name: "grammarc-core", is_needed: |_| true },
    RuntimeCrate { folder: "generate/", name: "grammarc-generate", is_needed: |it| it.parts() != Parts::PARSE },
    RuntimeCrate { folder: "steer/", name: "grammarc-steer", is_needed: |it| it == Interface::Cli },
    RuntimeCrate { folder: "trial/", name: "grammarc-trial", is_needed: reduces },
    RuntimeCrate { folder: "outline/", name: "grammarc-outline", is_needed: reduces },
    RuntimeCrate { folder: "reduce/", name: "grammarc-reduce", is_needed: reduces },
    RuntimeCrate { folder: "generalize/", name: "grammarc-generalize", is_needed: |it| it.parts().generalize },
    RuntimeCrate { folder: "cli/", name: "grammarc-cli", is_needed: |it| it == Interface::Cli },
    RuntimeCrate { folder: "", name: "grammarc-runtime", is_needed: |_| true },
];

fn reduces(interface: Interface) -> bool {
    interface.parts().reduce || interface.parts().generalize
}

/// Returns the files of the vendored runtime, by path in the generated crate. `header` is the line without comment sign.
pub(crate) fn files(header: &str, interface: Interface) -> Vec<(PathBuf, String)> {
    let write = |package: &RuntimeCrate| {
        let manifest = format!("{}Cargo.toml", package.folder);
        let sources = format!("{}src/", package.folder);
        let sources = FILES.iter().filter(move |(path, _)| path.starts_with(&sources) && *path != "src/sources.rs");
        let sources = sources.map(|(path, text)| (Path::new(FOLDER).join(path), (*text).to_owned()));
        let manifest = (Path::new(FOLDER).join(manifest), package.manifest(header, interface));
        std::iter::once(manifest).chain(sources).collect::<Vec<_>>()
    };
    needed(interface).flat_map(write).collect()
}

/// Returns the crates of the vendored runtime by name, each with the names of the packages that it depends on.
pub(crate) fn dependencies(interface: Interface) -> Vec<(&'static str, Vec<&'static str>)> {
    needed(interface).map(|package| (package.name, package.dependencies(interface))).collect()
}

/// Returns whether a crate of the runtime has that name. Cargo does not lock two packages of one name and version.
pub(crate) fn has(package: &str) -> bool {
    PACKAGES.iter().any(|own| own.name == package)
}

fn needed(interface: Interface) -> impl Iterator<Item = &'static RuntimeCrate> {
    PACKAGES.iter().filter(move |package| (package.is_needed)(interface))
}

impl RuntimeCrate {
    /// Returns the manifest that the crate was built from.
    fn original(&self) -> &'static str {
        let path = format!("{}Cargo.toml", self.folder);
        FILES.iter().find(|(other, _)| *other == path).map_or("", |(_, text)| text)
    }

    /// Returns the lines of a section of the original manifest that a vendored crate keeps, without comments.
    fn section(&self, name: &str, interface: Interface) -> impl Iterator<Item = &'static str> {
        let name = format!("[{name}]");
        let lines = self.original().lines().skip_while(move |line| *line != name).skip(1);
        let lines = lines.take_while(|line| !line.starts_with('['));
        lines.filter(move |line| is_kept(line, interface))
    }

    fn dependencies(&self, interface: Interface) -> Vec<&'static str> {
        let names = self.section("dependencies", interface).filter_map(|line| Some(line.split_once(" = ")?.0));
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        names
    }

    /// Writes a manifest that stands alone: nothing of a workspace, of tests or of the sources feature.
    fn manifest(&self, header: &str, interface: Interface) -> String {
        let (name, version, rust) = (self.name, env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_RUST_VERSION"));
        let mut rest = String::new();
        for section in ["features", "dependencies"] {
            let lines: String = self.section(section, interface).map(|line| format!("{line}\n")).collect();
            if !lines.is_empty() {
                rest += &format!("\n[{section}]\n{lines}");
            }
        }
        format!(
            "# {header}\n[package]\nname = \"{name}\"\nversion = \"{version}\"\nedition = \"2024\"\n\
             rust-version = \"{rust}\"\nlicense = \"MIT OR Apache-2.0\"\nbuild = false\npublish = false\n\n\
             [lints.rust]\nunexpected_cfgs = {{ level = \"warn\", check-cfg = ['cfg(feature, values({FEATURES}))'] }}\n{rest}"
        )
    }
}

/// The features that sources of the runtime ask for.
const FEATURES: &str = r#""cli", "generalize", "generate", "reduce", "sources", "steer", "view""#;

/// Returns whether a line of a section says something of a vendored crate. One without a command line depends on crates of the
/// runtime alone.
fn is_kept(line: &str, interface: Interface) -> bool {
    let Some((name, value)) = line.split_once(" = ") else { return false };
    if name.starts_with('#') || name == "sources" {
        return false;
    }
    let is_there = |word: &str| {
        let package = PACKAGES.iter().find(|package| package.name == word);
        package.map_or(interface == Interface::Cli, |package| (package.is_needed)(interface))
    };
    match value.starts_with('[') {
        // A feature: each dependency that it names, alone or with a feature of its own, must be there.
        true => {
            let words = value.split('"').skip(1).step_by(2);
            let mut named =
                words.filter_map(|word| word.strip_prefix("dep:").or_else(|| Some(word.split_once('/')?.0)));
            (interface == Interface::Cli || name != "cli" && name != "default") && named.all(is_there)
        }
        false => is_there(name),
    }
}
