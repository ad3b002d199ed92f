//! Hierarchical delta debugging until nothing changes, because a deletion on a lower level can make a higher node droppable.
//!
//! G. Misherghi, Z. Su, *HDD: Hierarchical Delta Debugging*, ICSE 2006, section 4.3, there HDD*.

use super::hdd;
use grammarc_reduce::reduce::building_blocks::fixpoint;
use grammarc_reduce::reduce::{Search, Strategy};
use grammarc_trial::trial::Stop;

/// HDD to a fixpoint.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "hdd*",
    paper: "Misherghi & Su, ICSE 2006: hdd until nothing changes, which is 1-tree-minimal",
    run,
};

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    fixpoint(search, |search| {
        search.parse_again();
        hdd::run(search)
    })
}
