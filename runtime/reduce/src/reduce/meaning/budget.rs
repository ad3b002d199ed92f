//! What may be wrong with a candidate: as much as was wrong with the input, whatever the place.

use std::collections::HashMap;

use grammarc_core::meaning::{Identity, Violation};

/// How often each violation may occur.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Budget(HashMap<Identity, usize>);

impl Budget {
    /// Allows what there is.
    pub(super) fn of(violations: &[Violation]) -> Self {
        let mut budget = Self::default();
        for violation in violations {
            *budget.0.entry(violation.identity()).or_default() += 1;
        }
        budget
    }

    /// Returns whether nothing may be wrong.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Allows also what is allowed there.
    pub(super) fn or(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (identity, &count) in &other.0 {
            let entry = both.0.entry(identity.clone()).or_default();
            *entry = count.max(*entry);
        }
        both
    }

    /// Uses one up; returns whether it was there.
    pub(super) fn take(&mut self, identity: &Identity) -> bool {
        match self.0.get_mut(identity).filter(|left| **left > 0) {
            Some(left) => {
                *left -= 1;
                true
            }
            None => false,
        }
    }
}
