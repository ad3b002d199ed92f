//! Memory that one parse leaves for the next, because allocating a large chart takes longer than filling it.
//!
//! The memory of a parse is kept, up to [`MAX_KEPT_BYTES`]. It is freed when [`MAX_IDLE_PARSES`] parses in a row have needed less
//! than a quarter of it. So memory follows use: parses of similar inputs find it ready, and a single huge input does not pin it for
//! ever. For example, after one parse that took 100 MB, the eighth parse in a row that takes 1 MB frees them.

use std::sync::Mutex;

/// Maximum number of bytes that are kept: 256 MB, a quarter of the largest chart.
const MAX_KEPT_BYTES: usize = 256 << 20;
/// Number of parses in a row that must need less than a quarter of the memory before it is freed. With fewer, inputs of mixed sizes
/// would free it and allocate it again and again.
const MAX_IDLE_PARSES: u32 = 8;

/// Reusable memory.
pub(super) trait Memory: Default {
    /// Returns the number of bytes that the last parse needed of it.
    fn used(&self) -> usize;

    /// Returns the number of bytes allocated.
    fn held(&self) -> usize;

    /// Empties it and keeps the allocation.
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
    kept: Mutex<SpareMemory<M>>,
}

#[derive(Debug, Default)]
struct SpareMemory<M> {
    memory: M,
    /// Number of parses in a row that needed less than a quarter.
    idle: u32,
}

impl<M: Memory> Spare<M> {
    /// Takes the memory, or starts with none if another parse has it.
    pub(super) fn take(&self) -> M {
        self.kept.try_lock().map(|mut kept| std::mem::take(&mut kept.memory)).unwrap_or_default()
    }

    /// Keeps memory for the next parse. If several threads parse at once, the largest memory is kept.
    pub(super) fn keep(&self, mut memory: M) {
        let Ok(mut kept) = self.kept.try_lock() else { return };
        let (used, held) = (memory.used(), memory.held());
        kept.idle = if used < held / 4 { kept.idle + 1 } else { 0 };
        if held > MAX_KEPT_BYTES || kept.idle >= MAX_IDLE_PARSES {
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
    use super::{MAX_IDLE_PARSES, MAX_KEPT_BYTES, Spare};

    /// Needs this many bytes, and returns the number of bytes kept afterwards.
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
        for _ in 1..MAX_IDLE_PARSES {
            assert_eq!(parse(&spare, 1 << 10), 1 << 20);
        }
        assert_eq!(parse(&spare, 1 << 10), 0);
        assert_eq!(parse(&spare, 1 << 10), 1 << 10);
    }

    #[test]
    fn no_more_is_kept_than_the_limit() {
        assert_eq!(parse(&Spare::default(), MAX_KEPT_BYTES + 1), 0);
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
