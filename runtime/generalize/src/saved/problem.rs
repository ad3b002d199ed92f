//! Errors in the file of a pattern, each with a hint, because people edit these files.

use std::fmt::{self, Display, Formatter};
use std::ops::Range;

use super::{FORMAT, VERSION};
use crate::BadConstraint;
use grammarc_core::parse::ParseError;

/// A file that holds no pattern of the grammar. It is displayed as a message and, on a second line, a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadPattern {
    /// The line, from 1.
    pub line: usize,
    /// The problem in that line.
    pub problem: Problem,
}

/// A problem in the file of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The file is no pattern.
    NotPattern,
    /// It has another version of the format.
    Version(String),
    /// It is of another grammar.
    Grammar {
        /// Name and digest of the file's grammar.
        of: (String, u128),
        /// Name and digest of the grammar that is asked for.
        wanted: (String, u128),
    },
    /// Another line is expected there.
    Expected(&'static str),
    /// The text after `where` is no constraint.
    Constraint(BadConstraint),
    /// The grammar has no rule or token of this name.
    NoRule(String),
    /// The text is not in the language.
    NoParse(Box<ParseError>),
    /// Nothing of that name has these bytes.
    NoPart,
    /// The hole is in the one before, or stands before it.
    Order,
    /// A name is a hole where it stands first, but not everywhere.
    Partial {
        /// The name.
        name: String,
        /// A place of it that is no hole.
        place: Range<usize>,
    },
    /// The line differs from the one that writing the pattern again gives.
    Otherwise {
        /// The line as it would be written.
        line: String,
    },
}

impl Display for BadPattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nhelp: {}", self.problem, self.problem.help())
    }
}

impl std::error::Error for BadPattern {}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPattern => write!(f, "not a pattern: its first line does not begin with `{FORMAT}`"),
            Self::Version(version) => {
                write!(f, "unknown version {version} of the format; this program reads version {VERSION}")
            }
            Self::Grammar { of, wanted } if of.0 == wanted.0 => write!(
                f,
                "a pattern of another version of the grammar `{}`: the file has the digest {:032x}, this grammar has {:032x}",
                of.0, of.1, wanted.1
            ),
            Self::Grammar { of, wanted } => {
                write!(f, "a pattern of the grammar `{}`, not of `{}`", of.0, wanted.0)
            }
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::Constraint(error) => error.fmt(f),
            Self::NoRule(name) => write!(f, "the grammar has no <{name}>"),
            Self::NoParse(error) => write!(f, "the text is not in the language: {}", error.message()),
            Self::NoPart => f.write_str("no replaceable part of the text has this name and exactly these bytes"),
            Self::Order => f.write_str("the hole begins before the end of the one above"),
            Self::Partial { name, place } => {
                write!(
                    f,
                    "<{name}> is a name, so all of its places must be holes, but {}..{} is not",
                    place.start, place.end
                )
            }
            Self::Otherwise { line } => write!(f, "unusual form of the line: expected `{line}`"),
        }
    }
}

impl Problem {
    fn help(&self) -> &'static str {
        match self {
            Self::NotPattern => "`generalize --pattern-file FILE` writes one",
            Self::Version(_) => "read it with the program that wrote it, or generalize again",
            Self::Grammar { .. } => "name the grammar that the pattern was generated with, or generalize again",
            Self::Expected(_) | Self::Constraint(_) | Self::NoRule(_) | Self::Otherwise { .. } => {
                "fix the line if you changed it, or generalize again"
            }
            Self::NoParse(_) => "fix the text if you changed it, or generalize again",
            Self::NoPart => {
                "a hole is the whole text of a rule or token, without skipped text after it; `parse` shows their places"
            }
            Self::Order => "holes are sorted from left to right and do not overlap; remove one of them",
            Self::Partial { .. } => "turn all places where it is defined and used into holes, or none",
        }
    }
}
