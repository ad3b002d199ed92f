//! Conditions on the bytes after a match, as an automaton. For example, with `"a" !"b"` the `a` in `ac` is a match,
//! the `a` in `ab` is none.

/// The condition that never holds.
pub(super) const FAILS: u32 = 0;
/// The condition that always holds.
pub(super) const HOLDS: u32 = 1;

/// An automaton over the bytes after a match. A state is a condition; [`FAILS`] and [`HOLDS`] are the first two.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Conditions {
    /// The next condition by condition and class of bytes: `next[condition * stride + class]`.
    pub(super) next: Vec<u32>,
    /// Whether each condition holds at the end of input.
    pub(super) at_end: Vec<bool>,
}

impl Conditions {
    /// Returns whether a condition holds before these bytes. Stops at the first byte that decides it. For example, the
    /// condition of `!"bc"` is decided by the first byte, unless this is a `b`.
    pub(super) fn hold(&self, mut condition: u32, rest: &[u8], classes: &[u8; 256], stride: usize) -> bool {
        for &byte in rest {
            if condition <= HOLDS {
                break;
            }
            condition = self.next[condition as usize * stride + usize::from(classes[usize::from(byte)])];
        }
        self.at_end[condition as usize]
    }
}
