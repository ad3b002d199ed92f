//! The lines of a journal: `KIND FIELDS… ~CHECKSUM`. Bytes that are not printable ASCII are escaped as in Rust.
//!
//! For example, of the input `[1, 2]` the text `[]` was boring after 12 ms, and `[2]` interesting after 11 ms. So it
//! was accepted: bytes 1..4 of the input go, and nothing comes in their place.
//!
//! ```text
//! grammarc-journal 1 ~b367aa1c
//! term input 014189144b4c3dad39185f16f3d4bd93 ~1f34214b
//! verdict 60ce9bb84b5900637bea1232c2183dd5 boring 12 nodes ~d46a2be0
//! verdict 82014255e0ec7e653c80829b8e0fd900 interesting 11 nodes ~45244147
//! accepted 82014255e0ec7e653c80829b8e0fd900 1 4  ~104b510a
//! ```

use std::fmt::Write;
use std::ops::Range;

use crate::oracle::Verdict;
use crate::trial::{Digest, Rate, Splice};

/// The first line; the number changes with the format.
pub(super) const START: &str = "grammarc-journal 1";

/// The terms and notes above the verdicts: names and values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Header {
    /// Terms that the verdicts depend on, such as the command. With another term, for example another timeout, none of
    /// them holds.
    pub terms: Vec<(String, String)>,
    /// Further information for readers, on which no verdict depends.
    pub notes: Vec<(String, String)>,
}

impl Header {
    /// Returns the value of a term.
    pub fn term(&self, name: &str) -> Option<&String> {
        self.terms.iter().find(|(term, _)| term == name).map(|(_, value)| value)
    }

    /// Returns the value of a note.
    pub fn note(&self, name: &str) -> Option<&String> {
        self.notes.iter().find(|(note, _)| note == name).map(|(_, value)| value)
    }

    /// Returns the name of the first term that differs, and of a file its path; one that only the other has counts, too.
    pub fn difference(&self, other: &Self) -> Option<String> {
        // A command may name several files: there can be many terms of one name.
        let missing = |ours: &Self, theirs: &Self| {
            ours.terms.iter().find(|term| !theirs.terms.contains(term)).map(|(name, value)| {
                match value.split_once(' ') {
                    Some((_, path)) if name == "file" => format!("file {path}"),
                    _ => name.clone(),
                }
            })
        };
        missing(self, other).or_else(|| missing(other, self))
    }

    pub(super) fn lines(&self) -> String {
        let terms = self.terms.iter().cloned().map(|(name, value)| Record::Term(name, value));
        let notes = self.notes.iter().cloned().map(|(name, value)| Record::Note(name, value));
        std::iter::once(Record::Start).chain(terms).chain(notes).map(|record| record.line()).collect()
    }
}

/// One line. `measured 5c…e1 9 20 ~07…3b` says that 9 of 20 runs found a text interesting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Record {
    Start,
    Term(String, String),
    Note(String, String),
    Verdict {
        digest: Digest,
        verdict: Verdict,
        ms: u64,
        strategy: String,
    },
    /// The text of this digest is the best so far. The splice makes it from the last one.
    Accepted {
        digest: Digest,
        splice: Splice,
    },
    Measured {
        digest: Digest,
        rate: Rate,
    },
    /// The text of this digest is the best again. For example, `back 0141…bd93 1 1 1, ` puts `1, ` back into `[2]`.
    Back {
        digest: Digest,
        splice: Splice,
    },
}

impl Record {
    pub(super) fn line(&self) -> String {
        let mut line = match self {
            Self::Start => START.to_owned(),
            Self::Term(name, value) => format!("term {name} {}", value.as_bytes().escape_ascii()),
            Self::Note(name, value) => format!("note {name} {}", value.as_bytes().escape_ascii()),
            Self::Verdict { digest, verdict, ms, strategy } => {
                format!("verdict {digest} {} {ms} {}", word(*verdict), strategy.as_bytes().escape_ascii())
            }
            Self::Accepted { digest, splice } => format!("accepted {digest} {}", words(splice)),
            Self::Measured { digest, rate } => format!("measured {digest} {} {}", rate.yes, rate.runs),
            Self::Back { digest, splice } => format!("back {digest} {}", words(splice)),
        };
        let checksum = checksum(&line);
        // Writing to a string cannot fail.
        let _ = writeln!(line, " ~{checksum}");
        line
    }

