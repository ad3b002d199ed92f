//! The files that every generated crate has in common: manifest, README, `lib.rs` and `main.rs`, from templates.

use tera::{Context, Tera};

use super::hooks;
use super::names::{is_keyword, lit, snake};
use super::nodes;
use super::vendor;
use super::{EmitContext, Interface, Options, Parts, Runtime};

/// Most characters of a grammar file's stem that go into names. More would exceed the lengths that registries
/// and file systems allow.
const MAX_STEM_CHARS: usize = 64;

/// Version of every generated crate.
pub(crate) const VERSION: &str = "0.1.0";

/// The names under which a generated crate goes.
/// For example, `html.bnf` makes the package `grammarc-html` with the library `html`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CrateNames {
    /// The stem of the grammar file, with `_grammar` where Rust or cargo already means something by it.
    pub(crate) stem: String,
    /// Package and binary: `grammarc-html`, or `grammarc-tables-grammar` where the runtime has a crate of the shorter name.
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
        let stem = stem.char_indices().nth(MAX_STEM_CHARS).map_or(stem, |(end, _)| &stem[..end]);
        let stem = if is_reserved { format!("{stem}_grammar") } else { stem.to_owned() };
        let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let lib = snake(&stem);
        let has_letter = stem.contains(|c: char| c.is_ascii_alphanumeric());
        let package = format!("grammarc-{}", if has_letter { stem.replace(|c| !is_fit(c), "-") } else { lib.clone() });
        let package = if vendor::has(&package) { format!("{package}-grammar") } else { package };
        Self { stem, package, lib }
    }
}

/// Build profile of a crate with a command line. Only the root of a workspace may have one.
const PROFILE: &str = "
# What only the command line needs is built sooner without optimization, and nobody waits for it then.
[profile.release.package]
\"*\" = { opt-level = 0 }
blake3 = { opt-level = 3 }
grammarc-core = { opt-level = 3 }
grammarc-generalize = { opt-level = 3 }
grammarc-generate = { opt-level = 3 }
grammarc-outline = { opt-level = 3 }
grammarc-reduce = { opt-level = 3 }
grammarc-runtime = { opt-level = 3 }
grammarc-steer = { opt-level = 3 }
grammarc-tables = { opt-level = 3 }
grammarc-trial = { opt-level = 3 }
";

