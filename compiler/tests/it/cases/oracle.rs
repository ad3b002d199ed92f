//! The interestingness test of a case: conditions, one a line, or a script.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use regex_lite::Regex;

/// What a text must be to be interesting.
pub(crate) enum Oracle {
    /// All of these.
    Conditions(Vec<Condition>),
    /// A script finds it interesting: it exits with 0.
    Script(PathBuf),
}

/// One line, for example `contains null` or `lacks \n`.
pub(crate) enum Condition {
    Contains(Vec<u8>),
    Lacks(Vec<u8>),
    Starts(Vec<u8>),
    Ends(Vec<u8>),
    Is(Vec<u8>),
    /// The whole text is UTF-8, and the expression matches somewhere in it.
    Matches(Regex),
    /// The text has at most this many bytes.
    AtMost(usize),
}

impl Oracle {
    /// Reads conditions, or takes a file that begins with `#!` as a script.
    pub(crate) fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        if text.starts_with("#!") {
            return Self::Script(path.to_owned());
        }
        let conditions: Vec<Condition> = text.lines().map(Condition::read).collect();
        assert!(!conditions.is_empty(), "{}: no condition", path.display());
        Self::Conditions(conditions)
    }

    /// Whether a text is interesting.
    pub(crate) fn holds(&self, text: &[u8]) -> bool {
        match self {
            Self::Conditions(conditions) => conditions.iter().all(|condition| condition.holds(text)),
            Self::Script(path) => {
                let mut candidate = tempfile::NamedTempFile::new().expect("a file can be made");
                candidate.write_all(text).expect("the file can be written to");
                let mut script = Command::new(path);
                script.arg(candidate.path()).stdin(Stdio::null()).stdout(Stdio::null());
                script.status().unwrap_or_else(|error| panic!("{}: {error}", path.display())).success()
            }
        }
    }
}

impl Condition {
    fn read(line: &str) -> Self {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "contains" => Self::Contains(unescaped(rest)),
            "lacks" => Self::Lacks(unescaped(rest)),
            "starts" => Self::Starts(unescaped(rest)),
            "ends" => Self::Ends(unescaped(rest)),
            "is" => Self::Is(unescaped(rest)),
            "matches" => Self::Matches(Regex::new(rest).unwrap_or_else(|error| panic!("{line}: {error}"))),
            "at-most" => Self::AtMost(rest.parse().unwrap_or_else(|error| panic!("{line}: {error}"))),
            _ => panic!("`{line}`: a condition begins with contains, lacks, starts, ends, is, matches or at-most"),
        }
    }

    fn holds(&self, text: &[u8]) -> bool {
        let has = |part: &[u8]| part.is_empty() || text.windows(part.len()).any(|window| window == part);
        match self {
            Self::Contains(part) => has(part),
            Self::Lacks(part) => !has(part),
            Self::Starts(part) => text.starts_with(part),
            Self::Ends(part) => text.ends_with(part),
            Self::Is(whole) => text == whole,
            Self::Matches(regex) => std::str::from_utf8(text).is_ok_and(|text| regex.is_match(text)),
            Self::AtMost(bytes) => text.len() <= *bytes,
        }
    }
}

/// Returns the bytes that a text with `\n`, `\r`, `\t`, `\0`, `\\` and `\x7f` stands for.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let (&kind, after) = rest.split_first().unwrap_or_else(|| panic!("{text}: a `\\` ends it"));
        rest = after;
        bytes.push(match kind {
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'0' => 0,
            b'\\' => b'\\',
            b'x' => {
                let digits = rest.split_off(..2).and_then(|digits| std::str::from_utf8(digits).ok());
                let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                byte.unwrap_or_else(|| panic!("{text}: two hexadecimal digits follow `\\x`"))
            }
            _ => panic!("{text}: `\\{}` means nothing", kind as char),
        });
    }
    bytes
}
