//! The output of a deterministic generated parser: nodes in preorder, eight bytes each, and a stack of return states. The next bytes
//! decide every choice of such a parser.
//!
//! The parser never backtracks, so it only remembers where the open nodes stand. A [`Pen`] is meant to live in registers: it is a
//! local variable of one function, and all functions that use it are inlined into that one. So it never allocates. If the memory
//! for nodes is too small, the pen only counts the nodes, and the text is parsed once more.
//!
//! A list of one number is four nodes:
//!
//! ```text
//! [1]        open, leaf `[`, leaf `1`, leaf `]`, close
//!
//! place   start   size   kind
//! 0       0       4      list        `open` writes the start, `close` adds size and kind
//! 1       0       1      "["
//! 2       1       1      number
//! 3       2       1      "]"
//! ```
//!
//! Left recursion puts a node around nodes that are written already, and in preorder the new node belongs before them. If they are
//! few, the pen moves them up by one. Otherwise it writes the new node behind them, in postorder, and `parse` reorders such nodes
//! at the end.
//!
//! For example, a sum is put around three nodes:
//!
//! ```text
//! written so far                1   +   2              places 0, 1, 2
//! few nodes: moved up           sum   1   +   2        the sum is at place 0, with size 4
//! many nodes: written behind    1   +   2   sum        the sum is at place 3, which is noted in `behind`
//! ```

mod order;

use std::any::Any;

use super::interpreter;
use crate::language::{Attempt, Language};
use crate::tree::Builder;

/// There must be fewer nodes than this: their sizes have at least 30 bits.
const NODE_LIMIT: usize = 1 << 30;

/// Maximum number of nodes that `Pen::around` moves instead of writing behind them. Eight words are copied as one block, of
/// constant size.
const MAX_MOVED_NODES: usize = 8;

/// An input, with memory for its nodes and for the return stack.
#[derive(Debug)]
pub struct Sheet<'a, S> {
    input: &'a [u8],
    words: &'a mut [u64],
    shift: u32,
    waiting: &'a mut PenStacks<S>,
}

/// The stacks of a parse, kept from one parse to the next.
#[derive(Debug)]
struct PenStacks<S> {
    /// The states to return to, the innermost last.
    stack: Vec<S>,
    /// The places of nodes that stand behind their descendants, ascending.
    behind: Vec<u32>,
}

impl<S> Default for PenStacks<S> {
    fn default() -> Self {
        Self { stack: Vec::new(), behind: Vec::new() }
    }
}

/// A parse that has come to the end of its start rule.
#[derive(Debug, Clone, Copy)]
pub struct CompleteParse {
    position: usize,
    count: usize,
}

/// A deterministic parse under way. `S` is a state to return to, with the places of the nodes that are open there. `BITS` is the
/// number of bits of a node's kind.
///
/// A kind is a number that [`Kinds`](crate::tree::Kinds) gives. A place is the index of a node among all nodes.
#[derive(Debug)]
pub struct Pen<'a, S, const BITS: u32> {
    input: &'a [u8],
    /// Offset of the next byte.
    position: usize,
    words: &'a mut [u64],
    /// Number of nodes. It counts on when the memory is full, so that the next attempt has enough.
    count: usize,
    /// The lowest bit of an offset.
    shift: u32,
    waiting: &'a mut PenStacks<S>,
}

impl<'a, S, const BITS: u32> Pen<'a, S, BITS> {
    /// Starts before the input. `back` is the state after the start rule.
    #[inline(always)]
    pub fn new(sheet: Sheet<'a, S>, back: S) -> Self {
        let Sheet { input, words, shift, waiting } = sheet;
        waiting.stack.clear();
        waiting.stack.push(back);
        waiting.behind.clear();
        Self { input, position: 0, words, count: 0, shift, waiting }
    }

    /// Returns the end of the parse and the number of nodes.
    #[inline(always)]
    pub fn finish(&self) -> Option<CompleteParse> {
        Some(CompleteParse { position: self.position, count: self.count })
    }

    /// Returns the input.
    #[inline(always)]
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    /// Returns the offset of the next byte.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns the next byte, or none at the end.
    #[inline(always)]
    pub fn byte(&self) -> Option<u8> {
        self.input.get(self.position).copied()
    }

    /// Returns the next bytes; behind the end there are none.
    #[inline(always)]
    pub fn bytes<const N: usize>(&self) -> [Option<u8>; N] {
        std::array::from_fn(|distance| self.input.get(self.position + distance).copied())
    }

