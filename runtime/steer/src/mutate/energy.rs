//! How often each member of a population becomes a parent: small members, and members with features that few others have, come more often,
//! as the power schedules of M. Böhme, V.-T. Pham, A. Roychoudhury, *Coverage-Based Greybox Fuzzing as Markov Chain*, CCS 2016.

use std::collections::HashMap;

use super::feature::Feature;
use grammarc_generate::choices::Random;

/// The weight of a feature that one member alone has.
const RAREST_WEIGHT: u64 = 1 << 20;
/// One pick out of so many is even, so that no member is left out for long.
const EVEN_PICKS: u32 = 4;

/// The features and sizes of all members, and the odds that follow from them.
///
/// For example, three members have the features `a`, `a` and `a, b`, and the same size. The third alone has `b`, so that its weight is four
/// times that of the others: 1 for `b` and a third for `a`, while they have the third.
#[derive(Debug, Default)]
pub(super) struct Energy {
    /// The number of each feature.
    numbers: HashMap<Feature, u32>,
    /// By number of a feature: how many members have it.
    counts: Vec<u32>,
    /// By member: its size in bytes, and the numbers of its features.
    members: Vec<(usize, Vec<u32>)>,
    /// By member: the sum of the weights up to it. Shorter than `members` while it is out of date.
    sums: Vec<u64>,
}

impl Energy {
    /// Adds a member.
    pub(super) fn add(&mut self, bytes: usize, features: impl IntoIterator<Item = Feature>) {
        let mut own: Vec<u32> = Vec::new();
        for feature in features {
            let next = self.numbers.len() as u32;
            let number = *self.numbers.entry(feature).or_insert(next);
            if number == next {
                self.counts.push(0);
            }
            own.push(number);
        }
        own.iter().for_each(|&number| self.counts[number as usize] += 1);
        own.shrink_to_fit();
        self.members.push((bytes, own));
        self.sums.clear();
    }

    /// Returns whether a member has the feature.
    pub(super) fn has(&self, feature: &Feature) -> bool {
        self.numbers.contains_key(feature)
    }

    /// Returns the number of a random member; none if there is none.
    pub(super) fn pick(&mut self, random: &mut Random) -> Option<usize> {
        if random.below(EVEN_PICKS) == 0 {
            return (!self.members.is_empty()).then(|| random.below(self.members.len() as u32) as usize);
        }
        if self.sums.len() < self.members.len() {
            let mut sum = 0;
            let weights = self.members.iter().map(|(bytes, features)| self.weight(*bytes, features));
            self.sums = weights
                .map(|weight| {
                    sum += weight;
                    sum
                })
                .collect();
        }
        let all = *self.sums.last()?;
        let drawn = ((u128::from(random.bits()) * u128::from(all)) >> 64) as u64;
        Some(self.sums.partition_point(|&sum| sum <= drawn).min(self.members.len() - 1))
    }

    /// Returns the weight of a member: rare features make it larger, and each doubling of the size makes it smaller.
    fn weight(&self, bytes: usize, features: &[u32]) -> u64 {
        let rarity: u64 = features.iter().map(|&number| RAREST_WEIGHT / u64::from(self.counts[number as usize])).sum();
        // A feature of all members says nothing about one of them, so a member without rare features still counts a little.
        (rarity + RAREST_WEIGHT) / u64::from((bytes + 2).ilog2().pow(2)) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grammarc_core::grammar::ItemId;

    /// Returns how often each of the members is picked, out of 10,000 times.
    fn picks(members: &[(usize, &[u32])]) -> Vec<u32> {
        let mut energy = Energy::default();
        members.iter().for_each(|(bytes, features)| energy.add(*bytes, features.iter().map(|&it| (ItemId(it), None))));
        let (mut random, mut picks) = (Random::new(1), vec![0; members.len()]);
        (0..10_000).for_each(|_| picks[energy.pick(&mut random).unwrap()] += 1);
        picks
    }

    #[test]
    fn small_members_and_rare_features_come_more_often() {
        let by_size = picks(&[(10, &[1]), (100_000, &[1])]);
        assert!(by_size[0] > 3 * by_size[1] && by_size[1] > 500, "{by_size:?}");
        let by_rarity = picks(&[(100, &[1, 2, 3]), (100, &[1, 2, 3]), (100, &[1, 2, 4])]);
        assert!(by_rarity[2] > by_rarity[0] && by_rarity[0] > 1_000, "{by_rarity:?}");
        assert_eq!(Energy::default().pick(&mut Random::new(1)), None);
    }
}
