//! Compiles random grammars, of the same seeds on every run, and writes the tables of them.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{env, fs};

use grammarc_checks::random::{self, Grammar};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let tables = compile("any", random::grammar, 0..29, &out)
        + &compile("decided", random::decided, 0..36, &out)
        + &compile("placed", random::placed, 0..90, &out);
    fs::write(out.join("all.rs"), tables).expect("cargo made the folder");
}

/// Compiles the valid grammars to modules; returns a constant with the seed and the language of each.
fn compile(kind: &str, make: fn(u64) -> Grammar, seeds: Range<u64>, out: &Path) -> String {
    let right = |seed| Some((seed, grammarc::load_text(kind, &make(seed).text).ok()?));
    let (mut modules, mut rows) = (String::new(), String::new());
    for (seed, loaded) in seeds.filter_map(right) {
        let name = format!("{kind}_{seed}");
        fs::write(out.join(&name).with_extension("rs"), grammarc::emit::module(&loaded, grammarc::emit::Parts::ALL))
            .expect("cargo made the folder");
        modules += &format!("grammarc_runtime::include_grammar!(pub {name});\n");
        rows += &format!("    ({seed}, &{name}::FORMAT),\n");
    }
    let name = kind.to_uppercase();
    format!("{modules}\n/// Grammars by seed.\npub const {name}: &[(u64, &Format)] = &[\n{rows}];\n\n")
}
