//! The decisions of one extraction: which derivation was chosen where there are several.

/// A choice between several derivations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Decision {
    /// Where it was made, in bytes.
    pub(crate) at: usize,
    /// Which of the options it was; some of those before it may have been none.
    pub(crate) chosen: u32,
    /// How many there are, at most.
    pub(crate) options: u32,
}

/// The decisions of one extraction, in preorder.
pub(super) struct Decisions<'a> {
    /// No decision is below these.
    pub(super) least: &'a [u32],
    /// What was decided, if that is of interest.
    pub(super) made: Option<Vec<Decision>>,
    /// Whether the last of `least` could not be met.
    pub(super) is_exhausted: bool,
}

impl Decisions<'_> {
    /// Returns the first option of the next decision that may be taken.
    pub(super) fn least(&self) -> usize {
        let next = self.made.as_ref().map_or(0, Vec::len);
        self.least.get(next).map_or(0, |&least| least as usize)
    }

    pub(super) fn make(&mut self, at: usize, chosen: usize, options: usize) {
        let decision = Decision { at, chosen: chosen as u32, options: options as u32 };
        self.made.iter_mut().for_each(|made| made.push(decision));
    }
}
