//! Maps with a quick hash, for the subset construction and derivatives: they look up some hundred thousand short lists of numbers.
//! A parse looks up offsets.
//!
//! The hash of the standard library withstands keys that an attacker chose. Here that is not needed, because the author of a
//! grammar slows down nobody else, and the number of states is bounded. An input chooses only which of its offsets are keys. It needs
//! some m² bytes for m offsets that collide, and looking them up takes m² steps, so the time stays linear.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// A map with a quick hash.
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<QuickHasher>>;
/// A set with a quick hash.
pub(super) type QuickSet<K> = HashSet<K, BuildHasherDefault<QuickHasher>>;

/// Multiplies and rotates, word by word, as the compiler of Rust does for its own tables.
#[derive(Debug, Default, Clone, Copy)]
pub struct QuickHasher(u64);

impl QuickHasher {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for QuickHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            self.add(u64::from_le_bytes(word.try_into().expect("it has eight bytes")));
        }
        words.remainder().iter().for_each(|&byte| self.add(u64::from(byte)));
    }

    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    fn finish(&self) -> u64 {
        // The map takes the highest bits for its groups, and the lowest for the places.
        self.0 ^ self.0 >> 32
    }
}
