//! Questions about all states of an expression: which bytes lengthen a match, and which text is the shortest. The recipe asks them to find
//! the terminals that have to be watched.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use super::{Derivatives, Expression, State, Successors};
use grammarc_core::byteset::ByteSet;

impl Derivatives {
    /// Returns the bytes that lengthen a text of the expression to a beginning of a longer one. For `[0-9]+ ("." [0-9]+)?` these are the
    /// digits and the dot, and for `"while"` there are none. Returns all bytes where it has more than `limit` states.
    pub(crate) fn extensions(&mut self, start: State, limit: usize) -> ByteSet {
        let (mut found, mut seen) = (ByteSet::EMPTY, vec![start]);
        let mut next = 0;
        while next < seen.len() {
            if seen.len() > limit {
                return ByteSet::ALL.without_end();
            }
            let state = seen[next];
            next += 1;
            for &(bytes, after) in &*self.successors(state) {
                if self.accepts(state) {
                    found = found.union(bytes);
                }
                if !seen.contains(&after) {
                    seen.push(after);
                }
            }
        }
        found
    }

    /// Returns a shortest text of the expression that is not empty; none where that takes more than `limit` states. For example, it is `0`
    /// for `[0-9]+`.
    pub(crate) fn shortest(&mut self, start: State, limit: usize) -> Option<Vec<u8>> {
        let mut seen = vec![(start, Vec::new())];
        let mut next = 0;
        while next < seen.len() && seen.len() <= limit {
            let (state, text) = seen[next].clone();
            next += 1;
            for &(bytes, after) in &*self.successors(state) {
                let longer: Vec<u8> = text.iter().copied().chain(bytes.bytes().next()).collect();
                if self.accepts(after) {
                    return Some(longer);
                }
                if seen.iter().all(|&(state, _)| state != after) {
                    seen.push((after, longer));
                }
            }
        }
        None
    }

    /// Returns the first texts of the expression that `fits` accepts: shorter ones first, then by their bytes. Returns at most `most`
    /// texts, and looks at no more than `limit` beginnings. For example, those of `[ab]+` are `a`, `b`, `aa`, `ab` and so on.
    pub(crate) fn first_texts(
        &mut self,
        start: State,
        limit: usize,
        most: usize,
        fits: &dyn Fn(&[u8]) -> bool,
    ) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        let mut queue = VecDeque::from([(start, Vec::new())]);
        for _ in 0..limit {
            let Some((state, text)) = queue.pop_front() else { break };
            if self.accepts(state) && fits(&text) {
                found.push(text.clone());
                if found.len() == most {
                    break;
                }
            }
            let mut next: Vec<(u8, State)> = Vec::new();
            for &(bytes, after) in &*self.successors(state) {
                next.extend(bytes.bytes().map(|byte| (byte, after)));
            }
            next.sort_unstable();
            let longer = |(byte, after)| (after, text.iter().copied().chain([byte]).collect());
            queue.extend(next.into_iter().map(longer));
        }
        found
    }

    /// Returns one byte of each class of bytes. All bytes of a class lead from both states to the same states. For example, `[0-9]+` and
    /// `"1"` have three classes: `1`, the other digits and the rest.
    pub(crate) fn representatives(&mut self, first: State, second: State) -> Vec<u8> {
        let (blocks, others) = (self.blocks(first), self.blocks(second));
        let both = blocks.iter().flat_map(|block| others.iter().map(|other| block.intersection(*other)));
        both.filter_map(|block| block.bytes().next()).collect()
    }

    /// Returns the length of the longest beginning of a text that is one of the expression's.
    pub(crate) fn longest(&mut self, start: State, text: &[u8]) -> Option<usize> {
        let mut state = start;
        let mut longest = self.accepts(state).then_some(0);
        for (place, &byte) in text.iter().enumerate() {
            state = self.step(state, byte);
            if self.accepts(state) {
                longest = Some(place + 1);
            }
        }
        longest
    }

    /// Returns the living states after one byte, each with the bytes that lead to it. They are computed once.
    fn successors(&mut self, state: State) -> Successors {
        if let Some(known) = self.successors.get(&state) {
            return known.clone();
        }
        let found: Successors = self.find_successors(state).into();
        self.successors.insert(state, found.clone());
        found
    }

    fn find_successors(&mut self, state: State) -> Vec<(ByteSet, State)> {
        let mut all: Vec<(ByteSet, State)> = Vec::new();
        for &block in &*self.blocks(state) {
            let Some(byte) = block.bytes().next() else { continue };
            let after = self.derive(state, byte);
            if after != State::DEAD {
                all.push((block, after));
            }
        }
        all
    }

    /// Returns the blocks of bytes that have the same derivative. They are computed once.
    fn blocks(&mut self, state: State) -> Arc<[ByteSet]> {
        if let Some(known) = self.blocks.get(&state) {
            return known.clone();
        }
        let mut blocks = vec![ByteSet::ALL.without_end()];
        self.split(state, &mut HashSet::new(), &mut blocks);
        let blocks: Arc<[ByteSet]> = blocks.into();
        self.blocks.insert(state, blocks.clone());
        blocks
    }

    /// Splits blocks of bytes so that all bytes of a block have the same derivative. For example, `[0-9]` splits all bytes into digits and
    /// others. An expression in several places, as the names in a list of expressions, is looked at once.
    fn split(&self, state: State, seen: &mut HashSet<State>, blocks: &mut Vec<ByteSet>) {
        if !seen.insert(state) {
            return;
        }
        match &self.expressions[state.0 as usize] {
            Expression::Nothing | Expression::Empty => {}
            Expression::Byte(set) => {
                let outside = ByteSet::new(set.words().map(|word| !word), false);
                let mut place = 0;
                while place < blocks.len() {
                    let (inner, outer) = (blocks[place].intersection(*set), blocks[place].intersection(outside));
                    if !inner.is_empty() && !outer.is_empty() {
                        blocks[place] = inner;
                        place += 1;
                        blocks.insert(place, outer);
                    }
                    place += 1;
                }
            }
            Expression::Then(first, rest) => {
                self.split(*first, seen, blocks);
                if self.accepts(*first) {
                    self.split(*rest, seen, blocks);
                }
            }
            Expression::Either(options) => options.iter().for_each(|&option| self.split(option, seen, blocks)),
            Expression::Minus(body, without) => {
                self.split(*body, seen, blocks);
                self.split(*without, seen, blocks);
            }
            Expression::Times(body, ..) => self.split(*body, seen, blocks),
            Expression::Until { body, forbidden, rest } => {
                [body, forbidden, rest].into_iter().for_each(|&part| self.split(part, seen, blocks));
            }
        }
    }
}
