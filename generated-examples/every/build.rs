//! Compiles every grammar that the repository holds to a module, and writes the table of them.

use std::path::PathBuf;
use std::{env, fs};

use grammarc_checks::{corpus, views};

/// Places of the grammars whose views are compared with the tree: grammars with samples, and grammars with odd names and labels.
const VIEWED: [&str; 2] = ["grammars_", "compiler_tests_nodes_rs"];

fn main() {
    let root = corpus::root();
    println!("cargo::rerun-if-changed=build.rs");
    for watched in corpus::WATCHED {
        println!("cargo::rerun-if-changed={}", root.join(watched).display());
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let (mut modules, mut rows, mut views, mut view_rows) =
        (String::new(), String::new(), String::new(), String::new());
    for mut found in corpus::grammars(&out.join("pages")) {
        let (place, is_whole) = (&found.place, found.is_whole());
        // Drop the author's own Rust code, because it may not build here.
        found.loaded.rust.clear();
        let module = grammarc::emit::module(&found.loaded, grammarc::emit::Parts::ALL);
        fs::write(out.join(place).with_extension("rs"), &module).expect("cargo made the folder");
        modules += &format!("grammarc_runtime::include_grammar!(pub {place});\n");
        // A grammar with functions in Rust is no whole language without them.
        if is_whole {
            rows += &format!("    ({place:?}, &{place}::FORMAT),\n");
        }
        let is_viewed = is_whole && VIEWED.iter().any(|viewed| place.starts_with(viewed));
        let name = format!("view_{place}");
        if let Some(comparison) = is_viewed.then(|| views::comparison(&name, &module, place)).flatten() {
            views += &comparison;
            view_rows += &format!("    ({place:?}, {name}),\n");
        }
    }
    let table = format!("/// The grammars by their places.\npub const ALL: &[(&str, &Format)] = &[\n{rows}];\n");
    let view_table = format!(
        "/// What compares the views of a node, by place.\npub const VIEWS: &[(&str, CountViews)] = &[\n{view_rows}];\n"
    );
    fs::write(out.join("all.rs"), [modules, table, views, view_table].join("\n")).expect("cargo made the folder");
}
