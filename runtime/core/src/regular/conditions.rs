//! What must follow a match for it to be one: an automaton over the bytes behind it.

/// The condition that nothing fulfils.
pub(super) const FAILS: u32 = 0;
/// The condition that is fulfilled whatever follows.
pub(super) const HOLDS: u32 = 1;

/// An automaton over what follows a match. A state is a condition; [`FAILS`] and [`HOLDS`] are the first two.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Conditions {
    /// Where each condition goes on each class of bytes: `next[condition * stride + class]`.
    pub(super) next: Vec<u32>,
    /// Whether each holds if nothing follows.
    pub(super) at_end: Vec<bool>,
}

impl Conditions {
    /// Returns whether a condition that was found holds where these bytes follow. Reads no more than decides it.
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
