//! Keeping a few elements of a list and all that they need.
//!
//! Definitions stay with their uses, as in C. Kalhauge, J. Palsberg, *Binary Reduction of Dependency Graphs*, ESEC/FSE 2019, but in
//! ever smaller chunks.

use super::halving::{self, FirstChunks};
use super::needs::Needs;
use super::{Search, Stop, View};
use crate::edit::drop_all;
use grammarc_core::tree::NodeId;

/// Drops chunks of a list together with all elements that only they need, if that saves at least 1/`share` of the text.
/// For example, `int x;` is dropped only together with `x = 1;`.
pub(super) fn minimize(
    search: &mut Search<'_, '_>,
    items: Vec<NodeId>,
    begin: FirstChunks,
    share: usize,
) -> Result<(), Stop> {
    let needs = Needs::of(&search.view(), &items);
    let floor = |view: &View<'_>| view.text.len() / share;
    halving::minimize(search, items.clone(), begin, floor, |proposal| {
        let view = proposal.view;
        // Only elements of the chunk can go, because the rest needs all others. So a light chunk is not looked at more closely.
        if view.weights(proposal.chunk) < floor(view) {
            return None;
        }
        let kept = needs.closure(proposal.rest());
        let gone = items.iter().zip(&kept).filter(|&(&id, &is_kept)| !is_kept && view.tree.contains(id));
        let gone: Vec<NodeId> = gone.map(|(&id, _)| id).collect();
        (view.weights(&gone) * share >= view.text.len()).then(|| drop_all(gone))
    })?;
    Ok(())
}
