//! Ever smaller chunks of a list, without backtracking.
//!
//! If one half of a chunk could be dropped, the other half is assumed to be needed, because the whole chunk was. For
//! example, of eight equal elements it drops all, else 5 to 8, else 1 to 4, else 7 and 8.

use std::rc::Rc;

use super::{Search, Stop, View, list};
use crate::edit::{Candidate, drop_all};
use grammarc_core::tree::NodeId;

/// The first chunks to test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FirstChunks {
    /// All elements at once.
    Whole,
    /// Halves, because dropping all elements at once is known to fail.
    Halves,
}

/// Drops chunks of `items`, down to single elements. Later chunks come first, because later elements tend to need
/// earlier ones. Chunks of less than `floor(text)` bytes are neither dropped nor split. Returns the remaining elements.
pub(super) fn minimize(
    search: &mut Search<'_, '_>,
    items: Vec<NodeId>,
    begin: FirstChunks,
    floor: impl Fn(&View<'_>) -> usize,
) -> Result<Vec<NodeId>, Stop> {
    let chunk = Chunk { items, whole: 0, is_needed: begin == FirstChunks::Halves };
    let mut level = Level { chunks: vec![chunk], end: 1 };
    loop {
        let view = search.view();
        level.forget_gone(&view);
        let floor = floor(&view);
        // The candidates of all finer levels follow in advance: they are the next tests as long as every answer is no.
        let levels =
            std::iter::successors(Some(Rc::new(level.clone())), |level| level.finer(&view, floor).map(Rc::new));
        let questions = levels.flat_map(|level| {
            let view = &view;
            let open = (0..level.end).rev().filter_map({
                let level = Rc::clone(&level);
                move |place| Some((place, level.candidate(view, place, floor)?))
            });
            open.map(move |(place, candidate)| ((Rc::clone(&level), place), candidate))
        });
        match search.first(questions)? {
            Some((finer, gone)) => level = finer.without(gone),
            None => return Ok(level.chunks.into_iter().flat_map(|chunk| chunk.items).collect()),
        }
    }
}

/// The remaining elements, in chunks.
#[derive(Debug, Clone)]
struct Level {
    chunks: Vec<Chunk>,
    /// The chunks from here on have been tested at this level.
    end: usize,
}

/// Adjacent elements that go or stay together.
#[derive(Debug, Clone)]
struct Chunk {
    items: Vec<NodeId>,
    /// The number of the coarser level's chunk that this is a half of.
    whole: usize,
    /// Whether it is assumed to be needed, and split without a test.
    is_needed: bool,
}

impl Level {
    /// Returns the candidate that drops a chunk; none if that is needed or too light.
    fn candidate(&self, view: &View<'_>, place: usize, floor: usize) -> Option<Candidate> {
        let Chunk { items, is_needed, .. } = &self.chunks[place];
        let is_open = !is_needed && !items.is_empty() && view.weights(items) >= floor;
        is_open.then(|| drop_all(items.iter().copied()))
    }

    /// Forgets elements that were dropped together with others, as skipped text is dropped with the token before it.
    fn forget_gone(&mut self, view: &View<'_>) {
        self.chunks.iter_mut().for_each(|chunk| chunk.items.retain(|&id| view.tree.contains(id)));
    }

    /// Returns the next level, with chunks half as heavy; none if all chunks are single elements or light.
    fn finer(&self, view: &View<'_>, floor: usize) -> Option<Self> {
        if self.chunks.iter().all(|chunk| chunk.items.len() < 2 || view.weights(&chunk.items) < floor) {
            return None;
        }
        let chunks = self.chunks.iter().enumerate().flat_map(|(whole, chunk)| chunk.halves(view, whole));
        let chunks: Vec<Chunk> = chunks.collect();
        Some(Self { end: chunks.len(), chunks })
    }

    /// Returns the level without a dropped chunk. If the chunk's other half comes next, that half is marked as needed.
    /// For example, once 5 to 8 are dropped, 1 to 4 are split without a test.
    fn without(&self, gone: usize) -> Self {
        let mut chunks = self.chunks.clone();
        let whole = chunks.remove(gone).whole;
        if let Some(other) = chunks[..gone].last_mut().filter(|other| other.whole == whole) {
            other.is_needed = true;
        }
        Self { chunks, end: gone }
    }
}

impl Chunk {
    /// Splits into two halves of about the same weight. A single element is kept, and not tested again.
    fn halves(&self, view: &View<'_>, whole: usize) -> Vec<Self> {
        if self.items.len() < 2 {
            return vec![Self { items: self.items.clone(), whole: usize::MAX, is_needed: true }];
        }
        let (left, right) = list::split(view, &self.items);
        [left, right].map(|items| Self { items: items.to_vec(), whole, is_needed: false }).into()
    }
}
