//! The options of a choice: how they weigh, and which of them are the cheapest. They are found ahead of time, because most bytes take a
//! choice.

use crate::choices::Dice;

/// One word of a set of namespaces: a bit for each of 64 adjacent ones. A set has as many words as its namespaces need.
pub type Namespaces = u64;

/// Rank of a production whose every derivation can be rejected by a hook.
pub const UNSAFE: u16 = u16::MAX;

/// The productions of a rule as options, in order of priority. For example, `<e> ::= <e> "+" <e> | "1" @w(3)` has the weights 1 and 3 and
/// the ranks 1 and 0.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// How often each is chosen, relative to the others; empty where all weigh 1.
    weights: &'a [u32],
    /// The rank of each option, 0 for the cheapest. Following rank 0 everywhere ends.
    ranks: &'a [u16],
    /// The namespaces of which each option needs a name, one set after another; empty without hooks.
    needs: &'a [Namespaces],
    /// The rank of each option by the derivations that no hook can reject; empty without hooks.
    safe: &'a [u16],
    digest: OptionsDigest,
}

/// Facts about options that are found once: finding them takes as long as drawing one.
#[derive(Debug, Clone, Copy)]
pub(super) struct OptionsDigest {
    /// The sum of the weights.
    total: u32,
    /// Whether all weights are 1.
    is_even: bool,
    cheapest: CheapestSet,
    /// Words of each set of namespaces; 0 where no option needs a name.
    sets: usize,
    /// Which options are the cheapest by [`Options::with_safe`]; none where a hook can reject each.
    safest: Option<CheapestSet>,
}

/// A repetition that is cheapest where it ends.
pub const REPEAT: Options<'static> = Options::even(&[1, 0]);
/// The same in a grammar with hooks, where they can reject nothing in it.
pub const SAFE_REPEAT: Options<'static> = REPEAT.safe();

/// Which options are the cheapest.
#[derive(Debug, Clone, Copy)]
enum CheapestSet {
    /// One.
    One(usize),
    /// All of them.
    All,
    /// Others of rank 0.
    Several,
}

impl CheapestSet {
    /// Finds the options of a rank.
    const fn of(ranks: &[u16], rank: u16) -> Self {
        let (mut cheapest, mut count, mut i) = (0, 0, 0);
        while i < ranks.len() {
            if ranks[i] == rank {
                (cheapest, count) = (i, count + 1);
            }
            i += 1;
        }
        match count {
            1 => Self::One(cheapest),
            _ if count == ranks.len() => Self::All,
            _ => Self::Several,
        }
    }
}

impl<'a> Options<'a> {
    /// Makes options from as many weights as ranks.
    pub const fn new(weights: &'a [u32], ranks: &'a [u16]) -> Self {
        let (mut total, mut is_even, mut i) = (0_u32, true, 0);
        while i < weights.len() {
            total = total.saturating_add(weights[i]);
            is_even = is_even && weights[i] == 1;
            i += 1;
        }
        let mut options = Self::even(ranks);
        if !is_even {
            options.weights = weights;
            (options.digest.total, options.digest.is_even) = (total, false);
        }
        options
    }

    /// Makes options of a known digest.
    #[inline]
    pub(super) fn digested(digest: OptionsDigest, weights: &'a [u32], ranks: &'a [u16]) -> Self {
        Self { weights: if digest.is_even { &[] } else { weights }, ranks, needs: &[], safe: &[], digest }
    }

    /// Adds the demands of hooks to options of a known digest.
    #[inline]
    pub(super) fn demanding(mut self, needs: &'a [Namespaces], safe: &'a [u16]) -> Self {
        (self.needs, self.safe) = (needs, safe);
        self
    }

    /// Returns the facts about them.
    pub(super) fn digest(&self) -> OptionsDigest {
        self.digest
    }

    /// Makes options that weigh the same.
    pub const fn even(ranks: &'a [u16]) -> Self {
        let (cheapest, total) = (CheapestSet::of(ranks, 0), ranks.len() as u32);
        let digest = OptionsDigest { total, is_even: true, cheapest, sets: 0, safest: None };
        Self { weights: &[], ranks, needs: &[], safe: &[], digest }
    }

    /// Adds the namespaces of which each option needs a name: one set for each option, one after another.
    #[must_use]
    pub const fn with_needs(mut self, needs: &'a [Namespaces]) -> Self {
        self.needs = needs;
        let mut i = 0;
        while i < needs.len() {
            if needs[i] != 0 {
                self.digest.sets = needs.len() / self.ranks.len();
            }
            i += 1;
        }
        self
    }

