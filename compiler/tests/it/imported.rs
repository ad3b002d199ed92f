//! Samples of the importer as languages: texts of `accept` parse, those of `reject` do not, and generated texts do.

use grammarc_runtime::choices::Choices;
use grammarc_runtime::fuzz::Fuzzer;
use grammarc_runtime::parse::fill;
use std::path::Path;

use crate::common::{entries, loaded, root};

/// Texts that are generated for each sample.
const SEEDS: u64 = 20;
/// Named rules nest no deeper than this.
const MAX_DEPTH: usize = 50;

fn texts(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let named = |path: std::path::PathBuf| (path.display().to_string(), std::fs::read(&path).unwrap());
    entries(folder).into_iter().map(named).collect()
}

#[test]
fn samples_of_the_importer_mean_the_same() {
    let cases = entries(&root().join("import/tests/cases"));
    let mut accepted = 0;
    for case in &cases {
        let format = loaded(&case.join("output.bnf"));
        for (path, text) in texts(&case.join("accept")) {
            assert!(format.parse(&text).is_ok(), "{path}: {:?}", format.parse(&text).err());
            accepted += 1;
        }
        for (path, text) in texts(&case.join("reject")) {
            assert!(format.parse(&text).is_err(), "{path}");
        }
        let mut fuzzer = Fuzzer::new(&format, MAX_DEPTH);
        fuzzer.aim(Some(200));
        for seed in 0..SEEDS {
            let text = fill(&format, fuzzer.run(&mut Choices::fresh(seed)).expect("there is a text").to_vec());
            assert!(format.parse(&text).is_ok(), "{}: {:?}", case.display(), String::from_utf8_lossy(&text));
        }
    }
    assert!(accepted > 0, "no sample has texts");
}
