//! Texts that several parts of a reduction hold at the same time. Copies of a log of a gigabyte would soon fill the memory.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::digest::Digest;

/// A text that is never changed, so its clones share the bytes. For example, the best text is held by the search, the trial, the
/// journal and the result file.
#[derive(Debug, Clone, Default)]
pub struct SharedText(Arc<DigestedText>);

#[derive(Debug, Default)]
struct DigestedText {
    bytes: Vec<u8>,
    /// Made when it is first asked for.
    digest: OnceLock<Digest>,
}

impl SharedText {
    /// Returns whether both share their bytes, without a look at these.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns the digest of the text. Only the first call takes time in proportion to the bytes: for large texts, this is most
    /// of the own time of a candidate.
    pub fn digest(&self) -> Digest {
        *self.0.digest.get_or_init(|| Digest::of(self))
    }
}

impl Deref for SharedText {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0.bytes
    }
}

impl<T: AsRef<[u8]>> PartialEq<T> for SharedText {
    fn eq(&self, other: &T) -> bool {
        self[..] == *other.as_ref()
    }
}

impl Eq for SharedText {}

impl AsRef<[u8]> for SharedText {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<Vec<u8>> for SharedText {
    fn from(text: Vec<u8>) -> Self {
        Self(Arc::new(DigestedText { bytes: text, digest: OnceLock::new() }))
    }
}

impl From<&SharedText> for SharedText {
    fn from(text: &SharedText) -> Self {
        text.clone()
    }
}

impl From<&[u8]> for SharedText {
    fn from(text: &[u8]) -> Self {
        text.to_vec().into()
    }
}

impl From<&Vec<u8>> for SharedText {
    fn from(text: &Vec<u8>) -> Self {
        text.as_slice().into()
    }
}

impl From<&str> for SharedText {
    fn from(text: &str) -> Self {
        text.as_bytes().into()
    }
}

impl<const N: usize> From<&[u8; N]> for SharedText {
    fn from(text: &[u8; N]) -> Self {
        text.as_slice().into()
    }
}
