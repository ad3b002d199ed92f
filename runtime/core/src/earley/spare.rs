//! Memory that one parse leaves for the next: of a large chart it takes longer to get it than to fill it.
//!
//! What a parse needed is kept, up to [`MOST`], and given back when [`PATIENCE`] parses in a row needed less than a quarter of it.
//! So memory follows use: what parses inputs of one kind has it at hand, a single huge one does not pin it for ever, and who
//! parses once does without.

use std::sync::Mutex;

/// So many bytes are kept at most.
const MOST: usize = 256 << 20;
/// After so many parses in a row that needed much less, memory is given back.
const PATIENCE: u32 = 8;

/// Memory that can be used again.
pub(super) trait Memory: Default {
    /// Returns how many bytes the last parse needed of it.
    fn used(&self) -> usize;

    /// Returns how many bytes it holds.
    fn held(&self) -> usize;

    /// Forgets what is in it.
    fn clear(&mut self);
}

impl<T> Memory for Vec<T> {
    fn used(&self) -> usize {
        size_of_val(&**self)
    }

    fn held(&self) -> usize {
        self.capacity() * size_of::<T>()
    }

    fn clear(&mut self) {
        self.clear();
    }
}

/// The memory of the last parse.
#[derive(Debug, Default)]
pub(super) struct Spare<M> {
    kept: Mutex<Kept<M>>,
}

#[derive(Debug, Default)]
struct Kept<M> {
    memory: M,
    /// How many parses in a row needed much less.
    idle: u32,
}

impl<M: Memory> Spare<M> {
    /// Takes the memory, if nobody else has it.
    pub(super) fn take(&self) -> M {
        self.kept.try_lock().map(|mut kept| std::mem::take(&mut kept.memory)).unwrap_or_default()
    }

    /// Keeps memory for the next parse. Where several parse at once, the largest is kept.
    pub(super) fn keep(&self, mut memory: M) {
        let Ok(mut kept) = self.kept.try_lock() else { return };
        let (used, held) = (memory.used(), memory.held());
        kept.idle = if used < held / 4 { kept.idle + 1 } else { 0 };
        if held > MOST || kept.idle >= PATIENCE {
            (memory, kept.idle) = (M::default(), 0);
        }
        if memory.held() >= kept.memory.held() {
            memory.clear();
            kept.memory = memory;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, PATIENCE, Spare};

    /// Needs so many bytes, and returns how many are kept then.
    fn parse(spare: &Spare<Vec<u8>>, bytes: usize) -> usize {
        let mut memory = spare.take();
        assert!(memory.is_empty());
        memory.resize(bytes, 0);
        spare.keep(memory);
        let kept = spare.take();
        let held = kept.capacity();
        spare.kept.lock().expect("nobody else has it").memory = kept;
        held
    }

    #[test]
    fn what_is_needed_is_kept() {
        let spare = Spare::default();
        for bytes in [1 << 20, 1 << 19, 1 << 18].repeat(10) {
            assert_eq!(parse(&spare, bytes), 1 << 20);
        }
    }

    #[test]
    fn what_is_no_longer_needed_is_given_back() {
        let spare = Spare::default();
        parse(&spare, 1 << 20);
        for _ in 1..PATIENCE {
            assert_eq!(parse(&spare, 1 << 10), 1 << 20);
        }
        assert_eq!(parse(&spare, 1 << 10), 0);
        assert_eq!(parse(&spare, 1 << 10), 1 << 10);
    }

    #[test]
    fn no_more_is_kept_than_the_limit() {
        assert_eq!(parse(&Spare::default(), MOST + 1), 0);
    }

    #[test]
    fn of_several_at_once_the_largest_stays() {
        let spare = Spare::<Vec<u8>>::default();
        let (mut first, second) = (spare.take(), spare.take());
        first.resize(1000, 0);
        spare.keep(first);
        spare.keep(second);
        assert_eq!(spare.take().capacity(), 1000);
    }
}
