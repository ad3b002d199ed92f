//! The random numbers behind the choices of a fuzzer: SplitMix64, or a quicker generator where nothing is ever rolled back.
//!
//! The quicker one is linear congruential, and a number is the upper part of its state. So the next number is ready before a choice asks
//! for it: no choice waits for the number, and the branch on it resolves early. G. Steele, S. Vigna, *Computationally easy, spectrally good
//! multipliers for congruential pseudorandom number generators*, 2021.

use super::Random;

/// Random numbers that choices are drawn from. They never change, because a seed has to give the same text for ever.
#[derive(Debug, Clone)]
pub enum Dice {
    /// Numbers for texts that may be rolled back, and for replays with drawn parts.
    Thorough(Random),
    /// Numbers for texts that are drawn from beginning to end.
    Quick(QuickDice),
}

impl Dice {
    /// Starts from a seed.
    pub const fn new(seed: u64) -> Self {
        Self::Thorough(Random::new(seed))
    }

    /// Goes on quickly from here. For example, a text of a seed without dead ends takes one number of SplitMix64: the state to begin with.
    #[inline]
    pub(crate) fn quick(&mut self) -> &mut QuickDice {
        if let Self::Thorough(random) = self {
            *self = Self::Quick(QuickDice { state: random.bits() });
        }
        match self {
            Self::Quick(quick) => quick,
            Self::Thorough(_) => unreachable!("it was replaced"),
        }
    }

    /// Goes on thoroughly from here.
    #[inline]
    pub(crate) fn slow_down(&mut self) {
        if let Self::Quick(QuickDice { state }) = *self {
            *self = Self::new(state);
        }
    }

    /// Returns a number below `bound`, or 0 if that is 0. The bias is below 2⁻³².
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        match self {
            Self::Thorough(random) => random.below(bound),
            Self::Quick(quick) => quick.below(bound),
        }
    }

    /// Returns true in one of two cases.
    #[inline]
    pub fn flip(&mut self) -> bool {
        match self {
            Self::Thorough(random) => random.flip(),
            Self::Quick(quick) => quick.flip(),
        }
    }

    /// Returns 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        match self {
            Self::Thorough(random) => random.bits(),
            Self::Quick(quick) => quick.bits(),
        }
    }
}

/// Pseudo-random numbers for choices. Integers only, hence the same on every machine.
#[derive(Debug, Clone, Copy)]
pub struct QuickDice {
    state: u64,
}

impl QuickDice {
    /// Multiplier of the generator: one of the paper's for 64 bits of state.
    const MULTIPLIER: u64 = 0xd134_2543_de82_ef95;
    /// Increment of the generator: any odd number gives all 2⁶⁴ states.
    const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;
    /// Multiplier that makes all bits of a number depend on all bits of the state.
    const SPREAD: u64 = 0xbf58_476d_1ce4_e5b9;

    /// Returns a number below `bound`, or 0 if that is 0. The bias is below 2⁻³².
    #[inline(always)]
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        let number = ((self.state >> 32) * u64::from(bound)) >> 32;
        self.step();
        number as u32
    }

    /// Returns true in one of two cases.
    #[inline(always)]
    pub(crate) fn flip(&mut self) -> bool {
        let is_set = self.state >> 63 == 1;
        self.step();
        is_set
    }

    /// Returns 64 bits.
    #[inline(always)]
    pub(crate) fn bits(&mut self) -> u64 {
        let wide = u128::from(self.state) * u128::from(Self::SPREAD);
        self.step();
        (wide >> 64) as u64 ^ wide as u64
    }

    #[inline(always)]
    fn step(&mut self) {
        self.state = self.state.wrapping_mul(Self::MULTIPLIER).wrapping_add(Self::INCREMENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quick(seed: u64) -> QuickDice {
        *Dice::new(seed).quick()
    }

    /// Returns the chi-square statistic of counts that should be equal. It has one degree of freedom less than there are counts.
    fn distance(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn numbers_are_even_in_a_row_and_across_seeds() {
        let (mut row, mut dice, mut across) = ([0; 100], quick(1), [0; 100]);
        for seed in 0..200_000 {
            row[(dice.below(10) * 10 + dice.below(10)) as usize] += 1;
            let mut other = quick(seed);
            across[(other.below(10) * 10 + other.below(10)) as usize] += 1;
        }
        // 99 degrees of freedom: beyond 149 once in a thousand times.
        assert!(distance(&row) < 149.0 && distance(&across) < 149.0, "{} {}", distance(&row), distance(&across));
    }

    #[test]
    fn every_bit_is_set_half_the_time() {
        let (mut dice, mut set) = (quick(1), [[0_u32; 2]; 64]);
        for bits in (0..100_000).map(|_| dice.bits()) {
            set.iter_mut().enumerate().for_each(|(i, counts)| counts[(bits >> i & 1) as usize] += 1);
        }
        assert!(set.iter().all(|counts| distance(counts) < 16.0), "{set:?}");
    }
}
