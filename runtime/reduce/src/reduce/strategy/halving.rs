//! Ever smaller chunks of a list, without looking back: what [`super::thin`] and [`super::slice`] have in common.
//!
//! Where one half of a chunk could go, the other is taken to be needed, because both together were.

use std::rc::Rc;

use super::{Search, Stop, View, list};
use crate::edit::Candidate;
use grammarc_core::tree::NodeId;

/// Adjacent elements, and what else there is.
pub(super) struct Proposal<'a> {
    /// As it is now.
    pub(super) view: &'a View<'a>,
    /// They are to go.
    pub(super) chunk: &'a [NodeId],
    /// The chunks, of which this is one.
    all: &'a [Chunk],
}

impl Proposal<'_> {
    /// Returns the elements that are to stay, in order.
    pub(super) fn rest(&self) -> impl Iterator<Item = NodeId> {
        let others = self.all.iter().filter(|other| !std::ptr::eq(other.items.as_slice(), self.chunk));
        others.flat_map(|chunk| chunk.items.iter().copied())
    }
}

/// Where to begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begin {
    /// With all elements at once.
    Whole,
    /// With one half of them: that not all can go is known.
    Halves,
}

/// Asks about chunks of `items`, down to single ones; later ones first, because what comes later tends to need what comes
/// before. `candidate` says what to propose for a chunk, none if that is not worth a question; chunks of less
/// than `floor(text)` bytes are not split. Returns what is left.
pub(super) fn minimize(
    search: &mut Search<'_, '_>,
    items: Vec<NodeId>,
    begin: Begin,
    floor: impl Fn(&View<'_>) -> usize,
    candidate: impl Fn(&Proposal<'_>) -> Option<Candidate>,
) -> Result<Vec<NodeId>, Stop> {
    let chunk = Chunk { items, whole: 0, is_needed: begin == Begin::Halves };
    let mut level = Level { chunks: vec![chunk], end: 1 };
    loop {
        let view = search.view();
        level.forget_gone(&view);
        let floor = floor(&view);
        // The list goes on through all finer levels: those are the questions as long as every answer is no.
        let levels =
            std::iter::successors(Some(Rc::new(level.clone())), |level| level.finer(&view, floor).map(Rc::new));
        let questions = levels.flat_map(|level| {
            let (view, candidate) = (&view, &candidate);
            let open = (0..level.end).rev().filter_map({
                let level = Rc::clone(&level);
                move |place| Some((place, candidate(&level.proposal(view, place)?)?))
            });
            open.map(move |(place, candidate)| ((Rc::clone(&level), place), candidate))
        });
        match search.first(questions)? {
            Some((finer, gone)) => level = finer.without(gone),
            None => return Ok(level.chunks.into_iter().flat_map(|chunk| chunk.items).collect()),
        }
    }
}

/// All that is left, in chunks.
#[derive(Debug, Clone)]
struct Level {
    chunks: Vec<Chunk>,
    /// The chunks from here on could not go at this level.
    end: usize,
}

/// Adjacent elements that go or stay together.
#[derive(Debug, Clone)]
struct Chunk {
    items: Vec<NodeId>,
    /// The chunk of the coarser level that it is a half of.
    whole: usize,
    /// It is taken to be needed: it is split without a question.
    is_needed: bool,
}

impl Level {
    fn proposal<'a>(&'a self, view: &'a View<'a>, place: usize) -> Option<Proposal<'a>> {
        let Chunk { items, is_needed, .. } = &self.chunks[place];
        (!is_needed && !items.is_empty()).then_some(Proposal { view, chunk: items, all: &self.chunks })
    }

    /// Forgets elements that went with others, as skip goes with what stands before it.
    fn forget_gone(&mut self, view: &View<'_>) {
        self.chunks.iter_mut().for_each(|chunk| chunk.items.retain(|&id| view.tree.contains(id)));
    }

    /// Returns the level with chunks half as heavy, none of which went; none if all are single elements or light.
    fn finer(&self, view: &View<'_>, floor: usize) -> Option<Self> {
        if self.chunks.iter().all(|chunk| chunk.items.len() < 2 || view.weights(&chunk.items) < floor) {
            return None;
        }
        let chunks = self.chunks.iter().enumerate().flat_map(|(whole, chunk)| chunk.halves(view, whole));
        let chunks: Vec<Chunk> = chunks.collect();
        Some(Self { end: chunks.len(), chunks })
    }

    /// Returns what is left once a chunk is gone: if its other half comes next, that is needed.
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
    /// Splits into two of about the same weight. A single element stays, and is not asked about again.
    fn halves(&self, view: &View<'_>, whole: usize) -> Vec<Self> {
        if self.items.len() < 2 {
            return vec![Self { items: self.items.clone(), whole: usize::MAX, is_needed: true }];
        }
        let (left, right) = list::split(view, &self.items);
        [left, right].map(|items| Self { items: items.to_vec(), whole, is_needed: false }).into()
    }
}
