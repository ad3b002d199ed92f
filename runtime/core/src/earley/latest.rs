//! A set of ascending numbers, searched by the hash of their rows: the items of a set, or its nodes. A set is emptied for every
//! byte or so, which must not cost a pass over its memory.

/// Number of adjacent places whose hashes stay adjacent, as a power of two: eight slots of eight bytes fill one cache line.
const ADJACENT_PLACES_LOG2: u32 = 3;

/// Hashes `place` with its kind and environment, by multiplication with odd constants. Lookups of neighbouring places often follow
/// one another, so their hashes are neighbours, too. For example, items with the same dot from the sets 16 and 17 have adjacent
/// slots. The high bits depend on all arguments.
pub(super) fn hash(place: u32, kind: u32, environment: u32) -> u32 {
    let sum = u64::from(place >> ADJACENT_PLACES_LOG2).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ u64::from(kind).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ u64::from(environment).wrapping_mul(0x1656_67B1_9E37_79F9);
    let high = (sum.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 32) as u32;
    high << ADJACENT_PLACES_LOG2 | place & ((1 << ADJACENT_PLACES_LOG2) - 1)
}

/// Up to this number of entries are compared one by one, because that is faster than a table for so few. More entries are found by
/// their hash.
const MAX_LISTED_ENTRIES: usize = 12;

/// Entries numbered in ascending order, found by their hash. For example, the items of the open set are found by dot and origin,
/// so that none is added twice.
pub(super) struct NumberSet {
    /// The hash and the number of the first `MAX_LISTED_ENTRIES` entries.
    few: Vec<(u32, u32)>,
    count: usize,
    /// All entries, if they are more than `MAX_LISTED_ENTRIES`.
    index: Index,
}

impl NumberSet {
    pub(super) fn new() -> Self {
        Self { few: Vec::new(), count: 0, index: Index::new() }
    }

    /// Removes all entries. Later entries have numbers from `first` on.
    pub(super) fn clear(&mut self, first: u32) {
        self.few.clear();
        self.count = 0;
        self.index.clear(first);
    }

    /// Returns the entry with a hash for which `is` holds.
    #[inline]
    pub(super) fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        if self.count > MAX_LISTED_ENTRIES {
            return self.index.find(hash, is);
        }
        let mut alike = self.few.iter().filter(|&&(other, _)| other == hash);
        alike.find_map(|&(_, number)| is(number).then_some(number))
    }

    /// Adds an entry.
    pub(super) fn add(&mut self, hash: u32, number: u32) {
        self.count += 1;
        if self.count <= MAX_LISTED_ENTRIES {
            self.few.push((hash, number));
            return;
        }
        if self.count == MAX_LISTED_ENTRIES + 1 {
            self.few.iter().for_each(|&(hash, number)| self.index.insert(hash, number));
        }
        self.index.insert(hash, number);
    }
}

/// Up to this number of slots (128 kB), three of four stay free, because a collision costs more than the memory.
const MAX_SPARSE_SLOTS: usize = 1 << 14;

/// A hash table of numbers that is emptied for every set without touching its memory: `clear` raises `first`, and all slots with
/// lower numbers count as free. For example, after `clear(100)` the slot of item 42 is free.
struct Index {
    slots: Vec<HashSlot>,
    /// Slots with lower numbers are free.
    first: u32,
    used: usize,
}

#[derive(Clone, Copy)]
struct HashSlot {
    hash: u32,
    /// The number plus 1, so that 0 is free.
    behind: u32,
}

const FREE_SLOT: HashSlot = HashSlot { hash: 0, behind: 0 };

impl Index {
    fn new() -> Self {
        Self { slots: vec![FREE_SLOT; 64], first: 0, used: 0 }
    }

    fn clear(&mut self, first: u32) {
        self.used = 0;
        self.first = first;
    }

    fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot.behind <= self.first {
                return None;
            }
            if slot.hash == hash && is(slot.behind - 1) {
                return Some(slot.behind - 1);
            }
            place = (place + 1) & mask;
        }
    }

    fn insert(&mut self, hash: u32, number: u32) {
        let slots_for_one = if self.slots.len() <= MAX_SPARSE_SLOTS { 4 } else { 2 };
        if self.used * slots_for_one >= self.slots.len() {
            self.grow();
        }
        self.put(HashSlot { hash, behind: number + 1 });
        self.used += 1;
    }

    fn put(&mut self, slot: HashSlot) {
        let mask = self.slots.len() - 1;
        let mut place = slot.hash as usize & mask;
        while self.slots[place].behind > self.first {
            place = (place + 1) & mask;
        }
        self.slots[place] = slot;
    }

    fn grow(&mut self) {
        let larger = vec![FREE_SLOT; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, larger);
        let first = self.first;
        old.into_iter().filter(|slot| slot.behind > first).for_each(|slot| self.put(slot));
    }
}
