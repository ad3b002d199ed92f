//! Compiles every bundled grammar that has no crate of its own beside this one, and writes the table of them: a grammar that
//! is new in `grammars/` takes part in the tests at once.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Grammars that are not bundled: three of the benchmarks, those of the compiler's tests about counts, names and skip, and ours.
const OTHERS: [&str; 16] = [
    "../../benches/grammars/book.bnf",
    "../../benches/grammars/json_values.bnf",
    "../../benches/grammars/left.bnf",
    "../../compiler/tests/hooks/computed.bnf",
    "../../compiler/tests/hooks/forward_parts.bnf",
    "../../compiler/tests/hooks/sizes.bnf",
    "../../compiler/tests/hooks/skipped.bnf",
    "../../compiler/tests/hooks/tallied_names.bnf",
    "../../compiler/tests/hooks/tallies.bnf",
    "around.bnf",
    "club.bnf",
    "direct.bnf",
    "far.bnf",
    "give.bnf",
    "orders.bnf",
    "plain.bnf",
];

fn main() {
    let grammars = Path::new("../../grammars");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", grammars.display());
    let names = names(grammars);
    let mut build = grammarc::Build::new().quiet();
    for name in names.iter().filter(|name| !has_crate(name)) {
        build = build.grammar(grammars.join(name).join(format!("{name}.bnf")));
    }
    for path in OTHERS {
        build = build.grammar(path);
        println!("cargo::rerun-if-changed={path}");
    }
    let mut modules = build.compile().unwrap();
    let is_other = |name: &str| OTHERS.iter().any(|path| Path::new(path).file_stem().is_some_and(|stem| stem == name));
    modules.retain(|module| !is_other(&module.name));
    let modules: Vec<&str> = modules.iter().map(|module| module.name.as_str()).collect();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("all.rs");
    fs::write(out, table(&names, &modules)).expect("cargo made the folder");
}

/// The names of the bundled grammars, sorted.
fn names(grammars: &Path) -> Vec<String> {
    let entries = fs::read_dir(grammars).expect("the grammars are there");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let folders = paths.filter(|path| path.is_dir());
    let mut names: Vec<String> =
        folders.filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

fn has_crate(name: &str) -> bool {
    Path::new("..").join(name).join("Cargo.toml").exists()
}

/// Writes the modules, and a constant with the name and the language of every grammar.
fn table(names: &[String], modules: &[&str]) -> String {
    let included = modules.iter().map(|module| format!("grammarc_runtime::include_grammar!(pub {module});\n"));
    let mut modules = modules.iter();
    let rows = names.iter().map(|name| {
        let module = if has_crate(name) { Some(&name.as_str()) } else { modules.next() };
        format!("    ({name:?}, &{}::FORMAT),\n", module.expect("every grammar is a module"))
    });
    format!(
        "{}\n/// Every bundled grammar in its generated form, by name.\n\
         pub const ALL: &[(&str, &grammarc_runtime::format::Format)] = &[\n{}];\n",
        included.collect::<String>(),
        rows.collect::<String>()
    )
}
