//! Shorter names: every word of several characters becomes a letter, in all its places. For example,
//! `counter = counter + 1` becomes `a = a + 1`.
//!
//! The identifier replacement of Vulcan (Z. Xu et al., OOPSLA 2023) and the first pass of T-Rec (Z. Xu et al., TOSEM 2025).

use std::collections::{BTreeMap, HashSet};

use super::{Search, Stop, Strategy, View};
use crate::edit::{Candidate, Edit};
use crate::flat::{self, is_word};
use grammarc_core::tree::NodeId;

/// Renaming.
pub(in crate::reduce) const STRATEGY: Strategy =
    Strategy { name: "names", paper: "replace all occurrences of a word by a letter, or of a number by a digit", run };

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    search.look(&flat::TOKENS);
    let mut tried = HashSet::new();
    loop {
        let view = search.view();
        let words: Vec<(Vec<u8>, Vec<NodeId>)> =
            words(&view).into_iter().filter(|(word, _)| !tried.contains(word)).collect();
        let candidates = words.iter().enumerate().flat_map(|(place, (word, nodes))| {
            let shorter = shorter(&view, word).into_iter();
            shorter.map(move |text| (place, everywhere(nodes, &text)))
        });
        let found = search.first(candidates)?;
        tried.extend(words.iter().take(found.map_or(words.len(), |place| place + 1)).map(|(word, _)| word.clone()));
        if found.is_none() {
            return Ok(());
        }
    }
}

fn everywhere(nodes: &[NodeId], text: &[u8]) -> Candidate {
    Candidate::Edits(nodes.iter().map(|&node| Edit::Text { node, text: text.to_vec() }).collect())
}

/// Returns the words and numbers of several characters with their places, those with most bytes in total first.
fn words(view: &View<'_>) -> Vec<(Vec<u8>, Vec<NodeId>)> {
    let mut words: BTreeMap<&[u8], Vec<NodeId>> = BTreeMap::new();
    for id in view.tree.parts(view.tree.root()) {
        let text = view.text_of(id);
        if text.len() > 1 && is_word(text[0]) {
            words.entry(text).or_default().push(id);
        }
    }
    let mut words: Vec<(Vec<u8>, Vec<NodeId>)> = words.into_iter().map(|(text, ids)| (text.to_vec(), ids)).collect();
    words.sort_by_cached_key(|(text, ids)| std::cmp::Reverse(text.len() * ids.len()));
    words
}

/// Returns replacements for a word: the first letter that the text lacks, or the digits 0 and 1 for a number. For
/// example, `b` if there is an `a`.
fn shorter(view: &View<'_>, word: &[u8]) -> Vec<Vec<u8>> {
    if word[0].is_ascii_digit() {
        return vec![b"0".to_vec(), b"1".to_vec()];
    }
    let taken: HashSet<&[u8]> = view.tree.parts(view.tree.root()).map(|id| view.text_of(id)).collect();
    let letters = || (b'a'..=b'z').map(|letter| vec![letter]);
    let free = letters().find(|letter| !taken.contains(letter.as_slice()));
    free.into_iter().collect()
}