    /// Adds the rank of each option by the derivations that no hook can reject.
    #[must_use]
    pub const fn with_safe(mut self, safe: &'a [u16]) -> Self {
        let (mut least, mut i) = (UNSAFE, 0);
        while i < safe.len() {
            least = if safe[i] < least { safe[i] } else { least };
            i += 1;
        }
        self.safe = safe;
        self.digest.safest = if least < UNSAFE { Some(CheapestSet::of(safe, least)) } else { None };
        self
    }

    /// Declares the cheapest options safe: no hook can reject them.
    #[must_use]
    pub const fn safe(self) -> Self {
        let ranks = self.ranks;
        self.with_safe(ranks)
    }

    /// Returns whether any option needs a name.
    pub(super) fn needs_names(&self) -> bool {
        self.digest.sets > 0
    }

    /// Returns the namespaces of which an option needs a name.
    pub(super) fn needs(&self, option: usize) -> &'a [Namespaces] {
        &self.needs[option * self.digest.sets..][..self.digest.sets]
    }

    /// Returns whether an option has rank 0. Following rank 0 everywhere ends.
    pub(super) fn is_cheapest(&self, option: usize) -> bool {
        self.ranks[option] == 0
    }

    /// Returns how cheap an option is, 0 for the cheapest.
    pub(super) fn rank(&self, option: usize) -> u16 {
        self.ranks[option]
    }

    /// Returns how many there are.
    #[inline]
    pub const fn count(&self) -> usize {
        self.ranks.len()
    }

    /// Returns how often an option is chosen, relative to the others.
    pub(super) fn weight(&self, option: usize) -> u32 {
        if self.weights.is_empty() { 1 } else { self.weights[option] }
    }

    /// Draws one by weight; where all weights are 0, any.
    #[inline]
    pub(super) fn draw(&self, dice: &mut Dice) -> usize {
        let mut number = dice.below(self.digest.total);
        if self.weights.is_empty() {
            return number as usize;
        }
        for (i, &weight) in self.weights.iter().enumerate() {
            if number < weight {
                return i;
            }
            number -= weight;
        }
        dice.below(self.count() as u32) as usize
    }

    /// Draws one of the cheapest.
    #[inline]
    pub(super) fn draw_cheapest(&self, dice: &mut Dice) -> usize {
        match self.digest.cheapest {
            CheapestSet::One(option) => option,
            CheapestSet::All => dice.below(self.count() as u32) as usize,
            CheapestSet::Several => self.draw_cheapest_of(dice, &[]),
        }
    }

    /// Draws one not yet tried by weight; where all weights are 0, any. For example, with weights 1, 2, 1 and the second option tried, each
    /// of the others has one chance in two.
    pub(super) fn draw_other(&self, dice: &mut Dice, tried: &[u32]) -> usize {
        let total = self.others(tried).fold(0_u32, |sum, i| sum.saturating_add(self.weight(i)));
        let mut number = dice.below(total);
        for i in self.others(tried) {
            if number < self.weight(i) {
                return i;
            }
            number -= self.weight(i);
        }
        let number = dice.below(self.others(tried).count() as u32);
        self.others(tried).nth(number as usize).unwrap_or(0)
    }

    /// Draws one of the cheapest options that were not tried.
    pub(super) fn draw_cheapest_of(&self, dice: &mut Dice, tried: &[u32]) -> usize {
        let least = self.others(tried).map(|i| self.ranks[i]).min().unwrap_or(0);
        let cheapest = || self.others(tried).filter(|&i| self.ranks[i] == least);
        let number = dice.below(cheapest().count() as u32);
        cheapest().nth(number as usize).unwrap_or(0)
    }

    /// Draws one of the cheapest safe options, as [`Options::draw_safe_of`] does where none is excluded.
    pub(super) fn draw_safest(&self, dice: &mut Dice) -> Option<usize> {
        match self.digest.safest? {
            CheapestSet::One(option) => {
                // `draw_safe_of` would draw from one option, too: so both use the same random numbers.
                dice.below(1);
                Some(option)
            }
            CheapestSet::All => Some(dice.below(self.count() as u32) as usize),
            CheapestSet::Several => self.draw_safe_of(dice, &[]),
        }
    }

    /// Draws one of the cheapest safe options that are not excluded. Safe options have derivations that no hook can reject.
    pub(super) fn draw_safe_of(&self, dice: &mut Dice, excluded: &[u32]) -> Option<usize> {
        let of = |i: usize| self.safe.get(i).copied().unwrap_or(UNSAFE);
        let least = self.others(excluded).map(of).min().filter(|&least| least < UNSAFE)?;
        let cheapest = || self.others(excluded).filter(|&i| of(i) == least);
        let number = dice.below(cheapest().count() as u32);
        cheapest().nth(number as usize)
    }

    /// Returns the options not yet tried.
    fn others(&self, tried: &[u32]) -> impl Iterator<Item = usize> {
        (0..self.count()).filter(|&i| !tried.contains(&(i as u32)))
    }
}
