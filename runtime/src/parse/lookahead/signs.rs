//! What comes second after each punctuation mark: operators that begin alike (`.` and `..`, `<` and `<=`) are told apart only
//! by both bytes together.

use crate::byteset::ByteSet;

/// How many marks there are in ASCII.
const COUNT: usize = 32;

/// For each mark that a text can begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Signs {
    /// The bytes that come after it in a text.
    second: [ByteSet; COUNT],
    /// What can come after a text that is the mark alone; nothing where there is no such text.
    after: [ByteSet; COUNT],
}

impl Signs {
    /// No text that begins with a mark.
    pub(super) const NONE: Self = Self { second: [ByteSet::EMPTY; COUNT], after: [ByteSet::EMPTY; COUNT] };
    /// Any text.
    pub(super) const ANY: Self = Self { second: [ByteSet::ALL; COUNT], after: [ByteSet::ALL; COUNT] };

    /// The texts of one byte.
    pub(super) fn of_bytes(set: ByteSet) -> Self {
        let after = |mark| if set.contains(mark) { ByteSet::ALL } else { ByteSet::EMPTY };
        Self { after: marks().map(after), ..Self::NONE }
    }

    /// Returns the texts of either.
    pub(super) fn or(&self, other: &Self) -> Self {
        Self { second: unions(&self.second, &other.second), after: unions(&self.after, &other.after) }
    }

    /// Returns the texts followed by others: by those that begin with `first`, and the empty one where it stands before
    /// `around`.
    pub(super) fn then(&self, first: ByteSet, around: ByteSet) -> Self {
        let second = std::array::from_fn(|mark| self.second[mark].union(first.intersection(self.after[mark])));
        Self { second, after: self.after.map(|after| after.intersection(around)) }
    }

    /// Returns the texts that begin with one of the bytes.
    pub(super) fn within(&self, bytes: ByteSet) -> Self {
        let marks = marks();
        let keep = |sets: &[ByteSet; COUNT]| {
            std::array::from_fn(|mark| if bytes.contains(marks[mark]) { sets[mark] } else { ByteSet::EMPTY })
        };
        Self { second: keep(&self.second), after: keep(&self.after) }
    }

    /// Returns the marks, each with the bytes that come second.
    pub(super) fn seconds(&self) -> impl Iterator<Item = (u8, ByteSet)> {
        marks().into_iter().zip(self.second)
    }
}

fn unions(a: &[ByteSet; COUNT], b: &[ByteSet; COUNT]) -> [ByteSet; COUNT] {
    std::array::from_fn(|mark| a[mark].union(b[mark]))
}

/// The marks, in order.
fn marks() -> [u8; COUNT] {
    let mut all = (0..=u8::MAX).filter(u8::is_ascii_punctuation);
    std::array::from_fn(|_| all.next().unwrap_or_default())
}
