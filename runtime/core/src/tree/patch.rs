//! Other texts for single nodes that leave the shape of the tree alone: computed fields, repaired names. A reduction mends
//! them without another parse.

use std::ops::Range;

use super::{NodeId, Tree};

/// Another text for a node, or for the node without skipped text at its end. For example, if `abc` grows by a byte, its length
/// field in `3 abc` gets a patch with the range `0..1` and the text `4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patch {
    /// The node whose text changes.
    pub node: NodeId,
    /// The bytes of the old text that are replaced.
    pub range: Range<usize>,
    /// The bytes in their place.
    pub text: Vec<u8>,
}

/// Returns a text with all patches made; they must be ascending and disjoint. For example, `0..1` to `10` makes `10:ab` of
/// `9:ab`.
pub fn patched(text: &[u8], patches: &[Patch]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut at = 0;
    for patch in patches {
        result.extend_from_slice(&text[at..patch.range.start]);
        result.extend_from_slice(&patch.text);
        at = patch.range.end;
    }
    result.extend_from_slice(&text[at..]);
    result
}

impl Tree {
    /// Turns patches of another tree of the same text into patches of the leaves of this one. A patch across several leaves is
    /// written into the first of them. None if a patch lies where no leaf is.
    pub fn leaf_patches(&self, patches: &[Patch]) -> Option<Vec<Patch>> {
        let leaves: Vec<usize> = (0..self.len()).filter(|&index| self.end_at(index) == index + 1).collect();
        let mut found = Vec::new();
        for Patch { range, text, .. } in patches {
            let first = leaves.partition_point(|&index| {
                let end = self.span_at(index).end;
                end < range.start || end == range.start && !range.is_empty()
            });
            let (mut at, mut text) = (range.start, text.clone());
            for &index in &leaves[first..] {
                let span = self.span_at(index);
                let end = span.end.min(range.end);
                if span.start > at {
                    return None;
                }
                found.push(Patch { node: self.id_at(index), range: at..end, text: std::mem::take(&mut text) });
                at = end;
                if at == range.end {
                    break;
                }
            }
            if at < range.end || !text.is_empty() {
                return None;
            }
        }
        Some(found)
    }

    /// Moves the nodes to their offsets in the patched text. O(n) for n nodes, if anything is patched.
    pub fn patch(&mut self, patches: &[Patch]) {
        let mut moves: Vec<Move> = patches.iter().filter_map(|patch| Move::of(self, patch)).collect();
        if moves.is_empty() {
            return;
        }
        moves.sort_by_key(|one| one.places.start);
        let mut shift = 0_isize;
        for one in &mut moves {
            one.before = shift;
            shift += one.grows;
        }
        let mut next = 0;
        for (index, record) in self.nodes.records().iter_mut().enumerate() {
            while moves.get(next).is_some_and(|one| one.places.end <= index) {
                next += 1;
            }
            let end = index + record.size as usize;
            // The one that the node lies in or begins before, and the last that begins before its end.
            let start = moved(&moves, next, record.start as usize, index);
            let last = next + moves[next..].partition_point(|one| one.places.start < end);
            let stop = match last.checked_sub(1) {
                Some(last) if moves[last].places.end > index => inside(&moves[last], record.end as usize),
                _ => moved(&moves, next, record.end as usize, index),
            };
            (record.start, record.end) = (start as u32, stop.max(start) as u32);
        }
    }
}

/// How a patch moves the offsets in a text. For example, `9` to `10` moves all offsets behind it by 1.
struct Move {
    /// The node and all below it.
    places: Range<usize>,
    range: Range<usize>,
    length: usize,
    /// By how much the text before it has grown.
    before: isize,
    /// By how much the patch lengthens the text; negative if it shortens it.
    grows: isize,
}

impl Move {
    fn of(tree: &Tree, patch: &Patch) -> Option<Self> {
        let index = tree.index_of(patch.node)?;
        let (range, length) = (patch.range.clone(), patch.text.len());
        let grows = length as isize - range.len() as isize;
        Some(Self { places: index..tree.end_at(index), range, length, before: 0, grows })
    }
}

/// Returns where the start of the node at `index` is now, or the end of one that nothing is patched in; `next` is the first
/// patch that does not end before the node.
fn moved(moves: &[Move], next: usize, at: usize, index: usize) -> usize {
    match moves.get(next) {
        Some(one) if one.places.start < index => inside(one, at),
        Some(one) => at.wrapping_add_signed(one.before),
        None => moves.last().map_or(at, |last| at.wrapping_add_signed(last.before + last.grows)),
    }
}

/// Returns where a place in the patched node, or behind the patch, is now.
fn inside(one: &Move, at: usize) -> usize {
    let at_start = one.range.start.wrapping_add_signed(one.before);
    if at >= one.range.end {
        at.wrapping_add_signed(one.before + one.grows)
    } else {
        at_start + at.saturating_sub(one.range.start).min(one.length)
    }
}
