//! Frames: while one file of a folder is reduced, a search sees that file alone, and the oracle the whole folder.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Digest, SharedText, Trial};

/// Puts a text in its place. For example, a file in its archive.
pub(crate) type TextFrame = Arc<dyn Fn(&[u8]) -> Vec<u8> + Send + Sync>;

impl Trial<'_> {
    /// Does `body`. The texts that it asks about and commits are parts of larger ones, which `frame` makes of them; everything else
    /// is about the larger texts: verdicts, the journal, the result.
    pub(crate) fn framed<T>(&mut self, frame: TextFrame, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.frame.replace(frame);
        let result = body(self);
        self.frame = outer;
        result
    }

    /// Returns the text that the oracle sees.
    pub(super) fn whole<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        match &self.frame {
            Some(frame) => Cow::Owned(frame(text)),
            None => Cow::Borrowed(text),
        }
    }

    /// Returns the text that the oracle sees, to be kept.
    pub(super) fn in_frame(&self, text: &SharedText) -> SharedText {
        self.frame.as_ref().map_or_else(|| text.clone(), |frame| frame(text).into())
    }

    /// Returns the digest of the text that the oracle sees.
    pub(crate) fn digest_of(&self, text: &SharedText) -> Digest {
        self.in_frame(text).digest()
    }
}
