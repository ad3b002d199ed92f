//! A pattern as a small text file: the text that it was made from, its holes, and how far it was verified.
//!
//! ```text
//! grammarc-pattern 1
//! grammar json 2b7f0c4ad2ee9a1b6f3a90cc2b3f9d11
//! verified 59 of 59, 95 %: 0.939 to 1.000
//! text "[null,\n"
//! text "0]"
//! hole 7..8 <element>
//! where ≥ 0
//! end
//! ```
//!
//! It has a line for each line of the text, a line for each hole with its byte range and placeholder, and a line for each constraint of the
//! hole above. Where several parts of one name have the same bytes, `place 2` is the second of them, from the outside in and from left to
//! right. A file is accepted only if writing it again gives the same lines, so that no mistake in it is passed over.

mod places;
mod problem;
mod read;

use std::fmt::Write as _;

use places::Places;
pub use problem::{BadPattern, Problem};

use super::{Generalization, Pattern, interval};
use grammarc_reduce::format::Format;
use grammarc_trial::oracle::is_disturbing;
use grammarc_trial::trial::Rate;

/// First word of the first line.
const FORMAT: &str = "grammarc-pattern";
/// Which version of the format this is.
const VERSION: &str = "1";
/// Stands behind the rate if there are no other instances.
const ALL: &str = ", which is all there are";
/// First word of the line of a constraint.
const WHERE: &str = "where ";
/// The last line, so that a truncated file is rejected.
const END: &str = "end";

/// A pattern, and how far it was verified.
#[derive(Debug, Clone)]
pub struct SavedPattern {
    /// The pattern.
    pub pattern: Pattern,
    /// See [`Generalization::is_verified`].
    pub is_verified: bool,
    /// See [`Generalization::rate`].
    pub rate: Option<Rate>,
    /// See [`Generalization::is_exhaustive`].
    pub is_exhaustive: bool,
}

impl From<&Generalization> for SavedPattern {
    fn from(found: &Generalization) -> Self {
        let Generalization { pattern, is_verified, rate, is_exhaustive, .. } = found;
        Self { pattern: pattern.clone(), is_verified: *is_verified, rate: *rate, is_exhaustive: *is_exhaustive }
    }
}

impl SavedPattern {
    /// First word of every file.
    pub const MAGIC: &str = FORMAT;

    /// Returns the file. [`SavedPattern::read`] is its inverse.
    ///
    /// ```
    /// use grammarc_runtime::flat::LINES;
    /// use grammarc_runtime::generalize::{Options, SavedPattern, generalize};
    ///
    /// let found = generalize(&LINES, b"one\ntwo\n", &|_: &[u8]| true, &Options::default()).unwrap();
    /// let file = SavedPattern::from(&found).write(&LINES);
    /// assert!(file.ends_with("\ntext \"one\\n\"\ntext \"two\\n\"\nhole 0..8 <text>\nend\n"));
    /// let saved = SavedPattern::read(&LINES, file.as_bytes()).unwrap();
    /// assert_eq!(saved.pattern.holes, found.pattern.holes);
    /// ```
    pub fn write(&self, language: &Format) -> String {
        let Pattern { text, tree, holes } = &self.pattern;
        let grammar = &language.grammar;
        let mut file = format!("{FORMAT} {VERSION}\n");
        // Writing to a string cannot fail.
        let _ = writeln!(file, "grammar {} {:032x}", escaped(language.name.as_bytes()), grammar.digest());
        let _ = writeln!(file, "{}", self.verification());
        let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
        for line in if lines.is_empty() { vec![&[][..]] } else { lines } {
            let _ = writeln!(file, "text \"{}\"", escaped(line));
        }
        let places = Places::new(grammar, text, tree);
        for (hole, placeholder) in holes.iter().zip(self.pattern.placeholders()) {
            let (span, place) = places.of(hole.node);
            let _ = write!(file, "hole {}..{} {placeholder}", span.start, span.end);
            let _ = writeln!(file, "{}", if place > 1 { format!(" place {place}") } else { String::new() });
            for constraint in &hole.constraints {
                let _ = writeln!(file, "{WHERE}{constraint}");
            }
        }
        file + END + "\n"
    }

    /// Returns the line that says how far it was verified.
    fn verification(&self) -> String {
        let word = if self.is_verified { "verified" } else { "unverified" };
        let Some(rate) = self.rate else { return word.to_owned() };
        let seen = format!("{word} {} of {}", rate.yes, rate.runs);
        if self.is_exhaustive {
            return seen + ALL;
        }
        let (low, high) = interval(rate);
        format!("{seen}, 95 %: {low:.3} to {high:.3}")
    }
}

/// Escapes a text for quotes: printable characters stay, and each byte of the others is written as `\n` or `\x00`.
fn escaped(text: &[u8]) -> String {
    let mut written = String::new();
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                c if c.is_ascii() && c != '\'' => written.extend((c as u8).escape_ascii().map(char::from)),
                c if is_disturbing(c) => written.push_str(&bytes(c.encode_utf8(&mut [0; 4]).as_bytes())),
                c => written.push(c),
            }
        }
        written.push_str(&bytes(chunk.invalid()));
    }
    written
}

fn bytes(text: &[u8]) -> String {
    text.iter().map(|byte| format!("\\x{byte:02x}")).collect()
}
