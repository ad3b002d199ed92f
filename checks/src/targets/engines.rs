//! The engines: a bundled grammar and any text, or a random grammar and any short text of its letters.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use grammarc::bundled;
use grammarc_runtime::format::Format;
use grammarc_runtime::tree::Tree;

use super::Bytes;
use crate::engines::{agree, agree_on_error};
use crate::meaning::{Meaning, drawn};
use crate::random;

/// Bytes of the longest text that is parsed, because Earley takes cubic time.
const MAX_TEXT_BYTES: usize = 4_000;
/// Bytes of the longest text of a random grammar. Many of these grammars are ambiguous, and comparing lists of
/// decisions takes exponential time.
const MAX_RANDOM_TEXT_BYTES: usize = 7;

/// The bundled grammars.
static BUNDLED: LazyLock<HashMap<&str, Format>> = LazyLock::new(|| bundled::ALL.iter().map(load).collect());
/// The last random grammar, cached because many texts in a row use the same one.
static RANDOM: Mutex<Option<CompiledGrammar>> = Mutex::new(None);

/// A random grammar in all forms.
struct CompiledGrammar {
    seed: u64,
    language: Format,
    meaning: Meaning,
    letters: &'static [u8],
}

fn load(bundled: &bundled::BundledGrammar) -> (&'static str, Format) {
    let loaded = grammarc::load_text(bundled.name, bundled.text).unwrap_or_else(|report| panic!("{report}"));
    (bundled.name, loaded.format())
}

/// Returns the bundled grammar that a line names, or any one.
pub(super) fn language(line: &[u8]) -> &'static Format {
    let named = std::str::from_utf8(line).ok().and_then(|name| BUNDLED.get(name));
    let any = line.iter().fold(0, |sum, &byte| sum + usize::from(byte)) % bundled::ALL.len();
    named.unwrap_or_else(|| &BUNDLED[bundled::ALL[any].name])
}

/// Parses the bytes behind the first line by every engine. The line names a bundled grammar, or it is the seed of a random
/// one. For example, `json`, a line end and `[1]` are parsed as JSON.
///
/// # Panics
/// If two engines differ, or one differs from the definition in `meaning` on a random grammar.
pub fn engines(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let line = bytes.line();
    if bytes.0.len() > MAX_TEXT_BYTES {
        return;
    }
    let seed = std::str::from_utf8(line).ok().and_then(|line| line.parse().ok());
    if let Some(seed) = seed {
        return by_random_grammar(seed, bytes.0);
    }
    parse(language(line), bytes.0);
}

/// Parses by every engine.
pub(super) fn parse(language: &Format, text: &[u8]) -> Option<Tree> {
    let agreed = agree(language, text).unwrap_or_else(|how| panic!("{how}"));
    if let (Err(error), true) = (&agreed.tree, agreed.decided) {
        agree_on_error(language, text, error).unwrap_or_else(|how| panic!("{how}"));
    }
    agreed.tree.ok()
}

fn by_random_grammar(seed: u64, bytes: &[u8]) {
    let mut last = RANDOM.lock().expect("a panic ends it all");
    if last.as_ref().is_none_or(|last| last.seed != seed) {
        let grammar = random::grammar(seed);
        let Ok(loaded) = grammarc::load_text("random", &grammar.text) else { return };
        let meaning = Meaning::new(&grammarc_dsl::parse(&grammar.text).expect("it was loaded"));
        *last = Some(CompiledGrammar { seed, language: loaded.format(), meaning, letters: grammar.letters });
    }
    let Some(CompiledGrammar { language, meaning, letters, .. }) = &mut *last else { return };
    let letter = |byte: &u8| letters[usize::from(*byte) % letters.len()];
    let text: Vec<u8> = bytes.iter().take(MAX_RANDOM_TEXT_BYTES).map(letter).collect();
    let tree = parse(language, &text);
    let expected = if meaning.holds(&text) { meaning.tree(&text) } else { None };
    assert_eq!(tree.map(|tree| drawn(&language.grammar, &tree)), expected);
}
