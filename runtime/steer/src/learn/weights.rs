//! Weights from counts. An alternative that no sample has keeps a small weight, so that nothing of the language becomes impossible.

/// The sum of the weights of a rule with counts. It is large enough for a share of a thousandth of a percent.
const TOTAL: u64 = 100_000;
/// The share of the weights of the grammar, at least: 5 %, as one of this many. Samples say little about an alternative that they lack.
const SMOOTHING_PARTS: u64 = 20;

/// Returns the weights of a rule's alternatives from their counts in samples and their weights in the grammar. Rules without counts keep
/// their weights.
///
/// The weights of the grammar count as 5 % of the draws, or as one more choice in the samples if that is more. For example, the counts 19
/// and 0 with equal weights become 97,500 and 2,500, and the counts 1 and 0 become 75,000 and 25,000.
pub(super) fn smoothed(counts: &[u64], weights: &[u32]) -> Vec<u32> {
    let sum: u128 = counts.iter().map(|&count| u128::from(count)).sum();
    if sum == 0 {
        return weights.to_vec();
    }
    let all: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    let one_more = (u128::from(TOTAL) / (sum + 1)) as u64;
    let prior = if all == 0 { 0 } else { (TOTAL / SMOOTHING_PARTS).max(one_more) };
    let weigh = |(&count, &weight): (&u64, &u32)| {
        let learned = u128::from(TOTAL - prior) * u128::from(count) / sum;
        let given = u128::from(prior) * u128::from(weight) / u128::from(all.max(1));
        let is_possible = count > 0 || weight > 0;
        (learned + given).max(is_possible.into()) as u32
    };
    counts.iter().zip(weights).map(weigh).collect()
}

#[cfg(test)]
mod tests {
    use super::smoothed;

    #[test]
    fn counts_outweigh_the_grammar_and_nothing_becomes_impossible() {
        let cases: [(&[u64], &[u32], &[u32]); 7] = [
            (&[19, 0], &[1, 1], &[97_500, 2_500]),
            (&[1, 0], &[1, 1], &[75_000, 25_000]),
            (&[0, 0], &[3, 1], &[3, 1]),
            (&[0, 99], &[0, 1], &[0, 100_000]),
            (&[1, 1], &[0, 0], &[50_000, 50_000]),
            (&[u64::MAX, u64::MAX, 0], &[1, 1, u32::MAX], &[47_500, 47_500, 4_999]),
            (&[50, 50, 0], &[1, 0, 1], &[50_000, 47_500, 2_500]),
        ];
        for (counts, weights, expected) in cases {
            assert_eq!(smoothed(counts, weights), expected, "{counts:?} {weights:?}");
        }
        assert!(smoothed(&[1_000_000, 0], &[u32::MAX, 1]).iter().all(|&weight| weight > 0));
    }
}
