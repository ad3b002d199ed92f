//! Dropping from a list in ever smaller chunks: from all of it to single elements, without looking back.
//!
//! Probabilistic delta debugging is at heart a counter that shrinks the chunks (M. Zhang et al., *Toward a Better
//! Understanding of Probabilistic Delta Debugging*, ICSE 2025): its gain is that complements are not asked about again. Here
//! chunks are halved by weight (X. Zhou et al., *WDD: Weighted Delta Debugging*, ICSE 2025), and where one half could go,
//! the other is taken to be needed, because both together were.

use std::rc::Rc;

use super::{Search, Stop, View};
use crate::tree::NodeId;
use crate::tree::edit::{Candidate, drop_all};

/// Drops elements while the oracle allows; later ones first, because what comes later tends to need what comes before.
/// What is less than the `share`-th part of the text is not asked about, if there is a share. Returns those that are left. One of them may still be droppable if
/// others went after it was asked about.
pub(super) fn minimize(
    search: &mut Search<'_, '_>,
    items: Vec<NodeId>,
    share: Option<usize>,
) -> Result<Vec<NodeId>, Stop> {
    let mut level = Level::whole(items);
    loop {
        // The list goes on through all finer levels: those are the questions as long as every answer is no.
        let view = search.view();
        let floor = share.map_or(0, |share| view.text.len() / share);
        let levels =
            std::iter::successors(Some(Rc::new(level.clone())), |level| level.finer(&view, floor).map(Rc::new));
        match search.first(levels.flat_map(|level| questions(&level, &view, floor)))? {
            Some((finer, gone)) => level = finer.without(gone),
            None => return Ok(level.chunks.into_iter().flat_map(|chunk| chunk.items).collect()),
        }
    }
}

/// Drops parts of the root until no single one can go.
pub(super) fn minimize_parts(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let parts = search.tree().parts(search.tree().root()).collect();
    let mut kept = minimize(search, parts, None)?;
    loop {
        let before = kept.len();
        let mut end = before;
        while let Some(gone) = search.first((0..end).rev().map(|place| (place, drop_all([kept[place]]))))? {
            kept.remove(gone);
            end = gone;
        }
        if kept.len() == before {
            return Ok(());
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
    fn whole(items: Vec<NodeId>) -> Self {
        let chunks = if items.is_empty() { vec![] } else { vec![Chunk { items, whole: 0, is_needed: false }] };
        Self { end: chunks.len(), chunks }
    }

    /// Returns the level with chunks half as heavy, none of which went; none if all are single elements or light.
    fn finer(&self, view: &View<'_>, floor: usize) -> Option<Self> {
        if self.chunks.iter().all(|chunk| chunk.items.len() < 2 || chunk.weight(view) < floor) {
            return None;
        }
        let chunks: Vec<Chunk> =
            self.chunks.iter().enumerate().flat_map(|(whole, chunk)| chunk.halves(view, whole)).collect();
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

fn questions(
    level: &Rc<Level>,
    view: &View<'_>,
    floor: usize,
) -> impl Iterator<Item = ((Rc<Level>, usize), Candidate)> + use<> {
    let level = Rc::clone(level);
    let is_open = |&place: &usize| !level.chunks[place].is_needed && level.chunks[place].weight(view) >= floor;
    let open: Vec<usize> = (0..level.end).rev().filter(is_open).collect();
    let open = open.into_iter();
    open.map(move |place| ((Rc::clone(&level), place), drop_all(level.chunks[place].items.iter().copied())))
}

impl Chunk {
    fn weight(&self, view: &View<'_>) -> usize {
        self.items.iter().map(|&id| view.weight(id)).sum()
    }

    /// Splits into two of about the same weight. A single element stays, and is not asked about again.
    fn halves(&self, view: &View<'_>, whole: usize) -> Vec<Self> {
        if self.items.len() < 2 {
            return vec![Self { items: self.items.clone(), whole: usize::MAX, is_needed: true }];
        }
        let weights: Vec<usize> = self.items.iter().map(|&id| view.weight(id).max(1)).collect();
        let half = weights.iter().sum::<usize>() / 2;
        let mut sum = 0;
        let middle = weights.iter().position(|weight| {
            sum += weight;
            sum > half
        });
        let (left, right) = self.items.split_at(middle.unwrap_or(0).clamp(1, self.items.len() - 1));
        [left, right].map(|items| Self { items: items.to_vec(), whole, is_needed: false }).into()
    }
}
