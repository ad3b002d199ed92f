//! Hierarchical delta debugging node by node: ddmin on the children of one node, then of each child that is left. For
//! example, in `[[1,2],[3,4]]` it minimizes `1,2` alone, and then `3,4`, but `hdd` all four together.
//!
//! Á. Kiss, R. Hodován, T. Gyimóthy, *HDDr: A Recursive Variant of the Hierarchical Delta Debugging Algorithm*, A-TEST 2018. A
//! worklist takes the place of the recursion; nodes come breadth first.

use std::collections::VecDeque;

use grammarc_reduce::reduce::building_blocks::ddmin;
use grammarc_reduce::reduce::{Search, Strategy};
use grammarc_trial::trial::Stop;

/// Recursive HDD.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "hddr",
    paper: "Kiss, Hodován & Gyimóthy, A-TEST 2018: ddmin on the children of one node after another",
    run,
};

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let mut open = VecDeque::from([search.tree().root()]);
    while let Some(node) = open.pop_front() {
        if !search.tree().contains(node) {
            continue;
        }
        let view = search.view();
        let children = view.tree.parts(node).filter(|&part| view.is_reducible(part)).collect();
        ddmin::minimize(search, children)?;
        if search.tree().contains(node) {
            open.extend(search.tree().parts(node));
        }
    }
    Ok(())
}
