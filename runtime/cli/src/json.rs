//! JSON, as commands print it for machines with `--json`. `serde_json` writes the values.

use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::Path;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

/// A value. An object keeps the order of its members.
#[derive(Debug, Clone)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(u64),
    /// A number, and its digits behind the point: `0.500` for 3.
    Decimal(f64, usize),
    Text(String),
    Array(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    /// An object with these members, in this order.
    pub(super) fn object(members: impl IntoIterator<Item = (&'static str, Self)>) -> Self {
        Self::Object(members.into_iter().collect())
    }

    /// An array of these values, in this order.
    pub(super) fn array(values: impl IntoIterator<Item = Self>) -> Self {
        Self::Array(values.into_iter().collect())
    }

    /// Makes a number with `digits` digits behind the point.
    pub(super) fn decimal(value: f64, digits: usize) -> Self {
        Self::Decimal(value, digits)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(value) => serializer.serialize_u64(*value),
            // JSON has no infinity: it is null.
            Self::Decimal(value, digits) => {
                RawValue::from_string(format!("{value:.digits$}")).ok().serialize(serializer)
            }
            Self::Text(text) => serializer.serialize_str(text),
            Self::Array(values) => values.serialize(serializer),
            Self::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

/// Writes no byte that a terminal would obey: JSON allows the control characters behind ASCII, such as U+009B, as they are.
struct Calm;

impl serde_json::ser::Formatter for Calm {
    fn write_string_fragment<W: io::Write + ?Sized>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(char::is_control) {
            let (before, from) = rest.split_at(at);
            let mut chars = from.chars();
            let control = chars.next().map_or(0, u32::from);
            write!(writer, "{before}\\u{control:04x}")?;
            rest = chars.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

impl Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.serialize(&mut serde_json::Serializer::with_formatter(&mut text, Calm)).map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// Bytes that are not UTF-8 become replacement characters.
impl From<&[u8]> for Json {
    fn from(text: &[u8]) -> Self {
        Self::Text(String::from_utf8_lossy(text).into_owned())
    }
}

/// Bytes that are not UTF-8 become replacement characters.
impl From<&Path> for Json {
    fn from(path: &Path) -> Self {
        Self::Text(path.to_string_lossy().into_owned())
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u32> for Json {
    fn from(value: u32) -> Self {
        Self::Number(value.into())
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Self {
        Self::Number(value)
    }
}

impl From<usize> for Json {
    fn from(value: usize) -> Self {
        Self::Number(value as u64)
    }
}

/// `None` becomes `null`.
impl<T: Into<Self>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn values_are_written_one_behind_the_other() {
        let list = Json::array(["a\n\"\\\u{7}".into(), true.into(), Json::decimal(0.5, 3), None::<&str>.into()]);
        let object = Json::object([("list", list), ("none", Json::array([])), ("bytes", b"\xff".as_slice().into())]);
        assert_eq!(
            object.to_string(),
            "{\"list\":[\"a\\n\\\"\\\\\\u0007\",true,0.500,null],\"none\":[],\"bytes\":\"\u{fffd}\"}"
        );
    }

    #[test]
    fn a_terminal_obeys_nothing_of_it() {
        assert_eq!(Json::from("é\u{9b}2J\u{7f}").to_string(), "\"é\\u009b2J\\u007f\"");
        assert_eq!(Json::decimal(f64::NAN, 3).to_string(), "null");
    }
}
