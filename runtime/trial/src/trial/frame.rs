//! Frames: while one file of a folder is reduced, a search sees that file alone, and the oracle the whole folder.
//!
//! So the cache, the journal and the workers know of texts only: each is a whole archive, which the command oracle unpacks for its run.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use super::{Digest, SharedText, Trial};

/// Puts a text in its place. For example, a file in its archive.
type TextFrame = Arc<dyn Fn(&[u8]) -> Vec<u8> + Send + Sync>;

/// The frame in which a trial is, with the last text that was put into it: a trial looks up a text, gives it away and counts it,
/// and an archive can be large.
pub(super) struct OpenFrame {
    frame: TextFrame,
    last: RefCell<Option<FramedText>>,
}

struct FramedText {
    part: SharedText,
    whole: SharedText,
}

impl OpenFrame {
    fn around(&self, part: &SharedText) -> SharedText {
        let mut last = self.last.borrow_mut();
        if let Some(framed) = last.as_ref().filter(|framed| framed.part.is_same(part)) {
            return framed.whole.clone();
        }
        let whole: SharedText = (self.frame)(part).into();
        *last = Some(FramedText { part: part.clone(), whole: whole.clone() });
        whole
    }
}

impl Trial<'_> {
    /// Does `body`. The texts that it asks about and commits are parts of larger ones, which `frame` makes of them; everything else
    /// is about the larger texts: verdicts, the journal, the result.
    #[doc(hidden)]
    pub fn framed<T>(&mut self, frame: TextFrame, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.frame.replace(OpenFrame { frame, last: RefCell::default() });
        let result = body(self);
        self.frame = outer;
        result
    }

    /// Returns the text that the oracle sees.
    pub(super) fn whole<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        match &self.frame {
            Some(open) => Cow::Owned((open.frame)(text)),
            None => Cow::Borrowed(text),
        }
    }

    /// Returns the text that the oracle sees, to be kept.
    pub(super) fn in_frame(&self, text: &SharedText) -> SharedText {
        self.frame.as_ref().map_or_else(|| text.clone(), |open| open.around(text))
    }

    /// Returns the digest of the text that the oracle sees.
    #[doc(hidden)]
    pub fn digest_of(&self, text: &SharedText) -> Digest {
        self.in_frame(text).digest()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use crate::trial::{Trial, TrialOptions};

    #[test]
    fn a_text_is_put_into_its_frame_once() {
        let count = Arc::new(AtomicU64::new(0));
        let counts = count.clone();
        let has_b = |text: &[u8]| text.starts_with(b"<") && text.contains(&b'b');
        let verdicts = Trial::run(&has_b, &TrialOptions::default(), None, b"<ab>", |trial| {
            let frame = move |text: &[u8]| {
                counts.fetch_add(1, Ordering::Relaxed);
                [b"<", text, b">"].concat()
            };
            trial.framed(Arc::new(frame), |trial| trial.judge(&["a", "b", "c"]))
        });
        let wanted = [b"<a>", b"<b>", b"<c>"].map(|text| crate::oracle::Verdict::from(has_b(text)));
        assert_eq!(verdicts.expect("nothing stops it"), wanted);
        assert_eq!(count.load(Ordering::Relaxed), 3);
    }
}
