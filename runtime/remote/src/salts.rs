//! Salts make an action that nobody has asked for before, so that no cache can answer it: for a run that confirms an earlier answer.
//! They are random, because an attacker who writes to the cache could foresee numbers.

use std::sync::atomic::{AtomicU64, Ordering};

use ring::rand::{SecureRandom, SystemRandom};

/// A source of salts, each of which is given once.
#[derive(Debug)]
pub(crate) struct Salts {
    /// Hexadecimal digits that no other process has.
    start: String,
    next: AtomicU64,
}

impl Salts {
    /// # Errors
    /// If the system has no random bytes.
    pub(crate) fn new() -> Result<Self, String> {
        let mut bytes = [0; 16];
        SystemRandom::new().fill(&mut bytes).map_err(|_| "the system has no random bytes".to_owned())?;
        let start = format!("{:032x}", u128::from_le_bytes(bytes));
        Ok(Self { start, next: AtomicU64::new(0) })
    }

    pub(crate) fn next(&self) -> String {
        format!("grammarc run {} {}", self.start, self.next.fetch_add(1, Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Salts;

    #[test]
    fn no_salt_is_given_twice() {
        let [one, other] = [(); 2].map(|()| Salts::new().expect("there are random bytes"));
        let all: HashSet<String> = (0..10).flat_map(|_| [one.next(), other.next()]).collect();
        assert_eq!(all.len(), 20);
    }
}
