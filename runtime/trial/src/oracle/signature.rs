//! The signature of a failure: what a sanitizer report, a panic, a traceback or an assertion says of the place of a bug, without
//! numbers and names that depend on the input. Two failing inputs with the same signature have probably met the same bug.

mod frames;
mod reports;

use std::fmt::{self, Display, Formatter};

use super::process::Outcome;

/// Frames of a stack that are compared. More would tell the ways apart that lead to one bug: in a parser, `number` is called by
/// `value`, and that by `array` or by `object`.
const MAX_FRAMES: usize = 2;
/// Bytes of the output that are searched, at its beginning and at its end.
const MAX_SEARCHED_BYTES: usize = 1 << 16;

/// The kind and the place of a bug, read from the output of a failing program. For example, kind
/// `AddressSanitizer: heap-buffer-overflow` and the frames `over p.c:6` and `main`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Signature {
    /// The sort of failure: `KeyError`, `panic`, `AddressSanitizer: heap-use-after-free`.
    kind: String,
    /// Its place: the innermost function with its line, and then its caller.
    frames: Vec<String>,
}

impl Signature {
    /// Reads the signature of a run from standard error, or else from standard output. None if neither has a report that is
    /// known, as with a program that only prints `syntax error`.
    pub fn of(outcome: &Outcome) -> Option<Self> {
        let from = |text: &str| reports::find(&text.lines().collect::<Vec<_>>());
        let [stderr, stdout] = [&outcome.stderr, &outcome.stdout].map(|output| output.ends(MAX_SEARCHED_BYTES));
        from(&stderr).or_else(|| from(&stdout))
    }

    /// Makes the signature of a failure at a place; the innermost frame comes first.
    fn new(kind: impl Into<String>, frames: impl IntoIterator<Item = String>) -> Self {
        Self { kind: kind.into(), frames: frames.into_iter().take(MAX_FRAMES).collect() }
    }
}

impl Display for Signature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        match self.frames.split_first() {
            None => Ok(()),
            Some((place, callers)) => {
                write!(f, " in {place}")?;
                callers.iter().try_for_each(|caller| write!(f, ", called by {caller}"))
            }
        }
    }
}
