//! Memory for words, kept from one tree to the next. It need not be cleared in between, so a small tree after a large
//! one costs only its own words.

use std::ops::{Deref, DerefMut};

/// A list of words. Behind its end there may be more memory, which holds anything. For example, a list of 4 words in
/// the memory of 1000.
#[derive(Debug, Default)]
pub(super) struct Words {
    memory: Vec<u64>,
    len: usize,
}

impl Words {
    /// Makes an empty list in memory that was used before.
    pub(super) fn new(memory: Vec<u64>) -> Self {
        Self { memory, len: 0 }
    }

    /// Makes a list of the first `len` words of some memory.
    pub(super) fn of(memory: Vec<u64>, len: usize) -> Self {
        let len = len.min(memory.len());
        Self { memory, len }
    }

    /// Returns all the memory.
    pub(super) fn into_memory(self) -> Vec<u64> {
        self.memory
    }

    /// Frees unused memory, if more than a fifth is unused.
    pub(super) fn shrink(&mut self) {
        self.memory.truncate(self.len);
        if self.memory.capacity() > self.len + self.len / 4 {
            self.memory.shrink_to_fit();
        }
    }

    #[inline]
    pub(super) fn push(&mut self, word: u64) {
        match self.memory.get_mut(self.len) {
            Some(place) => *place = word,
            None => self.memory.push(word),
        }
        self.len += 1;
    }

    /// Forgets all but the first `len` words, if there are more.
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl Deref for Words {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &self.memory[..self.len]
    }
}

impl DerefMut for Words {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u64] {
        &mut self.memory[..self.len]
    }
}

/// A copy has no more memory than it needs.
impl Clone for Words {
    fn clone(&self) -> Self {
        Self { memory: self.to_vec(), len: self.len }
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    #[test]
    fn what_was_there_before_is_not_seen() {
        let mut words = Words::new(vec![1, 2, 3]);
        assert!(words.is_empty());
        words.push(4);
        assert_eq!(*words, [4]);
        words.extend_by(&[5, 6, 7]);
        assert_eq!(*words, [4, 5, 6, 7]);
        words.truncate(2);
        assert_eq!((words.clone().into_memory(), words.into_memory()), (vec![4, 5], vec![4, 5, 6, 7]));
        assert_eq!(*Words::of(vec![1], 2), [1]);
    }

    impl Words {
        fn extend_by(&mut self, words: &[u64]) {
            words.iter().for_each(|&word| self.push(word));
        }
    }
}
