//! What is numbered one after another, to be found again by what it is: the items of a set, its nodes.

/// No number.
const NONE: u32 = u32::MAX;

/// How many numbers one after another are hashed to places one after another, as a power of two.
const ADJACENT: u32 = 3;

/// Hashes `place`, of which neighbours are often looked for one after another, with what it belongs to: by multiplication with odd
/// constants, where the high bits depend on everything.
pub(super) fn hash(place: u32, kind: u32, environment: u32) -> u32 {
    let sum = u64::from(place >> ADJACENT).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ u64::from(kind).wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ u64::from(environment).wrapping_mul(0x1656_67B1_9E37_79F9);
    let high = (sum.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 32) as u32;
    high << ADJACENT | place & ((1 << ADJACENT) - 1)
}

/// So many are compared one by one; more than that are found by their hash.
const FEW: usize = 12;

/// The latest of what is numbered in ascending order, to be found again by what it is.
pub(super) struct Latest {
    /// The hash and the number of each.
    hashes: Vec<(u32, u32)>,
    /// All of them, if they are more than a few.
    index: Index,
}

impl Latest {
    pub(super) fn new() -> Self {
        Self { hashes: Vec::new(), index: Index::new() }
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.hashes.clear();
        self.index.clear();
    }

    /// Returns the one of those with a hash that is looked for.
    #[inline]
    pub(super) fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        if self.hashes.len() > FEW {
            return self.index.find(hash, is);
        }
        let mut alike = self.hashes.iter().filter(|&&(other, _)| other == hash);
        alike.find_map(|&(_, number)| is(number).then_some(number))
    }

    /// Adds one.
    pub(super) fn add(&mut self, hash: u32, number: u32) {
        self.hashes.push((hash, number));
        let count = self.hashes.len();
        if count > FEW {
            let unknown = if count == FEW + 1 { 0 } else { count - 1 };
            self.hashes[unknown..].iter().for_each(|&(hash, number)| self.index.insert(hash, number));
        }
    }
}

/// In tables of up to so many slots three of four stay free: a cluster costs more than the memory.
const SMALL: usize = 1 << 14;

/// A hash table of numbers that is emptied for every set without touching its memory.
struct Index {
    slots: Vec<Slot>,
    /// The round of the slots in use; others are free.
    round: u32,
    used: usize,
}

#[derive(Clone, Copy)]
struct Slot {
    round: u32,
    hash: u32,
    number: u32,
}

impl Index {
    fn new() -> Self {
        Self { slots: vec![Slot { round: 0, hash: 0, number: NONE }; 64], round: 1, used: 0 }
    }

    fn clear(&mut self) {
        self.used = 0;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.slots.fill(Slot { round: 0, hash: 0, number: NONE });
            self.round = 1;
        }
    }

    fn find(&self, hash: u32, is: impl Fn(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot.round != self.round {
                return None;
            }
            if slot.hash == hash && is(slot.number) {
                return Some(slot.number);
            }
            place = (place + 1) & mask;
        }
    }

    fn insert(&mut self, hash: u32, number: u32) {
        let slots_for_one = if self.slots.len() <= SMALL { 4 } else { 2 };
        if self.used * slots_for_one >= self.slots.len() {
            self.grow();
        }
        self.put(Slot { round: self.round, hash, number });
        self.used += 1;
    }

    fn put(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut place = slot.hash as usize & mask;
        while self.slots[place].round == self.round {
            place = (place + 1) & mask;
        }
        self.slots[place] = slot;
    }

    fn grow(&mut self) {
        let free = Slot { round: self.round.wrapping_sub(1), hash: 0, number: NONE };
        let larger = vec![free; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, larger);
        let round = self.round;
        old.into_iter().filter(|slot| slot.round == round).for_each(|slot| self.put(slot));
    }
}
