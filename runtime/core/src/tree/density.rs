//! Guesses the number of nodes of an input from the last one, so that memory is allocated once.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// The density of nodes in the last input that was not small. The next input is likely to be similar. For example, after 8192
/// bytes with 6000 nodes the next 8192 bytes are given room for 6320.
#[derive(Debug)]
pub(crate) struct Density {
    /// Nodes in `UNIT_BYTES` bytes.
    nodes: AtomicUsize,
}

/// Number of bytes of a unit. Inputs of one unit or less do not count, because a few nodes more or less would change the guess.
const UNIT_BYTES: usize = 4096;
/// Number of nodes that every guess has beside the others, so that a tiny input fits at once.
const SPARE_NODES: usize = 64;
/// Number of nodes (128 MiB) up to which a guess may exceed one node a byte.
const MAX_GENEROUS_NODES: usize = 1 << 24;

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
        SPARE_NODES + nodes.min(bytes.max(MAX_GENEROUS_NODES))
    }

    /// Learns from an input of `bytes` bytes.
    pub(crate) fn note(&self, bytes: usize, nodes: usize) {
        if bytes > UNIT_BYTES {
            self.nodes.store(nodes.div_ceil(bytes / UNIT_BYTES), Relaxed);
        }
    }
}
