//! The second byte after each punctuation mark. Operators that begin alike are told apart only by both bytes together,
//! for example `<` and `<=`.

use crate::byteset::ByteSet;

/// The marks that a text can begin with, in order. Most texts begin with none, so this is mostly empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Signs(Vec<MarkFollowers>);

/// A mark that a text can begin with. For example, for the texts `<` and `<=` the mark is `<`, and `second` has `=`.
/// At least one of the sets is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MarkFollowers {
    mark: u8,
    /// The bytes that come after it in a text.
    second: ByteSet,
    /// The bytes that can follow a text of the mark alone; empty if no text is the mark alone.
    after: ByteSet,
}

impl Signs {
    /// No text that begins with a mark.
    pub(super) const NONE: Self = Self(Vec::new());

    /// Any text.
    pub(super) fn any() -> Self {
        Self(marks().map(|mark| MarkFollowers { mark, second: ByteSet::ALL, after: ByteSet::ALL }).collect())
    }

    /// The texts of one byte.
    pub(super) fn of_bytes(set: ByteSet) -> Self {
        let own = marks().filter(|mark| set.contains(*mark));
        Self(own.map(|mark| MarkFollowers { mark, second: ByteSet::EMPTY, after: ByteSet::ALL }).collect())
    }

    /// Adds the texts of `other` that begin with one of the bytes, and returns whether they change anything.
    pub(super) fn grow(&mut self, other: &Self, bytes: ByteSet) -> bool {
        let mut grown = false;
        for &sign in other.0.iter().filter(|sign| bytes.contains(sign.mark)) {
            match self.0.binary_search_by_key(&sign.mark, |own| own.mark) {
                Ok(place) => {
                    grown |= self.0[place].second.grow(sign.second);
                    grown |= self.0[place].after.grow(sign.after);
                }
                Err(place) => {
                    self.0.insert(place, sign);
                    grown = true;
                }
            }
        }
        grown
    }

    /// Appends other texts to each text. They begin with `first`, or are empty before a byte of `around`.
    pub(super) fn extend(&mut self, first: ByteSet, around: ByteSet) {
        for sign in &mut self.0 {
            sign.second = sign.second.union(first.intersection(sign.after));
            sign.after = sign.after.intersection(around);
        }
        self.0.retain(|sign| !sign.second.is_empty() || !sign.after.is_empty());
    }

    /// Returns the texts that begin with one of the bytes.
    pub(super) fn within(&self, bytes: ByteSet) -> Self {
        Self(self.0.iter().filter(|sign| bytes.contains(sign.mark)).copied().collect())
    }

    /// Returns the marks after which another byte can come, each with these bytes.
    pub(super) fn seconds(&self) -> impl Iterator<Item = (u8, ByteSet)> {
        self.0.iter().map(|sign| (sign.mark, sign.second)).filter(|(_, second)| !second.is_empty())
    }

    /// Returns the bytes that come second after a mark.
    pub(super) fn second(&self, mark: u8) -> ByteSet {
        let place = self.0.binary_search_by_key(&mark, |sign| sign.mark);
        place.map_or(ByteSet::EMPTY, |place| self.0[place].second)
    }
}

/// The marks, in order.
fn marks() -> impl Iterator<Item = u8> {
    (0..=u8::MAX).filter(u8::is_ascii_punctuation)
}
