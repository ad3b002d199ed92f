//! Delta debugging: find a 1-minimal subset of some droppable nodes.
//!
//! A. Zeller, R. Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, TSE 28(2), 2002, fig. 5.

use super::{Search, Stop, Strategy, list};
use crate::edit::drop_all;
use grammarc_core::tree::NodeId;

/// Delta debugging of every list.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "ddmin",
    paper: "Zeller & Hildebrandt, TSE 2002: the elements of every list, outer lists first",
    run: |search| list::each(search, minimize),
};

/// Drops as many of `items` as the oracle allows, and returns the rest, which is 1-minimal. For example, from
/// `[1, 2, 3, 4]` it proposes `[1, 2]`, then `[3, 4]`, then each element alone, then any three of them.
///
/// # Errors
/// If the trial must stop. Earlier commits remain.
pub fn minimize(search: &mut Search<'_, '_>, items: Vec<NodeId>) -> Result<Vec<NodeId>, Stop> {
    let mut kept = items;
    let mut n = 2;
    while kept.len() >= 2 {
        let chunks: Vec<&[NodeId]> = kept.chunks(kept.len().div_ceil(n)).collect();
        // The tag is the state to continue with if this candidate is the first interesting one.
        let subsets = (0..chunks.len()).map(|i| ((chunks[i].to_vec(), 2), drop_all(all_but(&chunks, i))));
        let complements =
            (0..chunks.len()).map(|i| ((all_but(&chunks, i), (n - 1).max(2)), drop_all(chunks[i].to_vec())));
        match search.first(subsets.chain(complements))? {
            Some(next) => (kept, n) = next,
            None if n < kept.len() => n = (2 * n).min(kept.len()),
            None => break,
        }
    }
    // ddmin as published never asks about the empty set. One more question settles it.
    let all = (!kept.is_empty()).then(|| ((), drop_all(kept.clone())));
    Ok(if search.first(all)?.is_some() { Vec::new() } else { kept })
}

fn all_but(chunks: &[&[NodeId]], but: usize) -> Vec<NodeId> {
    let others = chunks.iter().enumerate().filter(|&(i, _)| i != but);
    others.flat_map(|(_, chunk)| chunk.iter().copied()).collect()
}
