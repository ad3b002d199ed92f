//! Salts tell repeated runs of the same action from each other. A flaky test is run several times; without a salt the cache
//! would give each repetition the answer of the first.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The numbers that are taken, by the digest of an action.
#[derive(Debug, Default)]
pub(crate) struct Salts(Mutex<HashMap<String, Taken>>);

#[derive(Debug, Default)]
struct Taken {
    next: u32,
    /// Numbers below `next` that were given back.
    free: Vec<u32>,
}

impl Salts {
    /// Takes the smallest free number for a run of an action: 0 for the first, 1 for its first repetition.
    pub(crate) fn take(&self, action: &str) -> u32 {
        let mut all = self.lock();
        let taken = all.entry(action.to_owned()).or_default();
        if let Some(place) = (0..taken.free.len()).min_by_key(|&place| taken.free[place]) {
            return taken.free.swap_remove(place);
        }
        taken.next += 1;
        taken.next - 1
    }

    /// Gives back the number of a run that has no result, so that the next run of the action shares its place in the cache.
    pub(crate) fn give_back(&self, action: &str, salt: u32) {
        if let Some(taken) = self.lock().get_mut(action) {
            taken.free.push(salt);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Taken>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a salt as an action has it: the first run has none.
pub(crate) fn bytes(salt: u32) -> Vec<u8> {
    if salt == 0 { Vec::new() } else { format!("grammarc run {salt}").into_bytes() }
}

#[cfg(test)]
mod tests {
    use super::{Salts, bytes};

    #[test]
    fn repetitions_count_up_and_cancelled_runs_do_not_count() {
        let salts = Salts::default();
        assert_eq!([salts.take("a"), salts.take("a"), salts.take("b"), salts.take("a")], [0, 1, 0, 2]);
        salts.give_back("a", 1);
        salts.give_back("a", 0);
        assert_eq!([salts.take("a"), salts.take("a"), salts.take("a")], [0, 1, 3]);
        assert!(bytes(0).is_empty() && bytes(1) != bytes(2));
    }
}
