//! Merging: a change that failed beside a successful one counts as failed for the text that the successful one leads to.
//!
//! The jobs test many changes of the same text at the same time. For example, in `[1,2,3,4]` they drop the `4`, the `3`, the `2` and
//! the `1`, one in each test. If the `4` and the `2` can go and the others cannot, then the search goes on from `[1,2,3]`. It does not
//! drop the `3` again, and tests `[1,3]` next. A change with the same bytes is the same [patch](crate::speculation::patch).

use super::{SharedText, Trial};

impl Trial<'_> {
    /// Returns whether a text is not tested, because the same change of an earlier text is boring. It counts as a test.
    #[doc(hidden)]
    pub fn assumes(&mut self, text: &SharedText) -> bool {
        if !self.options.merge {
            return false;
        }
        let text = self.in_frame(text);
        let digest = text.digest();
        if self.shared.is_doubted(digest) {
            return false;
        }
        let is_assumed = match (self.script, &self.ahead) {
            (Some(script), _) => script.assumes(&text),
            (None, Some(ahead)) => !self.by_digest.contains_key(&digest) && ahead.assumes(digest, self.round),
            (None, None) => false,
        };
        if is_assumed {
            self.counters.assumed += 1;
            self.assumed.insert(digest);
            self.has_assumed = true;
        }
        is_assumed
    }

    /// Forgets all assumptions at the end of a search, and returns whether there were any: then the search must go on.
    #[doc(hidden)]
    pub fn renew(&mut self) -> bool {
        self.assumed.clear();
        let has_assumed = match self.script {
            Some(script) => script.renew(),
            None => std::mem::take(&mut self.has_assumed),
        };
        if has_assumed {
            self.round += 1;
            if let Some(ahead) = &self.ahead {
                ahead.restart();
            }
        }
        has_assumed
    }
}
