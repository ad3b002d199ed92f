//! Keeping a few elements of a list and all that they need.
//!
//! What an element needs is guessed from its words: each word is taken to be defined where it first stands outermost. So
//! definitions stay with their uses, whatever the language, as in binary reduction over dependencies (C. Kalhauge,
//! J. Palsberg, *Binary Reduction of Dependency Graphs*, ESEC/FSE 2019).

use std::collections::HashMap;

use super::halving::{self, Begin};
use super::{Search, Stop, View};
use crate::tree::NodeId;
use crate::tree::edit::drop_all;

/// Drops from a list what nothing else needs that is left, where that saves at least the `share`-th part of the text.
pub(super) fn minimize(
    search: &mut Search<'_, '_>,
    items: Vec<NodeId>,
    begin: Begin,
    share: usize,
) -> Result<(), Stop> {
    let needs = Needs::of(&search.view(), &items);
    halving::minimize(
        search,
        items.clone(),
        begin,
        |_| 0,
        |proposal| {
            let view = proposal.view;
            let kept = needs.closure(proposal.rest());
            let gone = items.iter().zip(&kept).filter(|&(&id, &is_kept)| !is_kept && view.tree.contains(id));
            let gone: Vec<NodeId> = gone.map(|(&id, _)| id).collect();
            (view.weights(&gone) * share >= view.text.len()).then(|| drop_all(gone))
        },
    )?;
    Ok(())
}

/// Which elements need which, by their places in the list.
struct Needs {
    places: HashMap<NodeId, usize>,
    needs: Vec<Vec<usize>>,
}

impl Needs {
    fn of(view: &View<'_>, items: &[NodeId]) -> Self {
        let mut definitions: HashMap<&[u8], (usize, usize)> = HashMap::new();
        for (place, &item) in items.iter().enumerate() {
            for (word, depth) in words(view.text_of(item)) {
                let best = definitions.entry(word).or_insert((depth, place));
                *best = (*best).min((depth, place));
            }
        }
        let needs = items.iter().map(|&item| {
            let mut needs: Vec<usize> = words(view.text_of(item)).map(|(word, _)| definitions[word].1).collect();
            needs.sort_unstable();
            needs.dedup();
            needs
        });
        Self { needs: needs.collect(), places: items.iter().enumerate().map(|(place, &id)| (id, place)).collect() }
    }

    /// Returns for each element whether it is one of `roots` or needed by one.
    fn closure(&self, roots: impl Iterator<Item = NodeId>) -> Vec<bool> {
        let mut kept = vec![false; self.needs.len()];
        let mut open: Vec<usize> = roots.map(|id| self.places[&id]).collect();
        while let Some(place) = open.pop() {
            if !std::mem::replace(&mut kept[place], true) {
                open.extend(&self.needs[place]);
            }
        }
        kept
    }
}

/// Returns the words of a text, each with the number of brackets around it.
fn words(text: &[u8]) -> impl Iterator<Item = (&[u8], usize)> {
    let mut depth = 0usize;
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            match text.get(at)? {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                byte if byte.is_ascii_alphabetic() || *byte == b'_' => {
                    let start = at;
                    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                    at += text[at..].iter().take_while(|byte| is_part(byte)).count();
                    return Some((&text[start..at], depth));
                }
                _ => {}
            }
            at += 1;
        }
    })
}
