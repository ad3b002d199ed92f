//! The decisions of one extraction: the derivation chosen at each place with several. With them, other trees of an
//! ambiguous input can be asked for.

/// A choice between several derivations. For example, the second of two productions at the start of the input is
/// `{at: 0, chosen: 1, options: 2}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Decision {
    /// Where it was made, in bytes.
    pub(crate) at: usize,
    /// The number of the option that was chosen. Some of the options before it may have led to no derivation.
    pub(crate) chosen: u32,
    /// The maximum number of options.
    pub(crate) options: u32,
}

/// The decisions of one extraction, in preorder.
pub(super) struct DecisionLog<'a> {
    /// Lower bounds of the first decisions. For example, `[0, 1]` asks for the first derivation whose decisions are
    /// at least 0 and 1.
    pub(super) least: &'a [u32],
    /// The decisions so far; none if the caller does not need them.
    pub(super) made: Option<Vec<Decision>>,
    /// Whether the last bound of `least` could not be met.
    pub(super) is_exhausted: bool,
}

impl DecisionLog<'_> {
    /// Returns the first option that the next decision may take.
    pub(super) fn least(&self) -> usize {
        let next = self.made.as_ref().map_or(0, Vec::len);
        self.least.get(next).map_or(0, |&least| least as usize)
    }

    pub(super) fn make(&mut self, at: usize, chosen: usize, options: usize) {
        let decision = Decision { at, chosen: chosen as u32, options: options as u32 };
        self.made.iter_mut().for_each(|made| made.push(decision));
    }
}
