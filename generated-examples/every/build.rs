//! Compiles every grammar that the repository holds to a module, and writes the table of them.

use std::path::PathBuf;
use std::{env, fs};

use grammarc_checks::corpus;

fn main() {
    let root = corpus::root();
    println!("cargo::rerun-if-changed=build.rs");
    for watched in corpus::WATCHED {
        println!("cargo::rerun-if-changed={}", root.join(watched).display());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let (mut modules, mut rows) = (String::new(), String::new());
    for mut found in corpus::grammars(&out.join("pages")) {
        let (place, is_whole) = (&found.place, found.is_whole());
        // Whether the author's own code builds is not ours to say.
        found.loaded.rust.clear();
        fs::write(
            out.join(place).with_extension("rs"),
            grammarc::emit::module(&found.loaded, grammarc::emit::Parts::ALL),
        )
        .expect("cargo made the folder");
        modules += &format!("grammarc_runtime::include_grammar!(pub {place});\n");
        // What leaves functions to Rust is no whole language without them.
        if is_whole {
            rows += &format!("    ({place:?}, &{place}::FORMAT),\n");
        }
    }
    let table = format!("/// The grammars by their places.\npub const ALL: &[(&str, &Format)] = &[\n{rows}];\n");
    fs::write(out.join("all.rs"), modules + "\n" + &table).expect("cargo made the folder");
}
