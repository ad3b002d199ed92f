//! Dropping from a list in ever smaller chunks.
//!
//! Probabilistic delta debugging is at heart a counter that shrinks the chunks (M. Zhang et al., *Toward a Better
//! Understanding of Probabilistic Delta Debugging*, ICSE 2025): it gains because complements are not tested again. Here
//! chunks are halved by weight (X. Zhou et al., *WDD: Weighted Delta Debugging*, ICSE 2025).

use super::halving::{self, FirstChunks};
use super::{Search, Stop, list};
use grammarc_core::tree::NodeId;

/// Drops elements while the oracle allows, later ones first. Returns the rest. An element may still be droppable if others
/// were dropped after its test.
pub(super) fn minimize(search: &mut Search<'_, '_>, items: Vec<NodeId>) -> Result<Vec<NodeId>, Stop> {
    halving::minimize(search, items, FirstChunks::Whole, |_| 0)
}

/// Drops elements, but only in chunks of at least 1/`share` of the text.
pub(super) fn coarsely(
    search: &mut Search<'_, '_>,
    items: Vec<NodeId>,
    begin: FirstChunks,
    share: usize,
) -> Result<(), Stop> {
    halving::minimize(search, items, begin, |view| view.text.len() / share).map(drop)
}

/// Drops parts of the root until the rest is 1-minimal.
pub(super) fn minimize_parts(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let parts = search.tree().parts(search.tree().root()).collect();
    let kept = minimize(search, parts)?;
    list::singles(search, kept)?;
    Ok(())
}
