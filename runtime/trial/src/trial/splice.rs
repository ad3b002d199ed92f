//! The difference between two texts, stored instead of the second one. Most commits change little of a large text.

use std::ops::Range;

/// A replacement of bytes that turns one text into another. For example, from `axb` to `ayyb` it removes bytes 1..2 and
/// inserts `yy`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    /// The bytes that go.
    pub removed: Range<usize>,
    /// The bytes in their place.
    pub inserted: Vec<u8>,
}

impl Splice {
    /// Returns the splice that turns `old` into `new`: the bytes between the common prefix and the common suffix.
    pub fn between(old: &[u8], new: &[u8]) -> Self {
        let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let ends = old[start..].iter().rev().zip(new[start..].iter().rev());
        let end = ends.take_while(|(a, b)| a == b).count();
        Self { removed: start..old.len() - end, inserted: new[start..new.len() - end].to_vec() }
    }

    /// Returns the new text; none if this is not the text that the splice was made for.
    pub fn apply(&self, old: &[u8]) -> Option<Vec<u8>> {
        let (before, after) = (old.get(..self.removed.start)?, old.get(self.removed.end..)?);
        Some([before, &self.inserted, after].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::Splice;

    #[test]
    fn splices_apply_to_their_text() {
        for (old, new) in [("", ""), ("abc", ""), ("", "abc"), ("aaa", "aa"), ("abcabc", "abc"), ("axb", "ayyb")] {
            let splice = Splice::between(old.as_bytes(), new.as_bytes());
            assert_eq!(splice.apply(old.as_bytes()).unwrap(), new.as_bytes());
        }
        assert_eq!(Splice::between(b"abc", b"abcd").apply(b"ab"), None);
    }
}
