//! A set of bytes and the end of input, which counts as a byte. FIRST and FOLLOW have this type. A lookup takes one
//! shift, so parsers test each byte with it.

/// A set of bytes, with the end of input as a 257th member. For example, FOLLOW of a JSON value has `,`, `]`, `}`,
/// white space and the end of input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ByteSet {
    /// Bit `b % 64` of word `b / 64` stands for byte `b`. For example, `A` (65) is bit 1 of word 1.
    words: [u64; 4],
    /// Whether the end of input is a member.
    end: bool,
}

impl ByteSet {
    /// The empty set.
    pub const EMPTY: Self = Self { words: [0; 4], end: false };
    /// Every byte, and the end of input.
    pub const ALL: Self = Self { words: [u64::MAX; 4], end: true };
    /// The end of input alone.
    pub const END: Self = Self { words: [0; 4], end: true };

    /// Makes a set from its bits, as generated tables hold it.
    pub const fn new(words: [u64; 4], end: bool) -> Self {
        Self { words, end }
    }

    /// Returns the set of these bytes.
    pub const fn of(bytes: &[u8]) -> Self {
        let (mut set, mut i) = (Self::EMPTY, 0);
        while i < bytes.len() {
            set.insert(bytes[i]);
            i += 1;
        }
        set
    }

    /// Adds the bytes from `low` to `high`, both included.
    #[must_use]
    pub const fn with_range(mut self, low: u8, high: u8) -> Self {
        let mut byte = low;
        while byte < high {
            self.insert(byte);
            byte += 1;
        }
        self.insert(high);
        self
    }

    /// Adds the bytes between the first two, both included, between the next two, and so on. For example, `b"09AF"`
    /// adds `0` to `9` and `A` to `F`.
    #[must_use]
    pub const fn with_ranges(mut self, ends: &[u8]) -> Self {
        let mut i = 1;
        while i < ends.len() {
            self = self.with_range(ends[i - 1], ends[i]);
            i += 2;
        }
        self
    }

    /// Adds the end of input.
    #[must_use]
    pub const fn with_end(self) -> Self {
        Self { words: self.words, end: true }
    }

    /// Returns the set of one byte. With `fold`, an ASCII letter is added in both cases. For example, `e` gives `e`
    /// and `E`.
    pub const fn of_letter(byte: u8, fold: bool) -> Self {
        let mut set = Self::EMPTY;
        set.insert(byte);
        if fold {
            set.insert(byte.to_ascii_lowercase());
            set.insert(byte.to_ascii_uppercase());
        }
        set
    }

    /// Returns the bits of the bytes.
    pub const fn words(&self) -> [u64; 4] {
        self.words
    }

    /// Returns whether the end of input is a member.
    #[inline]
    pub const fn has_end(&self) -> bool {
        self.end
    }

    /// Adds a byte.
    pub const fn insert(&mut self, byte: u8) {
        self.words[(byte >> 6) as usize] |= 1 << (byte & 63);
    }

    /// Adds the bytes from `low` to `high`, both included.
    pub fn insert_range(&mut self, low: u8, high: u8) {
        (low..=high).for_each(|byte| self.insert(byte));
    }

    /// Adds the end of input.
    pub const fn insert_end(&mut self) {
        self.end = true;
    }

    /// Removes the end of input.
    #[must_use]
    #[inline]
    pub const fn without_end(self) -> Self {
        Self { words: self.words, end: false }
    }

    /// Returns whether `byte` is a member.
    #[inline]
    pub const fn contains(&self, byte: u8) -> bool {
        self.words[(byte >> 6) as usize] >> (byte & 63) & 1 == 1
    }

    /// Returns whether the byte of `input` at `at`, or else the end of input, is a member. For example, the set of
    /// `a` and the end of input admits the offsets 0 and 1 of `a`.
    #[inline]
    pub fn admits(&self, input: &[u8], at: usize) -> bool {
        input.get(at).map_or(self.end, |&byte| self.contains(byte))
    }

    /// Returns the members of either.
    #[must_use]
    #[inline]
    pub fn union(self, other: Self) -> Self {
        Self { words: std::array::from_fn(|i| self.words[i] | other.words[i]), end: self.end || other.end }
    }

    /// Adds the members of another set, and returns whether any of them is new.
    #[inline]
    pub fn grow(&mut self, other: Self) -> bool {
        let both = self.union(other);
        std::mem::replace(self, both) != both
    }

    /// Returns the members of both.
    #[must_use]
    #[inline]
    pub fn intersection(self, other: Self) -> Self {
        Self { words: std::array::from_fn(|i| self.words[i] & other.words[i]), end: self.end && other.end }
    }

    /// Returns the bytes that are no members, and the end of input if it is none.
    #[must_use]
    pub fn complement(self) -> Self {
        Self { words: self.words.map(|word| !word), end: !self.end }
    }

    /// Returns whether there is no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == Self::EMPTY
    }

    /// Returns the bytes in ascending order, without the end of input.
    pub fn bytes(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=255).filter(|&byte| self.contains(byte))
    }

    /// Returns the bytes as maximal inclusive ranges in ascending order. For example, `0`, `1`, `2` and `a` are the
    /// ranges `0-2` and `a-a`.
    pub fn ranges(&self) -> Vec<(u8, u8)> {
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for byte in self.bytes() {
            match ranges.last_mut() {
                Some((_, high)) if u16::from(*high) + 1 == u16::from(byte) => *high = byte,
                _ => ranges.push((byte, byte)),
            }
        }
        ranges
    }
}
