//! Hierarchical delta debugging: ddmin on one level of the tree after another, from the root down. For example, in
//! `{ a; { b; } }` it minimizes the statements of the outer block before `b;`.
//!
//! G. Misherghi, Z. Su, *HDD: Hierarchical Delta Debugging*, ICSE 2006, fig. 5. A node that the grammar requires is
//! replaced by a minimal string of its symbol (there, section 5).

use grammarc_reduce::reduce::building_blocks::ddmin;
use grammarc_reduce::reduce::{Search, Strategy};
use grammarc_trial::trial::Stop;

/// Hierarchical delta debugging.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "hdd",
    paper: "Misherghi & Su, ICSE 2006: ddmin on the nodes of each level, minimal strings",
    run,
};

pub(super) fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    for level in search.tree().levels() {
        let view = search.view();
        let here = level.into_iter().filter(|&id| view.tree.contains(id) && view.is_reducible(id)).collect();
        ddmin::minimize(search, here)?;
    }
    Ok(())
}
