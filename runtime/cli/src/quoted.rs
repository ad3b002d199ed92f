//! Texts as messages quote them.

use grammarc_core::meaning;

/// Returns a text as it stands between backquotes.
pub(crate) fn shown(text: &[u8]) -> String {
    meaning::shown(text).replace("\\\"", "\"").replace("\\'", "'")
}
