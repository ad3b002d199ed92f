//! How one character is drawn from a class: mostly a readable one, at times any other, with a liking for the edges.

use crate::choices::Random;
use crate::grammar::{Regular, Table};

/// A class of characters or bytes, prepared for drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// All of it: inclusive, ascending, disjoint ranges.
    pub ranges: Table<(u32, u32)>,
    /// The part that is drawn from mostly: printable ASCII; all of a class of up to 16 ASCII characters.
    pub plain: Table<(u32, u32)>,
    /// How many members the plain part has.
    pub count: u32,
    /// Out of how many draws one leaves the plain part: 0 where the plain part is all there is.
    pub wide: u32,
    /// The members of the plain part, in order. It is ASCII.
    members: [u8; 128],
}

impl Class {
    /// Prepares a regular expression that is a class.
    pub fn of(regular: &Regular) -> Option<Self> {
        match regular {
            Regular::Chars(ranges) => Some(Self::new(ranges.to_vec())),
            Regular::Bytes(ranges) => Some(Self::new(ranges.iter().map(|&(l, h)| (l.into(), h.into())).collect())),
            _ => None,
        }
    }

    /// Makes a class from its parts, as generated code holds it.
    pub const fn prepared(ranges: &'static [(u32, u32)], plain: &'static [(u32, u32)], count: u32, wide: u32) -> Self {
        Self { ranges: Table::Borrowed(ranges), plain: Table::Borrowed(plain), count, wide, members: members(plain) }
    }

    /// Prepares a class of these ranges.
    fn new(ranges: Vec<(u32, u32)>) -> Self {
        let size = count(&ranges);
        let is_small = size <= 16 && ranges.iter().all(|&(_, high)| high < 0x80);
        let plain = if is_small { ranges.clone() } else { printable(&ranges) };
        let count = count(&plain);
        let wide = if count == size { 0 } else { count / 16 + 1 };
        let members = members(&plain);
        Self { ranges: ranges.into(), plain: plain.into(), count, wide, members }
    }

    /// Draws a member. A class is never empty.
    #[inline]
    pub fn draw(&self, random: &mut Random) -> u32 {
        let number = random.below(self.count + self.wide);
        if number < self.count { self.plain_at(number).into() } else { self.draw_wide(random) }
    }

    /// Returns the member of the plain part with this number.
    #[inline]
    pub(super) fn plain_at(&self, number: u32) -> u8 {
        self.members[number as usize % self.members.len()]
    }

    /// Draws from any range alike: its lowest or highest member as often as one from between.
    pub(super) fn draw_wide(&self, random: &mut Random) -> u32 {
        let (low, high) = self.ranges[random.below(self.ranges.len() as u32) as usize];
        match random.below(4) {
            0 => low,
            1 => high,
            _ => low + random.below(high - low + 1),
        }
    }
}

/// Returns the members of ranges of ASCII.
const fn members(ranges: &[(u32, u32)]) -> [u8; 128] {
    let (mut members, mut count, mut i) = ([0; 128], 0, 0);
    while i < ranges.len() {
        let (mut member, high) = ranges[i];
        while member <= high {
            members[count] = member as u8;
            (member, count) = (member + 1, count + 1);
        }
        i += 1;
    }
    members
}

/// Returns how many members ranges have.
fn count(ranges: &[(u32, u32)]) -> u32 {
    ranges.iter().map(|&(low, high)| high - low + 1).sum()
}

/// Returns the part of ranges that is printable ASCII.
fn printable(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let clipped = ranges.iter().map(|&(low, high)| (low.max(0x20), high.min(0x7e)));
    clipped.filter(|(low, high)| low <= high).collect()
}