    fn parse(line: &[u8]) -> Option<Self> {
        let line = std::str::from_utf8(line).ok()?;
        let (content, sum) = line.rsplit_once(" ~")?;
        if checksum(content) != sum {
            return None;
        }
        if content == START {
            return Some(Self::Start);
        }
        let (kind, rest) = content.split_once(' ')?;
        let fields: Vec<&str> = rest.splitn(4, ' ').collect();
        match (kind, fields.as_slice()) {
            ("term", _) => {
                rest.split_once(' ').and_then(|(name, value)| Some(Self::Term(name.to_owned(), text(value)?)))
            }
            ("note", _) => {
                rest.split_once(' ').and_then(|(name, value)| Some(Self::Note(name.to_owned(), text(value)?)))
            }
            ("verdict", [digest, verdict, ms, strategy]) => Some(Self::Verdict {
                digest: parse_digest(digest)?,
                verdict: parse_verdict(verdict)?,
                ms: ms.parse().ok()?,
                strategy: text(strategy)?,
            }),
            ("accepted", [digest, splice @ ..]) => {
                Some(Self::Accepted { digest: parse_digest(digest)?, splice: parse_splice(splice)? })
            }
            ("measured", [digest, yes, runs]) => {
                let rate = Rate { yes: yes.parse().ok()?, runs: runs.parse().ok()? };
                (rate.yes <= rate.runs && rate.runs > 0)
                    .then_some(Self::Measured { digest: parse_digest(digest)?, rate })
            }
            ("back", [digest, splice @ ..]) => {
                Some(Self::Back { digest: parse_digest(digest)?, splice: parse_splice(splice)? })
            }
            _ => None,
        }
    }
}

/// Reads the record of each line. None stands for a line that is torn or damaged.
pub(super) fn parse(bytes: &[u8]) -> Vec<Option<Record>> {
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    lines.map(|line| line.strip_suffix(b"\n").and_then(Record::parse)).collect()
}

fn checksum(content: &str) -> String {
    Digest::of(content.as_bytes()).to_string().split_off(24)
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Interesting => "interesting",
        Verdict::Boring => "boring",
        Verdict::Unresolved => "unresolved",
    }
}

fn parse_verdict(text: &str) -> Option<Verdict> {
    [Verdict::Interesting, Verdict::Boring, Verdict::Unresolved].into_iter().find(|verdict| word(*verdict) == text)
}

fn words(splice: &Splice) -> String {
    let Range { start, end } = splice.removed;
    format!("{start} {end} {}", splice.inserted.escape_ascii())
}

fn parse_splice(fields: &[&str]) -> Option<Splice> {
    let [start, end, inserted] = fields else { return None };
    Some(Splice { removed: start.parse().ok()?..end.parse().ok()?, inserted: unescape(inserted)? })
}

fn parse_digest(text: &str) -> Option<Digest> {
    u128::from_str_radix(text, 16).ok().map(Digest)
}

fn text(escaped: &str) -> Option<String> {
    String::from_utf8(unescape(escaped)?).ok()
}

/// Undoes `escape_ascii`.
fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = text.bytes();
    let mut result = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        result.push(match byte {
            b'\\' => match bytes.next()? {
                b'n' => b'\n',
                b'r' => b'\r',
                b't' => b'\t',
                b'x' => {
                    let digits = [bytes.next()?, bytes.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
                }
                other => other,
            },
            other => other,
        });
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::{Record, parse};
    use crate::oracle::Verdict;
    use crate::trial::{Digest, Rate, Splice};

    #[test]
    fn records_survive_and_torn_ones_do_not() {
        let splice = Splice::between(b"all bytes go", b"all \x00\xff\n\\x41 ~ go");
        let records = [
            Record::Start,
            Record::Term("command".to_owned(), "sh -c 'a\nb' ü".to_owned()),
            Record::Verdict { digest: Digest::of(b"x"), verdict: Verdict::Unresolved, ms: 7, strategy: String::new() },
            Record::Measured { digest: Digest::of(b"x"), rate: Rate { yes: 9, runs: 20 } },
            Record::Back { digest: Digest::of(b"z"), splice: Splice::between(b"a b", b"a b c d") },
            Record::Accepted { digest: Digest::of(b"y"), splice },
        ];
        let text: String = records.iter().map(Record::line).collect();
        let whole = records.map(Some);
        assert_eq!(parse(text.as_bytes()), whole);
        let last = records_length(&whole[5..]);
        for torn in 1..last {
            let torn = parse(&text.as_bytes()[..text.len() - torn]);
            assert_eq!((&torn[..5], &torn[5..]), (&whole[..5], &[None][..]));
        }
        assert_eq!(parse(&text.as_bytes()[..text.len() - last]), whole[..5]);
    }

    fn records_length(records: &[Option<Record>]) -> usize {
        records.iter().flatten().map(|record| record.line().len()).sum()
    }

    #[test]
    fn a_damaged_byte_costs_its_line() {
        let records: Vec<Record> = (0..5u8)
            .map(|number| Record::Verdict {
                digest: Digest::of(&[number]),
                verdict: Verdict::Boring,
                ms: 1,
                strategy: "nodes".to_owned(),
            })
            .collect();
        let text: Vec<u8> = records.iter().flat_map(|record| record.line().into_bytes()).collect();
        for place in 0..text.len() {
            for bit in 0..8 {
                let mut damaged = text.clone();
                damaged[place] ^= 1 << bit;
                let left: Vec<Record> = parse(&damaged).into_iter().flatten().collect();
                // A damaged end of a line costs the next line, too.
                let least = if text[place] == b'\n' { 3 } else { 4 };
                assert!(
                    left.len() >= least && left.iter().all(|record| records.contains(record)),
                    "bit {bit} of {place}"
                );
            }
        }
    }
}