    /// Returns the byte at an offset; none without an offset, or behind the end.
    #[inline(always)]
    pub fn byte_at(&self, offset: Option<usize>) -> Option<u8> {
        self.input.get(offset?).copied()
    }

    /// Returns the end of `text` if the input goes on with it. For example, `null` at offset 1 of `[null]` ends at 5.
    #[inline(always)]
    pub fn literal<const N: usize>(&self, text: &[u8; N]) -> Option<usize> {
        let end = self.position + N;
        (self.input.get(self.position..end) == Some(text)).then_some(end)
    }

    /// Returns the same, with ASCII letters in either case.
    #[inline(always)]
    pub fn folded<const N: usize>(&self, text: &[u8; N]) -> Option<usize> {
        let end = self.position + N;
        self.input.get(self.position..end)?.eq_ignore_ascii_case(text).then_some(end)
    }

    /// Begins a node, and returns its place.
    #[inline(always)]
    pub fn open(&mut self) -> u32 {
        let place = self.count as u32;
        self.write((self.position as u64) << self.shift);
        place
    }

    /// Writes a leaf from here to `end`, and goes there. Returns none if there is no end, because the input does not match.
    #[inline(always)]
    pub fn leaf(&mut self, kind: u32, end: Option<usize>) -> Option<()> {
        let end = end?;
        self.write((self.position as u64) << self.shift | 1 << BITS | u64::from(kind));
        self.position = end;
        Some(())
    }

    /// Completes the node that was begun at a place.
    #[inline(always)]
    pub fn close(&mut self, place: u32, kind: u32) {
        let size = self.count as u64 - u64::from(place);
        if let Some(word) = self.words.get_mut(place as usize) {
            *word |= size << BITS | u64::from(kind);
        }
    }

    /// Sets the kind of the node that was begun at a place, before it is complete. `seal` completes it.
    #[inline(always)]
    pub fn name(&mut self, place: u32, kind: u32) {
        if let Some(word) = self.words.get_mut(place as usize) {
            *word |= u64::from(kind);
        }
    }

    /// Completes the node at a place whose kind `name` has set.
    #[inline(always)]
    pub fn seal(&mut self, place: u32) {
        self.close(place, 0);
    }

    /// Returns the place of the node that is begun next.
    #[inline(always)]
    pub fn place(&self) -> u32 {
        self.count as u32
    }

    /// Puts a node around all nodes from a place on.
    #[inline(always)]
    pub fn around(&mut self, place: u32, kind: u32) {
        let first = place as usize;
        let size = self.count - first;
        let is_near = size <= MAX_MOVED_NODES && self.count + MAX_MOVED_NODES < self.words.len();
        match self.words.get_mut(first..=first + MAX_MOVED_NODES) {
            Some(words) if is_near && size > 0 => {
                let start = words[0] >> self.shift << self.shift;
                words.copy_within(..MAX_MOVED_NODES, 1);
                words[0] = start | (size as u64 + 1) << BITS | u64::from(kind);
                self.count += 1;
            }
            _ => self.behind(first, kind),
        }
    }

    /// Writes a node behind its descendants. Without descendants, it stands where it belongs.
    #[inline(always)]
    fn behind(&mut self, first: usize, kind: u32) {
        let size = (self.count - first) as u64 + 1;
        let start = match self.words.get(first).filter(|_| size > 1) {
            Some(word) => word >> self.shift << self.shift,
            None => (self.position as u64) << self.shift,
        };
        if size > 1 {
            self.waiting.behind.push(self.count as u32);
        }
        self.write(start | size << BITS | u64::from(kind));
    }

    /// Gives the node around all nodes from a place on, if there is one, to another item. For example, the sum in `1+2` becomes
    /// the left side of a larger one. `from` and `to` are the first kinds of the two items.
    #[inline(always)]
    pub fn give(&mut self, place: u32, from: u32, to: u32) {
        let last = self.count.wrapping_sub(1);
        let size = self.count.wrapping_sub(place as usize) as u64;
        // If the last node contains all nodes from the place on, the node stands behind its descendants, else before them.
        let is_behind = self.words.get(last).is_some_and(|word| (word & ((1 << self.shift) - 1)) >> BITS == size);
        self.claim(if is_behind { last as u32 } else { place }, from, to);
    }

    /// Completes the node that was begun at a place as a leaf, and drops its descendants. For example, an `%opaque` comment.
    #[inline(always)]
    pub fn close_leaf(&mut self, place: u32, kind: u32) {
        while self.waiting.behind.last().is_some_and(|&behind| behind > place) {
            self.waiting.behind.pop();
        }
        self.count = place as usize + 1;
        self.close(place, kind);
    }

