//! Generated code: every grammar that loads can be compiled, and the emitted code is Rust.

use grammarc::LoadedGrammar;
use grammarc::emit::{Options, Runtime, crate_files, module};

use super::Bytes;
use super::grammar::reads_files;
use crate::random;

/// Writes code for a grammar file. If the first line is a number, it is the seed of the random ones. For example, the line `7` stands for
/// the random grammars of the seed 7.
///
/// # Panics
/// If a grammar loads, but `emit` panics on it or writes text that is not Rust.
pub fn emit(bytes: &[u8]) {
    let line = Bytes(bytes).line();
    match std::str::from_utf8(line).ok().and_then(|line| line.parse().ok()) {
        Some(seed) => {
            for make in [random::grammar, random::decided, random::placed] {
                emit_text(&make(seed).text);
            }
        }
        None => emit_text(&String::from_utf8_lossy(bytes)),
    }
}

fn emit_text(text: &str) {
    let is_alone = grammarc_dsl::parse(text).is_ok_and(|file| !reads_files(&file));
    // Some files are invalid.
    if is_alone && let Ok(loaded) = grammarc::load_text("fuzzed", text) {
        emit_loaded(&loaded);
    }
}

/// Writes both forms of generated code.
fn emit_loaded(loaded: &LoadedGrammar) {
    let module = module(loaded, grammarc::emit::Parts::ALL);
    // The code in `%rust` blocks is the author's, so it may not compile here.
    if loaded.rust.is_empty() {
        syn::parse_file(&module).unwrap_or_else(|error| panic!("{error} in\n{module}"));
    }
    let files = crate_files(loaded, &Options { runtime: Runtime::Version("0.1".to_owned()), ..Options::default() });
    assert!(files.iter().all(|(_, text)| !text.is_empty()));
}
