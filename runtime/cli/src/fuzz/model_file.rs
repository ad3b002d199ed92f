//! Learned counts as a file: JSON, with the names of the grammar as keys. People can read, compare and change it.
//!
//! ```text
//! {
//!   "grammarc learned": 1,
//!   "grammar": "json",
//!   "texts": 1,
//!   "choices": { "value": { "<array>": 1, "<number>": 2 }, … },
//!   "tokens": { "number": { "1": 1, "2": 1 }, … }
//! }
//! ```
//!
//! Tokens are bytes. Those that are not printable ASCII are written as `--record` writes them: `\n`, `\xff`.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use grammarc_generate::choices::unescape;
use grammarc_steer::learn::Model;

/// The first member of the object. Its value is the version of the format.
const MARK: &str = "grammarc learned";
/// The version of the format that is written, and the latest that is read.
const VERSION: u64 = 1;

/// A model to be written.
pub(super) struct ModelFile<'m> {
    /// The name of the grammar.
    pub(super) grammar: &'m str,
    /// The counts.
    pub(super) model: &'m Model,
}

impl ModelFile<'_> {
    /// Returns the text of the file.
    pub(super) fn write(&self) -> String {
        // Maps with texts as keys can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl Serialize for ModelFile<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = |texts: &BTreeMap<Vec<u8>, u64>| -> BTreeMap<String, u64> {
            texts.iter().map(|(text, count)| (text.escape_ascii().to_string(), *count)).collect()
        };
        let tokens: BTreeMap<&String, _> = self.model.tokens.iter().map(|(name, all)| (name, written(all))).collect();
        let mut map = serializer.serialize_map(Some(5))?;
        map.serialize_entry(MARK, &VERSION)?;
        map.serialize_entry("grammar", self.grammar)?;
        map.serialize_entry("texts", &self.model.texts)?;
        map.serialize_entry("choices", &self.model.choices)?;
        map.serialize_entry("tokens", &tokens)?;
        map.end()
    }
}

/// A model that was read, and the name of its grammar.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ReadModel {
    pub(super) grammar: String,
    pub(super) model: Model,
}

/// Returns whether a file is a model: its object begins with our mark. A sample of JSON that begins like that is taken for one.
pub(super) fn is_model(text: &[u8]) -> bool {
    let object = text.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    let name = object.and_then(|object| object.strip_prefix(b"\""));
    name.and_then(|name| name.strip_prefix(MARK.as_bytes())).is_some_and(|rest| rest.starts_with(b"\""))
}

/// Reads a model.
///
/// # Errors
/// If it is not JSON, or a member is missing or of another type.
pub(super) fn read(text: &[u8]) -> Result<ReadModel, String> {
    let file: Map<String, Value> = serde_json::from_slice(text).map_err(|error| format!("a broken model: {error}"))?;
    match file.get(MARK).and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(version) if version > VERSION => {
            return Err(format!("version {version} of the format; this grammarc reads version {VERSION}"));
        }
        _ => return Err(format!("a broken model: `{MARK}` must be the version {VERSION}")),
    }
    let grammar = file.get("grammar").and_then(Value::as_str).ok_or("a broken model: `grammar` must be a name")?;
    let texts = file.get("texts").and_then(Value::as_u64).ok_or("a broken model: `texts` must be a number")?;
    let choices = counts(&file, "choices", |name| Some(name.to_owned()))?;
    let tokens = counts(&file, "tokens", unescape)?;
    Ok(ReadModel { grammar: grammar.to_owned(), model: Model { texts, choices, tokens } })
}

/// Reads a member that maps names to counts of keys.
fn counts<K: Ord>(
    file: &Map<String, Value>,
    member: &str,
    key: impl Fn(&str) -> Option<K>,
) -> Result<BTreeMap<String, BTreeMap<K, u64>>, String> {
    let wrong = |place: String| format!("a broken model: {place} must be counts, such as {{\"1\": 3}}");
    let object = file.get(member).and_then(Value::as_object).ok_or_else(|| wrong(format!("`{member}`")))?;
    let read = |(name, inside): (&String, &Value)| {
        let place = || wrong(format!("`{name}` in `{member}`"));
        let inside = inside.as_object().ok_or_else(place)?;
        let count = |(text, count): (&String, &Value)| Some((key(text)?, count.as_u64()?));
        let inside: Option<BTreeMap<K, u64>> = inside.iter().map(count).collect();
        Ok((name.clone(), inside.ok_or_else(place)?))
    };
    object.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{ModelFile, is_model, read};
    use grammarc_steer::learn::Model;

    fn model() -> Model {
        let mut model = Model { texts: 2, ..Model::default() };
        model.choices.insert("value".to_owned(), BTreeMap::from([("\"\\\u{e9}\"".to_owned(), u64::MAX)]));
        model.tokens.insert("string".to_owned(), (0..=255).map(|byte| (vec![byte, b'"', b'\\'], 1)).collect());
        model
    }

    #[test]
    fn models_are_read_as_written() {
        let text = ModelFile { grammar: "json", model: &model() }.write();
        assert!(is_model(text.as_bytes()), "{text}");
        let file = read(text.as_bytes()).expect("it was written so");
        assert_eq!((file.grammar.as_str(), file.model), ("json", model()));
    }

    #[test]
    fn broken_models_are_refused_and_nothing_panics() {
        let text = ModelFile { grammar: "json", model: &model() }.write();
        for end in (0..text.len() - 2).filter(|&end| text.is_char_boundary(end)) {
            assert!(read(&text.as_bytes()[..end]).is_err(), "{end}");
        }
        for (from, to) in [
            ("learned\": 1", "learned\": 2"),
            ("learned\": 1", "learned\": -1"),
            ("\"texts\": 2", "\"texts\": 2.5"),
            ("\"choices\"", "\"choice\""),
            (": 18446744073709551615", ": 18446744073709551616"),
            ("\"string\": {", "\"string\": 1, \"other\": {"),
            ("\"grammar\": \"json\"", "\"grammar\": null"),
        ] {
            assert!(text.contains(from), "{from}");
            assert!(read(text.replacen(from, to, 1).as_bytes()).is_err(), "{to}");
        }
        assert!(!is_model(b"") && !is_model(b"{}") && !is_model(b"{\"grammarc learned by\": 1}"));
    }
}
