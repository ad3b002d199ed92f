//! Compiles the grammars of which there is no generated example, for the benchmarks.

use std::path::{Path, PathBuf};

use grammarc::Build;
use grammarc::emit::Parts;

fn main() {
    Build::new()
        .grammar("grammars/book.bnf")
        .grammar("grammars/left.bnf")
        .grammar("grammars/free_assign.bnf")
        .grammar("grammars/json_values.bnf")
        .grammar("../grammars/csv/csv.bnf")
        .grammar("../grammars/tlv/tlv.bnf")
        .grammar("../grammars/assign/assign.bnf")
        .grammar("../grammars/imp/imp.bnf")
        .compile()
        .unwrap();
    if std::env::var_os("CARGO_FEATURE_LANGUAGES").is_some() {
        languages();
    }
}

/// Compiles the grammars of programming languages that are on this machine, and writes a list of them, which the benchmark
/// `languages` includes.
fn languages() {
    println!("cargo::rerun-if-env-changed=BENCH_GRAMMARS");
    let folder = std::env::var_os("BENCH_GRAMMARS");
    let folder = folder.map_or_else(|| PathBuf::from("../../shared/corpus/foreign"), PathBuf::from);
    let foreign = ["golang", "java8", "rust"].map(|stem| folder.join(stem).with_extension("bnf"));
    let bundled = ["c", "javascript", "python"].map(|name| format!("../grammars/{name}/{name}.bnf").into());
    let (mut modules, mut list) = (String::new(), String::new());
    for path in foreign.iter().chain(&bundled).filter(|path| path.exists()) {
        let path = path.canonicalize().expect("it exists");
        // The conversion of the foreign ones was mechanical, and its warnings are of no use here.
        for module in Build::new().grammar(&path).only(Parts::PARSE).quiet().compile().unwrap() {
            let name = &module.name;
            modules +=
                &format!("grammarc_runtime::include_grammar!(\n    /// The grammar `{name}`.\n    pub {name}\n);\n");
            list += &format!("    ({name:?}, {path:?}, &{name}::LANGUAGE),\n");
        }
    }
    let text = format!(
        "{modules}\n/// The grammars: stem, file, and generated parser.\n\
         pub const GRAMMARS: &[(&str, &str, &grammarc_runtime::language::Language)] = &[\n{list}];\n"
    );
    let out = std::env::var_os("OUT_DIR").expect("cargo sets it");
    std::fs::write(Path::new(&out).join("languages.rs"), text).expect("the folder can be written to");
}
