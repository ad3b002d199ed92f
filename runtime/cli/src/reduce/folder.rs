//! Messages about a folder: which files it has, by grammar, and what is left out.

use std::collections::BTreeMap;

use super::Session;
use super::given::Given;
use crate::counted::grouped;
use grammarc_reduce::format::Format;
use grammarc_reduce::island::ISLAND;
use grammarc_reduce::reduce::Formats;
use grammarc_trial::archive::{files, size};
use grammarc_trial::oracle::shown;

/// Most paths that are named as left out.
const MAX_NAMED: usize = 5;

/// Returns the first line about a folder: `folder: 12 files, 34,567 bytes; grammars: json (3), island (9)`.
pub(super) fn described(given: &Given, formats: &dyn Formats) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in files(&given.text).unwrap_or_default() {
        let format = formats.of(&file.path, &given.text[file.content.clone()]);
        *counts.entry(format.name.to_string()).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let grammars: Vec<String> = counts.iter().map(|(name, count)| format!("{name} ({count})")).collect();
    format!("folder: {}; grammars: {}", measured(&given.text), grammars.join(", "))
}

/// Returns the number of files and bytes of an archive: `12 files, 34,567 bytes`.
pub(super) fn measured(archive: &[u8]) -> String {
    let (files, bytes) = size(archive);
    let noun = if files == 1 { "file" } else { "files" };
    format!("{} {noun}, {} bytes", grouped(files as u64), grouped(bytes as u64))
}

/// The formats of a folder of which one language is known: that language for each file that it parses, islands for the others.
pub struct OneLanguage<'a>(pub &'a Format);

impl Formats for OneLanguage<'_> {
    fn of(&self, _: &[u8], content: &[u8]) -> &Format {
        if self.0.parse(content).is_ok() { self.0 } else { &ISLAND }
    }
}

impl Session<'_> {
    /// Names the paths that are not reduced, nor in a candidate.
    pub(super) fn note_left_out(&self) {
        let left_out = &self.given.left_out;
        for one in left_out.iter().take(MAX_NAMED) {
            self.note(&format!("left out {}: {}", shown(&one.path), one.why));
        }
        if left_out.len() > MAX_NAMED {
            self.note(&format!("left out {} more", left_out.len() - MAX_NAMED));
        }
    }
}
