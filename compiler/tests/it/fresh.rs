//! `generated-examples/` is what the compiler writes today. `UPDATE_EXPECT=1 cargo test -p grammarc fresh::` renews it.

use std::fs;
use std::path::Path;

use expect_test::expect_file;
use grammarc::emit::{Interface, Options, Parts, Runtime, crate_files, module};

use crate::common::root;

const EXAMPLES: [&str; 3] = ["expr", "html", "json"];

fn options() -> Options {
    Options { runtime: Runtime::Path("../../runtime".into()), interface: Interface::Cli, own_workspace: false }
}

#[test]
fn generated_examples_are_fresh() {
    for name in EXAMPLES {
        let loaded = grammarc::load(&root().join(format!("grammars/{name}/{name}.bnf"))).expect("the grammar is right");
        let folder = root().join("generated-examples").join(name);
        let files = crate_files(&loaded, &options());
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::create_dir_all(folder.join("src")).expect("the folder can be made");
        }
        for (path, text) in &files {
            expect_file![folder.join(path)].assert_eq(text);
        }
        for entry in fs::read_dir(folder.join("src")).expect("the example is there") {
            let path = Path::new("src").join(entry.expect("the folder can be read").file_name());
            assert!(files.iter().any(|(file, _)| *file == path), "{name}: {} is left over", path.display());
        }
    }
}

/// The module that code in `misfit/tests` uses.
#[test]
fn the_module_without_functions_is_fresh() {
    let examples = root().join("generated-examples");
    let loaded = grammarc::load(&examples.join("agree/orders.bnf")).expect("the grammar is right");
    expect_file![examples.join("misfit/src/orders.rs")].assert_eq(&module(&loaded, Parts::ALL));
}

#[test]
fn every_run_writes_the_same_bytes() {
    for name in EXAMPLES {
        let load =
            || grammarc::load(&root().join(format!("grammars/{name}/{name}.bnf"))).expect("the grammar is right");
        assert_eq!(crate_files(&load(), &Options::default()), crate_files(&load(), &Options::default()));
        assert_eq!(module(&load(), Parts::ALL), module(&load(), Parts::ALL));
    }
}
