//! Strategies of papers, on our trees: a paper's way to propose candidates, with the nodes, lists and checks of the runtime.
//!
//! Each is a file of its own, which begins with the paper and with each place where it differs. They are for comparison, and for results
//! that `auto` cannot make smaller. For example, `perses` reads its lists from the grammar, where the paper first brings the grammar to a
//! normal form.

mod binary;
mod canonical;
mod cdd;
mod ddrmin;
mod generate;
mod grabr;
mod gtr;
mod hdd;
mod hdd_coarse;
mod hdd_star;
mod hddr;
mod needs;
mod perses;
mod probdd;
mod product;
mod vulcan;
mod wdd;

use grammarc_core::tree::NodeId;
use grammarc_reduce::reduce::{Search, Strategy};

/// The strategies of papers on our trees: those for lists, then those for trees. For example, `hdd`.
pub static STRATEGIES: &[&Strategy] = &[
    &ddrmin::STRATEGY,
    &probdd::STRATEGY,
    &cdd::STRATEGY,
    &wdd::STRATEGY,
    &binary::STRATEGY,
    &hdd::STRATEGY,
    &hdd_star::STRATEGY,
    &hddr::STRATEGY,
    &hdd_coarse::STRATEGY,
    &gtr::STRATEGY,
    &grabr::STRATEGY,
    &grabr::ALL,
    &generate::STRATEGY,
    &perses::STRATEGY,
    &vulcan::STRATEGY,
    &canonical::STRATEGY,
];

/// Forgets elements that were dropped together with others, as skipped text is dropped with the token before it.
fn present(search: &Search<'_, '_>, items: &mut Vec<NodeId>) {
    items.retain(|&id| search.tree().contains(id));
}

#[cfg(test)]
mod tests {
    use super::{binary, cdd, ddrmin, probdd, wdd};
    use grammarc_reduce::flat::BYTES;
    use grammarc_reduce::reduce::{Options, Strategy, reduce, strategy};

    /// The strategies for lists, that of the runtime among them.
    fn minimizers() -> impl Iterator<Item = &'static Strategy> {
        let ours = [&ddrmin::STRATEGY, &probdd::STRATEGY, &cdd::STRATEGY, &wdd::STRATEGY, &binary::STRATEGY];
        strategy("ddmin").into_iter().chain(ours)
    }

    fn minimized(strategy: &'static Strategy, input: &str, interesting: impl Fn(&[u8]) -> bool + Sync) -> String {
        let options = Options { strategies: vec![strategy], ..Options::default() };
        let reduced = reduce(&BYTES, input.as_bytes(), &interesting, &options).expect("the input is interesting");
        String::from_utf8(reduced.text).expect("bytes of the input")
    }

    #[test]
    fn no_single_element_can_go() {
        // Carry-on halving and halving by context (defect 18) stop at "ac", although "c" is interesting.
        for strategy in minimizers() {
            let one_of = |texts: &'static [&[u8]]| move |text: &[u8]| texts.contains(&text);
            assert_eq!(minimized(strategy, "abc", one_of(&[b"abc", b"ac", b"c"])), "c", "{}", strategy.name);
            let left = minimized(strategy, "abc", one_of(&[b"abc", b"ac", b"b", b"c"]));
            assert_eq!(left.len(), 1, "{}", strategy.name);
        }
    }

    #[test]
    fn what_is_empty_or_short_is_reduced_too() {
        for strategy in minimizers() {
            assert_eq!(minimized(strategy, "", |_| true), "");
            assert_eq!(minimized(strategy, "a", |_| true), "", "{}", strategy.name);
            assert_eq!(minimized(strategy, "a", |text| text == b"a"), "a");
            assert_eq!(minimized(strategy, "abcdefgh", |_| true), "", "{}", strategy.name);
        }
    }

    #[test]
    fn one_minimal_for_random_predicates() {
        for strategy in minimizers() {
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
