//! Patches: the change that a candidate makes, named by bytes of the input, so that it is recognized after other commits.
//!
//! A search proposes the same change again and again, each time to a smaller text. For example, if `[1,2,3]` can lose the `3`,
//! then `[1,3]` without its `3` is another text, but the same patch:
//!
//! ```text
//! input      [ 1 , 2 , 3 ]      origins 0 1 2 3 4 5 6
//! text       [ 1 , 3 ]          origins 0 1 4 5 6, because the bytes 2 and 3 are gone
//! candidate  [ 1 ]              the bytes from 4 to 5 are gone
//! ```

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use crate::digest::Digest;

/// A patch: the text that it was made for, and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patch {
    /// The text before it.
    pub base: Digest,
    /// The same for the same change of another text.
    pub key: u64,
    /// How often the search had forgotten all assumptions: see `Trial::renew`.
    pub round: u32,
}

/// A text in which each byte of the input is known.
#[derive(Clone)]
pub struct TracedText {
    pub text: Vec<u8>,
    digest: Digest,
    /// For each byte its place in the input; [`NEW`] for a byte that was put in.
    origins: Vec<u32>,
}

/// The origin of a byte that is not from the input.
const NEW: u32 = u32::MAX;

impl TracedText {
    /// Begins with the input.
    pub fn new(input: &[u8]) -> Self {
        Self { text: input.to_vec(), digest: Digest::of(input), origins: (0..input.len() as u32).collect() }
    }

    /// Returns the text in which some bytes give way to `put` new ones.
    pub fn after(&self, gone: Range<usize>, put: usize, text: &[u8]) -> Self {
        let (before, behind) = (&self.origins[..gone.start], &self.origins[gone.end..]);
        let origins = [before, &vec![NEW; put], behind].concat();
        Self { text: text.to_vec(), digest: Digest::of(text), origins }
    }

    /// Returns the patch by which some bytes give way to others.
    pub fn patch(&self, gone: Range<usize>, put: &[u8]) -> Patch {
        // The names of new bytes say nothing, so there the bytes themselves count.
        let edges = match &self.origins[gone.clone()] {
            [] => {
                [gone.start.checked_sub(1), Some(gone.start)].map(|at| at.and_then(|at| self.origins.get(at)).copied())
            }
            removed => [removed.first().copied(), removed.last().copied()],
        };
        let bytes = edges.contains(&Some(NEW)).then(|| &self.text[gone]);
        let mut hasher = DefaultHasher::new();
        (edges, bytes, put).hash(&mut hasher);
        Patch { base: self.digest, key: hasher.finish(), round: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::TracedText;

    #[test]
    fn a_patch_is_recognized_after_other_commits() {
        let input = TracedText::new(b"[1,2,3]");
        let shorter = input.after(2..4, 0, b"[1,3]");
        assert_eq!(input.patch(4..6, b"").key, shorter.patch(2..4, b"").key);
        assert_ne!(input.patch(4..6, b""), shorter.patch(2..4, b""), "they are patches of different texts");
        assert_ne!(input.patch(4..6, b"").key, shorter.patch(1..2, b"").key);
        assert_ne!(input.patch(4..6, b"").key, input.patch(4..6, b"0").key);
    }

    #[test]
    fn new_bytes_are_told_apart() {
        let text = TracedText::new(b"abc").after(1..2, 2, b"axyc");
        assert_ne!(text.patch(1..2, b"").key, text.patch(2..3, b"").key);
        assert_eq!(text.patch(3..4, b"").key, TracedText::new(b"abc").patch(2..3, b"").key);
    }
}