    /// Gives the node at a place to another item. `from` and `to` are the first kinds of the two items.
    #[inline(always)]
    pub fn claim(&mut self, place: u32, from: u32, to: u32) {
        if let Some(word) = self.words.get_mut(place as usize) {
            *word = word.wrapping_sub(u64::from(from)).wrapping_add(u64::from(to));
        }
    }

    /// Goes to `to`, and pushes `back` as the state to return to.
    #[inline(always)]
    pub fn call(&mut self, back: S, to: S) -> Option<S> {
        self.waiting.stack.push(back);
        Some(to)
    }

    /// Pops the state to return to.
    #[inline(always)]
    pub fn leave(&mut self) -> Option<S> {
        self.waiting.stack.pop()
    }

    #[inline(always)]
    fn write(&mut self, word: u64) {
        if let Some(place) = self.words.get_mut(self.count) {
            *place = word;
        }
        self.count += 1;
    }
}

/// Parses a whole input into the builder by `run`, which returns none if the input is not in the language. The interpreter parses
/// the input instead if its nodes do not fit their words.
pub fn parse<S: Send + Sync + 'static>(
    language: &Language,
    input: &[u8],
    builder: &mut Builder,
    bits: u32,
    run: fn(Sheet<'_, S>) -> Option<CompleteParse>,
) -> Attempt {
    builder.begin(language.kinds(), input.len());
    let Some((mut memory, shift)) = builder.lend(bits) else { return interpreter::parse(language, input, builder) };
    let waiting = builder.stack.take().and_then(|waiting| waiting.downcast::<PenStacks<S>>().ok());
    let mut waiting: Box<PenStacks<S>> = waiting.unwrap_or_default();
    let estimate = language.density.nodes(input.len());
    if memory.is_empty() {
        memory = vec![0; estimate];
    } else if memory.len() < estimate {
        memory.resize(estimate, 0);
    }
    let mut write = |words: &mut [u64]| {
        let written = run(Sheet { input, words, shift, waiting: &mut waiting });
        written.filter(|written| written.position == input.len()).map(|written| written.count)
    };
    let mut count = write(&mut memory);
    if let Some(needed) = count.filter(|&count| count > memory.len() && count < NODE_LIMIT) {
        drop(memory);
        memory = vec![0; needed];
        count = write(&mut memory);
    }
    if let Some(count) = count.filter(|&count| count < NODE_LIMIT) {
        let size = |word: u64| (word & ((1 << shift) - 1)) >> bits;
        order::restore(&mut memory[..count], &waiting.behind, |word| size(word) as usize);
    }
    builder.stack = Some(waiting as Box<dyn Any + Send + Sync>);
    match count {
        Some(count) if count < NODE_LIMIT => {
            language.density.note(input.len(), count);
            builder.fill(memory, count);
            Attempt::Parsed
        }
        None => Attempt::Refused,
        Some(_) => {
            drop(memory);
            interpreter::parse(language, input, builder)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_MOVED_NODES, Pen, PenStacks, Sheet, order};

    const BITS: u32 = 8;
    const SHIFT: u32 = 32;

    /// Returns the kinds and sizes, in preorder, of a chain of `length` nodes around nothing but each other.
    fn chain(length: u32) -> Vec<(u64, usize)> {
        let (mut words, mut waiting) = ([0; 64], PenStacks::<()>::default());
        let sheet = Sheet { input: b"", words: &mut words, shift: SHIFT, waiting: &mut waiting };
        let mut pen: Pen<'_, (), BITS> = Pen::new(sheet, ());
        let place = pen.place();
        (0..length).for_each(|kind| pen.around(place, kind));
        let count = pen.count;
        let size = |word: u64| ((word & ((1 << SHIFT) - 1)) >> BITS) as usize;
        order::restore(&mut words[..count], &waiting.behind, size);
        words[..count].iter().map(|&word| (word & ((1 << BITS) - 1), size(word))).collect()
    }

    #[test]
    fn nodes_around_nothing_and_around_each_other_stand_before_what_is_in_them() {
        for length in 0..3 * MAX_MOVED_NODES as u32 {
            let expected: Vec<(u64, usize)> = (0..length).rev().map(|kind| (kind.into(), kind as usize + 1)).collect();
            assert_eq!(chain(length), expected);
        }
    }
}
