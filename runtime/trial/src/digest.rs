//! 128 bits that stand for a text in the cache and in the journal. So neither keeps the texts themselves.

/// The digest of a text. Two texts with the same one are taken to be the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub u128);

impl Digest {
    /// Digests a text. BLAKE3, cut off.
    #[cfg(feature = "cli")]
    pub fn of(text: &[u8]) -> Self {
        Self::cut(blake3::hash(text))
    }

    /// Digests the content of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    #[cfg(feature = "cli")]
    pub fn of_file(path: &std::path::Path) -> std::io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(std::fs::File::open(path)?)?;
        Ok(Self::cut(hasher.finalize()))
    }

    #[cfg(feature = "cli")]
    fn cut(hash: blake3::Hash) -> Self {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.as_bytes()[..16]);
        Self(u128::from_le_bytes(bytes))
    }

    /// Digests a text: two SipHashes, good enough while nothing is written to disk.
    #[cfg(not(feature = "cli"))]
    pub fn of(text: &[u8]) -> Self {
        use std::hash::{DefaultHasher, Hasher};
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u8(salt);
            hasher.write(text);
            u128::from(hasher.finish())
        };
        Self(half(0) << 64 | half(1))
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
