//! The faults that a candidate may have: as many of each kind as the input has, in any place.

use std::collections::HashMap;

use grammarc_core::meaning::{Identity, Violation};

/// The number of times that each violation may occur. For example, `{undefined x: 2}` allows two uses of an undefined
/// `x`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Budget(HashMap<Identity, usize>);

impl Budget {
    /// Allows exactly the given violations.
    pub(super) fn of(violations: &[Violation]) -> Self {
        let mut budget = Self::default();
        for violation in violations {
            *budget.0.entry(violation.identity()).or_default() += 1;
        }
        budget
    }

    /// Returns whether no violation is allowed.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Allows each violation as often as the more generous of both budgets. For example, of 2 and 1 uses of an
    /// undefined `x` it allows 2.
    pub(super) fn or(&self, other: &Self) -> Self {
        let mut both = self.clone();
        for (identity, &count) in &other.0 {
            let entry = both.0.entry(identity.clone()).or_default();
            *entry = count.max(*entry);
        }
        both
    }

    /// Uses up one occurrence; returns whether one was left.
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
