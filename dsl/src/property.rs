//! The characters with a property of Unicode, for `\p{…}`: general categories, scripts, and properties such as `ID_Start`.
//!
//! The tables are those of the crate `regex-syntax`, for Unicode 16. Only reading a grammar needs them: a compiled grammar holds
//! ranges of characters.

use regex_syntax::hir::{Class, HirKind};

use crate::diagnostic::closest;

/// Names that are suggested for others: the general categories, long and short, and the properties that grammars of
/// programming languages use most.
pub const KNOWN: [&str; 51] = [
    "L",
    "Lu",
    "Ll",
    "Lt",
    "Lm",
    "Lo",
    "M",
    "Mn",
    "Mc",
    "Me",
    "N",
    "Nd",
    "Nl",
    "No",
    "P",
    "Pc",
    "Pd",
    "Ps",
    "Pe",
    "Pi",
    "Pf",
    "Po",
    "S",
    "Sm",
    "Sc",
    "Sk",
    "So",
    "Z",
    "Zs",
    "Zl",
    "Zp",
    "Cc",
    "Cf",
    "Co",
    "Letter",
    "Uppercase_Letter",
    "Lowercase_Letter",
    "Mark",
    "Number",
    "Decimal_Number",
    "Punctuation",
    "Symbol",
    "Separator",
    "ID_Start",
    "ID_Continue",
    "XID_Start",
    "XID_Continue",
    "Emoji",
    "Alphabetic",
    "White_Space",
    "Any",
];

/// Returns the characters with a property as ascending, disjoint, inclusive ranges of code points; none if Unicode has no
/// such property. Case, blanks and `_` in the name do not matter. For example, `Zl` and `line separator` are the range from
/// U+2028 to U+2028.
pub fn ranges(name: &str) -> Option<Vec<(u32, u32)>> {
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '=' | ' '));
    let pattern = is_name.then(|| format!("[\\p{{{name}}}]"))?;
    match regex_syntax::parse(&pattern).ok()?.into_kind() {
        HirKind::Class(Class::Unicode(class)) => {
            Some(class.ranges().iter().map(|range| (u32::from(range.start()), u32::from(range.end()))).collect())
        }
        // A single character becomes a literal.
        HirKind::Literal(literal) => {
            let only = std::str::from_utf8(&literal.0).ok()?.chars().next()?;
            Some(vec![(u32::from(only), u32::from(only))])
        }
        _ => None,
    }
}

/// Returns a known name that is near another one.
pub(crate) fn nearest(name: &str) -> Option<&'static str> {
    closest(name, KNOWN.iter().copied())
}
