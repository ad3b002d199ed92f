//! Binary reduction over dependencies: keep one element of a list with its dependencies, then the next, as few as
//! possible. For example, to keep `y = x;` it keeps `int x;`, too.
//!
//! C. Kalhauge, J. Palsberg, *Binary Reduction of Dependency Graphs*, ESEC/FSE 2019, algorithm 1. The dependencies of
//! an element are the definitions of the names that it uses.

use std::collections::HashSet;

use super::needs::Needs;
use super::present;
use grammarc_core::tree::NodeId;
use grammarc_reduce::edit::drop_all;
use grammarc_reduce::reduce::building_blocks::list;
use grammarc_reduce::reduce::{Search, Strategy};
use grammarc_trial::trial::Stop;

/// Binary reduction of every list.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "binary",
    paper: "Kalhauge & Palsberg, ESEC/FSE 2019: remove a definition together with its uses; bisect the closures",
    run: |search| list::each(search, minimize),
};

/// Drops as many of `items` as the oracle allows, and returns the rest, which is 1-minimal.
fn minimize(search: &mut Search<'_, '_>, items: Vec<NodeId>) -> Result<Vec<NodeId>, Stop> {
    let needs = Needs::of(&search.view(), &items);
    let mut kept = items;
    kept.sort_by_cached_key(|&id| weight(&needs, id));
    let mut learned = Vec::new();
    while learned.len() < kept.len() {
        present(search, &mut kept);
        let progression = progression(&needs, &kept, &learned);
        let length = shortest(search, &progression)?;
        kept = progression[..=length].concat();
        match length {
            0 => break,
            _ => learned.push(progression[length][0]),
        }
    }
    present(search, &mut kept);
    kept.sort_by_cached_key(|&id| search.tree().index_of(id));
    list::singles(search, kept)
}

/// Splits the remaining elements into disjoint parts. The first part holds the learned elements with their
/// dependencies. Each further part holds one element, in front, with those of its dependencies that no earlier part has.
fn progression(needs: &Needs, kept: &[NodeId], learned: &[NodeId]) -> Vec<Vec<NodeId>> {
    let mut open: HashSet<NodeId> = kept.iter().copied().collect();
    let first = learned.iter().flat_map(|&id| take(needs, id, &mut open)).collect();
    let others = kept.iter().map(|&id| take(needs, id, &mut open)).filter(|part| !part.is_empty());
    std::iter::once(first).chain(others.collect::<Vec<_>>()).collect()
}

/// Keeps the shortest prefix of the parts that is interesting, found by bisection, and drops the rest. Returns the
/// number of the last part kept.
fn shortest(search: &mut Search<'_, '_>, parts: &[Vec<NodeId>]) -> Result<usize, Stop> {
    let (mut least, mut most) = (0, parts.len() - 1);
    let mut middle = 0;
    while least < most {
        let gone = parts[middle + 1..=most].concat();
        match search.first([((), drop_all(gone))])? {
            Some(()) => most = middle,
            None => least = middle + 1,
        }
        middle = least.midpoint(most);
    }
    Ok(most)
}

/// Removes an element and everything it needs from a set, and returns them, the element first. Elements that it
/// needs only by way of an absent element stay. Returns nothing if the element itself is absent. For example,
/// `y = x;` and `int x;`.
fn take(needs: &Needs, root: NodeId, set: &mut HashSet<NodeId>) -> Vec<NodeId> {
    let mut taken = Vec::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        if set.remove(&id) {
            taken.push(id);
            open.extend(needs.direct(id));
        }
    }
    taken
}

/// Returns how many elements one element needs, itself included, as far as [`MAX_COUNTED_NEEDS`].
fn weight(needs: &Needs, root: NodeId) -> usize {
    let mut found = HashSet::from([root]);
    let mut open = vec![root];
    while let Some(id) = open.pop().filter(|_| found.len() < MAX_COUNTED_NEEDS) {
        open.extend(needs.direct(id).filter(|&next| found.insert(next)));
    }
    found.len()
}

/// Number of needed elements up to which they are counted. Elements that need more are taken to be equal, so that
/// sorting takes linear time.
const MAX_COUNTED_NEEDS: usize = 256;
