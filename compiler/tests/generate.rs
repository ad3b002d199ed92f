//! Generating under hooks: whatever is written is meaningful, for every grammar, and the laws that say what that means.

use std::fs;
use std::path::{Path, PathBuf};

use grammarc_runtime::choices::Choices;
use grammarc_runtime::fields;
use grammarc_runtime::fuzz::fuzz;
use grammarc_runtime::hooks::{Violation, violations};
use grammarc_runtime::language::Language;
use grammarc_runtime::parse::{EngineChoice, Outcome};

/// How deep rules nest before generating looks for an end.
const DEPTHS: [usize; 3] = [0, 6, 16];

fn language(name: &str, text: &str) -> Language {
    grammarc::load_text(name, text).unwrap_or_else(|report| panic!("{name}: {report}")).language()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every grammar that is bundled, then the small ones of this test.
fn grammars() -> Vec<(String, String)> {
    let folders =
        [concat!(env!("CARGO_MANIFEST_DIR"), "/../grammars"), concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hooks")];
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be read").path());
        let inside = |path: PathBuf| match path.is_dir() {
            true => path.join(path.file_name().expect("it has a name")).with_extension("bnf"),
            false => path,
        };
        paths.extend(entries.map(inside).filter(|path| path.extension().is_some_and(|ending| ending == "bnf")));
    }
    paths.sort();
    paths.into_iter().filter(|path| path.exists()).map(|path| (path.display().to_string(), read(&path))).collect()
}

/// How many texts of each grammar are looked at: `GRAMMARC_INPUTS`, or as many as take about a minute.
fn inputs() -> u64 {
    std::env::var("GRAMMARC_INPUTS").map_or(500, |number| number.parse().expect("a number"))
}

fn generate(language: &Language, seed: u64) -> Result<Vec<u8>, String> {
    let text = fuzz(language, &mut Choices::fresh(seed), DEPTHS[(seed % 3) as usize]);
    Ok(fields::fill(language, text.map_err(|dead_end| dead_end.to_string())?))
}

/// Says what is wrong with a generated text.
fn wrong(language: &Language, seed: u64) -> Result<(), String> {
    let text = generate(language, seed)?;
    let tree = match language.judge(EngineChoice::Auto, &text) {
        Outcome::Valid(tree) => tree,
        Outcome::Invalid(tree, found) => {
            let said =
                |it: &Violation| format!("{} {}\n", tree.node(it.node).span.start, it.message(&language.grammar));
            return Err(format!("{}\n{}", text.escape_ascii(), found.iter().map(said).collect::<String>()));
        }
        Outcome::NoParse(error) => return Err(format!("{}\n{}", text.escape_ascii(), error.message())),
    };
    let same = violations(language, &text, &tree) == violations(language, &text, &tree);
    let filled = fields::fill(language, text.clone()) == text;
    if same && filled { Ok(()) } else { Err(format!("{}\nfolded: {same}, filled: {filled}", text.escape_ascii())) }
}

/// L3, L4 and L5: what is generated is valid, the fold says the same twice, and fields are filled once and for all.
#[test]
fn what_is_generated_is_valid() {
    let mut all = String::new();
    for (name, text) in grammars() {
        let language = language(&name, &text);
        let failed = (0..inputs()).find_map(|seed| Some((seed, wrong(&language, seed).err()?)));
        all.extend(failed.map(|(seed, said)| format!("{name}, seed {seed}: {said}\n")));
    }
    assert!(all.is_empty(), "{all}");
}
