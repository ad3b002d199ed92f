//! Counter-based delta debugging: chunks of nine, six, three, two, one.
//!
//! M. Zhang et al., *Toward a Better Understanding of Probabilistic Delta Debugging*, ICSE 2025: with equal priors ProbDD is
//! a counter. The chance that an element must stay grows by 1/(1-1/e) a round, and with it the best chunk shrinks.

use super::present;
use grammarc_core::tree::NodeId;
use grammarc_reduce::edit::drop_all;
use grammarc_reduce::reduce::building_blocks::list;
use grammarc_reduce::reduce::{Search, Strategy};
use grammarc_trial::trial::Stop;

/// Counter-based delta debugging of every list.
pub(super) const STRATEGY: Strategy = Strategy {
    name: "cdd",
    paper: "Zhang et al., ICSE 2025: remove chunks whose size depends only on the round",
    run: |search| list::each(search, minimize),
};

/// Probability that an element must stay, before any test.
const PRIOR: f64 = 0.1;

/// Drops as many of `items` as the oracle allows, and returns the rest, which is 1-minimal.
fn minimize(search: &mut Search<'_, '_>, items: Vec<NodeId>) -> Result<Vec<NodeId>, Stop> {
    let mut kept = items;
    for size in sizes() {
        let mut start = 0;
        loop {
            present(search, &mut kept);
            let chunks = (start..kept.len()).step_by(size).map(|at| at..(at + size).min(kept.len()));
            match search.first(chunks.map(|chunk| (chunk.clone(), drop_all(kept[chunk].iter().copied()))))? {
                Some(gone) => {
                    start = gone.start;
                    kept.drain(gone);
                }
                None => break,
            }
        }
    }
    list::singles(search, kept)
}

/// Returns the sizes of the chunks, round by round, down to one.
fn sizes() -> Vec<usize> {
    let mut sizes = Vec::new();
    let mut probability: f64 = PRIOR;
    while sizes.last() != Some(&1) {
        let best = -1.0 / (1.0 - probability).ln();
        sizes.push(best.round().max(1.0) as usize);
        probability = (probability / (1.0 - (-1.0f64).exp())).min(0.99);
    }
    sizes
}

#[cfg(test)]
mod tests {
    #[test]
    fn sizes_are_those_published() {
        assert_eq!(super::sizes(), [9, 6, 3, 2, 1]);
    }
}
