//! Weighted delta debugging: like ddmin, but with parts of equal weight instead of an equal number of elements.
//!
//! X. Zhou et al., *WDD: Weighted Delta Debugging*, ICSE 2025, there W_ddmin; the weight of an element is its bytes.

use super::present;
use grammarc_core::tree::NodeId;
use grammarc_reduce::edit::{Candidate, drop_all};
use grammarc_reduce::reduce::building_blocks::list;
use grammarc_reduce::reduce::{Search, Strategy, View};
use grammarc_trial::trial::Stop;

/// Weighted delta debugging of every list.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "wdd",
    paper: "Zhou et al., ICSE 2025: ddmin with parts of equal weight",
    run: |search| list::each(search, minimize),
};

/// Drops as many of `items` as the oracle allows, and returns the rest, which is 1-minimal.
fn minimize(search: &mut Search<'_, '_>, items: Vec<NodeId>) -> Result<Vec<NodeId>, Stop> {
    let mut parts = vec![items];
    parts.retain(|part| !part.is_empty());
    loop {
        while let Some(left) = search.first(subsets(&parts).chain(complements(&parts)))? {
            parts = left;
            parts.iter_mut().for_each(|part| present(search, part));
            parts.retain(|part| !part.is_empty());
        }
        if parts.iter().all(|part| part.len() < 2) {
            return list::singles(search, parts.concat());
        }
        let view = search.view();
        parts = parts.iter().flat_map(|part| halves(&view, part)).collect();
    }
}

/// Proposes to keep one part alone.
fn subsets(parts: &[Vec<NodeId>]) -> impl Iterator<Item = (Vec<Vec<NodeId>>, Candidate)> {
    let several = if parts.len() > 2 { parts.len() } else { 0 };
    (0..several).map(|kept| (vec![parts[kept].clone()], drop_all(others(parts, kept).concat())))
}

/// Proposes to drop one part.
fn complements(parts: &[Vec<NodeId>]) -> impl Iterator<Item = (Vec<Vec<NodeId>>, Candidate)> {
    (0..parts.len()).map(|gone| (others(parts, gone), drop_all(parts[gone].iter().copied())))
}

fn others(parts: &[Vec<NodeId>], but: usize) -> Vec<Vec<NodeId>> {
    [&parts[..but], &parts[but + 1..]].concat()
}

/// Splits into two parts of about the same weight; a single element is kept.
fn halves(view: &View<'_>, part: &[NodeId]) -> Vec<Vec<NodeId>> {
    match part.len() {
        0 | 1 => vec![part.to_vec()],
        _ => <[&[NodeId]; 2]>::from(list::split(view, part)).map(<[NodeId]>::to_vec).into(),
    }
}
