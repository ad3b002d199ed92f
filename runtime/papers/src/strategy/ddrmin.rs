//! Delta debugging by halves, each in the context of the other.
//!
//! A. Zeller, *Yesterday, my program worked. Today, it does not. Why?*, ESEC/FSE 1999, which the later ddmin replaced. Here
//! single elements are tested at the end, because otherwise the result might not be 1-minimal.

use super::present;
use grammarc_core::tree::NodeId;
use grammarc_reduce::edit::drop_all;
use grammarc_reduce::reduce::building_blocks::list;
use grammarc_reduce::reduce::{Search, Strategy};
use grammarc_trial::trial::Stop;

/// Recursive delta debugging of every list.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "ddrmin",
    paper: "Zeller, ESEC/FSE 1999: keep one half of a list, else reduce each half together with the other",
    run: |search| list::each(search, minimize),
};

/// Drops as many of `items` as the oracle allows, and returns the rest, which is 1-minimal.
fn minimize(search: &mut Search<'_, '_>, items: Vec<NodeId>) -> Result<Vec<NodeId>, Stop> {
    let mut kept = halve(search, items)?;
    present(search, &mut kept);
    list::singles(search, kept)
}

/// Minimizes a part of the list while the rest of the list stays. The recursion is as deep as the part can be halved.
/// For example, from `[1, 2, 3, 4]` it proposes `[1, 2]`, then `[3, 4]`. If neither is interesting, it minimizes
/// `[1, 2]` beside `[3, 4]`.
fn halve(search: &mut Search<'_, '_>, mut items: Vec<NodeId>) -> Result<Vec<NodeId>, Stop> {
    present(search, &mut items);
    if items.len() <= 1 {
        return Ok(items);
    }
    let right = items.split_off(items.len() / 2);
    let halves = [(items.clone(), drop_all(right.clone())), (right.clone(), drop_all(items.clone()))];
    if let Some(half) = search.first(halves)? {
        return halve(search, half);
    }
    let mut kept = halve(search, items)?;
    kept.extend(halve(search, right)?);
    Ok(kept)
}
