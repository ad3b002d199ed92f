//! Common parts of the list minimizers: the lists to work on, and the last pass that makes a result 1-minimal.

use super::{Search, Stop, View};
use crate::edit::drop_all;
use grammarc_core::tree::NodeId;
use grammarc_outline::halves::middle;

/// A function that drops as many nodes as the oracle allows, and returns the rest.
pub type Minimizer = fn(&mut Search<'_, '_>, Vec<NodeId>) -> Result<Vec<NodeId>, Stop>;

/// Minimizes the elements of every list, outer lists first.
///
/// # Errors
/// If the trial must stop. Earlier commits remain.
pub fn each(search: &mut Search<'_, '_>, minimize: Minimizer) -> Result<(), Stop> {
    let view = search.view();
    for (id, _) in view.tree.walk() {
        if search.tree().contains(id) {
            let parts = search.tree().parts(id).filter(|&part| search.view.is_droppable(part)).collect();
            minimize(search, parts)?;
        }
    }
    Ok(())
}

/// Drops single elements, later ones first, until none can be dropped. Returns the rest. For example, from `[1, 2, 3]`
/// it proposes to drop `3`, then `2`, then `1`.
///
/// # Errors
/// If the trial must stop. Earlier commits remain.
pub fn singles(search: &mut Search<'_, '_>, items: Vec<NodeId>) -> Result<Vec<NodeId>, Stop> {
    let mut kept = items;
    loop {
        let before = kept.len();
        let mut end = before;
        while let Some(gone) = search.first((0..end).rev().map(|place| (place, drop_all([kept[place]]))))? {
            kept.remove(gone);
            end = gone;
        }
        if kept.len() == before {
            return Ok(kept);
        }
    }
}

/// Splits two or more elements into two parts of about the same weight in bytes, neither of them empty. For example,
/// `aaaa`, `b`, `c` are split behind `aaaa`.
///
/// # Panics
/// If there are fewer than two.
pub fn split<'a>(view: &View<'_>, items: &'a [NodeId]) -> (&'a [NodeId], &'a [NodeId]) {
    items.split_at(middle(items.iter().map(|&id| view.weight(id))))
}
