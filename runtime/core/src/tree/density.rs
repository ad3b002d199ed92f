//! How many nodes an input may have, as the last one had: so that memory is asked for once.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// How many nodes an input had, the last one that was not small: memory for that is enough for one like it.
#[derive(Debug)]
pub(crate) struct Density {
    /// For so many bytes.
    nodes: AtomicUsize,
}

/// Inputs with fewer bytes are small.
const UNIT: usize = 4096;

impl Density {
    /// Starts with a guess.
    pub(crate) const fn new() -> Self {
        Self { nodes: AtomicUsize::new(UNIT / 2) }
    }

    /// Returns how many nodes an input of so many bytes may have; of a very large one only what is not too much in any case.
    pub(crate) fn nodes(&self, bytes: usize) -> usize {
        let units = bytes.div_ceil(UNIT);
        let nodes = if units > 1 { units * (self.nodes.load(Relaxed) + UNIT / 32) } else { bytes };
        64 + nodes.min(bytes.max(1 << 24))
    }

    /// Learns from an input of so many bytes.
    pub(crate) fn note(&self, bytes: usize, nodes: usize) {
        if bytes > UNIT {
            self.nodes.store(nodes.div_ceil(bytes / UNIT), Relaxed);
        }
    }
}
