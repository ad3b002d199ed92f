//! Dictionaries for mutation fuzzers: the texts that a fuzzer of bytes would not find by itself.
//!
//! The format is AFL's, which AFL++, libFuzzer and Honggfuzz read: one `name="value"` a line, `#` begins a comment, and in a value all but
//! printable ASCII is `\xNN`, `"` is `\"` and `\` is `\\`.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use super::Model;
use super::counter::most_frequent;
use super::names::ChoiceNames;
use grammarc_core::grammar::{Grammar, Regular, Terminal};

/// Longest value, in bytes: AFL refuses a dictionary with a longer one (`MAX_DICT_FILE`).
const MAX_VALUE_BYTES: usize = 128;
/// Texts of samples for each terminal. AFL++ picks at random among more than 256 values, so few of many would be tried.
const MAX_TOKENS_OF_TERMINAL: usize = 32;
/// Shortest text of a sample, in bytes: a fuzzer of bytes finds single bytes by itself.
const MIN_TOKEN_BYTES: usize = 2;
/// Ranges of a class up to which their edges are values. Beyond it, a class lists letters of many alphabets.
const MAX_CLASS_RANGES: usize = 8;

/// Values for a fuzzer, each once, in order of their bytes.
///
/// ```
/// use grammarc_runtime::flat::LINES;
/// use grammarc_runtime::learn::{Dictionary, Learner};
///
/// let mut learner = Learner::new(&LINES);
/// learner.add(b"one\n").unwrap();
/// let dictionary = Dictionary::new(&LINES.grammar, Some(&learner.model()));
/// assert_eq!(dictionary.to_string(), "line=\"one\\x0a\"\n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dictionary {
    /// Each value with its name.
    values: BTreeMap<Vec<u8>, String>,
}

impl Dictionary {
    /// Collects the literals of a grammar, the edges of its classes beyond ASCII, and the frequent tokens of samples.
    pub fn new(grammar: &Grammar, model: Option<&Model>) -> Self {
        let mut dictionary = Self { values: BTreeMap::new() };
        for regular in grammar.regulars.iter() {
            match regular {
                Regular::Literal { text, .. } => dictionary.add("literal", text),
                Regular::Chars(ranges) if ranges.len() <= MAX_CLASS_RANGES => {
                    let edges = ranges.iter().flat_map(|&(low, high)| [low, high]).filter_map(char::from_u32);
                    for edge in edges.filter(|edge| !edge.is_ascii()) {
                        dictionary.add("edge", edge.encode_utf8(&mut [0; 4]).as_bytes());
                    }
                }
                _ => {}
            }
        }
        let names = model.map(|_| ChoiceNames::new(grammar).terminals).unwrap_or_default();
        // The samples write some literals in other cases: `select`. The literal itself is enough.
        let is_literal = |terminal: &Terminal| {
            matches!(grammar.regulars.get(terminal.regular.0 as usize), Some(Regular::Literal { .. }))
        };
        let terminals = names.iter().zip(grammar.terminals.iter()).filter(|(_, terminal)| !is_literal(terminal));
        let tokens = |name: &String| model.and_then(|model| model.tokens.get(name));
        for (name, texts) in terminals.filter_map(|(name, _)| Some((name, tokens(name)?))) {
            let frequent = most_frequent(texts).into_iter().map(|(text, _)| text);
            let long = frequent.filter(|text| text.len() >= MIN_TOKEN_BYTES);
            long.take(MAX_TOKENS_OF_TERMINAL).for_each(|text| dictionary.add(&value_name(name), &text));
        }
        dictionary
    }

    /// Returns the values.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.values.keys().map(Vec::as_slice)
    }

    /// Adds a value, unless it is there, empty or too long.
    fn add(&mut self, name: &str, value: &[u8]) {
        if !value.is_empty() && value.len() <= MAX_VALUE_BYTES {
            self.values.entry(value.to_vec()).or_insert_with(|| name.to_owned());
        }
    }
}

/// Returns the name of a terminal's values: letters, digits and `_`, as AFL allows. For example, `single-quoted` becomes `single_quoted`,
/// and `[0-9]+` becomes `token`.
fn value_name(terminal: &str) -> String {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    match terminal.starts_with(|c: char| c.is_ascii_alphabetic()) && terminal.chars().all(is_name) {
        true => terminal.replace(|c: char| !c.is_ascii_alphanumeric(), "_"),
        false => "token".to_owned(),
    }
}

impl Display for Dictionary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (value, name) in &self.values {
            write!(f, "{name}=\"")?;
            for &byte in value {
                match byte {
                    b'"' | b'\\' => write!(f, "\\{}", char::from(byte))?,
                    b' '..=b'~' => write!(f, "{}", char::from(byte))?,
                    _ => write!(f, "\\x{byte:02x}")?,
                }
            }
            writeln!(f, "\"")?;
        }
        Ok(())
    }
}
