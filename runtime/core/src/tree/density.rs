//! Guesses the number of nodes of an input from the last one, so that memory is allocated once.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// The density of nodes in the last input that was not small. The next input is likely to be similar.
#[derive(Debug)]
pub(crate) struct Density {
    /// Nodes in `UNIT_BYTES` bytes.
    nodes: AtomicUsize,
}

/// Bytes of a unit. Smaller inputs do not count.
const UNIT_BYTES: usize = 4096;

impl Density {
    /// Starts with the guess of one node for two bytes.
    pub(crate) const fn new() -> Self {
        Self { nodes: AtomicUsize::new(UNIT_BYTES / 2) }
    }

    /// Returns how many nodes an input of `bytes` bytes may have. For more than 16 million bytes the guess is at most one node
    /// a byte.
    pub(crate) fn nodes(&self, bytes: usize) -> usize {
        let units = bytes.div_ceil(UNIT_BYTES);
        let nodes = if units > 1 { units * (self.nodes.load(Relaxed) + UNIT_BYTES / 32) } else { bytes };
        64 + nodes.min(bytes.max(1 << 24))
    }

    /// Learns from an input of `bytes` bytes.
    pub(crate) fn note(&self, bytes: usize, nodes: usize) {
        if bytes > UNIT_BYTES {
            self.nodes.store(nodes.div_ceil(bytes / UNIT_BYTES), Relaxed);
        }
    }
}
