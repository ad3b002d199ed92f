//! JSON, as commands print it for machines: values that are built from what they say, written as they are made.

use std::fmt::{self, Display, Formatter};
use std::path::Path;

/// A value, as the text that stands for it.
#[derive(Debug, Clone)]
pub(super) struct Json(String);

impl Json {
    /// An object with these members, in this order.
    pub(super) fn object(members: impl IntoIterator<Item = (&'static str, Self)>) -> Self {
        let members = members.into_iter().map(|(name, value)| format!("\"{name}\":{value}"));
        Self(format!("{{{}}}", members.collect::<Vec<_>>().join(",")))
    }

    /// An array of these values, in this order.
    pub(super) fn array(values: impl IntoIterator<Item = Self>) -> Self {
        let values = values.into_iter().map(|value| value.0);
        Self(format!("[{}]", values.collect::<Vec<_>>().join(",")))
    }

    /// A number with so many digits behind the point.
    pub(super) fn decimal(value: f64, digits: usize) -> Self {
        Self(format!("{value:.digits$}"))
    }
}

impl Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        let mut quoted = String::from("\"");
        for c in text.chars() {
            match c {
                '"' | '\\' => quoted.extend(['\\', c]),
                '\n' => quoted += "\\n",
                c if c.is_control() => quoted += &format!("\\u{:04x}", u32::from(c)),
                c => quoted.push(c),
            }
        }
        quoted.push('"');
        Self(quoted)
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

/// What is not UTF-8 becomes replacement characters.
impl From<&[u8]> for Json {
    fn from(text: &[u8]) -> Self {
        Self::from(&*String::from_utf8_lossy(text))
    }
}

/// What is not UTF-8 becomes replacement characters.
impl From<&Path> for Json {
    fn from(path: &Path) -> Self {
        Self::from(&*path.to_string_lossy())
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self(value.to_string())
    }
}

impl From<u32> for Json {
    fn from(value: u32) -> Self {
        Self(value.to_string())
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Self {
        Self(value.to_string())
    }
}

impl From<usize> for Json {
    fn from(value: usize) -> Self {
        Self(value.to_string())
    }
}

/// What is not there is `null`.
impl<T: Into<Self>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or_else(|| Self("null".to_owned()), Into::into)
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
}
