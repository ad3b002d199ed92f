//! An input and its tree. The first message, the search and its rehearsals share the tree, because a parse may take a second.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::languages::Languages;
use super::view::View;
use crate::format::Format;
use grammarc_trial::trial::{MAX_REHEARSED_BYTES, SharedText};

/// A text and its tree, as a search begins with it. The tree is made when it is first asked for. With a broken text of 10 kB that may
/// take a second.
pub struct ParsedInput<'s> {
    language: &'s Format,
    pub(super) text: SharedText,
    parsed: Mutex<Option<(Languages<'s>, View<'s>)>>,
}

impl<'s> ParsedInput<'s> {
    /// Takes a text and the language that it should be in.
    pub fn new(language: &'s Format, text: impl Into<SharedText>) -> Self {
        Self { language, text: text.into(), parsed: Mutex::default() }
    }

    /// Returns the parts of the text that are not in the language, as byte ranges, in order: the whole text if it has no tree by the
    /// grammar. Returns none if the text is so large that it is cut before it is parsed.
    pub fn islands(&self) -> Option<Vec<Range<usize>>> {
        if Languages::new(self.language).is_cut_first(&self.text) {
            return None;
        }
        let mut parsed = self.lock();
        let (languages, view) = parsed.get_or_insert_with(|| self.parse());
        Some(languages.islands(view))
    }

    /// Returns whether the text is in the language.
    pub(super) fn is_valid(&self) -> bool {
        Languages::new(self.language).is_valid(&self.text)
    }

    /// Returns the tree, and the languages that it was chosen from. Where somebody parses the text already, this waits for that. The
    /// tree of a text that is never rehearsed is given away, because it may be large.
    pub(super) fn start(&self) -> (Languages<'s>, View<'s>) {
        let mut parsed = self.lock();
        let start = parsed.take().unwrap_or_else(|| self.parse());
        *parsed = (self.text.len() <= MAX_REHEARSED_BYTES).then(|| start.clone());
        start
    }

    fn parse(&self) -> (Languages<'s>, View<'s>) {
        let languages = Languages::new(self.language);
        let view = languages.view(&self.text);
        (languages, view)
    }

    /// A parse that was left by unwinding has stored nothing.
    fn lock(&self) -> MutexGuard<'_, Option<(Languages<'s>, View<'s>)>> {
        self.parsed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
