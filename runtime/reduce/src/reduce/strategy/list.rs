//! Common parts of the list minimizers: the lists to work on, and the last pass that makes a result 1-minimal.

use super::{Search, Stop, View};
use crate::edit::drop_all;
use grammarc_core::tree::NodeId;

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

/// Forgets elements that were dropped together with others, as skipped text is dropped with the token before it.
pub(super) fn present(search: &Search<'_, '_>, items: &mut Vec<NodeId>) {
    items.retain(|&id| search.tree().contains(id));
}

/// Splits two or more elements into two parts of about the same weight in bytes, neither of them empty. For example,
/// `aaaa`, `b`, `c` are split behind `aaaa`.
///
/// # Panics
/// If there are fewer than two.
pub fn split<'a>(view: &View<'_>, items: &'a [NodeId]) -> (&'a [NodeId], &'a [NodeId]) {
    let half = items.iter().map(|&id| view.weight(id).max(1)).sum::<usize>() / 2;
    let mut sum = 0;
    let middle = items.iter().position(|&id| {
        sum += view.weight(id).max(1);
        sum > half
    });
    items.split_at(middle.unwrap_or(0).clamp(1, items.len() - 1))
}

#[cfg(test)]
mod tests {
    use super::super::{binary, cdd, ddmin, ddrmin, probdd, wdd};
    use crate::flat::BYTES;
    use crate::reduce::{Options, Strategy, reduce};

    const MINIMIZERS: [&Strategy; 6] =
        [&ddmin::STRATEGY, &ddrmin::STRATEGY, &probdd::STRATEGY, &cdd::STRATEGY, &wdd::STRATEGY, &binary::STRATEGY];

    fn minimized(strategy: &'static Strategy, input: &str, interesting: impl Fn(&[u8]) -> bool + Sync) -> String {
        let options = Options { strategies: vec![strategy], ..Options::default() };
        let reduced = reduce(&BYTES, input.as_bytes(), &interesting, &options).expect("the input is interesting");
        String::from_utf8(reduced.text).expect("bytes of the input")
    }

    #[test]
    fn no_single_element_can_go() {
        // Carry-on halving and halving by context (defect 18) stop at "ac", although "c" is interesting.
        for strategy in MINIMIZERS {
            let one_of = |texts: &'static [&[u8]]| move |text: &[u8]| texts.contains(&text);
            assert_eq!(minimized(strategy, "abc", one_of(&[b"abc", b"ac", b"c"])), "c", "{}", strategy.name);
            let left = minimized(strategy, "abc", one_of(&[b"abc", b"ac", b"b", b"c"]));
            assert_eq!(left.len(), 1, "{}", strategy.name);
        }
    }

    #[test]
    fn what_is_empty_or_short_is_reduced_too() {
        for strategy in MINIMIZERS {
            assert_eq!(minimized(strategy, "", |_| true), "");
            assert_eq!(minimized(strategy, "a", |_| true), "", "{}", strategy.name);
            assert_eq!(minimized(strategy, "a", |text| text == b"a"), "a");
            assert_eq!(minimized(strategy, "abcdefgh", |_| true), "", "{}", strategy.name);
        }
    }

    #[test]
    fn one_minimal_for_random_predicates() {
        for strategy in MINIMIZERS {
            for seed in 0..1000u64 {
                let mixed = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let interesting = |text: &[u8]| text == b"abcdefg" || text.iter().fold(seed, mixed) >> 61 == 0;
                let left = minimized(strategy, "abcdefg", interesting);
                for gone in 0..left.len() {
                    let smaller = [&left[..gone], &left[gone + 1..]].concat();
                    let name = strategy.name;
                    assert!(!interesting(smaller.as_bytes()), "{name}, seed {seed}: {left} could lose byte {gone}");
                }
            }
        }
    }
}
