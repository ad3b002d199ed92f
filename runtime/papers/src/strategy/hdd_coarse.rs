//! Coarse hierarchical delta debugging: drops only nodes that need no replacement. For example, it drops elements of
//! lists, but not the condition of an `if`.
//!
//! R. Hodován, Á. Kiss, T. Gyimóthy, *Coarse Hierarchical Delta Debugging*, ICSME 2017: it needs far fewer tests, and finer
//! strategies continue from its result.

use grammarc_reduce::reduce::building_blocks::ddmin;
use grammarc_reduce::reduce::{Search, Strategy};
use grammarc_trial::trial::Stop;

/// Coarse HDD.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "hdd-coarse",
    paper: "Hodován, Kiss & Gyimóthy, ICSME 2017: hdd on the nodes whose minimal string is empty",
    run,
};

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    for level in search.tree().levels() {
        let view = search.view();
        let here = level.into_iter().filter(|&id| view.tree.contains(id));
        let here = here.filter(|&id| view.is_droppable(id) || view.minimal(id).is_empty());
        let here = here.filter(|&id| view.is_reducible(id)).collect();
        ddmin::minimize(search, here)?;
    }
    Ok(())
}
