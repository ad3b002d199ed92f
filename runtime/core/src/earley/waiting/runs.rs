//! Runs: the items of a long queue that wait at one dot, sorted by origin, with one bit for each origin.
//!
//! An ambiguous input has up to the cube of its length in links, because nearly every item waits for nearly every node. Behind most
//! of these items stands one that has too many links already, so one more changes nothing. With bits, one operation on a word finds
//! that out for 64 items. For example, the 700 items `<e> ::= <e> "+" . <e>` of one set take 11 words, or 22 if each second set is
//! no origin.

use crate::earley::numbers::{ItemNumber, SetNumber};

/// Minimum number of items of a run. Fewer are looked at one by one, because that is as fast.
const MIN_RUN_ITEMS: usize = 32;
/// Maximum number of words of a run for each item. If its origins are further apart, looking at the items is faster.
const MAX_WORDS_PER_ITEM: usize = 1;

/// The items of one queue at one dot.
#[derive(Debug, Clone, Copy)]
pub(in crate::earley) struct WaitingRun {
    /// The places of its items in the queues of finished sets.
    start: u32,
    end: u32,
    /// The places of its words.
    bits: u32,
    bits_end: u32,
    /// The origin of the first bit, divided by 64.
    first: u32,
    /// The core of its items.
    core: u32,
}

/// A set of origins, one bit for each.
#[derive(Debug, Default)]
pub(in crate::earley) struct Origins {
    words: Vec<u64>,
}

impl Origins {
    /// Removes all origins.
    pub(in crate::earley) fn clear(&mut self) {
        self.words.clear();
    }

    /// Adds an origin.
    pub(in crate::earley) fn add(&mut self, origin: SetNumber) {
        let number = origin as usize / 64;
        if self.words.len() <= number {
            self.words.resize(number + 1, 0);
        }
        self.words[number] |= 1 << (origin % 64);
    }

    /// Returns the bits of 64 origins, from `64 * number` on.
    fn word(&self, number: u32) -> u64 {
        self.words.get(number as usize).copied().unwrap_or(0)
    }
}

/// All runs, in the order of their places.
#[derive(Debug, Default)]
pub(super) struct WaitingRuns {
    runs: Vec<WaitingRun>,
    words: Vec<u64>,
    /// The place of the first item of each word.
    places: Vec<u32>,
}

impl WaitingRuns {
    /// Sorts the items of a queue by core and origin, and adds the runs among them. `place` is the place of the first item.
    pub(super) fn add(&mut self, queue: &mut [ItemNumber], place: usize, row: impl Fn(ItemNumber) -> (u32, SetNumber)) {
        if queue.len() < MIN_RUN_ITEMS {
            return;
        }
        queue.sort_unstable_by_key(|&item| row(item));
        let mut start = place;
        for items in queue.chunk_by(|&one, &other| row(one).0 == row(other).0) {
            let [first, last] = [items[0], items[items.len() - 1]].map(|item| row(item).1 / 64);
            let words = (last - first + 1) as usize;
            if items.len() >= MIN_RUN_ITEMS && words <= MAX_WORDS_PER_ITEM * items.len() {
                let bits = self.words.len();
                self.words.resize(bits + words, 0);
                self.places.resize(bits + words, 0);
                for (origin, place) in items.iter().map(|&item| row(item).1).zip(start as u32..) {
                    let word = bits + (origin / 64 - first) as usize;
                    if self.words[word] == 0 {
                        self.places[word] = place;
                    }
                    self.words[word] |= 1 << (origin % 64);
                }
                let [start, end] = [start, start + items.len()].map(|place| place as u32);
                let [bits, bits_end] = [bits, bits + words].map(|place| place as u32);
                self.runs.push(WaitingRun { start, end, bits, bits_end, first, core: row(items[0]).0 });
            }
            start += items.len();
        }
    }

    /// Returns the run whose first item has a place, in a queue with items up to `end`.
    pub(super) fn at(&self, place: u32, end: u32) -> Option<WaitingRun> {
        if (end - place) < MIN_RUN_ITEMS as u32 {
            return None;
        }
        self.runs.binary_search_by_key(&place, |run| run.start).ok().map(|run| self.runs[run])
    }

    /// Calls `found` with the place and the origin of each item of a run whose origin is not among `origins`.
    #[inline]
    pub(super) fn without(&self, run: WaitingRun, origins: &Origins, mut found: impl FnMut(u32, SetNumber)) {
        let all = run.bits as usize..run.bits_end as usize;
        for ((&word, &place), number) in self.words[all.clone()].iter().zip(&self.places[all]).zip(run.first..) {
            let mut left = word & !origins.word(number);
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                found(place + (word & ((1 << bit) - 1)).count_ones(), 64 * number + bit);
            }
        }
    }

    /// Returns the number of bytes that the runs take.
    pub(super) fn used(&self) -> usize {
        size_of_val(&*self.runs) + size_of_val(&*self.words) + size_of_val(&*self.places)
    }
}

impl WaitingRun {
    /// Returns the number of its items.
    pub(in crate::earley) fn items(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Returns the core of its items.
    pub(in crate::earley) fn core(self) -> u32 {
        self.core
    }

    /// Returns the number of its words.
    pub(in crate::earley) fn words(self) -> usize {
        (self.bits_end - self.bits) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_items_of_other_origins_are_left() {
        // Item `n` waits at dot 7, from set `2n`, or at dot 5 if `n` is even.
        let row = |item: u32| (if item.is_multiple_of(2) { 5 } else { 7 }, 2 * item);
        let mut queue: Vec<ItemNumber> = (0..200).rev().collect();
        let mut runs = WaitingRuns::default();
        runs.add(&mut queue, 1000, row);
        let mut origins = Origins::default();
        (0..400).filter(|origin| origin % 3 != 0).for_each(|origin| origins.add(origin));
        for (start, dot) in [(1000, 5), (1100, 7)] {
            let run = runs.at(start, 1200).expect("a run begins there");
            let mut left: Vec<(ItemNumber, SetNumber)> = Vec::new();
            runs.without(run, &origins, |place, origin| left.push((queue[(place - 1000) as usize], origin)));
            let alike = (0..200).filter(|&item| row(item).0 == dot && row(item).1.is_multiple_of(3));
            let expected: Vec<(ItemNumber, SetNumber)> = alike.map(|item| (item, row(item).1)).collect();
            assert_eq!((run.core(), run.items(), left), (dot, 100, expected));
        }
        assert!(runs.at(1001, 1200).is_none());
    }
}
