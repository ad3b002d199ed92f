//! Delta debugging: find a 1-minimal subset of some droppable nodes.
//!
//! A. Zeller, R. Hildebrandt, *Simplifying and Isolating Failure-Inducing Input*, TSE 28(2), 2002, fig. 5.

use super::{Search, Stop, Strategy};
use crate::tree::NodeId;
use crate::tree::edit::drop_all;

/// Delta debugging of the first list from the root that has more than one element.
pub(in crate::reduce) const STRATEGY: Strategy = Strategy {
    name: "ddmin",
    paper: "Zeller & Hildebrandt, TSE 2002: the elements of every list, outer lists first",
    run,
};

fn run(search: &mut Search<'_, '_>) -> Result<(), Stop> {
    let view = search.view();
    for (id, _) in view.tree.walk() {
        if search.tree().contains(id) {
            let parts = search.tree().parts(id).filter(|&part| search.view.is_droppable(part)).collect();
            minimize(search, parts)?;
        }
    }
    Ok(())
}

/// Drops as many of `items` as the oracle allows. Afterwards no single one of them can go.
pub(super) fn minimize(search: &mut Search<'_, '_>, items: Vec<NodeId>) -> Result<(), Stop> {
    let mut kept = items;
    let mut n = 2;
    while kept.len() >= 2 {
        let chunks: Vec<&[NodeId]> = kept.chunks(kept.len().div_ceil(n)).collect();
        // The tag is what to go on with, should this candidate be the first interesting one.
        let subsets = (0..chunks.len()).map(|i| ((chunks[i].to_vec(), 2), drop_all(all_but(&chunks, i))));
        let complements =
            (0..chunks.len()).map(|i| ((all_but(&chunks, i), (n - 1).max(2)), drop_all(chunks[i].to_vec())));
        match search.first(subsets.chain(complements))? {
            Some(next) => (kept, n) = next,
            None if n < kept.len() => n = (2 * n).min(kept.len()),
            None => break,
        }
    }
    // ddmin as published never asks about the empty set. One more question settles it.
    if !kept.is_empty() {
        search.first([((), drop_all(kept))])?;
    }
    Ok(())
}

fn all_but(chunks: &[&[NodeId]], but: usize) -> Vec<NodeId> {
    let others = chunks.iter().enumerate().filter(|&(i, _)| i != but);
    others.flat_map(|(_, chunk)| chunk.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use crate::flat::BYTES;
    use crate::reduce::Options;

    fn ddmin(input: &str, interesting: impl Fn(&[u8]) -> bool + Sync) -> String {
        let options = Options { strategies: vec![&super::STRATEGY], ..Options::default() };
        let reduced = crate::reduce::reduce(&BYTES, input.as_bytes(), &interesting, &options);
        String::from_utf8(reduced.expect("the input is interesting").text).expect("bytes of the input")
    }

    #[test]
    fn no_single_element_can_go() {
        // Carry-on halving (defect 18) stops at "ac", although "c" is interesting.
        assert_eq!(ddmin("abc", |text| [&b"abc"[..], b"ac", b"c"].contains(&text)), "c");
        assert_eq!(ddmin("abc", |text| [&b"abc"[..], b"ac", b"b", b"c"].contains(&text)), "c");
    }

    #[test]
    fn what_is_empty_or_short_is_reduced_too() {
        assert_eq!(ddmin("", |_| true), "");
        assert_eq!(ddmin("a", |_| true), "");
        assert_eq!(ddmin("a", |text| text == b"a"), "a");
    }

    #[test]
    fn one_minimal_for_random_predicates() {
        for seed in 0..2000u64 {
            let interesting = |text: &[u8]| {
                let hash =
                    text.iter().fold(seed, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
                text == b"abcdefg" || hash >> 61 == 0
            };
            let left = ddmin("abcdefg", interesting);
            for gone in 0..left.len() {
                let smaller = [&left[..gone], &left[gone + 1..]].concat();
                assert!(!interesting(smaller.as_bytes()), "seed {seed}: {left} could lose byte {gone}");
            }
        }
    }
}
