//! The interpreter on the bundled grammars and on inputs that are hard on a stack.

use std::path::{Path, PathBuf};

use grammarc_runtime::language::{Attempt, Language};
use grammarc_runtime::parse::interpreter::explain;
use grammarc_runtime::tree::{Builder, Tree};

fn language(name: &str) -> Language {
    let path = folder(name).join(format!("{name}.bnf"));
    grammarc::load(&path).unwrap_or_else(|report| panic!("{report}")).language()
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars").join(name)
}

fn samples(name: &str, kind: &str) -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(folder(name).join(kind)).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = files.map(|path| (path.display().to_string(), std::fs::read(path).unwrap())).collect();
    all.sort();
    all
}

fn attempt(language: &Language, input: &[u8]) -> (Attempt, Option<Tree>) {
    let mut builder = Builder::new();
    let attempt = (language.engine)(language, input, &mut builder);
    (attempt, (attempt == Attempt::Parsed).then(|| builder.finish()))
}

#[test]
fn samples_are_decided_without_a_chart() {
    for name in ["json", "expr", "html"] {
        let language = language(name);
        for (path, input) in samples(name, "accept") {
            assert_eq!(attempt(&language, &input).0, Attempt::Parsed, "{path}: {:?}", explain(&language, &input));
        }
        for (path, input) in samples(name, "reject") {
            assert_ne!(attempt(&language, &input).0, Attempt::Parsed, "{path}");
        }
    }
}