/// Writes `Cargo.toml`.
pub(super) fn manifest(unit: &EmitContext, options: &Options) -> String {
    let names = &unit.crate_names;
    let bin = match unit.has_program(options) {
        true => format!("\n[[bin]]\nname = \"{}\"\npath = \"src/main.rs\"\n", names.package),
        false => String::new(),
    };
    let features = match options.interface {
        Interface::Cli => String::new(),
        Interface::Library(parts) => {
            let names: Vec<String> = parts.features().into_iter().map(lit).collect();
            let features =
                if names.is_empty() { String::new() } else { format!(", features = [{}]", names.join(", ")) };
            format!(", default-features = false{features}")
        }
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
    let profile = if options.own_workspace && unit.has_program(options) { PROFILE } else { "" };
    let mut context = context(unit);
    context.insert("version", VERSION);
    context.insert("rust_version", env!("CARGO_PKG_RUST_VERSION"));
    context.insert("bin", &bin);
    context.insert("runtime", &format!("{{ {from}{features} }}"));
    context.insert("workspace", &format!("{workspace}{profile}"));
    render(include_str!("frame/Cargo.toml.tera"), &context)
}

/// Writes `README.md`.
pub(super) fn readme(unit: &EmitContext, options: &Options) -> String {
    let mut context = context(unit);
    let (door, functions, place) = match unit.lacks_functions() {
        true => (format!("{}.", constant(unit)), own_functions(unit, options.interface), "\nIn your crate:\n"),
        false => (format!("{}::", unit.crate_names.lib), String::new(), ""),
    };
    context.insert("door", &door);
    context.insert("functions", &functions);
    context.insert("place", place);
    let argument = if unit.lacks_functions() { format!("&{}, ", constant(unit)) } else { String::new() };
    let typed = nodes::root_name(&unit.loaded.grammar, &unit.names).map_or(String::new(), |root| {
        let call = format!("let typed = {}::{root}::parse({argument}&input)?;", unit.crate_names.lib);
        format!("{call:<66}// the same tree, with a type for each rule\n")
    });
    context.insert("typed", &typed);
    let commands = match options.interface {
        Interface::Cli => render(include_str!("frame/commands.md.tera"), &context),
        Interface::Library(_) => String::new(),
    };
    context.insert("commands", &commands);
    let rules: Vec<&str> = unit.loaded.rules.iter().map(|rule| rule.text.as_str()).collect();
    context.insert("rules", &rules);
    render(include_str!("frame/README.md.tera"), &context)
}

/// Writes how to write the functions that the grammar leaves to Rust.
fn own_functions(unit: &EmitContext, interface: Interface) -> String {
    let constant = constant(unit);
    let main = match interface {
        Interface::Cli => format!("-> std::process::ExitCode {{\n    {constant}.main()\n}}"),
        // A program that only parses has an input; here any will do.
        Interface::Library(Parts { generate: false, .. }) => {
            format!("{{\n    println!(\"{{:?}}\", {constant}.parse(b\"\"));\n}}")
        }
        Interface::Library(_) => format!("{{\n    println!(\"{{:?}}\", {constant}.fuzz(1, 20));\n}}"),
    };
    let names = unit.loaded.grammar.functions.iter().map(|name| format!("`{name}`"));
    let mut context = context(unit);
    context.insert("names", &names.collect::<Vec<_>>().join(", "));
    context.insert("example", &hooks::example(&unit.loaded.grammar, &unit.crate_names.lib));
    context.insert("main", &main);
    render(include_str!("frame/functions.md.tera"), &context)
}

/// Returns the name of a format's doors in examples: `ORDERS`.
fn constant(unit: &EmitContext) -> String {
    unit.crate_names.lib.to_uppercase()
}

/// Writes `lib.rs` around its modules: `mod parser;` and so on, or the modules themselves.
pub(super) fn lib(unit: &EmitContext, modules: &str) -> String {
    let rust = &unit.loaded.rust;
    let mut context = context(unit);
    context.insert("modules", modules);
    context.insert("compiler_version", env!("CARGO_PKG_VERSION"));
    context.insert("stem_literal", &lit(&unit.loaded.name));
    let parts = unit.parts;
    let (holder, holder_static) = parts.holder();
    context.insert("holder", holder);
    context.insert("holder_static", holder_static);
    context.insert("tables", &tables(unit));
    context.insert("interpreted", &!unit.plan.has_parser());
    let own = format!("tables().with_custom(&hooks::Functions(hooks::{}))", hooks::own_type(&unit.crate_names.stem));
    let (doors, language, functions) = match (unit.lacks_functions(), rust.is_empty()) {
        (true, _) => (WITH.to_owned(), None, "the functions that the grammar leaves to Rust"),
        (false, true) => (free(parts), Some("tables()"), ""),
        (false, false) => {
            (free(parts), Some(own.as_str()), "functions in the place of those in the grammar's `%rust` blocks")
        }
    };
    context.insert("doors", &doors);
    context.insert("language", &language);
    context.insert("functions", functions);
    let example = hooks::example(&unit.loaded.grammar, &unit.crate_names.lib);
    let comment = |line: &str| format!("///{}{line}\n", if line.is_empty() { "" } else { " " });
    context.insert("example", &example.lines().map(comment).collect::<String>());
    context.insert("static", &constant(unit));
    context.insert("root", &nodes::root_name(&unit.loaded.grammar, &unit.names));
    render(include_str!("frame/lib.rs.tera"), &context)
}

/// The documentation of a crate whose functions stand beside it.
const WITH: &str = "[`with`] takes the functions that the grammar leaves to Rust, and returns the doors of the format.";

/// Writes the documentation of every other crate: the doors that it has.
fn free(parts: Parts) -> String {
    let mut doors = vec!["[`parse`]"];
    doors.extend(parts.generate.then_some("[`fuzz`]"));
    doors.extend(parts.reduce.then_some("[`reduce`]"));
    doors.extend(parts.generalize.then_some("[`generalize`]"));
    let (last, others) = doors.split_last().unwrap_or((&"", &[]));
    let (_, constant) = parts.holder();
    let verb = if others.is_empty() { "is the front door" } else { "are the front doors" };
    let and = if others.is_empty() { "" } else { " and " };
    format!("{}{and}{last} {verb}; [`{constant}`] holds the tables and the code of the format.", others.join(", "))
}

/// Writes the statements that put tables and code of a format together.
fn tables(unit: &EmitContext) -> String {
    let Parts { generate, reduce, .. } = unit.parts;
    let (holder, _) = unit.parts.holder();
    let engine = if unit.plan.has_parser() { "parser::engine" } else { "interpreter::parse" };
    let language = format!("Language::new(NAME, grammar::GRAMMAR, {engine})");
    let with_code = if generate { ".with_expand(fuzzer::expand)" } else { "" };
    let with_facts = if reduce { ".with_facts(&reducer::FACTS)" } else { "" };
    match holder {
        "Language" => language,
        "Generator" => format!("let language = {language};\n    Generator::new(language){with_code}"),
        _ => format!(
            "let language = {language};\n    let generator = Generator::new(language){with_code};\n    \
             Format::new(generator){with_facts}"
        ),
    }
}

/// Writes `main.rs`.
pub(super) fn main(unit: &EmitContext) -> String {
    render(include_str!("frame/main.rs.tera"), &context(unit))
}

/// Returns the variables that every template may use.
fn context(unit: &EmitContext) -> Context {
    let names = &unit.crate_names;
    let mut context = Context::new();
    context.insert("header", &unit.header());
    context.insert("file", &format!("{}.bnf", unit.loaded.name));
    context.insert("stem", &names.stem);
    context.insert("package", &names.package);
    context.insert("lib", &names.lib);
    context.insert("summary", &listed(unit.parts, "a "));
    context.insert("list", &listed(unit.parts, ""));
    context.insert("generate", &unit.parts.generate);
    context.insert("reduce", &unit.parts.reduce);
    context.insert("generalize", &unit.parts.generalize);
    context
}

/// Lists the parts that generated code is there for: `a parser, a fuzzer and a reducer`.
fn listed(parts: Parts, article: &str) -> String {
    let all = [("parser", true), ("fuzzer", parts.generate), ("reducer", parts.reduce)];
    let names = all.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| format!("{article}{name}"));
    let names: Vec<String> = names.collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
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
