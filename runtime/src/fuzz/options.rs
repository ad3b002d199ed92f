//! The options of a choice: how they weigh, and which of them are the cheapest.

use crate::choices::Dice;
use crate::fuzz::recipe::{Namespaces, UNSAFE};

/// The productions of a rule as options, in order of priority.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// How often each is chosen, relative to the others.
    weights: &'a [u32],
    /// How cheap each is: those of rank 0 are the cheapest, and always following them ends.
    ranks: &'a [u16],
    total: u32,
    /// Whether all weights are 1.
    is_even: bool,
    cheapest: Cheapest,
    /// Of which namespaces each needs a name, one set after another; empty without hooks.
    needs: &'a [Namespaces],
    /// Whether any of them needs one.
    needs_names: bool,
    /// How cheap each is if no hook can reject what it becomes; empty without hooks.
    safe: &'a [u16],
}

/// Which options are the cheapest.
#[derive(Debug, Clone, Copy)]
enum Cheapest {
    /// One.
    One(usize),
    /// All of them.
    All,
    /// Others of rank 0.
    Several,
}

impl<'a> Options<'a> {
    /// Makes options from as many weights as ranks.
    pub const fn new(weights: &'a [u32], ranks: &'a [u16]) -> Self {
        let (mut total, mut cheapest, mut count, mut is_even, mut i) = (0_u32, 0, 0, true, 0);
        while i < weights.len() {
            total = total.saturating_add(weights[i]);
            is_even = is_even && weights[i] == 1;
            if ranks[i] == 0 {
                (cheapest, count) = (i, count + 1);
            }
            i += 1;
        }
        let cheapest = match count {
            1 => Cheapest::One(cheapest),
            _ if count == weights.len() => Cheapest::All,
            _ => Cheapest::Several,
        };
        Self { weights, ranks, total, is_even, cheapest, needs: &[], needs_names: false, safe: &[] }
    }

    /// Adds what hooks ask of each: as many sets of namespaces, of equal length, and ranks without hooks that can reject.
    #[must_use]
    pub const fn with_hooks(mut self, needs: &'a [Namespaces], safe: &'a [u16]) -> Self {
        (self.needs, self.safe) = (needs, safe);
        let mut i = 0;
        while i < needs.len() {
            self.needs_names = self.needs_names || needs[i] != 0;
            i += 1;
        }
        self
    }

    /// Returns whether any option needs a name.
    pub(super) fn needs_names(&self) -> bool {
        self.needs_names
    }

    /// Returns of which namespaces an option needs a name.
    pub(super) fn needs(&self, option: usize) -> &'a [Namespaces] {
        let words = self.needs.len() / self.weights.len();
        &self.needs[option * words..][..words]
    }

    /// Returns whether an option is one that always following the cheapest ends.
    pub(super) fn is_cheapest(&self, option: usize) -> bool {
        self.ranks[option] == 0
    }

    /// Returns how many there are.
    #[inline]
    pub const fn count(&self) -> usize {
        self.weights.len()
    }

    /// Draws one by weight; where all weights are 0, any.
    #[inline]
    pub(super) fn draw(&self, dice: &mut Dice) -> usize {
        let mut number = dice.below(self.total);
        if self.is_even {
            return number as usize;
        }
        for (i, &weight) in self.weights.iter().enumerate() {
            if number < weight {
                return i;
            }
            number -= weight;
        }
        dice.below(self.weights.len() as u32) as usize
    }

    /// Draws one of the cheapest.
    #[inline]
    pub(super) fn draw_cheapest(&self, dice: &mut Dice) -> usize {
        match self.cheapest {
            Cheapest::One(option) => option,
            Cheapest::All => dice.below(self.weights.len() as u32) as usize,
            Cheapest::Several => self.draw_cheapest_of(dice, &[]),
        }
    }

    /// Draws one not yet tried by weight; where all weights are 0, any.
    pub(super) fn draw_other(&self, dice: &mut Dice, tried: &[u32]) -> usize {
        let total = self.others(tried).fold(0_u32, |sum, i| sum.saturating_add(self.weights[i]));
        let mut number = dice.below(total);
        for i in self.others(tried) {
            if number < self.weights[i] {
                return i;
            }
            number -= self.weights[i];
        }
        let number = dice.below(self.others(tried).count() as u32);
        self.others(tried).nth(number as usize).unwrap_or(0)
    }

    /// Draws one of the cheapest of those not yet tried.
    pub(super) fn draw_cheapest_of(&self, dice: &mut Dice, tried: &[u32]) -> usize {
        let least = self.others(tried).map(|i| self.ranks[i]).min().unwrap_or(0);
        let cheapest = || self.others(tried).filter(|&i| self.ranks[i] == least);
        let number = dice.below(cheapest().count() as u32);
        cheapest().nth(number as usize).unwrap_or(0)
    }

    /// Draws one of the cheapest, but the excluded, of those that no hook can reject.
    pub(super) fn draw_safe_of(&self, dice: &mut Dice, excluded: &[u32]) -> Option<usize> {
        let of = |i: usize| self.safe.get(i).copied().unwrap_or(UNSAFE);
        let least = self.others(excluded).map(of).min().filter(|&least| least < UNSAFE)?;
        let cheapest = || self.others(excluded).filter(|&i| of(i) == least);
        let number = dice.below(cheapest().count() as u32);
        cheapest().nth(number as usize)
    }

    /// Returns the options not yet tried.
    fn others(&self, tried: &[u32]) -> impl Iterator<Item = usize> {
        (0..self.weights.len()).filter(|&i| !tried.contains(&(i as u32)))
    }
}
