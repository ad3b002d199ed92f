//! What is the same in every generated crate: manifest, README, `lib.rs` and `main.rs`, from templates.

use tera::{Context, Tera};

use super::fuzzer;
use super::hooks::own_type;
use super::names::{is_keyword, lit, snake};
use super::vendor;
use super::{Interface, Options, Runtime, Unit};

/// How many characters of the stem of a grammar file go into names.
const LONGEST: usize = 64;

/// Version of every generated crate.
pub(crate) const VERSION: &str = "0.1.0";

/// The names under which a generated crate goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CrateNames {
    /// The stem of the grammar file, with `_grammar` where Rust or cargo already means something by it.
    pub(crate) stem: String,
    /// Package and binary: `grammarc-html`.
    pub(crate) package: String,
    /// The library: `html`.
    pub(crate) lib: String,
}

impl CrateNames {
    /// Derives the names from the stem of a grammar file.
    pub(crate) fn new(stem: &str) -> Self {
        const RESERVED: [&str; 8] =
            ["std", "core", "alloc", "test", "proc_macro", "runtime", "grammarc_runtime", "grammarc-runtime"];
        let is_taken = |name: &str| RESERVED.contains(&name) || is_keyword(name);
        let is_reserved = is_taken(stem) || is_taken(&snake(stem));
        // Files are called after the crate, by names that are longer still.
        let stem = stem.char_indices().nth(LONGEST).map_or(stem, |(end, _)| &stem[..end]);
        let stem = if is_reserved { format!("{stem}_grammar") } else { stem.to_owned() };
        let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let lib = snake(&stem);
        let has_letter = stem.contains(|c: char| c.is_ascii_alphanumeric());
        let package = format!("grammarc-{}", if has_letter { stem.replace(|c| !is_fit(c), "-") } else { lib.clone() });
        Self { stem, package, lib }
    }
}

/// How a crate with a command line is built where it is the root, which alone may say so.
const PROFILE: &str = "
# What only the command line needs is built sooner without optimization, and nobody waits for it then.
[profile.release.package]
\"*\" = { opt-level = 0 }
blake3 = { opt-level = 3 }
grammarc-runtime = { opt-level = 3 }
regex-automata = { opt-level = 3, codegen-units = 1 }
";

/// Writes `Cargo.toml`.
pub(super) fn manifest(unit: &Unit, options: &Options) -> String {
    let names = &unit.crate_names;
    let bin = match options.interface {
        Interface::Cli => format!("\n[[bin]]\nname = \"{}\"\npath = \"src/main.rs\"\n", names.package),
        Interface::Library => String::new(),
    };
    let features = match options.interface {
        Interface::Cli => "",
        Interface::Library => ", default-features = false",
    };
    let from = match &options.runtime {
        Runtime::Vendored => format!("path = \"{}\"", vendor::FOLDER),
        Runtime::Path(path) => format!("path = {}", lit(&path.to_string_lossy())),
        Runtime::Version(version) => format!("version = {}", lit(version)),
    };
    let workspace = match &options.runtime {
        _ if !options.own_workspace => "",
        Runtime::Vendored => "\n[workspace]\nexclude = [\"vendor\"]\n",
        _ => "\n[workspace]\n",
    };
    let profile = match options.interface {
        Interface::Cli if options.own_workspace => PROFILE,
        _ => "",
    };
    let mut context = context(unit);
    context.insert("version", VERSION);
    context.insert("rust_version", env!("CARGO_PKG_RUST_VERSION"));
    context.insert("bin", &bin);
    context.insert("runtime", &format!("{{ {from}{features} }}"));
    context.insert("workspace", &format!("{workspace}{profile}"));
    render(include_str!("frame/Cargo.toml.tera"), &context)
}

/// Writes `README.md`.
pub(super) fn readme(unit: &Unit, options: &Options) -> String {
    let mut context = context(unit);
    let commands = match options.interface {
        Interface::Cli => render(include_str!("frame/commands.md.tera"), &context),
        Interface::Library => String::new(),
    };
    context.insert("commands", &commands);
    let rules: Vec<&str> = unit.loaded.rules.iter().map(|rule| rule.text.as_str()).collect();
    context.insert("rules", &rules);
    render(include_str!("frame/README.md.tera"), &context)
}

/// Writes `lib.rs` around its modules: `mod parser;` and so on, or the modules themselves.
pub(super) fn lib(unit: &Unit, modules: &str) -> String {
    let mut context = context(unit);
    context.insert("modules", modules);
    context.insert("compiler_version", env!("CARGO_PKG_VERSION"));
    context.insert("stem_literal", &lit(&unit.loaded.name));
    context.insert("fuzzer", fuzzer::setter(&unit.loaded.grammar));
    context.insert("has_hooks", &unit.has_hooks());
    let own = (!unit.loaded.rust.is_empty()).then(|| own_type(&unit.crate_names.stem));
    context.insert("own_hooks", &own);
    render(include_str!("frame/lib.rs.tera"), &context)
}

/// Writes `main.rs`.
pub(super) fn main(unit: &Unit) -> String {
    render(include_str!("frame/main.rs.tera"), &context(unit))
}

/// What every template may use.
fn context(unit: &Unit) -> Context {
    let names = &unit.crate_names;
    let mut context = Context::new();
    context.insert("header", &unit.header());
    context.insert("file", &format!("{}.bnf", unit.loaded.name));
    context.insert("stem", &names.stem);
    context.insert("package", &names.package);
    context.insert("lib", &names.lib);
    context
}

fn render(template: &str, context: &Context) -> String {
    match Tera::one_off(template, context, false) {
        Ok(text) => text,
        Err(error) => unreachable!("templates use only what they are given: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::CrateNames;

    #[test]
    fn stems_that_mean_something_else_are_changed() {
        let all = ["html", "std", "type", "my-lang.v2", "runtime", "Proc-Macro", "é"].map(|stem| {
            let names = CrateNames::new(stem);
            (names.package, names.lib)
        });
        let expected = [
            ("grammarc-html", "html"),
            ("grammarc-std_grammar", "std_grammar"),
            ("grammarc-type_grammar", "type_grammar"),
            ("grammarc-my-lang-v2", "my_lang_v2"),
            ("grammarc-runtime_grammar", "runtime_grammar"),
            ("grammarc-Proc-Macro_grammar", "proc_macro_grammar"),
            ("grammarc-rule", "rule"),
        ];
        assert_eq!(all, expected.map(|(package, lib)| (package.to_owned(), lib.to_owned())));
    }
}
