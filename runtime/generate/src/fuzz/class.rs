//! How one character is drawn from a class: mostly a readable one, at times any other, with a liking for the edges. Readable texts are
//! easier to look into, and mistakes are often at the edges.

use crate::choices::{Dice, QuickDice};
use grammarc_core::grammar::{Regular, Table};

/// Four members of a class, drawn at once, and which of them are there.
pub(super) struct Quartet {
    /// All of them.
    pub(super) text: [u8; 4],
    /// The lowest bit of each 16: whether that member is there, where that is asked.
    there: u64,
}

impl Quartet {
    /// The lowest bit of each 16.
    const EACH: u64 = 0x0001_0001_0001_0001;

    /// Returns how many members are there before the first missing one. The first `least` are there in any case. For example, of `3017`
    /// with the bits 1, 1, 0, 1 two are there: `30`.
    #[inline(always)]
    pub(super) fn count(&self, least: u32) -> u32 {
        let asked = if least < 4 { Self::EACH << (16 * least) } else { 0 };
        (asked & !self.there).trailing_zeros() / 16
    }
}

/// A class of characters or bytes, prepared for drawing. For example, `[0-9]` has ten plain members and no others. `.` has the 95 printable
/// characters of ASCII as plain ones, and 6 draws of 101 leave them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// All of it: inclusive, ascending, disjoint ranges.
    ranges: Table<(u32, u32)>,
    /// The members of the part that is drawn from mostly, in order: printable ASCII; all of a class of up to 16 ASCII characters.
    members: [u8; 128],
    /// How many these are.
    pub count: u32,
    /// The lowest of them, where they follow each other without a gap.
    low: Option<u32>,
    /// Out of how many draws one leaves the plain part: 0 where the plain part is all there is.
    pub wide: u32,
}

impl Class {
    /// Prepares a regular expression that is a class.
    pub fn of(regular: &Regular) -> Option<Self> {
        match regular {
            Regular::Chars(ranges) => Some(Self::new(ranges.clone())),
            Regular::Bytes(ranges) => Some(Self::new(ranges.iter().map(|&(l, h)| (l.into(), h.into())).collect())),
            _ => None,
        }
    }

    /// Prepares a class of inclusive, ascending, disjoint ranges, as generated code holds it.
    pub const fn ranges(ranges: &'static [(u32, u32)]) -> Self {
        Self::new(Table::Borrowed(ranges))
    }

    /// Prepares a class of these ranges.
    const fn new(ranges: Table<(u32, u32)>) -> Self {
        let all = match &ranges {
            Table::Borrowed(all) => all,
            Table::Owned(all) => all.as_slice(),
        };
        let (size, is_ascii) = size(all);
        let within = if size <= 16 && is_ascii { (0, 0x7f) } else { (0x20, 0x7e) };
        let (members, count) = members(all, within);
        let wide = if count == size { 0 } else { count / 16 + 1 };
        let is_gapless = count > 0 && (members[count as usize - 1] - members[0]) as u32 + 1 == count;
        let low = if is_gapless { Some(members[0] as u32) } else { None };
        Self { ranges, members, count, low, wide }
    }

    /// Draws a member. A class is never empty.
    #[inline]
    pub fn draw(&self, dice: &mut Dice) -> u32 {
        let number = dice.below(self.count + self.wide);
        if number < self.count { self.plain_at(number).into() } else { self.draw_wide(|bound| dice.below(bound)) }
    }

    /// Returns the part that is drawn from mostly, in order.
    pub fn plain(&self) -> &[u8] {
        &self.members[..self.count as usize]
    }

    /// Returns whether the plain part is all there is.
    pub fn is_plain(&self) -> bool {
        self.wide == 0
    }

    /// Returns the member of the plain part with this number.
    #[inline]
    pub(super) fn plain_at(&self, number: u32) -> u8 {
        self.members[number as usize % self.members.len()]
    }

    /// Draws four members of a class that is plain, each by 16 of the bits of one draw. The lowest of these says whether it is there,
    /// where that is asked.
    #[inline(always)]
    pub(super) fn four(&self, dice: &mut QuickDice) -> Quartet {
        const EVEN: u64 = 0x0000_ffff_0000_ffff;
        let bits = dice.bits();
        let numbers = |bits: u64| ((bits & EVEN) * u64::from(self.count)) >> 16 & EVEN;
        // One byte of each number, in order.
        let apart = numbers(bits) | numbers(bits >> 16) << 8;
        let numbers = (apart | apart >> 16) as u32;
        let text = match self.low {
            Some(low) => (numbers + low * 0x0101_0101).to_le_bytes(),
            None => numbers.to_le_bytes().map(|number| self.plain_at(number.into())),
        };
        Quartet { text, there: bits & Quartet::EACH }
    }

    /// Draws from any range alike: its lowest or highest member as often as one from between. For example, `[a-z]` gives `a` and `z` in
    /// somewhat more than a quarter of the draws each.
    pub(super) fn draw_wide(&self, mut below: impl FnMut(u32) -> u32) -> u32 {
        let (low, high) = self.ranges[below(self.ranges.len() as u32) as usize];
        match below(4) {
            0 => low,
            1 => high,
            _ => low + below(high - low + 1),
        }
    }
}

/// Returns how many members ranges have, and whether all of them are ASCII.
const fn size(ranges: &[(u32, u32)]) -> (u32, bool) {
    let (mut size, mut is_ascii, mut i) = (0, true, 0);
    while i < ranges.len() {
        let (low, high) = ranges[i];
        (size, is_ascii, i) = (size + high - low + 1, is_ascii && high < 0x80, i + 1);
    }
    (size, is_ascii)
}

/// Returns the members of ranges from the first to the last of some ASCII characters, and how many these are.
const fn members(ranges: &[(u32, u32)], (first, last): (u32, u32)) -> ([u8; 128], u32) {
    let (mut members, mut count, mut i) = ([0; 128], 0, 0);
    while i < ranges.len() {
        let (low, high) = ranges[i];
        let mut member = if low < first { first } else { low };
        while member <= high && member <= last {
            members[count] = member as u8;
            (member, count) = (member + 1, count + 1);
        }
        i += 1;
    }
    (members, count as u32)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Returns how often each member is drawn, and how often 0, 1, 2, 3 or 4 of four are there.
    fn drawn(class: &Class) -> (HashMap<u8, u32>, [u32; 5]) {
        let (mut dice, mut members, mut there) = (Dice::new(1), HashMap::new(), [0; 5]);
        for _ in 0..100_000 {
            let four = class.four(dice.quick());
            four.text.iter().for_each(|&member| *members.entry(member).or_insert(0) += 1);
            there[four.count(0) as usize] += 1;
            assert_eq!(four.count(4), 4);
            assert!(four.count(2) >= four.count(0).max(2));
        }
        (members, there)
    }

    #[test]
    fn four_members_are_drawn_evenly_and_each_is_there_half_the_time() {
        for ranges in [vec![(0x30, 0x39)], vec![(0x20, 0x21), (0x61, 0x68)]] {
            let class = Class::new(ranges.clone().into());
            let (members, there) = drawn(&class);
            let is_member = |&&byte: &&u8| ranges.iter().any(|&(low, high)| (low..=high).contains(&byte.into()));
            assert_eq!(members.keys().filter(is_member).count(), 10);
            assert!(members.values().all(|count| (39_200..40_800).contains(count)), "{members:?}");
            for (count, expected) in there.into_iter().zip([50_000, 25_000, 12_500, 6_250, 6_250]) {
                assert!(count.abs_diff(expected) < expected / 20, "{there:?}");
            }
        }
    }
}
